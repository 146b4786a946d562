/** What a user of the platform may do. Spec: Authentication 4, 5; “Users and attributes”. */

import {
  type Action,
  actions,
  describePermission,
  isPermitted,
  type Permission,
  type Policy,
} from '../../contract/definition/permissions.ts';
import { HttpFailure } from '../errors/httpFailure.ts';
import type { UserRecord } from '../records/platformRecord.ts';

/** Without the audit log and the secrets, which belong to administrators. */
const developerActions = actions.filter((action) => action !== 'AuditLogManage' && action !== 'SecretsManage');

/** The actions in the record, or those of the user's role. */
function allowedActions({ admin, actions: own }: UserRecord): readonly string[] {
  return own ?? (admin ? actions : developerActions);
}

export function policiesOf(user: UserRecord): Policy[] {
  return [{ actions: [...allowedActions(user)], effect: 'allow', resourceType: 'Deployment', resources: ['*'] }];
}

function mayPerform(user: UserRecord, action: Action): boolean {
  return allowedActions(user).includes(action);
}

/** @throws HttpFailure 403 that names the needed actions */
export function requirePermission(user: UserRecord, permission: Permission): void {
  if (isPermitted(permission, (action) => mayPerform(user, action))) return;
  throw new HttpFailure(403, `You need the permission ${describePermission(permission)}`);
}
