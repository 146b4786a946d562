/** Rules of the contract: dev mode. Spec: group C, state rules 1 and 3; notes: Branches and dev mode. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

const notADevBranch = 'the branch is not a personal dev-mode branch';
const emptyBranch = 'the branch name is empty';

export function devModeRules(): void {
  describe('group C: dev mode', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('dev mode');
      for (const name of ['shared']) {
        await platform.call(operations.createBranch, { params: deployment.params, body: { name } });
      }
    });
    afterEach(async () => {
      for (const caller of ['user', 'admin'] as const)
        await platform.call(operations.stopDevMode, { params: deployment.params }, caller);
    });
    const open = async (caller: 'user' | 'admin' = 'user') =>
      (await platform.call(operations.getBuildStatus, { params: deployment.params }, caller)).branchName;

    it('C: forks a branch into a personal one and returns its name', async () => {
      const body = { branchName: 'shared' };
      const answer = await platform.call(operations.startDevMode, { params: deployment.params, body });
      assert.match(answer.branchName, /^dev-.+/);
      assert.notEqual(answer.branchName, 'shared');
      assert.equal(answer.active, true);
      assert.equal(answer.parentBranch, 'shared');
      assert.equal((await deployment.findBranch(answer.branchName))?.parentBranch, 'shared');
      assert.deepEqual(await deployment.readFiles(answer.branchName), await deployment.readFiles('shared'));
    });

    it(covers('Errors 4: an empty branch or ref', 'the start of dev mode'), async () => {
      const { params } = deployment;
      for (const body of [{ branchName: '' }, {}]) {
        await platform.assertRefused(operations.startDevMode, emptyBranch, { params, body });
      }
    });

    it(covers('State rule 1: dev mode is per credential', 'each has a separate session'), async () => {
      const mine = await deployment.openDevMode(undefined, 'user');
      const theirs = await deployment.openDevMode(undefined, 'admin');
      assert.notEqual(mine, theirs);
      assert.equal(await open('user'), mine);
      assert.equal(await open('admin'), theirs);
      await deployment.putFiles({ 'model/mine.yml': 'user' }, undefined, 'user');
      await deployment.putFiles({ 'model/mine.yml': 'admin' }, undefined, 'admin');
      assert.equal((await deployment.readFiles(mine))['model/mine.yml'], 'user');
      assert.equal((await deployment.readFiles(theirs))['model/mine.yml'], 'admin');
      await platform.call(operations.stopDevMode, { params: deployment.params }, 'user');
      assert.equal(await open('user'), deployment.productionBranch);
      assert.equal(await open('admin'), theirs);
    });

    it(
      covers(
        'State rule 1: dev mode is per credential',
        'after stopping, operations without a branch name use production',
      ),
      async () => {
        const { params } = deployment;
        const dev = await deployment.openDevMode('shared');
        await platform.call(operations.stopDevMode, { params });
        assert.equal(await open(), deployment.productionBranch);
        assert.deepEqual(await deployment.readFiles(), await deployment.readFiles(deployment.productionBranch));
        const body = { files: [{ path: 'model/late.yml', content: 'x' }] };
        assert.match(
          await platform.assertRefused(operations.putFiles, notADevBranch, { params, body }),
          /not a dev-mode branch/i,
        );
        await deployment.putFiles({ 'model/named.yml': 'x' }, dev);
        assert.equal(
          (await deployment.readFiles(dev))['model/named.yml'],
          'x',
          'the dev branch is kept and can be used by name',
        );
      },
    );

    it('Authentication 9: a second start points the session at the other branch', async () => {
      const first = await deployment.openDevMode('shared');
      const second = await deployment.openDevMode(deployment.productionBranch);
      assert.notEqual(first, second);
      assert.equal(await open(), second);
      const third = await deployment.openDevMode(first);
      assert.equal(third, first, 'the existing dev branch is opened again');
      assert.equal(await open(), first);
    });

    for (const option of ['activate', 'enterDevMode'] as const) {
      for (const name of [`pointed-${option}`, `dev-pointed-${option}`]) {
        it(
          covers(
            'State rule 3: a branch is created with the dev-mode option',
            `${name}, by ${option}: writes need dev mode on it`,
          ),
          async () => {
            const { params } = deployment;
            const before = (await deployment.listBranches()).length;
            await platform.call(operations.createBranch, { params, body: { name, from: 'shared', [option]: true } });
            assert.equal((await deployment.listBranches()).length, before + 1, 'no fork');
            assert.equal(await open(), name);
            assert.deepEqual(await deployment.readFiles(), await deployment.readFiles(name));
            const file = { path: 'model/pointed.yml', content: 'x' };
            for (const body of [{ files: [file] }, { branchName: name, files: [file] }]) {
              const text = await platform.assertRefused(operations.putFiles, notADevBranch, { params, body });
              assert.match(text, /not a dev-mode branch/i);
            }
            const dev = await deployment.openDevMode(name);
            await deployment.putFiles({ [file.path]: file.content }, dev);
            assert.equal((await deployment.readFiles(dev))[file.path], 'x');
            assert.equal(await open(), dev);
            // A branch that is not personal stays read-only (rule 2); its dev mode is a fork.
            if (name.startsWith('dev-')) assert.equal(dev, name, 'writes to that branch are accepted now');
          },
        );
      }
    }

    it('a branch created without the option does not change the session', async () => {
      const dev = await deployment.openDevMode('shared');
      await platform.call(operations.createBranch, { params: deployment.params, body: { name: 'aside' } });
      assert.equal(await open(), dev);
    });
  });
}
