/** The user of a credential. Spec: group G. */

import * as z from 'zod/mini';
import { operation } from './operation.ts';

export const User = z.looseObject({
  id: z.union([z.string(), z.number()]),
  username: z.nullish(z.string()),
  email: z.nullish(z.string()),
  firstName: z.nullish(z.string()),
  lastName: z.nullish(z.string()),
  userPolicies: z.nullish(z.array(z.unknown())),
  settings: z.optional(z.unknown()),
});
export type User = z.output<typeof User>;

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
