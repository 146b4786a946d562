/** The permissions of a user of the platform. Spec: Authentication 4, 5; “Users and attributes”. docs/permissions.md. */

import {
  type Action,
  actions,
  describePermission,
  isPermitted,
  type Permission,
  type Policy,
} from '../../contract/definition/permissions.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import type { UserRecord } from '../records/platformRecord.ts';
import { userGroups } from '../records/userGroups.ts';

/** The actions that each role allows. Only administrators read the audit log and manage the account's secrets. */
export const actionsOfRole = {
  admin: actions,
  developer: actions.filter((action) => action !== 'AuditLogManage' && action !== 'SecretsManage'),
  viewer: ['ChatHistoryRead', 'ChatThreadRead', 'DeploymentRead', 'DownloadData', 'SchemaRead'],
} as const satisfies Record<string, readonly Action[]>;
export type Role = keyof typeof actionsOfRole;

/** The policies in the record of a user with this role. */
export function accessOfRole(role: Role): Pick<UserRecord, 'admin' | 'actions'> {
  return { admin: role === 'admin', actions: role === 'viewer' ? [...actionsOfRole.viewer] : null };
}

/** A viewer is known by the actions; other actions of an own list do not change the role. */
export function roleOf({ admin, actions: own }: UserRecord): Role {
  if (admin) return 'admin';
  return own && String(own) === String(actionsOfRole.viewer) ? 'viewer' : 'developer';
}

/** The user's policies: the actions in the record, or those of the role, then those of groups, without the denied ones. */
export function policiesOf({ admin, actions: own, groupIds, deniedActions }: UserRecord): Policy[] {
  const policy = (effect: string, named: readonly string[]) => {
    return { actions: [...named], effect, resourceType: 'Deployment', resources: ['*'] };
  };
  const allowed = policy('allow', own ?? actionsOfRole[admin ? 'admin' : 'developer']);
  const inherited = userGroups.filter(({ id }) => groupIds.includes(id)).map((group) => policy('allow', group.actions));
  const denied = deniedActions.length > 0 ? [policy('deny', deniedActions)] : [];
  return [allowed, ...inherited, ...denied];
}

/** A policy that denies an action wins over those that allow it. */
export function mayPerform(user: UserRecord, action: Action): boolean {
  const effects = policiesOf(user).flatMap((policy) => (policy.actions.includes(action) ? [policy.effect] : []));
  return effects.length > 0 && !effects.includes('deny');
}

/** @throws HttpFailure 403 that names the missing actions */
export function requirePermission(user: UserRecord, permission: Permission): void {
  const isAllowed = (action: Action) => mayPerform(user, action);
  if (isPermitted(permission, isAllowed)) return;
  const missing = 'all' in permission ? { all: permission.all.filter((action) => !isAllowed(action)) } : permission;
  throw new HttpFailure(403, `You need the permission ${describePermission(missing)}`);
}
