/** The user of a credential. Spec: group G, “Users and attributes”. Apart from the other operations, because every client calls it. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { ChatThreadPolicy, Policy, PolicyResourceType } from '../definition/permissions.ts';

export const User = z.looseObject({
  id: z.union([z.string(), z.number()]),
  username: z.nullish(z.string()),
  email: z.nullish(z.string()),
  firstName: z.nullish(z.string()),
  lastName: z.nullish(z.string()),
  /** `admin`, `developer`, `viewer`. */
  role: z.nullish(z.string()),
  /** `ACTIVE`, `DEACTIVATED`: the credentials of a deactivated user are not accepted. */
  status: z.nullish(z.string()),
  /** Effective policies: direct ones, the account's, those of groups. */
  userPolicies: z.nullish(z.array(z.union([ChatThreadPolicy, Policy]))),
  settings: z.optional(z.unknown()),
});
export type User = z.output<typeof User>;

/** By the names of the specification, for the OpenAPI document. */
export const meSchemas = { ChatThreadPolicy, Policy, PolicyResourceType, User };

export const meOperations = {
  getMe: operation({
    id: 'getMe',
    group: 'G',
    method: 'GET',
    path: '/api/v1/users/me',
    summary: 'Read the user of this credential with their effective policies',
    response: User,
  }),
};
