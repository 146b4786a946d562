/** The line below the dashboard: session countdown, freshness, load time and message counts. */

import { element } from '../../base/browser/dom.ts';
import type { HostTextKey } from '../../contract/messages/hostTexts.ts';
import { icon } from '../shared/icons.ts';
import type { HostText } from '../shared/pageTexts.ts';
import type { LoadResult } from './loadProgress.ts';
import type { EmbedSessionState } from './session/sessionState.ts';
import { type HostView, outsideOf } from './view/hostView.ts';

export interface StatusBar {
  readonly node: HTMLElement;
  render(view: HostView, now: number): void;
}

export function makeStatusBar(text: HostText): StatusBar {
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
    const shownSession: ShownSession = outside ? { mode: config.mode, ...outside } : view.session;
    const sessionLabel = sessionText(text, shownSession, now);
    setText(session, outside ? text('outside.status', sessionLabel) : sessionLabel);
    node.dataset.phase = shownSession.phase;
    stale.hidden = !config.freshness.stale;
    setText(stale, text('stale.label'));
    stale.title = config.freshness.reason ?? text('stale.default');
    setText(loaded, loadedText(text, shown));
    setText(messages, text('status.messages', counts.accepted + counts.unknown + counts.sent, counts.ignored));
  };
  return { node, render };
}

function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

interface ShownSession extends Pick<EmbedSessionState, 'mode' | 'phase'> {
  endsAt: number | null | undefined;
}

function sessionText(text: HostText, { mode, phase, endsAt }: ShownSession, now: number): string {
  if (mode === 'private') return text('session.private');
  const left = endsAt == null ? '' : durationText(endsAt - now, text);
  return phase === 'active' || phase === 'expiring' ? text(`session.${phase}`, left) : text(`session.${phase}`);
}

function loadedText(text: HostText, { loaded, loadDurationMs, widgetCount }: LoadResult): string {
  if (!loaded) return '';
  const seconds = loadDurationMs === null ? undefined : (loadDurationMs / 1_000).toFixed(1);
  if (seconds === undefined) return widgetCount === null ? '' : text('status.widgets', widgetCount);
  return widgetCount === null ? text('status.loadedOnly', seconds) : text('status.loaded', widgetCount, seconds);
}

/** @param ms milliseconds; negative values count as 0 */
function durationText(ms: number, text: (key: HostTextKey, ...values: number[]) => string): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return text('duration.seconds', seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return text('duration.minutes', minutes);
  return text('duration.hours', Math.floor(minutes / 60), minutes % 60);
}
