/** Preview profiles: the users for whom a dashboard is shown. A profile has the fields of a generated session, and no secret. */

import { EmbedViewerInput } from '../../contract/embedding/embedSessions.ts';
import type { ProfileChoice } from '../../contract/messages/hostConfig.ts';
import { dashboardErrors } from './dashboardErrors.ts';

/** Without `externalId` and `internalId`: the user of the editor. */
export type PreviewProfile = EmbedViewerInput;

/** The setting with the profiles, by name. Its values are not checked yet. */
export type StoredProfiles = Readonly<Record<string, unknown>>;

/** The profiles in their order in the settings. */
export function profileChoices(stored: StoredProfiles): ProfileChoice[] {
  return Object.entries(stored).map(([name, profile]) => ({
    name,
    hasTheme: typeof profile === 'object' && profile !== null && 'embedTheme' in profile,
  }));
}

/**
 * The profile with this name; null for the user of the editor.
 * @param embedTenant of profiles that name no tenant; an empty name means none
 * @throws UserError `profile-missing`, `profile-invalid`, `profile-two-users`
 */
export function readProfile(stored: StoredProfiles, name: string | null, embedTenant: string): PreviewProfile {
  if (name !== null && !Object.hasOwn(stored, name)) throw dashboardErrors.error('profile-missing', [name]);
  const given = name === null ? {} : stored[name];
  const withTenant = isRecord(given) ? { embedTenantName: embedTenant, ...given } : given;
  const isOutsideTenants = isRecord(withTenant) && withTenant.embedTenantName === '';
  const { success, data, error } = EmbedViewerInput.safeParse(
    isOutsideTenants ? { ...withTenant, embedTenantName: undefined } : withTenant,
  );
  if (!success) {
    const problems = error.issues.map((issue) => [issue.path.join('.'), problemOf(issue)].filter(Boolean).join(': '));
    throw dashboardErrors.error('profile-invalid', [name ?? '', problems.join('; ')]);
  }
  if (data.externalId !== undefined && data.internalId !== undefined) {
    throw dashboardErrors.error('profile-two-users', [name ?? '']);
  }
  return data;
}

/** The schema's own messages need texts that are loaded only in the emulator. */
function problemOf(issue: { code?: string; expected?: string; keys?: string[]; message: string }): string {
  if (issue.code === 'unrecognized_keys') return `unknown field ${(issue.keys ?? []).join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  return `must be of the type ${issue.expected === 'record' ? 'object' : issue.expected}`;
}

/** One line about a profile: its user, tenant and groups. Empty for a profile that is not an object. */
export function describeProfile(profile: unknown): string {
  if (!isRecord(profile)) return '';
  const { externalId, internalId, embedTenantName, groups } = profile;
  const named = [externalId ?? internalId, embedTenantName, ...(Array.isArray(groups) ? groups : [])];
  return named.filter((part) => (typeof part === 'string' && part !== '') || typeof part === 'number').join(' · ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
