/** The line below the dashboard: the session's countdown, what was loaded, whether it is up to date, how many messages passed. */

import { durationText } from '../core/duration.ts';
import { element } from './dom.ts';
import { icon } from './icons.ts';
import type { Texts } from './texts.ts';
import type { HostView } from './view.ts';

export interface StatusBar {
  readonly node: HTMLElement;
  render(view: HostView, now: number): void;
}

export function makeStatusBar(text: Texts): StatusBar {
  const session = element('span', { class: 'session', attributes: { role: 'timer' } });
  const stale = element('span', { class: 'stale', attributes: { role: 'status', hidden: true } });
  const loaded = element('span', { class: 'loaded' });
  const messages = element('span', { class: 'messages' });
  const spacer = element('span', { class: 'spacer' });
  const clock = element('span', { class: 'with-icon' }, icon('clock'), session);
  const node = element('footer', { class: 'status' }, clock, stale, spacer, loaded, messages);

  const render = (view: HostView, now: number) => {
    const { config, counts } = view;
    set(session, sessionText(text, view, now));
    node.dataset.phase = view.session.phase;
    stale.hidden = !config.freshness.stale;
    set(stale, text('stale.label'));
    stale.title = config.freshness.reason ?? text('stale.default');
    set(loaded, loadedText(text, view));
    set(messages, text('status.messages', counts.accepted + counts.unknown + counts.sent, counts.ignored));
  };
  return { node, render };
}

function set(node: HTMLElement, words: string): void {
  if (node.textContent !== words) node.textContent = words;
}

function sessionText(text: Texts, { session }: HostView, now: number): string {
  const { mode, phase, endsAt } = session;
  if (mode === 'private') return text('session.private');
  const left = endsAt === undefined ? '' : durationText(endsAt - now, text);
  return phase === 'active' || phase === 'expiring' ? text(`session.${phase}`, left) : text(`session.${phase}`);
}

function loadedText(text: Texts, { loaded, loadDurationMs, widgetCount }: HostView): string {
  if (!loaded) return '';
  const seconds = loadDurationMs === null ? undefined : (loadDurationMs / 1_000).toFixed(1);
  if (seconds === undefined) return widgetCount === null ? '' : text('status.widgets', widgetCount);
  return widgetCount === null ? text('status.loadedOnly', seconds) : text('status.loaded', widgetCount, seconds);
}
