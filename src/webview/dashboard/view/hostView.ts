/** The state that the parts of the page show, and the commands they can run. The host makes both. */

import type { HostCommand, HostConfig, HostOptions, HostState } from '../../../contract/messages/hostConfig.ts';
import type { Gate } from '../messages/gate.ts';
import type { EmbedSessionState } from '../session/sessionState.ts';
import type { PathHistory } from './pathHistory.ts';

export interface HostView {
  readonly config: HostConfig;
  readonly session: EmbedSessionState;
  readonly history: PathHistory;
  readonly counts: Gate['counts'];
  readonly loads: number;
  readonly loadDurationMs: number | null;
  readonly widgetCount: number | null;
  readonly loaded: boolean;
  /** Progress text of the running export; undefined without one. */
  readonly exportStatus: string | undefined;
  readonly panels: { readonly inspector: boolean; readonly comments: boolean };
}

export interface HostCommands {
  /** Runs on this page, or on the page in the browser while that shows the dashboard. */
  run(command: HostCommand): void;
  /** Loads on this page, also while the page in the browser shows the dashboard. */
  loadHere(): void;
  choose(change: Partial<HostOptions>): void;
  exportAs(format: 'png' | 'pdf'): void;
  cancelExport(): void;
  allowEmbedding(allow: boolean): void;
  openOutside(): void;
  toggle(panel: keyof HostView['panels']): void;
  useMode(mode: 'signed' | 'private'): void;
  enterAdminKey(): void;
  pickProfile(): void;
  keepWaiting(): void;
  openDefinition(member: string): void;
}

/** The page in the browser that this page controls; undefined while this page shows the dashboard itself. */
export function outsideOf({ config, session }: Pick<HostView, 'config' | 'session'>): HostState | undefined {
  return session.problem?.kind === 'not-framed' && config.outside ? config.outside : undefined;
}

/** The part of the state that the extension receives. */
export function stateOf(view: HostView): HostState {
  const { config, session, history, counts, loads, loaded, loadDurationMs, widgetCount } = view;
  const { phase, ready, problem, renewals, endsAt } = session;
  const { accepted, unknown, ignored, sent, queued } = counts;
  return {
    environment: config.environment,
    phase,
    ready,
    loaded,
    loadDurationMs,
    widgetCount,
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
