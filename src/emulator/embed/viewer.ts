/** Who views through a signed embed session. Spec: Authentication 1, 8. */

import type { Platform } from '../platform/platform.ts';
import type { EmbedSessionRecord, EmbedUserRecord, TenantRecord } from '../records/embedRecord.ts';
import { sessionOfToken } from './sessions.ts';

export interface EmbedViewer {
  session: EmbedSessionRecord;
  /** Null outside any tenant. */
  tenant: TenantRecord | null;
  /** Null where a user of the platform views. */
  user: EmbedUserRecord | null;
}

/** The viewer whose session a token stands for; undefined for any other text, and once the session has lapsed. */
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
