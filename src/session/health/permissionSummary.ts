/** The actions that the policies of a user allow, of those that the specification names. */

import { type Action, actions } from '../../contract/definition/permissions.ts';
import type { User } from '../../contract/users/me.ts';
import { mayPerform } from '../userPermissions.ts';

export interface PermissionSummary {
  allowed: readonly string[];
  denied: readonly string[];
  /** The actions that reading and changing models on dev branches needs and the policies do not allow. */
  missing: readonly string[];
}

const needed: readonly (readonly Action[])[] = [
  ['DeploymentRead'],
  ['SchemaRead'],
  ['SchemaUpdateDevBranches', 'SchemaUpdate'],
];

/** Undefined if the platform reports no policies. Without a deployment: on any. */
export function permissionSummary(
  { userPolicies }: User,
  deploymentId: string | undefined,
): PermissionSummary | undefined {
  if (!userPolicies?.length) return undefined;
  const isAllowed = (action: Action) => mayPerform(userPolicies, action, deploymentId);
  return {
    allowed: actions.filter(isAllowed),
    denied: actions.filter((action) => !isAllowed(action)),
    missing: needed.filter((any) => !any.some(isAllowed)).map((any) => any.join(' / ')),
  };
}
