/** The person behind a credential. Spec: group G. */

import * as z from 'zod';
import { operation } from './operation.ts';

export const User = z.looseObject({
  id: z.union([z.string(), z.number()]),
  username: z.string().nullish(),
  email: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  userPolicies: z.array(z.unknown()).nullish(),
  settings: z.unknown().optional(),
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
