/** Renewal of a session that expires: one renewal for each expiry, although the embedded page reports an expiry twice. */

import { mint } from './sessionMint.ts';
import {
  type EmbedSessionState,
  isLive,
  type SessionExpiry,
  type SessionExpiryEvent,
  type SessionStep,
} from './sessionState.ts';

export function expiring(state: EmbedSessionState, expiresAt: number, expiresInMs: number, now: number): SessionStep {
  if (!isLive(state)) return [state, []];
  if (state.renewed && isSameExpiry(state.renewed, 'expiring', expiresAt, now))
    return [{ ...state, renewed: withEvent(state.renewed, 'expiring') }, []];
  // The event can arrive late, when the session has expired and its renewal runs.
  const phase = state.phase === 'expired' ? 'expired' : 'expiring';
  const endsAt = phase === 'expired' ? state.endsAt : now + Math.max(0, expiresInMs);
  return renew({ ...state, phase, endsAt }, { kind: 'expiring', expiry: expiresAt }, now);
}

export function expired(state: EmbedSessionState, expiredAt: number, now: number): SessionStep {
  if (!isLive(state)) return [state, []];
  if (!state.pending && state.renewed && isSameExpiry(state.renewed, 'expired', expiredAt, now))
    return [{ ...state, renewed: withEvent(state.renewed, 'expired') }, []];
  return renew({ ...state, phase: 'expired', endsAt: now }, { kind: 'expired', expiry: expiredAt }, now);
}

/** Starts a renewal. While one runs, it also serves `event`. @param event undefined if the host renews on its own */
export function renew(
  state: EmbedSessionState,
  event: { kind: 'expiring' | 'expired'; expiry: number } | undefined,
  now: number,
): SessionStep {
  if (!isLive(state)) return [state, []];
  if (state.pending) {
    if (!event) return state.pending.retryAt === undefined ? [state, []] : mint(state, 'renewal');
    const expiry = Math.max(state.renewed?.expiry ?? event.expiry, event.expiry);
    return [{ ...state, renewed: withEvent({ ...(state.renewed ?? newExpiry(now)), expiry }, event.kind) }, []];
  }
  const renewed = event ? withEvent({ ...newExpiry(now), expiry: event.expiry }, event.kind) : newExpiry(now);
  return mint({ ...state, renewed, failures: 0, before: undefined }, 'renewal');
}

/** The two events name the same moment, but each may use its own timer. */
const sameMomentMs = 60_000;
/** How long after the host's own renewal both events may still arrive. */
const lateMs = 120_000;

function newExpiry(now: number): SessionExpiry {
  return { expiry: undefined, at: now, expiring: false, expired: false };
}

/** Whether an event that names `expiry` reports an expiry that is handled already. */
function isSameExpiry(handled: SessionExpiry, event: SessionExpiryEvent, expiry: number, now: number): boolean {
  if (handled.expiry === undefined) return !handled[event] && now - handled.at <= lateMs;
  // A warning about an earlier session is outdated, however often it arrives.
  if (event === 'expiring') return expiry <= handled.expiry + sameMomentMs;
  if (expiry === handled.expiry) return true;
  return !handled.expired && Math.abs(expiry - handled.expiry) <= sameMomentMs;
}

function withEvent(expiry: SessionExpiry, event: SessionExpiryEvent): SessionExpiry {
  return { ...expiry, [event]: true };
}
