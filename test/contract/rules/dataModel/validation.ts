/** Rules of the contract: validation. Spec: group C, Errors; notes: Validation. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import {
  ordersFile,
  ordersText,
  type Platform,
  platformUnderTest,
  type TestDeployment,
} from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

export function validationRules(): void {
  describe('group C: validation', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let dev: string;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('validation');
      dev = await deployment.openDevMode();
    });
    after(() => platform.call(operations.stopDevMode, { params: deployment.params }));
    const validate = (query: { branchName?: string; devMode?: boolean }) =>
      platform.call(operations.validate, { params: deployment.params, query });

    it('C: compiles the production branch by default, a named branch, or the caller’s dev branch', async () => {
      await deployment.putFiles({ 'model/cubes/third.yml': ordersText.replaceAll('orders', 'third') }, dev);
      const production = await validate({});
      assert.deepEqual(
        [production.branchName, production.mode, production.valid, production.cubesCount],
        [deployment.productionBranch, 'production', true, 2],
      );
      for (const query of [{ branchName: dev }, { devMode: true }]) {
        const answer = await validate(query);
        assert.deepEqual([answer.branchName, answer.mode, answer.valid, answer.cubesCount], [dev, 'dev_mode', true, 3]);
        assert.deepEqual(answer.errors, []);
      }
    });

    it('notes: rejects branchName together with devMode', async () => {
      const when = '`branchName` and `devMode` are both given';
      await platform.assertRefused(operations.validate, when, {
        params: deployment.params,
        query: { branchName: dev, devMode: true },
      });
    });

    it(
      covers('Errors: a model that does not compile', '200 with valid false, with a message and at most a file'),
      async () => {
        await deployment.putFiles({ [ordersFile]: ordersText.replace('sql: id', 'sql: "{nothing_there}"') }, dev);
        const answer = await validate({ branchName: dev });
        assert.equal(answer.valid, false);
        assert.ok(answer.errors.length > 0);
        for (const error of answer.errors) {
          assert.deepEqual(
            Object.keys(error).filter((key) => !['message', 'fileName'].includes(key)),
            [],
          );
        }
        assert.ok(answer.errors.some(({ message }) => message.includes('nothing_there is not defined')));
        await deployment.putFiles({ [ordersFile]: ordersText }, dev);
        assert.equal((await validate({ branchName: dev })).valid, true);
      },
    );

    it('a member that the emulator cannot calculate is listed, and the model is valid', async () => {
      const sound = await validate({ branchName: dev });
      assert.equal(sound.notComputed, undefined);
      const unit =
        'cubes:\n  - {name: units, sql_table: t, dimensions: [{name: unit, type: switch, values: [a, b]}]}\n';
      await deployment.putFiles({ 'model/cubes/units.yml': unit }, dev);
      const { valid, errors, notComputed } = await validate({ branchName: dev });
      assert.deepEqual([valid, errors], [true, []]);
      assert.deepEqual(notComputed, [{ member: 'units.unit', reason: 'its type is switch' }]);
      await platform.call(operations.deleteFiles, {
        params: deployment.params,
        body: { branchName: dev, files: [{ path: 'model/cubes/units.yml' }] },
      });
    });

    it('notes: a file name is relative to the model folder', async () => {
      await deployment.putFiles({ 'model/cubes/odd.yml': 'cube:\n  name: odd\n' }, dev);
      const { errors } = await validate({ branchName: dev });
      const placed = errors.filter(({ fileName }) => fileName);
      assert.ok(placed.length > 0);
      for (const { fileName } of placed) assert.match(fileName!, /^cubes\/odd\.yml$/);
      await platform.call(operations.deleteFiles, {
        params: deployment.params,
        body: { branchName: dev, files: [{ path: 'model/cubes/odd.yml' }] },
      });
    });

    it('notes: a YAML syntax error hides every other error', async () => {
      await deployment.putFiles({ [ordersFile]: ordersText.replace('sql: id', 'sql: "{nothing_there}"') }, dev);
      await deployment.putFiles({ 'model/cubes/syntax.yml': 'cubes:\n  - name: "open\n' }, dev);
      const { valid, errors } = await validate({ branchName: dev });
      assert.equal(valid, false);
      assert.ok(
        !errors.some(({ message }) => message.includes('nothing_there is not defined')),
        JSON.stringify(errors),
      );
      const { params } = deployment;
      await platform.call(operations.deleteFiles, {
        params,
        body: { branchName: dev, files: [{ path: 'model/cubes/syntax.yml' }] },
      });
      await deployment.putFiles({ [ordersFile]: ordersText }, dev);
    });

    it('notes: compiles the saved branch, independent of other branches', async () => {
      await deployment.putFiles({ [ordersFile]: 'cubes:\n  - name: orders\n' }, dev);
      assert.equal((await validate({ branchName: dev })).valid, false);
      assert.equal((await validate({ branchName: deployment.productionBranch })).valid, true);
      await deployment.putFiles({ [ordersFile]: ordersText }, dev);
    });
  });
}
