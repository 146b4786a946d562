/** Operations without a deployment: the caller, regions, the OpenAPI document. Spec: groups B and G. */

import { openApiDocument } from '../../contract/openApi.ts';
import type { Handlers } from './handler.ts';
import { cursorPage } from './paging.ts';

type PlatformHandlers = Pick<Handlers, 'getMe' | 'listRegions' | 'getSpec'>;

const userActions = ['SchemaRead', 'SchemaUpdate', 'SchemaUpdateDevBranches', 'DeploymentRead', 'WorkbookEdit'];
const adminActions = [...userActions, 'AuditLogManage', 'SecretsManage', 'DownloadData'];

export const platformHandlers: PlatformHandlers = {
  getMe: ({ caller: { user } }) => ({
    id: user.id,
    username: user.username,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    settings: {},
    userPolicies: [
      {
        actions: user.admin ? adminActions : userActions,
        effect: 'allow',
        resourceType: 'Deployment',
        resources: ['*'],
      },
    ],
  }),
  listRegions: ({ query }) =>
    cursorPage(
      [{ id: 'local', name: 'local', title: 'This machine', provider: 'svccloud', isPublic: false, isDedicated: true }],
      query,
    ),
  getSpec: () => openApiDocument() as { openapi: string; paths: Record<string, unknown> },
};
