/** The line below the dashboard: the session's countdown, what was loaded, whether it is up to date, how many messages passed. */

import { element } from '../../base/browser/dom.ts';
import { durationText } from '../core/duration.ts';
import type { EmbedSessionState } from '../core/session.ts';
import { icon } from './elements/icons.ts';
import type { Texts } from './elements/texts.ts';
import { outsideOf } from './extension/outsidePage.ts';
import type { HostView } from './extension/view.ts';

export interface StatusBar {
  readonly node: HTMLElement;
  render(view: HostView, now: number): void;
}

export function makeStatusBar(text: Texts): StatusBar {
  const session = element('span', { class: 'session', role: 'timer' });
  const stale = element('span', { class: 'stale', role: 'status', hidden: true });
  const loaded = element('span', { class: 'loaded' });
  const messages = element('span', { class: 'messages' });
  const spacer = element('span', { class: 'spacer' });
  const clock = element('span', { class: 'with-icon' }, icon('clock'), session);
  const node = element('footer', { class: 'status' }, clock, stale, spacer, loaded, messages);

  const render = (view: HostView, now: number) => {
    const { config } = view;
    const outside = outsideOf(view);
    const shown = outside ?? view;
    const { counts } = shown;
    const running: Running = outside ? { mode: config.mode, ...outside } : view.session;
    const words = sessionText(text, running, now);
    set(session, outside ? text('outside.status', words) : words);
    node.dataset.phase = running.phase;
    stale.hidden = !config.freshness.stale;
    set(stale, text('stale.label'));
    stale.title = config.freshness.reason ?? text('stale.default');
    set(loaded, loadedText(text, shown));
    set(messages, text('status.messages', counts.accepted + counts.unknown + counts.sent, counts.ignored));
  };
  return { node, render };
}

function set(node: HTMLElement, words: string): void {
  if (node.textContent !== words) node.textContent = words;
}

type Loaded = Pick<HostView, 'loaded' | 'loadDurationMs' | 'widgetCount'>;

interface Running extends Pick<EmbedSessionState, 'mode' | 'phase'> {
  endsAt: number | null | undefined;
}

function sessionText(text: Texts, { mode, phase, endsAt }: Running, now: number): string {
  if (mode === 'private') return text('session.private');
  const left = endsAt == null ? '' : durationText(endsAt - now, text);
  return phase === 'active' || phase === 'expiring' ? text(`session.${phase}`, left) : text(`session.${phase}`);
}

function loadedText(text: Texts, { loaded, loadDurationMs, widgetCount }: Loaded): string {
  if (!loaded) return '';
  const seconds = loadDurationMs === null ? undefined : (loadDurationMs / 1_000).toFixed(1);
  if (seconds === undefined) return widgetCount === null ? '' : text('status.widgets', widgetCount);
  return widgetCount === null ? text('status.loadedOnly', seconds) : text('status.loaded', widgetCount, seconds);
}
