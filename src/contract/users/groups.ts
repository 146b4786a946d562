/** Groups of users, who inherit the groups' policies. Spec: group G. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { cursorPaging, listResponse } from '../definition/shapes.ts';

const UserGroup = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  description: z.nullish(z.string()),
  memberCount: z.nullish(z.number()),
  /** Allowed to each member. */
  actions: z.nullish(z.array(z.string())),
});

export const groupSchemas = { UserGroup };

export const groupOperations = {
  listGroups: operation({
    id: 'listGroups',
    group: 'G',
    method: 'GET',
    path: '/api/v1/groups',
    summary: 'List groups of users; `search` is a part of the name in any case',
    query: z.strictObject({ ...cursorPaging, search: z.optional(z.string()) }),
    response: listResponse(UserGroup),
    list: { item: UserGroup, paging: ['cursor'] },
  }),
};
