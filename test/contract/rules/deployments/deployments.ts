/** Rules of the contract: deployments and their settings. Spec: groups A and B, Conventions, Limits. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { isoInstant, type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

interface Listed<T> {
  data?: unknown;
  items?: T[];
  pageInfo?: { hasNextPage: boolean; endCursor: string | null };
  pagination?: { offset: number; limit: number; total: number } | null;
}

export function deploymentRules(): void {
  describe('group A: deployments', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('listed');
    });

    it('A: answers { data: { deployments }, pagination } with id, name and created_at', async () => {
      const answer = (await platform.call(operations.listDeployments, {})) as Listed<unknown>;
      const { deployments } = answer.data as { deployments: Record<string, unknown>[] };
      assert.ok(Array.isArray(deployments) && deployments.length > 0);
      for (const deployment of deployments) {
        assert.equal(typeof deployment.id, 'string', 'Deployment: a string in list responses');
        assert.equal(typeof deployment.name, 'string');
        assert.match(String(deployment.created_at), isoInstant, 'Conventions: ISO 8601 in UTC');
      }
      assert.ok(deployments.some(({ name }) => name === 'listed'));
      assert.equal(answer.pagination?.total, deployments.length);
    });

    it(covers('Limits: default page size', 'limit 20 and offset 0; both can be set'), async () => {
      const before = (await platform.call(operations.listDeployments, {})) as Listed<unknown>;
      const missing = Math.max(0, 23 - before.pagination!.total);
      for (let index = 0; index < missing; index += 1) {
        await platform.call(operations.createDeployment, { body: { name: `filler ${index}` } });
      }
      const first = (await platform.call(operations.listDeployments, {})) as Listed<unknown>;
      const names = (page: Listed<unknown>) => (page.data as { deployments: { id: string }[] }).deployments;
      assert.deepEqual({ ...first.pagination }, { offset: 0, limit: 20, total: 23 });
      assert.equal(names(first).length, 20);
      const rest = (await platform.call(operations.listDeployments, { query: { offset: 20 } })) as Listed<unknown>;
      assert.deepEqual({ ...rest.pagination }, { offset: 20, limit: 20, total: 23 });
      assert.equal(names(rest).length, 3);
      const two = (await platform.call(operations.listDeployments, {
        query: { offset: 1, limit: 2 },
      })) as Listed<unknown>;
      assert.deepEqual(names(two), names(first).slice(1, 3));
      const all = await platform.listAll(operations.listDeployments, {});
      assert.equal(new Set(all.map(({ id }) => id)).size, 23);
    });

    it('B: one deployment can be read; deploymentUrl is null until the first build', async () => {
      const { id } = await platform.call(operations.createDeployment, { body: { name: 'unbuilt' } });
      const unbuilt = await platform.call(operations.getDeployment, { params: { deploymentId: id } });
      assert.equal(String(unbuilt.id), String(id));
      assert.equal(unbuilt.name, 'unbuilt');
      assert.ok('deploymentUrl' in unbuilt && unbuilt.deploymentUrl === null);
      const built = await platform.call(operations.getDeployment, { params: deployment.params });
      assert.ok(URL.canParse(built.deploymentUrl ?? ''));
    });
  });

  describe('group B: settings', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('settings', {});
    });

    it('B: are read with the allowed values, the production branch and no secrets', async () => {
      const settings = await platform.call(operations.getDeploymentSettings, { params: deployment.params });
      assert.ok(['svccloud', 'aws', 'gcp'].includes(settings.cloudProvider!));
      assert.ok(['upload', 'svccloud', 'github', 'ssh'].includes(settings.creationMethod!));
      assert.ok(['git', 'cli'].includes(settings.deployMode!));
      assert.ok(settings.deployBranchName);
      for (const [name, value] of Object.entries(settings)) {
        assert.doesNotMatch(name, /secret|password|token|key$/i);
        assert.doesNotMatch(JSON.stringify(value) ?? '', /BEGIN|secret/i);
      }
    });

    it('B: an update merges; template variables merge key by key', async () => {
      const { params } = deployment;
      await platform.call(operations.updateDeployment, {
        params,
        body: { templateVariables: { one: 1, two: { a: 1 } }, defaultLaunchpadViewGroup: 'sales' },
      });
      await platform.call(operations.updateDeployment, { params, body: { templateVariables: { two: 2, three: 3 } } });
      const settings = await platform.call(operations.getDeploymentSettings, { params });
      assert.deepEqual(settings.templateVariables, { one: 1, two: 2, three: 3 });
      assert.equal(settings.defaultLaunchpadViewGroup, 'sales');
      const before = settings.region;
      await platform.call(operations.updateDeployment, { params, body: { deployMode: 'cli' } });
      const after = await platform.call(operations.getDeploymentSettings, { params });
      assert.equal(after.deployMode, 'cli');
      assert.equal(after.region, before);
    });

    it('B: nested template variables merge key by key, too', async () => {
      const { params } = deployment;
      const variables = async (templateVariables: Record<string, unknown>) => {
        await platform.call(operations.updateDeployment, { params, body: { templateVariables } });
        const settings = await platform.call(operations.getDeploymentSettings, { params });
        return settings.templateVariables!.nested;
      };
      assert.deepEqual(await variables({ nested: { a: 1, b: { c: 2 }, list: [1, 2] } }), {
        a: 1,
        b: { c: 2 },
        list: [1, 2],
      });
      const merged = await variables({ nested: { b: { d: 3 }, list: [3] } });
      assert.deepEqual(merged, { a: 1, b: { c: 2, d: 3 }, list: [3] });
      assert.deepEqual(await variables({ nested: { b: 'text' } }), { a: 1, b: 'text', list: [3] });
    });

    it('B: the region is one of the list, on creation and on update', async () => {
      const { params } = deployment;
      const [region] = await platform.listAll(operations.listRegions, {});
      await platform.call(operations.updateDeployment, { params, body: { region: region!.name } });
      await platform.call(operations.createDeployment, { body: { name: 'placed', region: region!.name } });
      const when = '`region` is not on the list of regions';
      const body = { region: 'atlantis', defaultLaunchpadViewGroup: 'sunk' };
      const text = await platform.assertRefused(operations.updateDeployment, when, { params, body });
      assert.ok(text.includes('atlantis') && text.includes(region!.name), text);
      const settings = await platform.call(operations.getDeploymentSettings, { params });
      assert.notEqual(settings.defaultLaunchpadViewGroup, 'sunk', 'nothing else is changed');
      await platform.assertRefused(operations.createDeployment, when, { body: { name: 'lost', region: 'atlantis' } });
      assert.ok(!(await platform.listAll(operations.listDeployments, {})).some(({ name }) => name === 'lost'));
    });

    it('B: CspsConfigInput is refused with a reason', async () => {
      const when = '`csps` is given: there is no cloud provider to configure';
      const text = await platform.assertRefused(operations.createDeployment, when, { body: { name: 'x', csps: {} } });
      assert.match(text, /^csps: /);
    });

    it('B: an update answers with the deployment and rejects unknown values', async () => {
      const { params } = deployment;
      const updated = await platform.call(operations.updateDeployment, {
        params,
        body: { launchpadTabs: ['home'] },
      });
      assert.equal(String(updated.id), String(params.deploymentId));
      for (const body of [{ deployMode: 'ftp' }, { cloudProvider: 'moon' }, { creationMethod: 'magic' }]) {
        assert.equal((await platform.sendRaw(operations.updateDeployment, { params, body })).status, 400);
      }
    });

    it('B: a deployment is created with the given settings', async () => {
      const body = { name: 'given', cloudProvider: 'aws', creationMethod: 'upload', deployMode: 'cli' } as const;
      const { id, name } = await platform.call(operations.createDeployment, { body });
      assert.equal(name, 'given');
      const settings = await platform.call(operations.getDeploymentSettings, { params: { deploymentId: id } });
      assert.deepEqual(
        [settings.cloudProvider, settings.creationMethod, settings.deployMode],
        ['aws', 'upload', 'cli'],
      );
      assert.equal((await platform.sendRaw(operations.createDeployment, { body: { name: '' } })).status, 400);
      assert.equal((await platform.sendRaw(operations.createDeployment, { body: {} })).status, 400);
    });

    it('B: a deleted deployment does not exist any more', async () => {
      const { id } = await platform.call(operations.createDeployment, { body: { name: 'short-lived' } });
      const params = { deploymentId: id };
      await platform.call(operations.deleteDeployment, { params });
      assert.equal((await platform.sendRaw(operations.getDeployment, { params })).status, 404);
      assert.equal((await platform.sendRaw(operations.deleteDeployment, { params })).status, 404);
      const all = await platform.listAll(operations.listDeployments, {});
      assert.ok(!all.some((deployment) => String(deployment.id) === String(id)));
    });

    it('B: lists the regions', async () => {
      const answer = (await platform.call(operations.listRegions, {})) as Listed<{ id: unknown; name: string }>;
      assert.ok(answer.items!.length > 0);
      assert.ok(answer.items!.every(({ name }) => typeof name === 'string'));
    });
  });
}
