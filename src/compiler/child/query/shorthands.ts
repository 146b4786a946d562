/**
 * The values of the shorthands `userAttributes` and `groups` in the code of a model. The compiler writes them as
 * `securityContext.cubeCloud.userAttributes` and `securityContext.cubeCloud.groups`, which the platform fills for each caller.
 */

import type { SecurityContext } from '../../modelRequest.ts';

/** With both below `cubeCloud`. What the context has there stays. */
export function withShorthands(context: SecurityContext, groups: readonly unknown[]): SecurityContext {
  const { userAttributes = {}, cubeCloud } = context;
  const given = typeof cubeCloud === 'object' ? cubeCloud : {};
  return { ...context, cubeCloud: { userAttributes, groups, ...given } };
}

/** Code of the compiler as its author writes it. */
export function asWritten(code: string): string {
  return code.replace(/\bsecurity_?context\.cubeCloud\.(userAttributes|groups)\b/gi, '$1');
}
