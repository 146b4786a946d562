/** Merges a user's settings. Spec: group G, “Users and attributes”. */

import type * as z from 'zod/mini';
import type { UserSettingsInput } from '../../../contract/users/users.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDefaultDeployment } from './accountSettings.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Omitted fields stay, null clears one, `sheets` merges field by field. @throws HttpFailure 400 */
export function mergeSettings(
  platform: Platform,
  settings: Settings,
  { lastSeenChangelogId: _, sheets, ...input }: z.output<typeof UserSettingsInput>,
): Record<string, unknown> {
  if (input.defaultDeploymentId != null) requireDefaultDeployment(platform, input.defaultDeploymentId);
  const before = typeof settings.sheets === 'object' ? settings.sheets : {};
  const merged = sheets ? { sheets: withoutNull({ ...before, ...definedOnly(sheets) }) } : definedOnly({ sheets });
  return withoutNull({ ...settings, ...definedOnly(input), ...merged });
}

function definedOnly(values: Settings): Settings {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function withoutNull(values: Settings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
