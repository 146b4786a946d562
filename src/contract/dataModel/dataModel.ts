/** Files of the data model: read, write, rename, upload, hash, validate. Spec: group C; schemas “not shown” there are lenient. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { editDevBranch } from '../definition/permissions.ts';
import { record } from '../definition/record.ts';
import { cursorPaging, DataModelWriteResponse, DeploymentId, flag, listResponse } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';

const root = '/build/api/v1/deployments/{deploymentId}/data-model';

const branchQuery = { branchName: z.optional(z.string()) };
/** An empty branch means the current dev-mode session. Spec: rules under group C. */
const branchField = { branchName: z.optional(z.string()) };

const filePath = z.string().check(z.minLength(1));

export interface FileNode {
  path: string;
  type: string;
  content?: string | null | undefined;
  children?: FileNode[] | null | undefined;
  [unknown: string]: unknown;
}
/** A node of the source tree. The server reports paths with a leading slash and accepts both forms. */
export const FileNode: z.ZodMiniType<FileNode> = z.looseObject({
  path: z.string(),
  type: z.string(),
  content: z.nullish(z.string()),
  get children() {
    return z.nullish(z.array(FileNode));
  },
});

const Sha1 = z.string().check(z.regex(/^[0-9a-f]{40}$/));
const HashEntry = z.looseObject({ hash: z.string() });
const FileHash = z.looseObject({ path: z.string(), hash: z.string() });
const HashList = z.array(FileHash);
const HashMap = record(z.string(), HashEntry);

/** `path → {hash}`, the same under `files`, or a list of `{path, hash}`. The hash is the SHA-1 of the raw bytes, lower-case hex. */
const FileHashes = z.union([HashList, z.looseObject({ files: z.union([HashMap, HashList]) }), HashMap]);

/** The hashes by path, from any of their forms. `toPath` converts the reported paths. */
export function readFileHashes(
  body: z.output<typeof FileHashes>,
  toPath = (path: string) => path,
): Map<string, string> {
  const inner = !Array.isArray(body) && 'files' in body && !isHashEntry(body.files) ? body.files : body;
  const hashes = new Map<string, string>();
  if (Array.isArray(inner)) for (const { path, hash } of inner) hashes.set(toPath(path), hash);
  else for (const path of Object.keys(inner)) hashes.set(toPath(path), (inner as z.output<typeof HashMap>)[path]!.hash);
  return hashes;
}

/** Distinguishes the entry of a file named `files` from a map of entries under `files`. */
function isHashEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { hash?: unknown }).hash === 'string';
}

const Transaction = z.looseObject({ id: z.union([z.string(), z.number()]) });

const ValidationError = z.looseObject({ message: z.string(), fileName: z.nullish(z.string()) });
/** `production` or `dev_mode`. */
const ValidationMode = z.union([z.enum(['production', 'dev_mode']), z.string()]);
const Validation = z.looseObject({
  deploymentId: z.nullish(DeploymentId),
  branchName: z.nullish(z.string()),
  mode: z.nullish(ValidationMode),
  valid: z.boolean(),
  cubesCount: z.nullish(z.number()),
  errors: z.pipe(
    z.nullish(z.array(ValidationError)),
    z.transform((errors) => errors ?? []),
  ),
  /** Only the emulator: the members that its planner cannot calculate. The specification has no such field. */
  notComputed: z.nullish(z.array(z.looseObject({ member: z.string(), reason: z.string() }))),
});

const SourceTreeResponse = listResponse(FileNode);

const DataModelFileContent = z.strictObject({ path: filePath, content: z.string() });
const UpdateDataModelFilesInput = z.strictObject({ files: z.array(DataModelFileContent), ...branchField });
const DataModelFilePath = z.strictObject({ path: filePath });
const RemoveDataModelFilesInput = z.strictObject({ files: z.array(DataModelFilePath), ...branchField });
const DataModelFileRename = z.strictObject({ path: filePath, newPath: filePath });
const RenameDataModelFilesInput = z.strictObject({ files: z.array(DataModelFileRename), ...branchField });

const StartUploadResponse = z.looseObject({ transaction: Transaction, deploymentName: z.nullish(z.string()) });

const UploadFileBody = z.strictObject({
  /** JSON text of the transaction object. */
  transaction: z.string(),
  /** POSIX path relative to the project root. */
  fileName: filePath,
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes'),
  ...branchField,
});

const FinishUploadBody = z.strictObject({
  transaction: Transaction,
  files: record(filePath, z.strictObject({ hash: Sha1 })),
  autoRemoveFiles: z.optional(z.boolean()),
  commitMessage: z.optional(z.string()),
  ...branchField,
});

const FinishUploadResponse = z.looseObject({ lastHash: z.nullish(z.string()) });

const notADevBranch = { status: 400, when: 'the branch is not a personal dev-mode branch' };
const noSuchTransaction = { status: 404, when: 'the upload transaction is unknown or finished' };

/** By the names of the specification, for the OpenAPI document. */
export const dataModelSchemas = {
  DataModelFileContent,
  DataModelFilePath,
  DataModelFileRename,
  DataModelValidationError: ValidationError,
  DataModelValidationResponse: Validation,
  DataModelValidationResponseMode: ValidationMode,
  FileHash,
  FileNode,
  FinishUploadBody,
  FinishUploadResponse,
  RemoveDataModelFilesInput,
  RenameDataModelFilesInput,
  SourceTreeResponse,
  StartUploadResponse,
  Transaction,
  UpdateDataModelFilesInput,
  UploadFileBody,
};

export const dataModelOperations = {
  listFiles: operation({
    id: 'listFiles',
    group: 'C',
    method: 'GET',
    path: `${root}/files`,
    summary:
      'Read the tree of source files; cursors page top-level nodes, without `first` the response is the whole tree',
    params: deploymentPath,
    query: z.strictObject({ ...branchQuery, withContent: z.optional(flag), ...cursorPaging }),
    permission: { all: ['SchemaRead'] },
    response: SourceTreeResponse,
    list: { item: FileNode, paging: ['cursor'] },
  }),
  putFiles: operation({
    id: 'putFiles',
    group: 'C',
    method: 'PUT',
    changes: 'files',
    path: `${root}/files`,
    summary: 'Write complete text files to a personal dev branch',
    params: deploymentPath,
    body: UpdateDataModelFilesInput,
    permission: editDevBranch,
    response: DataModelWriteResponse,
    failures: [notADevBranch],
  }),
  deleteFiles: operation({
    id: 'deleteFiles',
    group: 'C',
    method: 'DELETE',
    changes: 'files',
    path: `${root}/files`,
    summary: 'Delete files of a personal dev branch',
    params: deploymentPath,
    body: RemoveDataModelFilesInput,
    permission: editDevBranch,
    response: DataModelWriteResponse,
    failures: [notADevBranch],
  }),
  renameFiles: operation({
    id: 'renameFiles',
    group: 'C',
    method: 'POST',
    changes: 'files',
    path: `${root}/files/rename`,
    summary: 'Rename files of a personal dev branch',
    params: deploymentPath,
    body: RenameDataModelFilesInput,
    permission: editDevBranch,
    response: DataModelWriteResponse,
    failures: [notADevBranch],
  }),
  startUpload: operation({
    id: 'startUpload',
    group: 'C',
    method: 'POST',
    changes: 'files',
    path: `${root}/upload/start`,
    summary: 'Open an upload transaction on a personal dev branch',
    params: deploymentPath,
    query: z.strictObject(branchQuery),
    body: z.optional(z.strictObject(branchField)),
    permission: editDevBranch,
    response: StartUploadResponse,
    failures: [notADevBranch],
  }),
  uploadFile: operation({
    id: 'uploadFile',
    group: 'C',
    method: 'POST',
    changes: 'files',
    path: `${root}/upload/file`,
    summary: 'Add one complete file to an upload transaction; the branch does not change yet',
    params: deploymentPath,
    query: z.strictObject(branchQuery),
    encoding: 'multipart',
    body: UploadFileBody,
    permission: editDevBranch,
    response: z.unknown(),
    idempotent: true,
    bulk: true,
    failures: [noSuchTransaction],
  }),
  finishUpload: operation({
    id: 'finishUpload',
    group: 'C',
    method: 'POST',
    changes: 'files',
    path: `${root}/upload/finish`,
    summary: 'Apply an upload as one change; with `autoRemoveFiles`, delete the files that the manifest does not name',
    params: deploymentPath,
    query: z.strictObject(branchQuery),
    body: FinishUploadBody,
    permission: editDevBranch,
    response: FinishUploadResponse,
    failures: [
      notADevBranch,
      noSuchTransaction,
      { status: 400, when: 'the manifest names a file that the server does not have' },
    ],
  }),
  getFileHashes: operation({
    id: 'getFileHashes',
    group: 'C',
    method: 'GET',
    path: `${root}/file-hashes`,
    summary: 'Read the hash of every file of a branch',
    params: deploymentPath,
    query: z.strictObject(branchQuery),
    permission: { all: ['SchemaRead'] },
    response: FileHashes,
    cacheable: true,
  }),
  validate: operation({
    id: 'validate',
    group: 'C',
    method: 'GET',
    path: `${root}/validate`,
    summary: 'Compile the saved branch; compile errors answer 200 with `valid` false',
    params: deploymentPath,
    query: z.strictObject({ ...branchQuery, devMode: z.optional(flag) }),
    permission: { all: ['SchemaRead'] },
    response: Validation,
    failures: [{ status: 400, when: '`branchName` and `devMode` are both given' }],
  }),
};
