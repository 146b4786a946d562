/** Rules of the contract: discovery of repositories, and connecting one. Spec: groups G and C. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { remoteRepository } from '../../emulatorOptions.ts';
import { type Platform, platformUnderTest } from '../../platformUnderTest.ts';

export function githubRules(): void {
  describe('group G: repositories', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });
    const installations = () => platform.listAll(operations.listGithubInstallations, {});
    const installationOf = async (name: string) => (await installations()).find(({ owner }) => owner === name)!.id;
    const [owner = '', repo = ''] = remoteRepository.split('/');

    it('G: the status says whether repositories are connected', async () => {
      assert.equal((await platform.call(operations.getGithubStatus, {})).connected, true);
    });

    it('G: lists installations, their repositories and the branches of one, page by page', async () => {
      assert.deepEqual(
        (await installations()).map((entry) => entry.owner),
        ['acme', 'zebra'],
      );
      const params = { installationId: await installationOf(owner) };
      const query = { first: 1 };
      await platform.call(operations.listGithubRepositories, { params });
      await platform.call(operations.listGithubBranches, { params: { owner, repo } });
      const repositories = await platform.listAll(operations.listGithubRepositories, { params, query });
      assert.deepEqual(
        repositories.map(({ fullName, defaultBranch }) => [fullName, defaultBranch]),
        [
          ['acme/models', 'trunk'],
          ['acme/reports', 'main'],
        ],
      );
      const branches = await platform.listAll(operations.listGithubBranches, { params: { owner, repo }, query });
      assert.deepEqual(branches.map(({ name }) => name).sort(), ['team/next', 'trunk']);
      for (const { lastHash } of branches) assert.match(lastHash!, /^[0-9a-f]{40}$/);
    });

    it('Conventions: the lists are paged by cursor', async () => {
      const first = await platform.call(operations.listGithubInstallations, { query: { first: 1 } });
      assert.equal(first.pageInfo?.hasNextPage, true);
      const after = first.pageInfo!.endCursor!;
      const second = await platform.call(operations.listGithubInstallations, { query: { first: 1, after } });
      assert.deepEqual([second.items!.length, second.pageInfo?.hasNextPage], [1, false]);
      assert.deepEqual(second.data, second.items);
    });

    it('G: an unknown installation or repository is not found', async () => {
      const unknown = { params: { installationId: 1 } };
      await platform.assertRefused(operations.listGithubRepositories, 'the installation is unknown', unknown);
      for (const params of [
        { owner, repo: 'none' },
        { owner: 'none', repo },
      ]) {
        await platform.assertRefused(operations.listGithubBranches, 'the repository is unknown', { params });
      }
    });

    it('C: a connection names a repository, its installation and one of its branches', async () => {
      const { id } = await platform.call(operations.createDeployment, { body: { name: 'from a repository' } });
      const params = { deploymentId: id };
      const repository = remoteRepository;
      const unknown = 'the repository is unknown or not of this installation';
      for (const body of [
        { repository: 'acme/none' },
        { repository, installationId: await installationOf('zebra') },
        { repository, installationId: 'x' },
      ]) {
        await platform.assertRefused(operations.connectGithub, unknown, { params, body });
      }
      const noBranch = { params, body: { repository, branch: 'none' } };
      await platform.assertRefused(operations.connectGithub, 'the repository has no such branch', noBranch);
      const body = { repository, installationId: await installationOf(owner), branch: 'team/next' };
      await platform.call(operations.connectGithub, { params, body });
      const settings = await platform.call(operations.getDeploymentSettings, { params });
      assert.deepEqual([settings.deployBranchName, settings.creationMethod], ['team/next', 'github']);
    });
  });
}
