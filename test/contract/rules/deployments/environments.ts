/** Rules of the contract: environments and the staging flag. Spec: group A, States. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

interface Listed<T> {
  data?: unknown;
  items?: T[];
  pageInfo?: { hasNextPage: boolean; endCursor: string | null };
  pagination?: { offset: number; limit: number; total: number } | null;
}

export function environmentRules(): void {
  describe('group A: environments', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('environments');
    });

    interface EnvironmentBody {
      id: string;
      name: string;
      type: string;
      api_credentials: { rest: { url: string }; sql: { host: string; port: number } };
    }
    async function environments(query: Record<string, unknown> = {}) {
      const answer = (await platform.call(operations.listEnvironments, {
        params: deployment.params,
        query,
      })) as unknown;
      return answer as Listed<EnvironmentBody> & { data: { environments: EnvironmentBody[] } };
    }

    it('A: answers { data: { environments } } and items with pageInfo; each environment has credentials of the data APIs', async () => {
      const answer = await environments();
      assert.deepEqual(answer.data.environments, answer.items);
      assert.equal(answer.pageInfo?.hasNextPage, false);
      assert.ok('pagination' in answer, 'pagination may be null');
      const production = answer.items!.filter(({ type }) => type === 'production');
      assert.equal(production.length, 1);
      const { id, name, api_credentials } = production[0]!;
      assert.equal(typeof id, 'string');
      assert.equal(typeof name, 'string');
      const { deploymentUrl } = await platform.call(operations.getDeployment, { params: deployment.params });
      assert.ok(api_credentials.rest.url.startsWith(`${deploymentUrl}/`), api_credentials.rest.url);
      assert.match(api_credentials.rest.url, /\/v1$/);
      assert.equal(typeof api_credentials.sql.host, 'string');
      assert.equal(typeof api_credentials.sql.port, 'number');
    });

    it('A: type filters; other values are rejected', async () => {
      await deployment.openDevMode();
      for (const type of ['production', 'staging', 'development']) {
        for (const environment of (await environments({ type })).items!) assert.equal(environment.type, type);
      }
      assert.equal((await environments({ type: 'production' })).items!.length, 1);
      assert.equal((await environments({ type: 'staging' })).items!.length, 0);
      const { status } = await platform.sendRaw(operations.listEnvironments, {
        params: deployment.params,
        query: { type: 'testing' },
      });
      assert.equal(status, 400);
      await platform.call(operations.stopDevMode, { params: deployment.params });
    });

    it('A: pages by offset and limit, and by first and after', async () => {
      for (const name of ['shared/a', 'shared/b']) {
        await platform.call(operations.createBranch, { params: deployment.params, body: { name } });
        const body = { branchName: name, enabled: true };
        await platform.call(operations.setStagingEnvironment, { params: deployment.params, body });
      }
      const all = (await environments({ limit: 100 })).items!.map(({ id }) => id);
      assert.ok(all.length >= 3);
      const second = await environments({ offset: 1, limit: 1 });
      assert.deepEqual(
        second.items!.map(({ id }) => id),
        all.slice(1, 2),
      );
      const input = { params: deployment.params, query: { first: 1 } };
      const walked = await platform.listAll(operations.listEnvironments, input);
      assert.deepEqual(
        walked.map(({ id }) => id),
        all,
      );
    });

    describe('the staging flag', () => {
      const name = 'feature/checkout';
      let branchId: number;
      before(async () => {
        const branch = await platform.call(operations.createBranch, { params: deployment.params, body: { name } });
        branchId = branch.id;
      });
      const staging = async () =>
        (await environments({ type: 'staging', limit: 100 })).items!.filter((item) =>
          decodeURIComponent(item.api_credentials.rest.url).includes(`/dev-mode/${name}/`),
        );

      it('States: is false by default', async () => {
        assert.equal((await deployment.findBranch(name))?.isStagingEnvironmentEnabled, false);
        assert.deepEqual(await staging(), []);
      });

      it(
        covers(
          'States: the staging flag is enabled',
          'the environment is listed as staging with its data API under dev-mode/<branch>',
        ),
        async () => {
          const body = { branchName: name, enabled: true };
          const { data } = await platform.call(operations.setStagingEnvironment, { params: deployment.params, body });
          assert.equal(data.name, name);
          assert.equal(data.isStagingEnvironmentEnabled, true);
          assert.equal((await deployment.findBranch(name))?.isStagingEnvironmentEnabled, true);
          const [environment, ...more] = await staging();
          assert.deepEqual(more, []);
          assert.equal(environment?.type, 'staging');
          const { deploymentUrl } = await platform.call(operations.getDeployment, { params: deployment.params });
          const url = decodeURIComponent(environment!.api_credentials.rest.url);
          assert.ok(url.startsWith(`${deploymentUrl}/dev-mode/${name}/`), url);
          assert.match(url.slice(`${deploymentUrl}/dev-mode/${name}/`.length), /^.+\/v1$/);
        },
      );

      it(
        covers('States: the staging flag is disabled', 'by branch id, and the environment is not listed'),
        async () => {
          const body = { branchId, enabled: false };
          const { data } = await platform.call(operations.setStagingEnvironment, { params: deployment.params, body });
          assert.equal(data.isStagingEnvironmentEnabled, false);
          assert.deepEqual(await staging(), []);
        },
      );

      it('A: takes exactly one of branchName and branchId', async () => {
        const when = 'not exactly one of `branchName` and `branchId` is given';
        const { setStagingEnvironment } = operations;
        const { params } = deployment;
        await platform.assertRefused(setStagingEnvironment, when, { params, body: { enabled: true } });
        await platform.assertRefused(setStagingEnvironment, when, {
          params,
          body: { enabled: true, branchName: name, branchId },
        });
      });

      it(
        covers(
          'States: the staging flag is enabled',
          'not for personal development branches and the production branch',
        ),
        async () => {
          const when = 'the branch is a personal development branch or the production branch';
          const { params } = deployment;
          const dev = await deployment.openDevMode(name);
          for (const branchName of [dev, deployment.productionBranch]) {
            for (const enabled of [true, false]) {
              const body = { enabled, branchName };
              await platform.assertRefused(operations.setStagingEnvironment, when, { params, body });
            }
          }
          await platform.call(operations.stopDevMode, { params });
        },
      );
    });
  });
}
