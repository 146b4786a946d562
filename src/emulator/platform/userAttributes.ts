/** The attributes of users, as data models see them in the security context. Spec: “Users and attributes”. */

import type { SecurityContext } from '../../compiler/modelRequest.ts';
import type { Platform } from './platform.ts';

/** `userAttributes` with the values by name; empty for a user without values. */
export function attributesOf({ record: { directory } }: Platform, userId: number): SecurityContext {
  const values = directory.attributeValues
    .filter((value) => value.userId === userId)
    .map(({ attributeId, value }) => [directory.attributes.find(({ id }) => id === attributeId)!.name, value] as const);
  return values.length > 0 ? { userAttributes: Object.fromEntries(values) } : {};
}
