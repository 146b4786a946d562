/** Folders of the workspace, which hold workbooks and reports. Spec: group F. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { cursorPaging, listResponse, Timestamp } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';

/** From the outermost folder to the folder of the record. */
export const FolderPath = z.nullish(z.array(z.looseObject({ id: z.number(), name: z.string() })));

const Folder = z.looseObject({
  id: z.number(),
  name: z.string(),
  /** Null: at the top of the workspace. */
  parentId: z.nullish(z.number()),
  /** The folders that it is in, without itself. */
  folderPath: FolderPath,
  canEdit: z.nullish(z.boolean()),
  createdAt: z.nullish(Timestamp),
});
export type Folder = z.output<typeof Folder>;

const FoldersListResponse = listResponse(Folder);

/** By the names of the specification, for the OpenAPI document. */
export const folderSchemas = {
  Folder,
  FoldersListResponse,
};

export const folderOperations = {
  listFolders: operation({
    id: 'listFolders',
    group: 'F',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/folders',
    summary: 'List the folders of a deployment’s workspace',
    params: deploymentPath,
    query: z.strictObject(cursorPaging),
    response: FoldersListResponse,
    list: { item: Folder, paging: ['cursor'] },
    permission: { all: ['DeploymentRead'] },
  }),
};
