/**
 * The life of an embed's session as the host sees it: minted, loaded, active → expiring → expired, renewed. A pure function of its
 * inputs and of the time it is given; a session id passes through an effect and is never kept. Spec: “States and transitions”.
 */

import { clipped } from '../../contract/messages/clipped.ts';
import type { SessionPhase } from '../../contract/messages/hostConfig.ts';
import { belongsTo, noted, type SessionExpiry } from './sessionExpiry.ts';

export type SessionMode = 'signed' | 'private';

export interface SessionProblem {
  kind: 'mint-forbidden' | 'mint-failed' | 'not-framed' | 'embed-error';
  message: string;
  action?: string | undefined;
}

/** A mint that is under way, or that waits for its next try. */
interface Flight {
  attempt: number;
  reason: 'load' | 'renewal';
  /** When it is tried again; undefined while the mint is under way. */
  retryAt: number | undefined;
}

export interface EmbedSessionState {
  readonly mode: SessionMode;
  readonly phase: SessionPhase;
  readonly branch: string | null;
  readonly ready: boolean;
  /** Counts mints over the life of the page: an answer to an older one has no effect. */
  readonly attempt: number;
  readonly flight: Flight | undefined;
  /** Refusals and failed mints in a row. */
  readonly failures: number;
  /** When the session stops working, by the host's clock; undefined while unknown. */
  readonly endsAt: number | undefined;
  /** The lapse that the last renewal was for. */
  readonly renewed: SessionExpiry | undefined;
  /** The phase before the last id was sent: a refusal of it, however late, means that the session is still there. */
  readonly before: SessionPhase | undefined;
  /** Until when the embed has to say that it is ready. */
  readonly readyBy: number | undefined;
  readonly problem: SessionProblem | undefined;
  readonly renewals: number;
}

export type SessionInput =
  | { input: 'load'; mode: SessionMode; branch: string | null }
  | { input: 'minted'; attempt: number; sessionId: string }
  | { input: 'mint-failed'; attempt: number; forbidden: boolean; message: string; action?: string | undefined }
  | { input: 'ready'; mode: SessionMode }
  | { input: 'expiring'; expiresAt: number; expiresInMs: number }
  | { input: 'expired'; expiredAt: number }
  /** The embed refused the id it was given: `EmbedSessionExchangeError`. */
  | { input: 'exchange-refused'; message: string }
  | { input: 'fatal'; message: string }
  | { input: 'renew' }
  /** The page is seen again after it was hidden or the machine asleep. */
  | { input: 'shown' }
  | { input: 'tick' };

export type SessionEffect =
  | { effect: 'mint'; attempt: number; reason: 'load' | 'renewal'; branch: string | null }
  /** Load the embed anew; without an id in private mode. */
  | { effect: 'load-frame'; sessionId: string | undefined }
  | { effect: 'set-session'; sessionId: string };

export interface SessionTimes {
  /** How long a signed session is usable. Spec: about 23 hours. */
  usableMs: number;
  readyMs: number;
  firstRetryMs: number;
  longestRetryMs: number;
}

export const sessionTimes: SessionTimes = {
  usableMs: 23 * 3_600_000,
  readyMs: 15_000,
  firstRetryMs: 1_000,
  longestRetryMs: 5 * 60_000,
};

/** Characters of a message that is kept. */
const longestMessage = 600;
/** Refused ids in a row after which a load is given up; a renewal never is. */
const mostLoads = 4;

export const noSession: EmbedSessionState = {
  mode: 'signed',
  phase: 'none',
  branch: null,
  ready: false,
  attempt: 0,
  flight: undefined,
  failures: 0,
  endsAt: undefined,
  renewed: undefined,
  before: undefined,
  readyBy: undefined,
  problem: undefined,
  renewals: 0,
};

export type SessionStep = [state: EmbedSessionState, effects: SessionEffect[]];

/** The state after `input` at `now` (epoch milliseconds of the host's clock), and what to do. */
export function advance(state: EmbedSessionState, input: SessionInput, now: number, times = sessionTimes): SessionStep {
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
      return refused(state, clipped(input.message, longestMessage), now, times);
    case 'fatal':
      return [{ ...state, problem: { kind: 'embed-error', message: clipped(input.message, longestMessage) } }, []];
    case 'renew':
      return renew(state, undefined, now);
    case 'shown':
      return awake(state, now, true);
    case 'tick':
      return awake(state, now, false);
  }
}

/** When the state next changes by itself; undefined while it does not. */
export function nextWake(state: EmbedSessionState): number | undefined {
  const times = [state.flight?.retryAt, state.readyBy];
  // An embed that slept through both its events says nothing: our own reckoning of the end counts then.
  if (state.mode === 'signed' && state.ready && !state.flight && state.phase !== 'expired') times.push(state.endsAt);
  const due = times.filter((time): time is number => time !== undefined);
  return due.length > 0 ? Math.min(...due) : undefined;
}

function mint(state: EmbedSessionState, reason: Flight['reason']): SessionStep {
  const attempt = state.attempt + 1;
  return [
    { ...state, attempt, flight: { attempt, reason, retryAt: undefined } },
    [{ effect: 'mint', attempt, reason, branch: state.branch }],
  ];
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

function minted(
  state: EmbedSessionState,
  attempt: number,
  sessionId: string,
  now: number,
  times: SessionTimes,
): SessionStep {
  if (!isUnderWay(state, attempt)) return [state, []];
  const { reason } = state.flight!;
  const landed = { ...state, flight: undefined, problem: undefined };
  if (reason === 'load')
    return [
      { ...landed, phase: 'loading', ready: false, readyBy: now + times.readyMs },
      [{ effect: 'load-frame', sessionId }],
    ];
  return [
    {
      ...landed,
      phase: 'active',
      endsAt: now + times.usableMs,
      renewed: state.renewed && { ...state.renewed, at: now },
      renewals: state.renewals + 1,
      before: state.phase,
    },
    [{ effect: 'set-session', sessionId }],
  ];
}

function isUnderWay({ flight }: EmbedSessionState, attempt: number): boolean {
  return flight !== undefined && flight.attempt === attempt && flight.retryAt === undefined;
}

function backOff(
  state: EmbedSessionState,
  reason: Flight['reason'],
  now: number,
  times: SessionTimes,
): EmbedSessionState {
  const wait = Math.min(times.firstRetryMs * 2 ** Math.min(state.failures, 20), times.longestRetryMs);
  return {
    ...state,
    failures: state.failures + 1,
    flight: { attempt: state.attempt, reason, retryAt: now + wait },
  };
}

function mintFailed(
  state: EmbedSessionState,
  failure: Extract<SessionInput, { input: 'mint-failed' }>,
  now: number,
  times: SessionTimes,
): SessionStep {
  if (!isUnderWay(state, failure.attempt)) return [state, []];
  const { reason } = state.flight!;
  const { forbidden, message, action } = failure;
  const problem: SessionProblem = { kind: forbidden ? 'mint-forbidden' : 'mint-failed', message, action };
  const told: EmbedSessionState = { ...state, problem, phase: reason === 'load' ? 'failed' : state.phase };
  // Who may not mint will not be allowed to a second later; a person who waits for a load asks again.
  if (forbidden || reason === 'load') return [{ ...told, flight: undefined }, []];
  return [backOff(told, reason, now, times), []];
}

function becomeReady(state: EmbedSessionState, mode: SessionMode, now: number, times: SessionTimes): EmbedSessionState {
  if (state.phase !== 'loading' && state.phase !== 'failed') return state;
  const signed = mode === 'signed';
  return {
    ...state,
    mode,
    ready: true,
    readyBy: undefined,
    phase: 'active',
    failures: 0,
    problem: undefined,
    endsAt: signed ? now + times.usableMs : undefined,
  };
}

function isLive(state: EmbedSessionState): boolean {
  return state.mode === 'signed' && state.ready;
}

function expiring(state: EmbedSessionState, expiresAt: number, expiresInMs: number, now: number): SessionStep {
  if (!isLive(state)) return [state, []];
  if (state.renewed && belongsTo(state.renewed, 'expiring', expiresAt, now))
    return [{ ...state, renewed: noted(state.renewed, 'expiring') }, []];
  // Late: the session has lapsed already, and the renewal for that is under way.
  const phase = state.phase === 'expired' ? 'expired' : 'expiring';
  const endsAt = now + Math.max(0, expiresInMs);
  const told: EmbedSessionState = { ...state, phase, endsAt: phase === 'expired' ? state.endsAt : endsAt };
  return renew(told, { kind: 'expiring', expiry: expiresAt }, now);
}

function expired(state: EmbedSessionState, expiredAt: number, now: number): SessionStep {
  if (!isLive(state)) return [state, []];
  if (!state.flight && state.renewed && belongsTo(state.renewed, 'expired', expiredAt, now))
    return [{ ...state, renewed: noted(state.renewed, 'expired') }, []];
  return renew({ ...state, phase: 'expired', endsAt: now }, { kind: 'expired', expiry: expiredAt }, now);
}

/** Starts the one renewal; where one is under way already, this lapse is the one it is for. */
function renew(
  state: EmbedSessionState,
  lapse: { kind: 'expiring' | 'expired'; expiry: number } | undefined,
  now: number,
): SessionStep {
  if (!isLive(state)) return [state, []];
  if (state.flight) {
    if (!lapse) return state.flight.retryAt === undefined ? [state, []] : mint(state, 'renewal');
    const expiry = Math.max(state.renewed?.expiry ?? lapse.expiry, lapse.expiry);
    return [{ ...state, renewed: noted({ ...(state.renewed ?? unseen(now)), expiry }, lapse.kind) }, []];
  }
  const renewed = lapse ? noted({ ...unseen(now), expiry: lapse.expiry }, lapse.kind) : unseen(now);
  return mint({ ...state, renewed, failures: 0, before: undefined }, 'renewal');
}

function unseen(now: number): SessionExpiry {
  return { expiry: undefined, at: now, expiring: false, expired: false };
}

function refused(state: EmbedSessionState, message: string, now: number, times: SessionTimes): SessionStep {
  if (state.mode !== 'signed') return [state, []];
  if (!state.ready) {
    // The id that came with the load was refused: the embed never mounts with it.
    if (state.phase !== 'loading') return [state, []];
    const told: EmbedSessionState = { ...state, readyBy: undefined, phase: 'minting' };
    if (state.failures + 1 < mostLoads) return [backOff(told, 'load', now, times), []];
    return [{ ...told, phase: 'failed', problem: { kind: 'embed-error', message } }, []];
  }
  // Refused for nothing we sent, or a second time for the same id: the session is as it was.
  if (!state.before || state.flight) return [state, []];
  return [backOff({ ...state, phase: state.before, before: undefined }, 'renewal', now, times), []];
}

function awake(state: EmbedSessionState, now: number, shown: boolean): SessionStep {
  const { flight } = state;
  let next = state;
  if (next.readyBy !== undefined && now >= next.readyBy) {
    const message = 'The embedded page never said that it was ready.';
    next = { ...next, readyBy: undefined, phase: 'failed', problem: { kind: 'not-framed', message } };
  }
  if (flight?.retryAt !== undefined && (shown || now >= flight.retryAt)) return mint(next, flight.reason);
  if (flight || !isLive(next)) return [next, []];
  const over = next.endsAt !== undefined && now >= next.endsAt;
  if (next.phase === 'expired' && shown) return renew(next, undefined, now);
  return over && next.phase !== 'expired' ? renew({ ...next, phase: 'expired' }, undefined, now) : [next, []];
}
