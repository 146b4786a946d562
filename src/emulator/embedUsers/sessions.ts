/** Signed embed sessions: generated, exchanged once, usable for a limited time. Spec: States (signed embed session), Limits. */

import { createHash, randomBytes } from 'node:crypto';
import { readToken, signToken } from '../deployment/tokens.ts';
import type { Platform } from '../platform/platform.ts';
import type { EmbedSessionRecord } from '../records/embedRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds. Limits: “Embed session id lifetime”. */
const idLifetime = 5 * minute;
/** Milliseconds from the exchange. Limits: “Signed embed session usable time”. */
export const usableTime = 23 * hour;
/** Milliseconds. Limits: “Expiry warning lead time”. */
const expiryWarning = 30 * minute;
/** Seconds. Authentication 8: the nominal lifetime of the token. */
const tokenLifetime = 24 * 3600;

type EmbedSessionState = 'minted' | 'active' | 'expiring' | 'expired';

/** When a session expires, in milliseconds since the epoch. Before the exchange: when its id expires. */
export function expiryOf({ mintedAt, redeemedAt }: EmbedSessionRecord): number {
  return redeemedAt === null ? mintedAt + idLifetime : redeemedAt + usableTime;
}

export function sessionState(session: EmbedSessionRecord, now: number): EmbedSessionState {
  const left = expiryOf(session) - now;
  if (left <= 0) return 'expired';
  if (session.redeemedAt === null) return 'minted';
  return left <= expiryWarning ? 'expiring' : 'active';
}

/** Adds a session; its id is the secret for the client. Removes sessions that expired more than an hour ago. */
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

/** Exchanges a session id for a token, once. @throws HttpFailure 401 for an unknown, used or expired id */
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
    exp: iat + tokenLifetime,
  };
  return signToken(platform.deployment(session.deploymentId).record, claims);
}

/** The session of an embed token; undefined for any other text and for an expired session. */
export async function sessionOfToken(platform: Platform, token: string): Promise<EmbedSessionRecord | undefined> {
  const now = platform.services.clock();
  for (const deployment of platform.record.deployments) {
    const claims = await readToken(deployment, token);
    if (claims?.scope !== 'embed') continue;
    const session = platform.record.embed.sessions.find((entry) => tokenId(entry) === claims.sessionId);
    const active = session !== undefined && session.redeemedAt !== null && sessionState(session, now) !== 'expired';
    const { viewer } = session ?? {};
    const isBlocked = viewer && 'userId' in viewer && !platform.activeUser(viewer.userId);
    return active && !isBlocked ? session : undefined;
  }
  return undefined;
}

/** The reference to the session in its token. The id itself would be a usable secret. */
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
