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

/** The two events name the same moment, but each may use its own timer. */
const sameMomentMs = 60_000;
/** How long after the host's own renewal both events may still arrive. */
const lateMs = 120_000;

export function newExpiry(now: number): SessionExpiry {
  return { expiry: undefined, at: now, expiring: false, expired: false };
}

/** Whether an event that names `expiry` reports an expiry that is handled already. */
export function isSameExpiry(handled: SessionExpiry, event: SessionExpiryEvent, expiry: number, now: number): boolean {
  if (handled.expiry === undefined) return !handled[event] && now - handled.at <= lateMs;
  // A warning about an earlier session is outdated, however often it arrives.
  if (event === 'expiring') return expiry <= handled.expiry + sameMomentMs;
  if (expiry === handled.expiry) return true;
  return !handled.expired && Math.abs(expiry - handled.expiry) <= sameMomentMs;
}

export function withEvent(expiry: SessionExpiry, event: SessionExpiryEvent): SessionExpiry {
  return { ...expiry, [event]: true };
}
