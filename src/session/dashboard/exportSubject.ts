/** The user for whom a dashboard is exported: that of the preview profile, as far as an export can name one. Spec: “Dashboard export”. */

import type { ExportSubject } from '../../contract/embedding/dashboardExports.ts';
import { userOperations } from '../../contract/users/users.ts';
import type { Reader } from '../../platform/client.ts';
import { dashboardErrors } from './dashboardErrors.ts';
import type { PreviewProfile } from './previewProfiles.ts';

/** The parts of a profile that only a session carries and that decide which data its user sees. */
const sessionFields = ['groups', 'securityContext'] as const;

/**
 * @param name of the profile, for errors @param admin a client that may list the users of the platform
 * @throws UserError for a profile that an export cannot represent, PlatformError, CancelledError
 */
export async function exportSubject(
  name: string,
  profile: PreviewProfile,
  admin: Reader,
  signal?: AbortSignal,
): Promise<ExportSubject> {
  const lost = sessionFields.filter((field) => Object.keys(profile[field] ?? {}).length > 0);
  if (lost.length > 0) throw dashboardErrors.error('export-without-session', [name, lost.join(', ')]);
  const { internalId, externalId = '', embedTenantName } = profile;
  if (internalId !== undefined) return { userId: await userIdOf(internalId, admin, signal) };
  if (embedTenantName === undefined) throw dashboardErrors.error('export-needs-tenant', [name]);
  return { embedTenantName, externalId };
}

/** A session also accepts a name or an email address, an export only the number. */
async function userIdOf(internalId: string | number, admin: Reader, signal?: AbortSignal): Promise<number> {
  if (/^\d+$/.test(String(internalId))) return Number(internalId);
  const query = { search: String(internalId) };
  for await (const { id, email, username } of admin.items(userOperations.listUsers, { query }, { signal })) {
    if (email === internalId || username === internalId) return Number(id);
  }
  throw dashboardErrors.error('export-user-unknown', [internalId]);
}
