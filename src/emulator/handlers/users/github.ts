/** Discovery of the repositories in the folder that the emulator was given. Spec: group G. */

import { readUpstream } from '../../git/upstream.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type GithubHandlers = Pick<
  Handlers,
  'getGithubStatus' | 'listGithubInstallations' | 'listGithubRepositories' | 'listGithubBranches'
>;

export const githubHandlers: GithubHandlers = {
  getGithubStatus: ({ platform }) => ({ connected: platform.services.repositories.isConnected }),

  listGithubInstallations: async ({ platform, query }) => {
    const repositories = await platform.services.repositories.list();
    const owners = new Map(repositories.map(({ installationId, owner }) => [owner, { id: installationId, owner }]));
    return cursorPage([...owners.values()], query);
  },

  listGithubRepositories: async ({ platform, params, query }) => {
    const repositories = await platform.services.repositories.list();
    const found = repositories.filter(({ installationId }) => String(installationId) === String(params.installationId));
    if (found.length === 0) throw new HttpFailure(404, `Installation '${params.installationId}' not found`);
    const shown = found.map(async ({ id, owner, name, fullName, gitdir }) => {
      return { id, owner, name, fullName, defaultBranch: (await readUpstream(gitdir))?.defaultBranch ?? null };
    });
    return cursorPage(await Promise.all(shown), query);
  },

  listGithubBranches: async ({ platform, params: { owner, repo }, query }) => {
    const repository = await platform.services.repositories.find(`${owner}/${repo}`);
    if (!repository) throw new HttpFailure(404, `Repository '${owner}/${repo}' not found`);
    const { heads } = (await readUpstream(repository.gitdir)) ?? { heads: new Map<string, string>() };
    return cursorPage(
      [...heads].map(([name, lastHash]) => ({ name, lastHash })),
      query,
    );
  },
};
