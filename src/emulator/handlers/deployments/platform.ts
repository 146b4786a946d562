/** Operations without a deployment: the caller, regions, the OpenAPI document. Spec: groups B and G. */

import { openApiDocument } from '../../../contract/openApi.ts';
import { policiesOf } from '../../platform/permissions.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type PlatformHandlers = Pick<Handlers, 'getMe' | 'listRegions' | 'getSpec'>;

export const platformHandlers: PlatformHandlers = {
  getMe: ({ caller: { user } }) => ({
    id: user.id,
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    settings: {},
    userPolicies: policiesOf(user),
  }),
  listRegions: ({ query }) =>
    cursorPage(
      [{ id: 'local', name: 'local', title: 'This machine', provider: 'svccloud', isPublic: false, isDedicated: true }],
      query,
    ),
  getSpec: () => openApiDocument() as { openapi: string; paths: Record<string, unknown> },
};
