/** Tells the extension the state of the page, a few times a second at most and only where it changed. */

import type { HostState } from '../../../contract/messages/hostConfig.ts';
import type { ExtensionLink } from './extensionLink.ts';
import type { HostView } from './view.ts';

const pauseMs = 250;

/** A function to be called whenever the state may have changed; `anew`, when the extension may have forgotten what it was told. */
export function reporting(ask: ExtensionLink, state: () => HostState): (anew?: boolean) => void {
  let waiting = false;
  let said = '';
  return (anew = false) => {
    if (anew) said = '';
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      const now = state();
      const words = JSON.stringify(now);
      if (words === said) return;
      said = words;
      // Where the extension is gone, the port says so.
      ask('stateChanged', now).catch(() => {});
    }, pauseMs);
  };
}

export function stateOf({ config, session, history, counts, loads, loaded, ...shown }: HostView): HostState {
  const { phase, ready, problem, renewals, endsAt } = session;
  const { accepted, unknown, ignored, sent, queued } = counts;
  return {
    home: config.home,
    phase,
    ready,
    loaded,
    loadDurationMs: shown.loadDurationMs,
    widgetCount: shown.widgetCount,
    problem: problem?.kind ?? null,
    endsAt: endsAt ?? null,
    canGoBack: history.canGoBack,
    canGoForward: history.canGoForward,
    path: history.path,
    stale: config.freshness.stale,
    options: config.options,
    counts: { accepted, unknown, ignored, sent, queued, loads, renewals },
  };
}
