/** Signed embed sessions: minted, redeemed once, usable for a while. Spec: States (signed embed session), Limits. */

import { createHash, randomBytes } from 'node:crypto';
import { readToken, signToken } from '../deployment/tokens.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import type { Platform } from '../platform/platform.ts';
import type { EmbedSessionRecord } from '../records/embedRecord.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds. Limits: “Embed session id lifetime”. */
const idLifetime = 5 * minute;
/** Milliseconds from the redemption. Limits: “Signed embed session usable time”. */
export const usableTime = 23 * hour;
/** Milliseconds. Limits: “Expiry warning lead time”. */
export const expiryWarning = 30 * minute;
/** Seconds. Authentication 8: the nominal expiry of the token. */
const nominal = 24 * 3600;

export type EmbedSessionState = 'minted' | 'active' | 'expiring' | 'expired';

/** When a session lapses, in milliseconds since the epoch: its id's end while that is not redeemed. */
export function expiryOf({ mintedAt, redeemedAt }: EmbedSessionRecord): number {
  return redeemedAt === null ? mintedAt + idLifetime : redeemedAt + usableTime;
}

export function sessionState(session: EmbedSessionRecord, now: number): EmbedSessionState {
  const left = expiryOf(session) - now;
  if (left <= 0) return 'expired';
  if (session.redeemedAt === null) return 'minted';
  return left <= expiryWarning ? 'expiring' : 'active';
}

/** Remembers a new session; its id is the secret to hand out. Sessions long lapsed are forgotten. */
export function mintSession(
  platform: Platform,
  input: Omit<EmbedSessionRecord, 'id' | 'mintedAt' | 'redeemedAt'>,
): EmbedSessionRecord {
  const { embed } = platform.record;
  const now = platform.services.clock();
  embed.sessions = embed.sessions.filter((session) => expiryOf(session) + hour > now);
  const session = { ...input, id: `es-${randomBytes(24).toString('base64url')}`, mintedAt: now, redeemedAt: null };
  embed.sessions.push(session);
  return session;
}

/** The token of a session, its id being used up by it. @throws HttpFailure 401 for an id unknown, redeemed or expired */
export async function redeemSession(platform: Platform, id: string): Promise<string> {
  const now = platform.services.clock();
  const session = platform.record.embed.sessions.find((entry) => entry.id === id);
  if (session === undefined || sessionState(session, now) !== 'minted') {
    throw new HttpFailure(401, 'The session id is unknown, used already or expired');
  }
  session.redeemedAt = now;
  const { embed } = platform.record;
  const tenant = embed.tenants.find((entry) => entry.id === session.tenantId);
  const iat = Math.floor(now / 1000);
  const claims = {
    scope: 'embed',
    ...(session.branchName === null ? {} : { branchName: session.branchName }),
    securityContext: session.securityContext,
    sessionId: tokenId(session),
    embedTenant: tenant?.name ?? null,
    iat,
    exp: iat + nominal,
  };
  return signToken(platform.deployment(session.deploymentId).record, claims);
}

/** The session that an embed token stands for; undefined for any other text, and once the session has lapsed. */
export async function sessionOfToken(platform: Platform, token: string): Promise<EmbedSessionRecord | undefined> {
  const now = platform.services.clock();
  for (const deployment of platform.record.deployments) {
    const claims = await readToken(deployment, token);
    if (claims?.scope !== 'embed') continue;
    const session = platform.record.embed.sessions.find((entry) => tokenId(entry) === claims.sessionId);
    const live = session !== undefined && session.redeemedAt !== null && sessionState(session, now) !== 'expired';
    return live ? session : undefined;
  }
  return undefined;
}

/** What a token says of its session: never the id that could be redeemed. */
function tokenId({ id }: EmbedSessionRecord): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** Expires every session in use; ids that are not redeemed yet stay valid. */
export function expireSessions(platform: Platform): void {
  const now = platform.services.clock();
  for (const session of platform.record.embed.sessions) {
    if (session.redeemedAt !== null) session.redeemedAt = Math.min(session.redeemedAt, now - usableTime);
  }
}
