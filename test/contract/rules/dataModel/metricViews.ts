/** Rules of the contract: Databricks metric views. Spec: group H, “Databricks metric view”, Errors, Authentication 5. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { waitFor } from '../../../run/waitFor.ts';
import { converting } from '../../emulatorOptions.ts';
import { isoInstant, type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

export function metricViewRules(): void {
  describe('group H: Databricks metric views', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let params: { deploymentId: string | number };
    const activate = (databricksMetricViewsEnabled: boolean) =>
      platform.call(operations.updateTenantSettings, { body: { databricksMetricViewsEnabled } }, 'admin');
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('metric views');
      ({ params } = deployment);
      const env_variables = ['CUBEJS_DB_TYPE', 'CUBEJS_DS_LAKE_DB_TYPE'].map((name) => {
        return { name, value: 'databricks-jdbc' };
      });
      await platform.call(operations.setEnvVars, { params, body: { env_variables } });
      const branchName = await deployment.openDevMode();
      await deployment.putFiles({ 'notes.md': 'Build again' }, branchName);
      await platform.call(operations.commit, { params, body: { branchName, exitDevMode: true } });
      await deployment.waitForBuild(deployment.productionBranch);
      await activate(true);
    });
    afterEach(() => converting.reset());

    const start = (body: { dataSourceName?: string; names?: string[] } = {}) =>
      platform.call(operations.startMetricViewPreview, { params, body });
    const status = (previewId: string) =>
      platform.call(operations.getMetricViewPreview, { params: { ...params, previewId } });
    const ended = async (previewId: string) => {
      const isOpen = async () => ['queued', 'running'].includes((await status(previewId)).status);
      await waitFor('the conversion has ended', async () => !(await isOpen()));
      return status(previewId);
    };
    const refused = (when: string, previewId: string) => {
      const input = { params: { ...params, previewId } };
      return platform.assertRefused(operations.getMetricViewPreviewResult, when, input);
    };
    /** Lets the conversions start, but not go on before the returned function is called. */
    const hold = () => {
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      converting.step = () => gate;
      return release;
    };
    const integration = (dataSourceName: string) => ({ params: { ...params, dataSourceName } });
    const save = (dataSourceName: string, expectedConfigurationVersion: number, schema: string) =>
      platform.call(operations.saveMetricViewIntegration, {
        ...integration(dataSourceName),
        body: { expectedConfigurationVersion, catalog: 'main', schema },
      });

    it('H: a preview is queued (202) and polled at the returned addresses until its result is there', async () => {
      const { previewId, statusUrl, resultUrl } = await start();
      const done = await ended(previewId);
      assert.deepEqual([done.status, done.progress?.percentComplete, done.error], ['completed', 100, null]);
      for (const instant of [done.createdAt, done.updatedAt, done.expiresAt]) assert.match(instant!, isoInstant);
      const key = { headers: { authorization: `Bearer ${platform.keyOf('user')}` } };
      const polled = (await (await fetch(statusUrl!, key)).json()) as object;
      assert.deepEqual(polled, done);
      const result = await platform.call(operations.getMetricViewPreviewResult, { params: { ...params, previewId } });
      assert.deepEqual(await (await fetch(resultUrl!, key)).json(), result);
      assert.deepEqual(result.metricViews.map(({ name }) => name).sort(), ['customers', 'orders']);
      for (const { yaml } of result.metricViews)
        assert.match(yaml, /^version: .+\n[\s\S]*source: \w+\n[\s\S]*expr: count\(/);
    });

    it('H: the build that was the latest successful one at the start is converted', async () => {
      const release = hold();
      const before = await platform.call(operations.getBuildStatus, { params });
      const { previewId } = await start({ names: ['orders'] });
      const branchName = await deployment.openDevMode();
      await deployment.putFiles({ 'model/cubes/later.yml': 'cubes: [{ name: later, sql_table: later }]' }, branchName);
      await platform.call(operations.commit, { params, body: { branchName, exitDevMode: true } });
      await deployment.waitForBuild(deployment.productionBranch);
      release();
      await ended(previewId);
      const result = await platform.call(operations.getMetricViewPreviewResult, { params: { ...params, previewId } });
      assert.equal(result.buildJobId, before.buildJobId);
    });

    it(
      covers(
        'Errors: a preview without a result',
        '409 while the conversion runs, and after it was cancelled or has failed',
      ),
      async () => {
        const release = hold();
        const { previewId } = await start();
        const { previewId: waiting } = await start();
        for (const id of [previewId, waiting]) await refused('the conversion is still running', id);
        for (const id of [waiting, previewId]) {
          await platform.call(operations.cancelMetricViewPreview, { params: { ...params, previewId: id } });
          assert.equal((await ended(id)).status, 'cancelled');
          await refused('the conversion ended without a result', id);
        }
        release();
        const failing = (await start({ names: ['no such cube'] })).previewId;
        const failed = await ended(failing);
        assert.equal(failed.status, 'failed');
        assert.match(failed.error!, /no such cube/);
        await refused('the conversion ended without a result', failing);
      },
    );

    it('H: cancelling a conversion that has ended does not change it', async () => {
      const at = (previewId: string) => ({ params: { ...params, previewId } });
      const release = hold();
      const stopped = (await start()).previewId;
      await platform.call(operations.cancelMetricViewPreview, at(stopped));
      release();
      const all = { completed: (await start()).previewId, failed: (await start({ names: ['none'] })).previewId };
      for (const [state, previewId] of Object.entries({ ...all, cancelled: stopped })) {
        const before = await ended(previewId);
        assert.equal(before.status, state);
        assert.deepEqual(await platform.call(operations.cancelMetricViewPreview, at(previewId)), before);
        assert.deepEqual(await status(previewId), before);
      }
      await platform.call(operations.getMetricViewPreviewResult, at(all.completed));
    });

    it('H: an integration is created with version 0, and saved with the version that was read', async () => {
      await platform.assertRefused(
        operations.getMetricViewIntegration,
        'the data source has no integration',
        integration('lake'),
      );
      const created = await save('lake', 0, 'one');
      assert.deepEqual([created.dataSourceName, created.catalog, created.schema], ['lake', 'main', 'one']);
      const changed = await save('lake', created.configurationVersion, 'two');
      assert.notEqual(changed.configurationVersion, created.configurationVersion);
      assert.deepEqual(await platform.call(operations.getMetricViewIntegration, integration('lake')), changed);
      for (const expectedConfigurationVersion of [0, created.configurationVersion, 99]) {
        const body = { expectedConfigurationVersion, catalog: 'main', schema: 'three' };
        const input = { ...integration('lake'), body };
        await platform.assertRefused(
          operations.saveMetricViewIntegration,
          'the integration has another version',
          input,
        );
      }
      const missing = {
        ...integration('default'),
        body: { expectedConfigurationVersion: 1, catalog: 'a', schema: 'b' },
      };
      await platform.assertRefused(
        operations.saveMetricViewIntegration,
        'the integration has another version',
        missing,
      );
      assert.deepEqual(await platform.call(operations.getMetricViewIntegration, integration('lake')), changed);
    });

    it('H: of two that save the same version, one wins', async () => {
      await save('default', 0, 'first');
      const body = { expectedConfigurationVersion: 1, catalog: 'main', schema: 'next' };
      const send = () => platform.sendRaw(operations.saveMetricViewIntegration, { ...integration('default'), body });
      const answers = await Promise.all([send(), send(), send()]);
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409]);
    });

    it('H: the metric views have the names that the integration gives them', async () => {
      const { previewId } = await start({ names: ['orders'] });
      await ended(previewId);
      const { schema } = await platform.call(operations.getMetricViewIntegration, integration('default'));
      const result = await platform.call(operations.getMetricViewPreviewResult, { params: { ...params, previewId } });
      assert.deepEqual(
        result.metricViews.map(({ fullName }) => fullName),
        [`main.${schema}.orders`],
      );
    });

    it('H: needs a Databricks data source in the build that runs', async () => {
      const when = 'the deployment has no such Databricks data source';
      const body = { expectedConfigurationVersion: 0, catalog: 'a', schema: 'b' };
      for (const dataSourceName of ['other', '__proto__']) {
        const start = { params, body: { dataSourceName } };
        await platform.assertRefused(operations.startMetricViewPreview, when, start);
        const named = integration(dataSourceName);
        await platform.assertRefused(operations.getMetricViewIntegration, when, named);
        await platform.assertRefused(operations.saveMetricViewIntegration, when, { ...named, body });
      }
      const empty = await platform.newDeployment('without a build', {});
      const unbuilt = 'the deployment has no successful build';
      await platform.assertRefused(operations.startMetricViewPreview, unbuilt, { params: empty.params });
    });

    it('H: a preview of another deployment is not found', async () => {
      const { previewId } = await start();
      await ended(previewId);
      const other = await platform.newDeployment('another one', {});
      for (const path of [
        { ...other.params, previewId },
        { ...params, previewId: 'none' },
      ]) {
        const when = 'the preview is unknown or was dropped after 7 days';
        for (const operation of [
          operations.getMetricViewPreview,
          operations.getMetricViewPreviewResult,
          operations.cancelMetricViewPreview,
        ]) {
          await platform.assertRefused(operation as typeof operations.getMetricViewPreview, when, { params: path });
        }
      }
    });

    it('H: must be activated for the account', async () => {
      const { previewId } = await start();
      await ended(previewId);
      await activate(false);
      try {
        const body = { expectedConfigurationVersion: 0, catalog: 'a', schema: 'b' };
        for (const operation of Object.values(operations).filter(({ group }) => group === 'H')) {
          const input = { params: { ...params, previewId, dataSourceName: 'default' } };
          const when = 'the preview feature is not activated for the account';
          const withBody = operation.method === 'PUT' ? { ...input, body } : input;
          await platform.assertRefused(operation as typeof operations.getMetricViewPreview, when, withBody);
        }
      } finally {
        await activate(true);
      }
    });
  });
}
