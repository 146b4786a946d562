/** Users of the account. Spec: group G. */

import type { BodyOf } from '../../../contract/definition/operation.ts';
import type { Operations } from '../../../contract/operations.ts';
import type { Caller, Platform } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';
import { createUser, deleteUser, requireUser, toUser, updateUser } from './userChanges.ts';
import { mergeSettings } from './userSettings.ts';

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
