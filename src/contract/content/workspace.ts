/** Several folders, workbooks and reports of the workspace at once. Spec: “Reports and workbooks”, group F, Errors 8. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { deploymentPath } from '../deployments/deployments.ts';

const WorkspaceObjectInput = z.strictObject({ type: z.enum(['FOLDER', 'WORKBOOK', 'REPORT']), id: z.int() });
const items = z.array(WorkspaceObjectInput).check(z.minLength(1), z.maxLength(1000));

const BulkDeleteWorkspaceObjectsInput = z.strictObject({ items });
const BulkMoveWorkspaceObjectsInput = z.strictObject({
  items,
  /** Null: to the top of the workspace. */
  folderId: z.nullable(z.int()),
});

const WorkspaceObject = z.looseObject({ type: z.string(), id: z.union([z.number(), z.string()]) });
const WorkspaceBulkFailure = z.extend(WorkspaceObject, { error: z.string() });
const BulkWorkspaceObjectsResponse = z.looseObject({
  succeeded: z.nullish(z.array(WorkspaceObject)),
  failures: z.array(WorkspaceBulkFailure),
});
export type WorkspaceBulkFailure = z.output<typeof WorkspaceBulkFailure>;
export type WorkspaceObject = z.output<typeof WorkspaceObjectInput>;

const bulk = {
  group: 'F',
  method: 'POST',
  changes: 'resource',
  params: deploymentPath,
  response: BulkWorkspaceObjectsResponse,
  permission: { all: ['WorkbookEdit'] },
} as const;

/** By the names of the specification, for the OpenAPI document. */
export const workspaceSchemas = {
  BulkDeleteWorkspaceObjectsInput,
  BulkMoveWorkspaceObjectsInput,
  BulkWorkspaceObjectsResponse,
  WorkspaceBulkFailure,
};

export const workspaceOperations = {
  bulkDeleteWorkspace: operation({
    id: 'bulkDeleteWorkspace',
    path: '/api/v1/deployments/{deploymentId}/workspace/bulk-delete',
    summary: 'Delete items of the workspace, folders with what they hold; reports those that stay',
    body: BulkDeleteWorkspaceObjectsInput,
    ...bulk,
  }),
  bulkMoveWorkspace: operation({
    id: 'bulkMoveWorkspace',
    path: '/api/v1/deployments/{deploymentId}/workspace/bulk-move',
    summary: 'Move items of the workspace to a folder; reports those that stay',
    body: BulkMoveWorkspaceObjectsInput,
    idempotent: true,
    failures: [{ status: 404, when: 'the target folder is unknown' }],
    ...bulk,
  }),
};
