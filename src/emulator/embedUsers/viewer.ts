/** The viewer of a signed embed session. Spec: Authentication 1, 8. */

import type { Platform } from '../platform/platform.ts';
import type { EmbedSessionRecord, EmbedUserRecord, TenantRecord } from '../records/embedRecord.ts';
import { sessionOfToken } from './sessions.ts';

export interface EmbedViewer {
  session: EmbedSessionRecord;
  /** Null outside any tenant. */
  tenant: TenantRecord | null;
  /** Null when the viewer is a user of the platform. */
  user: EmbedUserRecord | null;
}

/** The viewer of an embed token; undefined for any other text and for an expired session. */
export async function findViewer(platform: Platform, token: string): Promise<EmbedViewer | undefined> {
  const session = await sessionOfToken(platform, token);
  if (!session) return undefined;
  const { tenants, users } = platform.record.embed;
  const { viewer } = session;
  return {
    session,
    tenant: tenants.find(({ id }) => id === session.tenantId) ?? null,
    user: 'embedUserId' in viewer ? (users.find(({ id }) => id === viewer.embedUserId) ?? null) : null,
  };
}
