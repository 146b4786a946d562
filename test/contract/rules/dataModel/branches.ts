/** Rules of the contract: branches. Spec: group C, state rule 7. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import {
  errorTextOf,
  type Platform,
  platformUnderTest,
  sampleFiles,
  type TestDeployment,
} from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

const emptyBranch = 'the branch name is empty';

export function branchRules(): void {
  describe('group C: branches', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('branches');
    });
    const create = (name: string, from?: string) =>
      platform.call(operations.createBranch, { params: deployment.params, body: from ? { name, from } : { name } });
    const remove = (branchName: string) =>
      platform.call(operations.deleteBranch, { params: deployment.params, query: { branchName } });

    it('C: are listed with numeric ids, names, hashes and the staging flag, paged by cursor', async () => {
      await create('one');
      await create('deep/two');
      const listed = await deployment.listBranches();
      assert.deepEqual(listed.map(({ name }) => name).sort(), ['deep/two', deployment.productionBranch, 'one'].sort());
      for (const { id, lastHash, isStagingEnvironmentEnabled } of listed) {
        assert.equal(typeof id, 'number');
        assert.ok(lastHash);
        assert.equal(isStagingEnvironmentEnabled, false);
      }
      const first = await platform.call(operations.listBranches, { params: deployment.params, query: { first: 2 } });
      assert.equal(first.items!.length, 2);
      assert.equal(first.pageInfo!.hasNextPage, true);
      const input = { params: deployment.params, query: { first: 2 } };
      const walked = await platform.listAll(operations.listBranches, input);
      assert.deepEqual(walked, listed);
    });

    it('Conventions: a list paged by cursor also contains data, count and pagination', async () => {
      const answer = (await platform.call(operations.listBranches, { params: deployment.params })) as Record<
        string,
        unknown
      >;
      for (const field of ['items', 'pageInfo', 'data', 'count', 'pagination']) assert.ok(field in answer, field);
    });

    it('C: a branch is created from the production branch or a named one, with its files and parent', async () => {
      const branch = await create('from/production');
      assert.equal(typeof branch.id, 'number');
      assert.equal(branch.name, 'from/production');
      assert.equal(branch.parentBranch, deployment.productionBranch);
      assert.deepEqual(await deployment.readFiles('from/production'), sampleFiles);
      const child = await create('from/branch', 'from/production');
      assert.equal(child.parentBranch, 'from/production');
    });

    it('C: an existing name is a conflict; a name that is invalid in git is rejected', async () => {
      const { params } = deployment;
      await create('twice');
      await platform.assertRefused(operations.createBranch, 'a branch of that name exists', {
        params,
        body: { name: 'twice' },
      });
      for (const name of ['', 'a..b', 'a b', 'x~1', '/lead', 'trail/', 'a.lock', 'q?', '@{x}']) {
        const when = 'the name is empty or not a valid git branch name';
        await platform.assertRefused(operations.createBranch, when, { params, body: { name } });
      }
    });

    it(covers('Errors 4: an empty branch or ref', 'deleting a branch without a name, or production'), async () => {
      const { params } = deployment;
      await platform.assertRefused(operations.deleteBranch, emptyBranch, { params, query: { branchName: '' } });
      await platform.assertRefused(operations.deleteBranch, emptyBranch, { params });
      await platform.assertRefused(operations.deleteBranch, 'the branch is the production branch', {
        params,
        query: { branchName: deployment.productionBranch },
      });
      assert.ok(await deployment.findBranch(deployment.productionBranch));
    });

    it(covers('State rule 7: a deleted branch leaves its children to its parent'), async () => {
      await create('grand');
      await create('parent', 'grand');
      await create('child/a', 'parent');
      const dev = await deployment.openDevMode('parent');
      assert.equal((await deployment.findBranch(dev))?.parentBranch, 'parent');
      await remove('parent');
      assert.equal(await deployment.findBranch('parent'), undefined);
      assert.equal((await deployment.findBranch('child/a'))?.parentBranch, 'grand');
      assert.equal((await deployment.findBranch(dev))?.parentBranch, 'grand');
      await remove('grand');
      assert.equal((await deployment.findBranch('child/a'))?.parentBranch, deployment.productionBranch);
      await platform.call(operations.stopDevMode, { params: deployment.params });
    });

    it('C: removeOnUpstream is accepted', async () => {
      await create('upstream');
      await platform.call(operations.deleteBranch, {
        params: deployment.params,
        query: { branchName: 'upstream', removeOnUpstream: true },
      });
      assert.equal(await deployment.findBranch('upstream'), undefined);
    });

    it('an unknown branch is rejected', async () => {
      const { params } = deployment;
      const branchName = 'no/such/branch';
      const answers = [
        await platform.sendRaw(operations.deleteBranch, { params, query: { branchName } }),
        await platform.sendRaw(operations.listFiles, { params, query: { branchName } }),
        await platform.sendRaw(operations.startDevMode, { params, body: { branchName } }),
        await platform.sendRaw(operations.merge, { params, body: { branchName } }),
        await platform.sendRaw(operations.createBranch, { params, body: { name: 'n', from: branchName } }),
      ];
      for (const answer of answers) {
        assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`);
        errorTextOf(answer);
      }
    });
  });
}
