/** Git repositories that deployments can connect to, by installation. Spec: group G. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { cursorPaging, listResponse } from '../definition/shapes.ts';

const id = z.union([z.number(), z.string()]);
const text = z.nullish(z.string());

const GitHubStatus = z.looseObject({ connected: z.nullish(z.boolean()) });

/** The repositories of one owner. */
const GitHubInstallation = z.looseObject({ id, owner: text });

const GitHubRepository = z.looseObject({
  id: z.optional(id),
  owner: text,
  name: z.string(),
  /** `owner/name`: the `repository` of a connection. */
  fullName: text,
  /** Null without a commit. */
  defaultBranch: text,
});

const GitHubBranch = z.looseObject({ name: z.string(), lastHash: text });

const query = z.strictObject(cursorPaging);

export const githubSchemas = { GitHubStatus, GitHubInstallation, GitHubRepository, GitHubBranch };

export const githubOperations = {
  getGithubStatus: operation({
    id: 'getGithubStatus',
    group: 'G',
    method: 'GET',
    path: '/api/v1/github/status',
    summary: 'Read whether repositories are connected',
    response: GitHubStatus,
  }),
  listGithubInstallations: operation({
    id: 'listGithubInstallations',
    group: 'G',
    method: 'GET',
    path: '/api/v1/github/installations',
    summary: 'List the owners of repositories',
    query,
    response: listResponse(GitHubInstallation),
    list: { item: GitHubInstallation, paging: ['cursor'] },
  }),
  listGithubRepositories: operation({
    id: 'listGithubRepositories',
    group: 'G',
    method: 'GET',
    path: '/api/v1/github/installations/{installationId}/repositories',
    summary: 'List the repositories of an owner',
    params: z.strictObject({ installationId: id }),
    query,
    response: listResponse(GitHubRepository),
    list: { item: GitHubRepository, paging: ['cursor'] },
    failures: [{ status: 404, when: 'the installation is unknown' }],
  }),
  listGithubBranches: operation({
    id: 'listGithubBranches',
    group: 'G',
    method: 'GET',
    path: '/api/v1/github/repositories/{owner}/{repo}/branches',
    summary: 'List the branches of a repository',
    params: z.strictObject({ owner: z.string(), repo: z.string() }),
    query,
    response: listResponse(GitHubBranch),
    list: { item: GitHubBranch, paging: ['cursor'] },
    failures: [{ status: 404, when: 'the repository is unknown' }],
  }),
};
