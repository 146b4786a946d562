/** The user of a credential. Spec: group G. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { Policy } from '../definition/permissions.ts';

export const User = z.looseObject({
  id: z.union([z.string(), z.number()]),
  username: z.nullish(z.string()),
  email: z.nullish(z.string()),
  firstName: z.nullish(z.string()),
  lastName: z.nullish(z.string()),
  /** Effective policies: direct ones, the account's, those of groups. */
  userPolicies: z.nullish(z.array(Policy)),
  settings: z.optional(z.unknown()),
});
export type User = z.output<typeof User>;

/** By the names of the specification, for the OpenAPI document. */
export const userSchemas = {
  Policy,
  User,
};

export const userOperations = {
  getMe: operation({
    id: 'getMe',
    group: 'G',
    method: 'GET',
    path: '/api/v1/users/me',
    summary: 'Read the user of this credential with their effective policies',
    response: User,
  }),
};
