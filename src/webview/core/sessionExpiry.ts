/** One lapse of a session, of which an embed may speak twice: `session-expiring` and `session-expired`, in either order and late. */

export interface SessionExpiry {
  /** By the embed's clock, epoch milliseconds; undefined where the host noticed by itself. */
  readonly expiry: number | undefined;
  /** When it was dealt with, by the host's clock. */
  readonly at: number;
  readonly expiring: boolean;
  readonly expired: boolean;
}

export type SessionExpiryEvent = 'expiring' | 'expired';

/** The two events name one moment, but each may read its own timer. */
const sameMomentMs = 60_000;
/** For how long after a renewal of our own accord both events may still come. */
const lateMs = 120_000;

/** Whether an event at `now` that names `expiry` tells of a lapse that was dealt with already. */
export function belongsTo(lapse: SessionExpiry, event: SessionExpiryEvent, expiry: number, now: number): boolean {
  if (lapse.expiry === undefined) return !lapse[event] && now - lapse.at <= lateMs;
  // A warning about a session that ended before this one is old news, however often it comes.
  if (event === 'expiring') return expiry <= lapse.expiry + sameMomentMs;
  if (expiry === lapse.expiry) return true;
  return !lapse.expired && Math.abs(expiry - lapse.expiry) <= sameMomentMs;
}

export function noted(lapse: SessionExpiry, event: SessionExpiryEvent): SessionExpiry {
  return { ...lapse, [event]: true };
}
