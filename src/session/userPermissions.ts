/** The permissions of a user, by the policies that the platform reports. Spec: Authentication 4, 5; “Users and attributes”. */

import type { UserError } from '../base/errors.ts';
import type { Operation } from '../contract/definition/operation.ts';
import { type Action, isPermitted, type Permission, type Policy } from '../contract/definition/permissions.ts';
import type { User } from '../contract/users/me.ts';
import { isAdministrator } from './administrator.ts';
import { sessionErrors } from './errors.ts';

interface Caller {
  /** Undefined: any deployment. */
  deploymentId: string | undefined;
  /** Whether there is an administrator's key next to the user's own. */
  hasAdmin: boolean;
  host: string;
}

/** The error of an operation that the user may not call; undefined if they may, or if the platform does not report it. */
export function refusalFor(
  user: User,
  { access, permission }: Pick<Operation, 'access' | 'permission'>,
  { deploymentId, hasAdmin, host: where }: Caller,
): UserError | undefined {
  if (access === 'admin') {
    const refused = !hasAdmin && isAdministrator(user) === false;
    return refused ? sessionErrors.error('administrators-only', [], { where }) : undefined;
  }
  const { userPolicies } = user;
  if (!permission || !userPolicies?.length) return undefined;
  const isAllowed = (action: Action) => mayPerform(userPolicies, action, deploymentId);
  if (isPermitted(permission, isAllowed)) return undefined;
  const missing = missingActions(permission, isAllowed);
  const code =
    missing.length === 1
      ? 'missing-permission'
      : 'all' in permission
        ? 'missing-permissions'
        : 'missing-any-permission';
  return sessionErrors.error(code, [missing.join(', ')], { where });
}

function missingActions(permission: Permission, isAllowed: (action: Action) => boolean): readonly Action[] {
  return 'all' in permission ? permission.all.filter((action) => !isAllowed(action)) : permission.any;
}

/** Whether policies allow an action on a deployment, or without one, on any. A policy that denies it wins. */
export function mayPerform(policies: readonly Policy[], action: Action, deploymentId: string | undefined): boolean {
  const named = policies.filter(
    (policy) =>
      policy.actions.includes(action) ||
      (policy.actions.includes('*') && (policy.effect !== 'deny' || isOfDeployments(policy))),
  );
  const isAllowedOn = (deployment: string) => {
    const effects = named.filter((policy) => covers(policy, deployment)).map(({ effect }) => effect);
    return effects.length > 0 && !effects.includes('deny');
  };
  if (deploymentId !== undefined) return isAllowedOn(deploymentId);
  return [every, ...named.flatMap(({ resources }) => resources ?? []).map(String)].some(isAllowedOn);
}

const every = '*';

/** A policy for resources of another kind, such as workbooks, may allow an action on some of a deployment's. */
function covers(policy: Policy, deployment: string): boolean {
  const resources = policy.resources?.map(String);
  if (!resources || resources.includes(every)) return true;
  return isOfDeployments(policy) ? resources.includes(deployment) : policy.effect !== 'deny';
}

function isOfDeployments({ resourceType }: Policy): boolean {
  return !resourceType || resourceType === every || resourceType.toLowerCase() === 'deployment';
}
