/** The state of an embed session, its inputs and its effects. Spec: “States and transitions”. */

import type { SessionPhase } from '../../../contract/messages/hostConfig.ts';

export type SessionMode = 'signed' | 'private';

export interface SessionProblem {
  kind: 'mint-forbidden' | 'mint-failed' | 'not-framed' | 'embed-error';
  message: string;
  action?: string | undefined;
}

/** A running mint, or one that waits for its retry. */
export interface PendingMint {
  attempt: number;
  reason: 'load' | 'renewal';
  /** Time of the retry; undefined while the mint runs. */
  retryAt: number | undefined;
}

export interface EmbedSessionState {
  readonly mode: SessionMode;
  readonly phase: SessionPhase;
  readonly branch: string | null;
  readonly ready: boolean;
  /** Counts mints over the life of the page. Answers to earlier attempts are ignored. */
  readonly attempt: number;
  readonly pending: PendingMint | undefined;
  /** Consecutive refused ids and failed mints. */
  readonly failures: number;
  /** When the session expires, by the host's clock; undefined while unknown. */
  readonly endsAt: number | undefined;
  /** The expiry that caused the last renewal. */
  readonly renewed: SessionExpiry | undefined;
  /** The phase before the last id was sent. A refused id restores it, because the old session still exists. */
  readonly before: SessionPhase | undefined;
  /** Deadline for the embedded page's `ready` event. */
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
  /** The embedded page refused its session id: `EmbedSessionExchangeError`. */
  | { input: 'exchange-refused'; message: string }
  | { input: 'fatal'; message: string }
  /** The embedded page has drawn everything: a fatal error is over. */
  | { input: 'loaded' }
  | { input: 'renew' }
  /** The page is visible again after it was hidden or the computer slept. */
  | { input: 'shown' }
  | { input: 'tick' };

export type SessionEffect =
  | { effect: 'mint'; attempt: number; reason: 'load' | 'renewal'; branch: string | null }
  /** Loads the embedded page again; private mode has no session id. */
  | { effect: 'load-frame'; sessionId: string | undefined }
  | { effect: 'set-session'; sessionId: string };

export interface SessionTimes {
  /** Lifetime of a signed session. Spec: about 23 hours. */
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

export const noSession: EmbedSessionState = {
  mode: 'signed',
  phase: 'none',
  branch: null,
  ready: false,
  attempt: 0,
  pending: undefined,
  failures: 0,
  endsAt: undefined,
  renewed: undefined,
  before: undefined,
  readyBy: undefined,
  problem: undefined,
  renewals: 0,
};

export type SessionStep = [state: EmbedSessionState, effects: SessionEffect[]];

/** Whether a signed session is in use. */
export function isLive(state: EmbedSessionState): boolean {
  return state.mode === 'signed' && state.ready;
}

/** One expiry of a session. The embedded page reports it by `session-expiring` and `session-expired`, in any order and possibly late. */
export interface SessionExpiry {
  /** By the embedded page's clock, epoch milliseconds; undefined if the host renewed on its own. */
  readonly expiry: number | undefined;
  /** When the host handled it, by the host's clock. */
  readonly at: number;
  readonly expiring: boolean;
  readonly expired: boolean;
}

export type SessionExpiryEvent = 'expiring' | 'expired';
