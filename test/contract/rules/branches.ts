/** Rules of the contract: branches, dev mode, commit, pull, merge. Spec: group C, state rules 1, 3, 4 and 7; notes: Branches and dev mode. */

import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { pollBuild } from '../../../src/platform/builds.ts';
import { remoteRepository } from '../emulatorOptions.ts';
import {
  errorTextOf,
  type Ground,
  ordersFile,
  ordersText,
  type Platform,
  platformUnderTest,
  sampleFiles,
} from '../platformUnderTest.ts';

const notADevBranch = 'the branch is not a personal dev-mode branch';
const conflict = 'the same lines changed on both sides';
const emptyBranch = 'the branch name is empty';

export function branchRules(): void {
  describe('group C: branches', () => {
    let platform: Platform;
    let ground: Ground;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('branches');
    });
    const create = (name: string, from?: string) =>
      platform.ok(operations.createBranch, { params: ground.params, body: from ? { name, from } : { name } });
    const remove = (branchName: string) =>
      platform.ok(operations.deleteBranch, { params: ground.params, query: { branchName } });

    it('C: are listed with number ids, names, hashes and the staging flag; cursors page them', async () => {
      await create('one');
      await create('deep/two');
      const listed = await ground.branches();
      assert.deepEqual(listed.map(({ name }) => name).sort(), ['deep/two', ground.deployBranch, 'one'].sort());
      for (const { id, lastHash, isStagingEnvironmentEnabled } of listed) {
        assert.equal(typeof id, 'number');
        assert.ok(lastHash);
        assert.equal(isStagingEnvironmentEnabled, false);
      }
      const first = await platform.ok(operations.listBranches, { params: ground.params, query: { first: 2 } });
      assert.equal(first.items!.length, 2);
      assert.equal(first.pageInfo!.hasNextPage, true);
      const input = { params: ground.params, query: { first: 2 } };
      const walked = await platform.all(operations.listBranches, input);
      assert.deepEqual(walked, listed);
    });

    it('Conventions: a cursor-paginated list still carries data, count and pagination', async () => {
      const answer = (await platform.ok(operations.listBranches, { params: ground.params })) as Record<string, unknown>;
      for (const field of ['items', 'pageInfo', 'data', 'count', 'pagination']) assert.ok(field in answer, field);
    });

    it('C: a branch is created from the production branch or the one named, with its files and parent', async () => {
      const branch = await create('from/production');
      assert.equal(typeof branch.id, 'number');
      assert.equal(branch.name, 'from/production');
      assert.equal(branch.parentBranch, ground.deployBranch);
      assert.deepEqual(await ground.files('from/production'), sampleFiles);
      const child = await create('from/branch', 'from/production');
      assert.equal(child.parentBranch, 'from/production');
    });

    it('C: a name that exists is a conflict; one that git cannot take is refused', async () => {
      const { params } = ground;
      await create('twice');
      await platform.refused(operations.createBranch, 'a branch of that name exists', {
        params,
        body: { name: 'twice' },
      });
      for (const name of ['', 'a..b', 'a b', 'x~1', '/lead', 'trail/', 'a.lock', 'q?', '@{x}']) {
        const when = 'the name is empty or not a valid git branch name';
        await platform.refused(operations.createBranch, when, { params, body: { name } });
      }
    });

    it('Errors 4: deleting an empty branch is refused; so is deleting production', async () => {
      const { params } = ground;
      await platform.refused(operations.deleteBranch, emptyBranch, { params, query: { branchName: '' } });
      await platform.refused(operations.deleteBranch, emptyBranch, { params });
      await platform.refused(operations.deleteBranch, 'the branch is the production branch', {
        params,
        query: { branchName: ground.deployBranch },
      });
      assert.ok(await ground.branch(ground.deployBranch));
    });

    it('state rule 7: deleting a branch moves its children to its parent', async () => {
      await create('grand');
      await create('parent', 'grand');
      await create('child/a', 'parent');
      const dev = await ground.fork('parent');
      assert.equal((await ground.branch(dev))?.parentBranch, 'parent');
      await remove('parent');
      assert.equal(await ground.branch('parent'), undefined);
      assert.equal((await ground.branch('child/a'))?.parentBranch, 'grand');
      assert.equal((await ground.branch(dev))?.parentBranch, 'grand');
      await remove('grand');
      assert.equal((await ground.branch('child/a'))?.parentBranch, ground.deployBranch);
      await platform.ok(operations.stopDevMode, { params: ground.params });
    });

    it('C: removeOnUpstream is taken', async () => {
      await create('upstream');
      await platform.ok(operations.deleteBranch, {
        params: ground.params,
        query: { branchName: 'upstream', removeOnUpstream: true },
      });
      assert.equal(await ground.branch('upstream'), undefined);
    });

    it('an unknown branch is refused', async () => {
      const { params } = ground;
      const branchName = 'no/such/branch';
      const answers = [
        await platform.raw(operations.deleteBranch, { params, query: { branchName } }),
        await platform.raw(operations.listFiles, { params, query: { branchName } }),
        await platform.raw(operations.startDevMode, { params, body: { branchName } }),
        await platform.raw(operations.merge, { params, body: { branchName } }),
        await platform.raw(operations.createBranch, { params, body: { name: 'n', from: branchName } }),
      ];
      for (const answer of answers) {
        assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`);
        errorTextOf(answer);
      }
    });
  });

  describe('group C: dev mode', () => {
    let platform: Platform;
    let ground: Ground;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('dev mode');
      for (const name of ['shared']) {
        await platform.ok(operations.createBranch, { params: ground.params, body: { name } });
      }
    });
    afterEach(async () => {
      for (const who of ['user', 'admin'] as const)
        await platform.ok(operations.stopDevMode, { params: ground.params }, who);
    });
    const open = async (who: 'user' | 'admin' = 'user') =>
      (await platform.ok(operations.getBuildStatus, { params: ground.params }, who)).branchName;

    it('C: forks a branch into a personal one, and says its real name', async () => {
      const body = { branchName: 'shared' };
      const answer = await platform.ok(operations.startDevMode, { params: ground.params, body });
      assert.match(answer.branchName, /^dev-.+/);
      assert.notEqual(answer.branchName, 'shared');
      assert.equal(answer.active, true);
      assert.equal(answer.parentBranch, 'shared');
      assert.equal((await ground.branch(answer.branchName))?.parentBranch, 'shared');
      assert.deepEqual(await ground.files(answer.branchName), await ground.files('shared'));
    });

    it('Errors 4: an empty branch is rejected', async () => {
      const { params } = ground;
      for (const body of [{ branchName: '' }, {}]) {
        await platform.refused(operations.startDevMode, emptyBranch, { params, body });
      }
    });

    it('state rule 1: is per credential: two people’s sessions do not touch each other', async () => {
      const mine = await ground.fork(undefined, 'user');
      const theirs = await ground.fork(undefined, 'admin');
      assert.notEqual(mine, theirs);
      assert.equal(await open('user'), mine);
      assert.equal(await open('admin'), theirs);
      await ground.put({ 'model/mine.yml': 'user' }, undefined, 'user');
      await ground.put({ 'model/mine.yml': 'admin' }, undefined, 'admin');
      assert.equal((await ground.files(mine))['model/mine.yml'], 'user');
      assert.equal((await ground.files(theirs))['model/mine.yml'], 'admin');
      await platform.ok(operations.stopDevMode, { params: ground.params }, 'user');
      assert.equal(await open('user'), ground.deployBranch);
      assert.equal(await open('admin'), theirs);
    });

    it('state rule 1: every operation that omits the branch targets the dev branch', async () => {
      const { params } = ground;
      const dev = await ground.fork('shared');
      await ground.put({ 'model/omitted.yml': '1' });
      assert.equal((await ground.files())['model/omitted.yml'], '1');
      assert.equal((await ground.files(dev))['model/omitted.yml'], '1');
      assert.equal(await open(), dev);
      await platform.ok(operations.commit, { params, body: { message: 'by session' } });
      assert.equal((await ground.files('shared'))['model/omitted.yml'], '1');
      await platform.ok(operations.pull, { params, body: {} });
      assert.equal(await open(), dev);
    });

    it('state rule 1: stopping ends the session; what omits the branch means production again', async () => {
      const { params } = ground;
      const dev = await ground.fork('shared');
      await platform.ok(operations.stopDevMode, { params });
      assert.equal(await open(), ground.deployBranch);
      assert.deepEqual(await ground.files(), await ground.files(ground.deployBranch));
      const body = { files: [{ path: 'model/late.yml', content: 'x' }] };
      assert.match(
        await platform.refused(operations.putFiles, notADevBranch, { params, body }),
        /not a dev-mode branch/i,
      );
      await ground.put({ 'model/named.yml': 'x' }, dev);
      assert.equal((await ground.files(dev))['model/named.yml'], 'x', 'the dev branch itself stays, by name');
    });

    it('Authentication 9: a second start re-points the credential’s session', async () => {
      const first = await ground.fork('shared');
      const second = await ground.fork(ground.deployBranch);
      assert.notEqual(first, second);
      assert.equal(await open(), second);
      const third = await ground.fork(first);
      assert.equal(third, first, 'one’s own dev branch is opened again, not forked');
      assert.equal(await open(), first);
    });

    for (const option of ['activate', 'enterDevMode'] as const) {
      for (const name of [`pointed-${option}`, `dev-pointed-${option}`]) {
        it(`state rule 3: ${name} created with ${option} is pointed at without a fork; writes wait for dev mode on it`, async () => {
          const { params } = ground;
          const before = (await ground.branches()).length;
          await platform.ok(operations.createBranch, { params, body: { name, from: 'shared', [option]: true } });
          assert.equal((await ground.branches()).length, before + 1, 'no fork');
          assert.equal(await open(), name);
          assert.deepEqual(await ground.files(), await ground.files(name));
          const file = { path: 'model/pointed.yml', content: 'x' };
          for (const body of [{ files: [file] }, { branchName: name, files: [file] }]) {
            const text = await platform.refused(operations.putFiles, notADevBranch, { params, body });
            assert.match(text, /not a dev-mode branch/i);
          }
          const dev = await ground.fork(name);
          await ground.put({ [file.path]: file.content }, dev);
          assert.equal((await ground.files(dev))[file.path], 'x');
          assert.equal(await open(), dev);
          // A name that is no personal one stays read-only (rule 2): its dev mode is a fork.
          if (name.startsWith('dev-')) assert.equal(dev, name, 'writes to that name are accepted now');
        });
      }
    }

    it('a branch created without the option leaves the session alone', async () => {
      const dev = await ground.fork('shared');
      await platform.ok(operations.createBranch, { params: ground.params, body: { name: 'aside' } });
      assert.equal(await open(), dev);
    });
  });

  describe('group C: commit, pull, merge', () => {
    let platform: Platform;
    let ground: Ground;
    beforeEach(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('flow');
    });
    const shared = async (name: string, from?: string) => {
      await platform.ok(operations.createBranch, { params: ground.params, body: from ? { name, from } : { name } });
      return name;
    };
    /** Puts a file on a shared branch the only way there is. */
    const land = async (branchName: string, files: Record<string, string>, who: 'user' | 'admin' = 'admin') => {
      const dev = await ground.fork(branchName, who);
      await ground.put(files, dev, who);
      await platform.ok(operations.commit, { params: ground.params, body: { branchName: dev, message: 'Land' } }, who);
      await platform.ok(operations.stopDevMode, { params: ground.params }, who);
    };
    const edited = (text: string) => ordersText.replace('sql: id', `sql: ${text}`);
    const productionBuild = (previous: Awaited<ReturnType<Ground['built']>>) =>
      pollBuild(
        platform.clientOf(),
        { deploymentId: ground.params.deploymentId, branchName: ground.deployBranch },
        { intervalMs: 10, previous, deadlineMs: 100_000 },
      );
    const buildNow = () =>
      platform.ok(operations.getBuildStatus, { params: ground.params, query: { branchName: ground.deployBranch } });

    it('state rule 4: commit pushes the dev branch’s edits to the shared branch it was forked from', async () => {
      const { params } = ground;
      await shared('feature/a');
      const dev = await ground.fork('feature/a');
      await ground.put({ 'model/new.yml': 'new', [ordersFile]: edited('one') }, dev);
      const before = await ground.branch('feature/a');
      await platform.ok(operations.commit, { params, body: { branchName: dev, message: 'Two files' } });
      const files = await ground.files('feature/a');
      assert.equal(files['model/new.yml'], 'new');
      assert.equal(files[ordersFile], edited('one'));
      assert.notEqual((await ground.branch('feature/a'))?.lastHash, before?.lastHash);
      assert.deepEqual(await ground.files(ground.deployBranch), sampleFiles, 'production is as it was');
      assert.ok(await ground.branch(dev), 'the dev branch stays');
    });

    it('notes: exitDevMode ends the session with the commit', async () => {
      const { params } = ground;
      await shared('feature/exit');
      const dev = await ground.fork('feature/exit');
      await ground.put({ 'model/x.yml': 'x' });
      await platform.ok(operations.commit, { params, body: { branchName: dev, exitDevMode: true } });
      assert.equal((await platform.ok(operations.getBuildStatus, { params })).branchName, ground.deployBranch);
    });

    it('notes: committing a branch forked from production goes straight to production, and builds it', async () => {
      const dev = await ground.fork();
      await ground.put({ 'model/cubes/direct.yml': ordersText.replaceAll('orders', 'direct') }, dev);
      const before = await buildNow();
      await platform.ok(operations.commit, { params: ground.params, body: { branchName: dev, message: 'Direct' } });
      assert.ok('model/cubes/direct.yml' in (await ground.files(ground.deployBranch)));
      const build = await productionBuild(before);
      assert.equal(build.status, 'built');
      assert.notEqual(build.buildJobId, before.buildJobId);
    });

    it('C: a commit whose lines changed on both sides is a conflict, and changes neither side', async () => {
      const { params } = ground;
      await shared('feature/b');
      const dev = await ground.fork('feature/b');
      await ground.put({ [ordersFile]: edited('mine'), 'model/other.yml': 'x' }, dev);
      await land('feature/b', { [ordersFile]: edited('theirs') });
      const text = await platform.refused(operations.commit, conflict, { params, body: { branchName: dev } });
      assert.ok(text.includes('orders.yml') || /conflict/i.test(text), text);
      assert.equal((await ground.files('feature/b'))[ordersFile], edited('theirs'));
      assert.ok(!('model/other.yml' in (await ground.files('feature/b'))), 'nothing of it was applied');
      assert.equal((await ground.files(dev))[ordersFile], edited('mine'), 'the edits are not lost');
    });

    it('C: a commit beside other changes of the parent keeps both', async () => {
      await shared('feature/c');
      const dev = await ground.fork('feature/c');
      await ground.put({ 'model/mine.yml': 'mine' }, dev);
      await land('feature/c', { 'model/theirs.yml': 'theirs' });
      await platform.ok(operations.commit, { params: ground.params, body: { branchName: dev } });
      const files = await ground.files('feature/c');
      assert.deepEqual([files['model/mine.yml'], files['model/theirs.yml']], ['mine', 'theirs']);
    });

    it('C: pull brings the parent’s commits in and keeps the edits', async () => {
      const { params } = ground;
      await shared('feature/d');
      const dev = await ground.fork('feature/d');
      await ground.put({ 'model/mine.yml': 'mine' }, dev);
      await land('feature/d', { 'model/theirs.yml': 'theirs' });
      assert.ok(!('model/theirs.yml' in (await ground.files(dev))));
      const { buildTriggered } = await platform.ok(operations.pull, { params, body: { branchName: dev } });
      assert.equal(typeof buildTriggered, 'boolean');
      const files = await ground.files(dev);
      assert.deepEqual([files['model/mine.yml'], files['model/theirs.yml']], ['mine', 'theirs']);
      assert.ok(!('model/mine.yml' in (await ground.files('feature/d'))), 'pull pushes nothing');
    });

    it('C: a pull whose lines changed on both sides is a conflict, and the edits stay', async () => {
      const { params } = ground;
      await shared('feature/e');
      const dev = await ground.fork('feature/e');
      await ground.put({ [ordersFile]: edited('mine') }, dev);
      await land('feature/e', { [ordersFile]: edited('theirs') });
      await platform.refused(operations.pull, conflict, { params, body: { branchName: dev } });
      assert.equal((await ground.files(dev))[ordersFile], edited('mine'));
    });

    it('C: merge brings a branch into its parent, and keeps it unless told to delete it', async () => {
      const { params } = ground;
      await shared('base');
      await shared('top', 'base');
      await land('top', { 'model/top.yml': 'top' });
      const kept = await platform.ok(operations.merge, { params, body: { branchName: 'top', message: 'Merge' } });
      assert.deepEqual([kept.merged, kept.branchDeleted], [true, false]);
      assert.equal((await ground.files('base'))['model/top.yml'], 'top');
      assert.ok(!('model/top.yml' in (await ground.files(ground.deployBranch))));
      assert.ok(await ground.branch('top'));
      await land('top', { 'model/again.yml': 'again' });
      const gone = await platform.ok(operations.merge, {
        params,
        body: { branchName: 'top', squashCommits: true, deleteBranch: true },
      });
      assert.deepEqual([gone.merged, gone.branchDeleted], [true, true]);
      assert.equal((await ground.files('base'))['model/again.yml'], 'again');
      assert.equal(await ground.branch('top'), undefined);
    });

    it('C: a merge whose lines changed on both sides is a conflict, and changes neither side', async () => {
      const { params } = ground;
      await shared('base');
      await shared('top', 'base');
      await land('top', { [ordersFile]: edited('top'), 'model/only-top.yml': 'x' });
      await land('base', { [ordersFile]: edited('base') });
      await platform.refused(operations.merge, conflict, { params, body: { branchName: 'top', deleteBranch: true } });
      assert.equal((await ground.files('base'))[ordersFile], edited('base'));
      assert.ok(!('model/only-top.yml' in (await ground.files('base'))));
      assert.equal((await ground.files('top'))[ordersFile], edited('top'));
    });

    it('state rule 4: merge-to-default merges into the deploy branch, rebuilds production and deletes the branch', async () => {
      const { params } = ground;
      await shared('base');
      await shared('release/1', 'base');
      await land('release/1', { 'model/cubes/released.yml': ordersText.replaceAll('orders', 'released') });
      const before = await buildNow();
      const answer = await platform.ok(operations.mergeToDefault, {
        params,
        body: { branchName: 'release/1', message: 'Release' },
      });
      assert.deepEqual([answer.merged, answer.branchDeleted], [true, true]);
      assert.ok('model/cubes/released.yml' in (await ground.files(ground.deployBranch)));
      assert.equal(await ground.branch('release/1'), undefined);
      const build = await productionBuild(before);
      assert.equal(build.status, 'built');
      assert.notEqual(build.buildJobId, before.buildJobId);
    });

    it('state rule 4: merge-to-default keeps the branch when told to', async () => {
      const { params } = ground;
      await shared('kept');
      await land('kept', { 'model/kept.yml': 'kept' });
      const answer = await platform.ok(operations.mergeToDefault, {
        params,
        body: { branchName: 'kept', removeBranchAfterMerge: false },
      });
      assert.deepEqual([answer.merged, answer.branchDeleted], [true, false]);
      assert.ok(await ground.branch('kept'));
      assert.equal((await ground.files(ground.deployBranch))['model/kept.yml'], 'kept');
    });

    it('state rule 4: merge-to-default of a conflict changes neither side', async () => {
      const { params } = ground;
      await shared('late');
      await land('late', { [ordersFile]: edited('late') });
      await land(ground.deployBranch, { [ordersFile]: edited('early') });
      await platform.refused(operations.mergeToDefault, conflict, { params, body: { branchName: 'late' } });
      assert.equal((await ground.files(ground.deployBranch))[ordersFile], edited('early'));
      assert.ok(await ground.branch('late'));
    });

    it('notes: in deploy mode cli a merge never rebuilds production', async () => {
      const { params } = ground;
      await platform.ok(operations.updateDeployment, { params, body: { deployMode: 'cli' } });
      await shared('quiet');
      await land('quiet', { 'model/quiet.yml': 'quiet' });
      const before = await buildNow();
      await platform.ok(operations.mergeToDefault, { params, body: { branchName: 'quiet' } });
      const after = await buildNow();
      assert.deepEqual([after.buildJobId, after.status], [before.buildJobId, before.status]);
      assert.equal((await ground.files(ground.deployBranch))['model/quiet.yml'], 'quiet');
    });

    it('C: connecting a repository clones it and triggers the first build', async () => {
      const { id } = await platform.ok(operations.createDeployment, {
        body: { name: 'connected', creationMethod: 'github' },
      });
      const params = { deploymentId: id };
      await platform.ok(operations.connectGithub, {
        params,
        body: { repository: remoteRepository, installationId: 1 },
      });
      const { deployBranchName } = await platform.ok(operations.getDeploymentSettings, { params });
      const build = await pollBuild(
        platform.clientOf(),
        { deploymentId: id, branchName: deployBranchName! },
        { intervalMs: 10, deadlineMs: 100_000 },
      );
      assert.equal(build.status, 'built', build.errorText ?? '');
      const tree = await platform.ok(operations.listFiles, { params });
      assert.ok(JSON.stringify(tree).includes('/model/cubes/remote.yml'));
    });
  });
}
