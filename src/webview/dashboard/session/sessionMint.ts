/** Minting of session ids: the request, its answer and its retries. */

import type {
  EmbedSessionState,
  PendingMint,
  SessionInput,
  SessionProblem,
  SessionStep,
  SessionTimes,
} from './sessionState.ts';

export function mint(state: EmbedSessionState, reason: PendingMint['reason']): SessionStep {
  const attempt = state.attempt + 1;
  return [
    { ...state, attempt, pending: { attempt, reason, retryAt: undefined } },
    [{ effect: 'mint', attempt, reason, branch: state.branch }],
  ];
}

export function minted(
  state: EmbedSessionState,
  attempt: number,
  sessionId: string,
  now: number,
  times: SessionTimes,
): SessionStep {
  if (!isRunning(state, attempt)) return [state, []];
  const { reason } = state.pending!;
  const done = { ...state, pending: undefined, problem: undefined };
  if (reason === 'load')
    return [
      { ...done, phase: 'loading', ready: false, readyBy: now + times.readyMs },
      [{ effect: 'load-frame', sessionId }],
    ];
  return [
    {
      ...done,
      phase: 'active',
      endsAt: now + times.usableMs,
      renewed: state.renewed && { ...state.renewed, at: now },
      renewals: state.renewals + 1,
      before: state.phase,
    },
    [{ effect: 'set-session', sessionId }],
  ];
}

export function mintFailed(
  state: EmbedSessionState,
  failure: Extract<SessionInput, { input: 'mint-failed' }>,
  now: number,
  times: SessionTimes,
): SessionStep {
  if (!isRunning(state, failure.attempt)) return [state, []];
  const { reason } = state.pending!;
  const { forbidden, message, action } = failure;
  const problem: SessionProblem = { kind: forbidden ? 'mint-forbidden' : 'mint-failed', message, action };
  const failed: EmbedSessionState = { ...state, problem, phase: reason === 'load' ? 'failed' : state.phase };
  // Retrying does not change a missing permission, and the user retries a failed load.
  if (forbidden || reason === 'load') return [{ ...failed, pending: undefined }, []];
  return [scheduleRetry(failed, reason, now, times), []];
}

/** Exponential back-off by the number of consecutive failures. */
export function scheduleRetry(
  state: EmbedSessionState,
  reason: PendingMint['reason'],
  now: number,
  times: SessionTimes,
): EmbedSessionState {
  const wait = Math.min(times.firstRetryMs * 2 ** Math.min(state.failures, 20), times.longestRetryMs);
  return {
    ...state,
    failures: state.failures + 1,
    pending: { attempt: state.attempt, reason, retryAt: now + wait },
  };
}

function isRunning({ pending }: EmbedSessionState, attempt: number): boolean {
  return pending !== undefined && pending.attempt === attempt && pending.retryAt === undefined;
}
