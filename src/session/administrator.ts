/** Whether the platform reports a user as an administrator. Spec: Authentication 4. */

import type { User } from '../contract/users/me.ts';

/** Actions that only administrators have; `*` means every action. */
const adminActions = ['AuditLogManage', 'SecretsManage', '*'];

/** By the user's role; if the platform reports none, by the policies; undefined if it reports neither. */
export function isAdministrator(user: User): boolean | undefined {
  const { role, roles, isAdmin, userPolicies } = user as User & Partial<Record<'role' | 'roles' | 'isAdmin', unknown>>;
  if (typeof isAdmin === 'boolean') return isAdmin;
  const names = [role, ...(Array.isArray(roles) ? roles : [roles])].map(nameOf).filter((name) => name !== undefined);
  if (names.length > 0) return names.some((name) => /^(?:super[-_ ]?)?admin(?:istrator)?$/i.test(name));
  if (!userPolicies?.length) return undefined;
  const allowed = userPolicies.filter(({ effect }) => effect !== 'deny').flatMap(({ actions }) => actions);
  return allowed.some((action) => adminActions.includes(action));
}

/** A role as its name, or as a record with one. */
function nameOf(role: unknown): string | undefined {
  const name = typeof role === 'object' && role !== null ? (role as { name?: unknown }).name : role;
  return typeof name === 'string' ? name : undefined;
}
