/** Branches and dev mode: fork, commit, pull, merge, stage, connect a repository. Spec: group C, the staging flag of group A. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { editDevBranch } from '../definition/permissions.ts';
import { cursorPaging, DataModelWriteResponse, flag, listResponse } from '../definition/shapes.ts';
import { deploymentPath } from '../deployments/deployments.ts';

const root = '/build/api/v1/deployments/{deploymentId}';

export const Branch = z.looseObject({
  id: z.number(),
  name: z.string(),
  parentBranch: z.nullish(z.string()),
  lastHash: z.nullish(z.string()),
  isStagingEnvironmentEnabled: z.nullish(z.boolean()),
});
export type Branch = z.output<typeof Branch>;

/** The name of a personal dev branch starts with this. Every other branch except the production branch is shared. */
export const personalBranchPrefix = 'dev-';

export function isPersonalBranch(branchName: string): boolean {
  return branchName.startsWith(personalBranchPrefix);
}

const DevBranch = z.looseObject({
  active: z.nullish(z.boolean()),
  /** The actual name of the dev branch, which differs from the requested branch name. */
  branchName: z.string(),
  parentBranch: z.nullish(z.string()),
});

const MergeResponse = z.looseObject({ merged: z.nullish(z.boolean()), branchDeleted: z.nullish(z.boolean()) });

const emptyBranch = { status: 400, when: 'the branch name is empty' };
const conflict = { status: 409, when: 'the same lines changed on both sides' };
const requiredBranch = z.string().check(z.minLength(1));

const ConnectGitHubRequest = z.strictObject({
  /** `owner/name`. */
  repository: z.string().check(z.minLength(1)),
  installationId: z.optional(z.union([z.string(), z.number()])),
  /** The repository's default branch if it is missing. */
  branch: z.optional(z.string()),
});

const BranchesListResponse = listResponse(Branch);

const StartDevModeRequest = z.strictObject({ branchName: requiredBranch });

const CommitChangesRequest = z.strictObject({
  message: z.optional(z.string()),
  branchName: z.optional(z.string()),
  exitDevMode: z.optional(z.boolean()),
});

const PullRequest = z.strictObject({ branchName: z.optional(z.string()) });
const PullResponse = z.looseObject({ buildTriggered: z.nullish(z.boolean()) });

const MergeIntoParentBranchRequest = z.strictObject({
  branchName: z.optional(z.string()),
  message: z.optional(z.string()),
  squashCommits: z.optional(z.boolean()),
  switchToParentBranch: z.optional(z.boolean()),
  deleteBranch: z.optional(z.boolean()),
});

const MergeToDefaultBranchRequest = z.strictObject({
  branchName: z.optional(z.string()),
  message: z.optional(z.string()),
  removeBranchAfterMerge: z.optional(z.boolean()),
});

/** By the names of the specification, for the OpenAPI document. */
export const branchSchemas = {
  BranchesListResponse,
  BranchResponse: Branch,
  CommitChangesRequest,
  ConnectGitHubRequest,
  DevBranchResponse: DevBranch,
  MergeIntoParentBranchRequest,
  MergeResponse,
  MergeToDefaultBranchRequest,
  PullRequest,
  PullResponse,
  StartDevModeRequest,
};

export const branchOperations = {
  listBranches: operation({
    id: 'listBranches',
    group: 'C',
    method: 'GET',
    path: `${root}/branches`,
    summary: 'List branches with their staging flag',
    params: deploymentPath,
    query: z.strictObject(cursorPaging),
    permission: { all: ['SchemaRead'] },
    response: BranchesListResponse,
    list: { item: Branch, paging: ['cursor'] },
  }),
  createBranch: operation({
    id: 'createBranch',
    group: 'C',
    method: 'POST',
    changes: 'resource',
    path: `${root}/branches`,
    summary: 'Create a branch; with the dev-mode option the session points at it without a fork',
    params: deploymentPath,
    body: z.strictObject({
      name: requiredBranch,
      from: z.optional(z.string()),
      activate: z.optional(z.boolean()),
      enterDevMode: z.optional(z.boolean()),
    }),
    permission: editDevBranch,
    response: Branch,
    failures: [
      { status: 400, when: 'the name is empty or not a valid git branch name' },
      { status: 409, when: 'a branch of that name exists' },
    ],
  }),
  deleteBranch: operation({
    id: 'deleteBranch',
    group: 'C',
    method: 'DELETE',
    changes: 'branch',
    path: `${root}/branches`,
    summary: 'Delete a branch; its children move to its parent',
    params: deploymentPath,
    query: z.strictObject({ branchName: requiredBranch, removeOnUpstream: z.optional(flag) }),
    permission: editDevBranch,
    response: DataModelWriteResponse,
    failures: [emptyBranch, { status: 400, when: 'the branch is the production branch' }],
  }),
  setStagingEnvironment: operation({
    id: 'setStagingEnvironment',
    group: 'A',
    method: 'PUT',
    changes: 'branch',
    path: `${root}/branches/staging-environment`,
    summary: 'Turn the staging environment of a shared branch on or off',
    params: deploymentPath,
    body: z.strictObject({
      enabled: z.boolean(),
      branchName: z.optional(z.string()),
      branchId: z.optional(z.int()),
    }),
    permission: { all: ['SchemaUpdate'] },
    response: z.looseObject({ data: Branch }),
    idempotent: true,
    failures: [
      { status: 400, when: 'not exactly one of `branchName` and `branchId` is given' },
      { status: 400, when: 'the branch is a personal development branch or the production branch' },
    ],
  }),
  startDevMode: operation({
    id: 'startDevMode',
    group: 'C',
    method: 'POST',
    changes: 'resource',
    path: `${root}/dev-mode`,
    summary: 'Fork a branch into a personal dev branch and point this credential’s session at it',
    params: deploymentPath,
    body: StartDevModeRequest,
    permission: editDevBranch,
    response: DevBranch,
    failures: [emptyBranch],
  }),
  stopDevMode: operation({
    id: 'stopDevMode',
    group: 'C',
    method: 'DELETE',
    changes: 'resource',
    path: `${root}/dev-mode`,
    summary: 'End this credential’s dev-mode session',
    params: deploymentPath,
    permission: editDevBranch,
    response: z.unknown(),
  }),
  commit: operation({
    id: 'commit',
    group: 'C',
    method: 'POST',
    changes: 'branch',
    path: `${root}/commit`,
    summary: 'Push a dev branch’s edits to the branch it was forked from',
    params: deploymentPath,
    body: CommitChangesRequest,
    permission: { all: ['SchemaUpdate'] },
    response: z.unknown(),
    failures: [conflict],
  }),
  pull: operation({
    id: 'pull',
    group: 'C',
    method: 'POST',
    changes: 'branch',
    path: `${root}/pull`,
    summary: 'Bring the parent branch’s commits into a branch',
    params: deploymentPath,
    body: PullRequest,
    permission: editDevBranch,
    response: PullResponse,
    failures: [conflict],
  }),
  merge: operation({
    id: 'merge',
    group: 'C',
    method: 'POST',
    changes: 'branch',
    path: `${root}/merge`,
    summary: 'Merge a branch into its parent',
    params: deploymentPath,
    body: MergeIntoParentBranchRequest,
    permission: { all: ['SchemaUpdate'] },
    response: MergeResponse,
    failures: [conflict],
  }),
  mergeToDefault: operation({
    id: 'mergeToDefault',
    group: 'C',
    method: 'POST',
    changes: 'branch',
    path: `${root}/merge-to-default`,
    summary: 'Merge a branch into the deploy branch, rebuild production and delete the branch unless it is to be kept',
    params: deploymentPath,
    body: MergeToDefaultBranchRequest,
    permission: { all: ['SchemaUpdate'] },
    response: MergeResponse,
    failures: [conflict],
  }),
  connectGithub: operation({
    id: 'connectGithub',
    group: 'C',
    method: 'POST',
    changes: 'resource',
    path: `${root}/github/connect`,
    summary: 'Connect a repository: clone it and start the first build',
    params: deploymentPath,
    body: ConnectGitHubRequest,
    permission: { all: ['SchemaUpdate'] },
    response: z.unknown(),
    failures: [
      { status: 400, when: 'the repository has no such branch' },
      { status: 404, when: 'the repository is unknown or not of this installation' },
    ],
  }),
};
