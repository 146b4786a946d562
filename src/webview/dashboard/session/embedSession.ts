/**
 * The state machine of an embed session as the host sees it: minted, loaded, active, expiring, expired, renewed. Pure: time is an
 * input, and session ids only pass through effects. Spec: “States and transitions”.
 */

import { clipped } from '../../../contract/messages/clipped.ts';
import { mint, minted, mintFailed, scheduleRetry } from './sessionMint.ts';
import { expired, expiring, renew } from './sessionRenewal.ts';
import {
  type EmbedSessionState,
  isLive,
  noSession,
  type SessionInput,
  type SessionMode,
  type SessionStep,
  type SessionTimes,
  sessionTimes,
} from './sessionState.ts';

/** Characters of an error message that the state keeps. */
const maxMessage = 600;
/** A load fails after so many refused ids in a row. A renewal retries without limit. */
const maxLoadAttempts = 4;

/** The state after `input` and the effects to perform. @param now epoch milliseconds of the host's clock */
export function advance(
  state: EmbedSessionState,
  input: SessionInput,
  now: number,
  times: SessionTimes = sessionTimes,
): SessionStep {
  switch (input.input) {
    case 'load':
      return load(state, input.mode, input.branch, now, times);
    case 'minted':
      return minted(state, input.attempt, input.sessionId, now, times);
    case 'mint-failed':
      return mintFailed(state, input, now, times);
    case 'ready':
      return [becomeReady(state, input.mode, now, times), []];
    case 'expiring':
      return expiring(state, input.expiresAt, input.expiresInMs, now);
    case 'expired':
      return expired(state, input.expiredAt, now);
    case 'exchange-refused':
      return exchangeRefused(state, clipped(input.message, maxMessage), now, times);
    case 'fatal':
      return [{ ...state, problem: { kind: 'embed-error', message: clipped(input.message, maxMessage) } }, []];
    case 'loaded':
      return [state.ready && state.problem?.kind === 'embed-error' ? { ...state, problem: undefined } : state, []];
    case 'renew':
      return renew(state, undefined, now);
    case 'shown':
      return checkTimes(state, now, true);
    case 'tick':
      return checkTimes(state, now, false);
  }
}

/** When the state next changes without an event; undefined for never. */
export function nextWake(state: EmbedSessionState): number | undefined {
  const times = [state.pending?.retryAt, state.readyBy];
  // An embedded page that slept sends no expiry events, so the host also watches the end of the session.
  if (isLive(state) && !state.pending && state.phase !== 'expired') times.push(state.endsAt);
  const due = times.filter((time) => time !== undefined);
  return due.length > 0 ? Math.min(...due) : undefined;
}

function load(
  state: EmbedSessionState,
  mode: SessionMode,
  branch: string | null,
  now: number,
  times: SessionTimes,
): SessionStep {
  const { attempt, renewals } = state;
  const fresh: EmbedSessionState = { ...noSession, attempt, renewals, mode, branch };
  if (mode === 'signed') return mint({ ...fresh, phase: 'minting' }, 'load');
  return [
    { ...fresh, attempt: attempt + 1, phase: 'loading', readyBy: now + times.readyMs },
    [{ effect: 'load-frame', sessionId: undefined }],
  ];
}

function becomeReady(state: EmbedSessionState, mode: SessionMode, now: number, times: SessionTimes): EmbedSessionState {
  if (state.phase !== 'loading' && state.phase !== 'failed') return state;
  return {
    ...state,
    mode,
    ready: true,
    readyBy: undefined,
    phase: 'active',
    failures: 0,
    problem: undefined,
    endsAt: mode === 'signed' ? now + times.usableMs : undefined,
  };
}

function exchangeRefused(state: EmbedSessionState, message: string, now: number, times: SessionTimes): SessionStep {
  if (state.mode !== 'signed') return [state, []];
  if (!state.ready) {
    // The id of the load was refused: the embedded page does not start with it.
    if (state.phase !== 'loading') return [state, []];
    const minting: EmbedSessionState = { ...state, readyBy: undefined, phase: 'minting' };
    if (state.failures + 1 < maxLoadAttempts) return [scheduleRetry(minting, 'load', now, times), []];
    return [{ ...minting, phase: 'failed', problem: { kind: 'embed-error', message } }, []];
  }
  // The host sent no id, or the page refuses the same id again: the session is unchanged.
  if (!state.before || state.pending) return [state, []];
  return [scheduleRetry({ ...state, phase: state.before, before: undefined }, 'renewal', now, times), []];
}

/** Applies the deadlines that have passed. @param shown the page became visible: retries start immediately */
function checkTimes(state: EmbedSessionState, now: number, shown: boolean): SessionStep {
  const { pending } = state;
  let next = state;
  if (next.readyBy !== undefined && now >= next.readyBy) {
    const message = 'The embedded page did not send its ready event.';
    next = { ...next, readyBy: undefined, phase: 'failed', problem: { kind: 'not-framed', message } };
  }
  if (pending?.retryAt !== undefined && (shown || now >= pending.retryAt)) return mint(next, pending.reason);
  if (pending || !isLive(next)) return [next, []];
  const over = next.endsAt !== undefined && now >= next.endsAt;
  if (next.phase === 'expired' && shown) return renew(next, undefined, now);
  return over && next.phase !== 'expired' ? renew({ ...next, phase: 'expired' }, undefined, now) : [next, []];
}
