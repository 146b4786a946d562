/** Users of the account. Spec: group G. */

import type * as z from 'zod/mini';
import type { BodyOf } from '../../../contract/definition/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import type { UserSettingsInput } from '../../../contract/users/users.ts';
import type { Caller, Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';
import { requireDefaultDeployment } from './accountSettings.ts';
import { createUser, deleteUser, requireUser, toUser, updateUser } from './userChanges.ts';

type UserHandlers = Pick<
  Handlers,
  'getMe' | 'updateMySettings' | 'listUsers' | 'createUser' | 'updateUser' | 'deleteUser' | 'changeUsers'
>;

export const userHandlers: UserHandlers = {
  getMe: ({ caller: { user } }) => toUser(user),

  updateMySettings: async ({ platform, caller: { user }, body }) => {
    user.settings = mergeSettings(platform, user.settings, body);
    await platform.save();
    return toUser(user);
  },

  listUsers: ({ platform, query }) => {
    const search = query.search?.toLowerCase() ?? '';
    const found = platform.record.users.filter(({ firstName, username, email }) =>
      [firstName, username, email].some((text) => text.toLowerCase().includes(search)),
    );
    const page = cursorPage(found, query, ({ id }) => id);
    const items = page.items.map(toUser);
    return { ...page, items, data: items };
  },

  createUser: async ({ platform, body }) => {
    const user = createUser(platform, body);
    await platform.save();
    return toUser(user);
  },

  updateUser: async ({ platform, caller, params, body }) => {
    const user = requireUser(platform, params.id);
    if (user === caller.user && body.role !== undefined && body.role !== 'admin') {
      throw new HttpFailure(400, 'role: administrators cannot take the admin role from themselves');
    }
    updateUser(platform, user, body);
    await platform.save();
    return toUser(user);
  },

  deleteUser: async ({ platform, caller, params }) => {
    change(platform, caller, 'DELETE', params.id);
    await platform.save();
  },

  changeUsers: async ({ platform, caller, body: { action, userIds } }) => {
    const succeeded: number[] = [];
    const failures: { userId: number; error: string }[] = [];
    for (const userId of new Set(userIds)) {
      try {
        change(platform, caller, action, userId);
        succeeded.push(userId);
      } catch (failure) {
        if (!(failure instanceof HttpFailure)) throw failure;
        failures.push({ userId, error: failure.message });
      }
    }
    await platform.save();
    return { succeeded, failures };
  },
};

type Action = BodyOf<Operations['changeUsers']>['action'];

/** @throws HttpFailure 400 for the caller, 404 */
function change(platform: Platform, caller: Caller, action: Action, userId: number): void {
  const user = requireUser(platform, userId);
  if (user === caller.user && action !== 'ACTIVATE') {
    throw new HttpFailure(400, `Administrators cannot ${action.toLowerCase()} themselves`);
  }
  if (action === 'DELETE') deleteUser(platform, user);
  else user.active = action === 'ACTIVATE';
}

type Settings = Readonly<Record<string, unknown>>;

/** Omitted fields stay, null clears one, `sheets` merges field by field. @throws HttpFailure 400 */
function mergeSettings(
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
