/** Rules of the contract: commit, pull and merge. Spec: group C, state rule 4; notes: Branches and dev mode. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { pollBuild } from '../../../../src/platform/builds.ts';
import { remoteRepository } from '../../emulatorOptions.ts';
import {
  ordersFile,
  ordersText,
  type Platform,
  platformUnderTest,
  sampleFiles,
  type TestDeployment,
} from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

const conflict = 'the same lines changed on both sides';

export function mergeRules(): void {
  describe('group C: commit, pull, merge', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    beforeEach(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('flow');
    });
    const shared = async (name: string, from?: string) => {
      await platform.call(operations.createBranch, {
        params: deployment.params,
        body: from ? { name, from } : { name },
      });
      return name;
    };
    /** Puts a file on a shared branch the only way there is. */
    const land = async (branchName: string, files: Record<string, string>, caller: 'user' | 'admin' = 'admin') => {
      const dev = await deployment.openDevMode(branchName, caller);
      await deployment.putFiles(files, dev, caller);
      await platform.call(
        operations.commit,
        { params: deployment.params, body: { branchName: dev, message: 'Land' } },
        caller,
      );
      await platform.call(operations.stopDevMode, { params: deployment.params }, caller);
    };
    const edited = (text: string) => ordersText.replace('sql: id', `sql: ${text}`);
    const productionBuild = (previous: Awaited<ReturnType<TestDeployment['waitForBuild']>>) =>
      pollBuild(
        platform.clientOf(),
        { deploymentId: deployment.params.deploymentId, branchName: deployment.productionBranch },
        { intervalMs: 10, previous, deadlineMs: 100_000 },
      );
    const buildNow = () =>
      platform.call(operations.getBuildStatus, {
        params: deployment.params,
        query: { branchName: deployment.productionBranch },
      });

    it(
      covers(
        'State rule 4: commit and merge-to-default',
        'commit pushes the edits of the dev branch to its parent branch',
      ),
      async () => {
        const { params } = deployment;
        await shared('feature/a');
        const dev = await deployment.openDevMode('feature/a');
        await deployment.putFiles({ 'model/new.yml': 'new', [ordersFile]: edited('one') }, dev);
        const before = await deployment.findBranch('feature/a');
        await platform.call(operations.commit, { params, body: { branchName: dev, message: 'Two files' } });
        const files = await deployment.readFiles('feature/a');
        assert.equal(files['model/new.yml'], 'new');
        assert.equal(files[ordersFile], edited('one'));
        assert.notEqual((await deployment.findBranch('feature/a'))?.lastHash, before?.lastHash);
        assert.deepEqual(
          await deployment.readFiles(deployment.productionBranch),
          sampleFiles,
          'production is as it was',
        );
        assert.ok(await deployment.findBranch(dev), 'the dev branch stays');
      },
    );

    it('notes: exitDevMode ends the session with the commit', async () => {
      const { params } = deployment;
      await shared('feature/exit');
      const dev = await deployment.openDevMode('feature/exit');
      await deployment.putFiles({ 'model/x.yml': 'x' });
      await platform.call(operations.commit, { params, body: { branchName: dev, exitDevMode: true } });
      assert.equal(
        (await platform.call(operations.getBuildStatus, { params })).branchName,
        deployment.productionBranch,
      );
    });

    it('notes: committing a branch forked from production changes and builds production', async () => {
      const dev = await deployment.openDevMode();
      await deployment.putFiles({ 'model/cubes/direct.yml': ordersText.replaceAll('orders', 'direct') }, dev);
      const before = await buildNow();
      await platform.call(operations.commit, {
        params: deployment.params,
        body: { branchName: dev, message: 'Direct' },
      });
      assert.ok('model/cubes/direct.yml' in (await deployment.readFiles(deployment.productionBranch)));
      const build = await productionBuild(before);
      assert.equal(build.status, 'built');
      assert.notEqual(build.buildJobId, before.buildJobId);
    });

    it('C: a commit of lines that changed on both sides is a conflict and changes neither side', async () => {
      const { params } = deployment;
      await shared('feature/b');
      const dev = await deployment.openDevMode('feature/b');
      await deployment.putFiles({ [ordersFile]: edited('mine'), 'model/other.yml': 'x' }, dev);
      await land('feature/b', { [ordersFile]: edited('theirs') });
      const text = await platform.assertRefused(operations.commit, conflict, { params, body: { branchName: dev } });
      assert.ok(text.includes('orders.yml') || /conflict/i.test(text), text);
      assert.equal((await deployment.readFiles('feature/b'))[ordersFile], edited('theirs'));
      assert.ok(!('model/other.yml' in (await deployment.readFiles('feature/b'))), 'nothing of it was applied');
      assert.equal((await deployment.readFiles(dev))[ordersFile], edited('mine'), 'the edits are not lost');
    });

    it('C: a commit keeps other changes of the parent branch', async () => {
      await shared('feature/c');
      const dev = await deployment.openDevMode('feature/c');
      await deployment.putFiles({ 'model/mine.yml': 'mine' }, dev);
      await land('feature/c', { 'model/theirs.yml': 'theirs' });
      await platform.call(operations.commit, { params: deployment.params, body: { branchName: dev } });
      const files = await deployment.readFiles('feature/c');
      assert.deepEqual([files['model/mine.yml'], files['model/theirs.yml']], ['mine', 'theirs']);
    });

    it('C: pull adds the commits of the parent branch and keeps the edits', async () => {
      const { params } = deployment;
      await shared('feature/d');
      const dev = await deployment.openDevMode('feature/d');
      await deployment.putFiles({ 'model/mine.yml': 'mine' }, dev);
      await land('feature/d', { 'model/theirs.yml': 'theirs' });
      assert.ok(!('model/theirs.yml' in (await deployment.readFiles(dev))));
      const { buildTriggered } = await platform.call(operations.pull, { params, body: { branchName: dev } });
      assert.equal(typeof buildTriggered, 'boolean');
      const files = await deployment.readFiles(dev);
      assert.deepEqual([files['model/mine.yml'], files['model/theirs.yml']], ['mine', 'theirs']);
      assert.ok(!('model/mine.yml' in (await deployment.readFiles('feature/d'))), 'pull pushes nothing');
    });

    it('C: a pull of lines that changed on both sides is a conflict and keeps the edits', async () => {
      const { params } = deployment;
      await shared('feature/e');
      const dev = await deployment.openDevMode('feature/e');
      await deployment.putFiles({ [ordersFile]: edited('mine') }, dev);
      await land('feature/e', { [ordersFile]: edited('theirs') });
      await platform.assertRefused(operations.pull, conflict, { params, body: { branchName: dev } });
      assert.equal((await deployment.readFiles(dev))[ordersFile], edited('mine'));
    });

    it('C: merge changes the parent branch and deletes the branch on request only', async () => {
      const { params } = deployment;
      await shared('base');
      await shared('top', 'base');
      await land('top', { 'model/top.yml': 'top' });
      const kept = await platform.call(operations.merge, { params, body: { branchName: 'top', message: 'Merge' } });
      assert.deepEqual([kept.merged, kept.branchDeleted], [true, false]);
      assert.equal((await deployment.readFiles('base'))['model/top.yml'], 'top');
      assert.ok(!('model/top.yml' in (await deployment.readFiles(deployment.productionBranch))));
      assert.ok(await deployment.findBranch('top'));
      await land('top', { 'model/again.yml': 'again' });
      const merged = await platform.call(operations.merge, {
        params,
        body: { branchName: 'top', squashCommits: true, deleteBranch: true },
      });
      assert.deepEqual([merged.merged, merged.branchDeleted], [true, true]);
      assert.equal((await deployment.readFiles('base'))['model/again.yml'], 'again');
      assert.equal(await deployment.findBranch('top'), undefined);
    });

    it('C: a merge of lines that changed on both sides is a conflict and changes neither side', async () => {
      const { params } = deployment;
      await shared('base');
      await shared('top', 'base');
      await land('top', { [ordersFile]: edited('top'), 'model/only-top.yml': 'x' });
      await land('base', { [ordersFile]: edited('base') });
      await platform.assertRefused(operations.merge, conflict, {
        params,
        body: { branchName: 'top', deleteBranch: true },
      });
      assert.equal((await deployment.readFiles('base'))[ordersFile], edited('base'));
      assert.ok(!('model/only-top.yml' in (await deployment.readFiles('base'))));
      assert.equal((await deployment.readFiles('top'))[ordersFile], edited('top'));
    });

    it(
      covers(
        'State rule 4: commit and merge-to-default',
        'merge-to-default merges into the production branch, rebuilds it and deletes the branch',
      ),
      async () => {
        const { params } = deployment;
        await shared('base');
        await shared('release/1', 'base');
        await land('release/1', { 'model/cubes/released.yml': ordersText.replaceAll('orders', 'released') });
        const before = await buildNow();
        const answer = await platform.call(operations.mergeToDefault, {
          params,
          body: { branchName: 'release/1', message: 'Release' },
        });
        assert.deepEqual([answer.merged, answer.branchDeleted], [true, true]);
        assert.ok('model/cubes/released.yml' in (await deployment.readFiles(deployment.productionBranch)));
        assert.equal(await deployment.findBranch('release/1'), undefined);
        const build = await productionBuild(before);
        assert.equal(build.status, 'built');
        assert.notEqual(build.buildJobId, before.buildJobId);
      },
    );

    it(
      covers('State rule 4: commit and merge-to-default', 'merge-to-default keeps the branch on request'),
      async () => {
        const { params } = deployment;
        await shared('kept');
        await land('kept', { 'model/kept.yml': 'kept' });
        const answer = await platform.call(operations.mergeToDefault, {
          params,
          body: { branchName: 'kept', removeBranchAfterMerge: false },
        });
        assert.deepEqual([answer.merged, answer.branchDeleted], [true, false]);
        assert.ok(await deployment.findBranch('kept'));
        assert.equal((await deployment.readFiles(deployment.productionBranch))['model/kept.yml'], 'kept');
      },
    );

    it('state rule 4: merge-to-default of a conflict changes neither side', async () => {
      const { params } = deployment;
      await shared('late');
      await land('late', { [ordersFile]: edited('late') });
      await land(deployment.productionBranch, { [ordersFile]: edited('early') });
      await platform.assertRefused(operations.mergeToDefault, conflict, { params, body: { branchName: 'late' } });
      assert.equal((await deployment.readFiles(deployment.productionBranch))[ordersFile], edited('early'));
      assert.ok(await deployment.findBranch('late'));
    });

    it('state rule 4: merge-to-default rebuilds production in the deploy mode cli, too', async () => {
      const { params } = deployment;
      await platform.call(operations.updateDeployment, { params, body: { deployMode: 'cli' } });
      await shared('loud');
      await land('loud', { 'model/cubes/loud.yml': ordersText.replaceAll('orders', 'loud') });
      const before = await buildNow();
      await platform.call(operations.mergeToDefault, { params, body: { branchName: 'loud' } });
      const build = await productionBuild(before);
      assert.equal(build.status, 'built');
      assert.notEqual(build.buildJobId, before.buildJobId);
    });

    it('state rule 4: merge-to-default of a branch without changes rebuilds production and deletes the branch', async () => {
      const { params } = deployment;
      await shared('identical');
      const before = await buildNow();
      const answer = await platform.call(operations.mergeToDefault, { params, body: { branchName: 'identical' } });
      assert.deepEqual([answer.merged, answer.branchDeleted], [true, true]);
      assert.equal(await deployment.findBranch('identical'), undefined);
      const build = await productionBuild(before);
      assert.equal(build.status, 'built');
      assert.equal(build.lastHash, before.lastHash, 'no commit is added');
      assert.notEqual(build.buildJobId, before.buildJobId);
    });

    it('notes: in deploy mode cli any other merge never rebuilds production', async () => {
      const { params } = deployment;
      await platform.call(operations.updateDeployment, { params, body: { deployMode: 'cli' } });
      await shared('quiet');
      await land('quiet', { 'model/quiet.yml': 'quiet' });
      const before = await buildNow();
      await platform.call(operations.merge, { params, body: { branchName: 'quiet' } });
      const after = await buildNow();
      assert.deepEqual([after.buildJobId, after.status], [before.buildJobId, before.status]);
      assert.equal((await deployment.readFiles(deployment.productionBranch))['model/quiet.yml'], 'quiet');
    });

    it('C: connecting a repository clones it and triggers the first build', async () => {
      const { id } = await platform.call(operations.createDeployment, {
        body: { name: 'connected', creationMethod: 'github' },
      });
      const params = { deploymentId: id };
      await platform.call(operations.connectGithub, {
        params,
        body: { repository: remoteRepository },
      });
      const { deployBranchName } = await platform.call(operations.getDeploymentSettings, { params });
      const build = await pollBuild(
        platform.clientOf(),
        { deploymentId: id, branchName: deployBranchName! },
        { intervalMs: 10, deadlineMs: 100_000 },
      );
      assert.equal(build.status, 'built', build.errorText ?? '');
      const tree = await platform.call(operations.listFiles, { params });
      assert.ok(JSON.stringify(tree).includes('/model/cubes/remote.yml'));
    });
  });
}
