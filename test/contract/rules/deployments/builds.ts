/** Rules of the contract: build status, logs, pods, variables, tokens. Spec: group B; notes: Deployments, build, logs. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { buildResultOf } from '../../../../src/platform/buildResult.ts';
import { pollBuild } from '../../../../src/platform/builds.ts';
import {
  isoInstant,
  ordersFile,
  ordersText,
  type Platform,
  platformUnderTest,
  type TestDeployment,
} from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';

export function buildRules(): void {
  describe('group B: build status', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('builds');
    });
    const status = (query: { branchName?: string; wait?: boolean } = {}) =>
      platform.call(operations.getBuildStatus, { params: deployment.params, query });

    it('B: returns the deployment, the branch and the state', async () => {
      const answer = await status({ branchName: deployment.productionBranch });
      assert.equal(String(answer.deploymentId), String(deployment.params.deploymentId));
      assert.equal(answer.branchName, deployment.productionBranch);
      assert.equal(answer.status, 'built');
      assert.equal(answer.mode, 'production');
      assert.ok(answer.lastHash && answer.filesHash);
      assert.match(answer.updatedAt!, isoInstant);
    });

    it('notes: an unknown or inactive branch has the status building and an errorText', async () => {
      const unknown = await status({ branchName: 'no/such/branch' });
      assert.equal(unknown.status, 'building');
      assert.match(unknown.errorText!, /^Bad branch/);
      await platform.call(operations.createBranch, { params: deployment.params, body: { name: 'sleeping' } });
      const inactive = await status({ branchName: 'sleeping' });
      assert.equal(inactive.status, 'building');
      assert.match(inactive.errorText!, /^Branch is not active/);
    });

    it('C rules: without wait, an empty branch name means the open dev branch or production, and the response names it', async () => {
      assert.equal((await status()).branchName, deployment.productionBranch);
      assert.equal((await status({ branchName: '' })).branchName, deployment.productionBranch);
      const dev = await deployment.openDevMode();
      const answer = await status();
      assert.equal(answer.branchName, dev);
      assert.equal(answer.mode, 'dev_mode');
      await platform.call(operations.stopDevMode, { params: deployment.params });
      assert.equal((await status()).branchName, deployment.productionBranch);
    });

    it('C rules: an empty branch name is rejected with the wait option', async () => {
      const { params } = deployment;
      for (const query of [{ wait: true }, { wait: true, branchName: '' }]) {
        await platform.assertRefused(operations.getBuildStatus, '`wait` is used with an empty branch', {
          params,
          query,
        });
      }
    });

    it('B: a change starts a build, and the wait option waits for its end', async () => {
      const dev = await deployment.openDevMode();
      await deployment.putFiles({ 'model/cubes/more.yml': ordersText.replaceAll('orders', 'more') }, dev);
      const before = await status({ branchName: deployment.productionBranch });
      await platform.call(operations.commit, { params: deployment.params, body: { branchName: dev, message: 'More' } });
      const seen: string[] = [];
      const waiting = status({ branchName: deployment.productionBranch, wait: true });
      const target = { deploymentId: deployment.params.deploymentId, branchName: deployment.productionBranch };
      const end = await pollBuild(platform.clientOf(), target, {
        intervalMs: 5,
        previous: before,
        onStatus: (answer) => seen.push(answer.status),
      });
      assert.equal(end.status, 'built');
      assert.notEqual(end.buildJobId, before.buildJobId);
      assert.ok(
        seen.some((state) => state !== 'built'),
        `states seen: ${seen}`,
      );
      assert.equal((await waiting).status, 'built');
      await platform.call(operations.stopDevMode, { params: deployment.params });
    });

    it('notes: a model that does not compile fails its build; the previous build stays active', async () => {
      const broken = await platform.newDeployment('broken');
      const dev = await broken.openDevMode();
      await broken.putFiles({ [ordersFile]: 'cubes:\n  - name: orders\n' }, dev);
      await platform.call(operations.commit, { params: broken.params, body: { branchName: dev } });
      const end = await broken.waitForBuild(broken.productionBranch);
      assert.equal(buildResultOf(end), 'failed');
      assert.ok(end.errorText);
      const { deploymentUrl } = await platform.call(operations.getDeployment, { params: broken.params });
      assert.ok(deploymentUrl);
    });
  });

  describe('group B: logs and pods', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('logs');
    });
    interface Line {
      pod: string;
      date: string;
      message: string;
    }
    const logs = async (query: Record<string, unknown> = {}) =>
      (await platform.call(operations.listLogs, { params: deployment.params, query })) as {
        items: Line[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };

    it('B: lines have pod, date and message; the pods are listed', async () => {
      const { items } = await logs();
      assert.ok(items.length > 0);
      for (const { pod, date, message } of items) {
        assert.match(date, isoInstant);
        assert.ok(pod && typeof message === 'string');
      }
      const pods = (await platform.call(operations.listPods, { params: deployment.params })) as {
        items: { name: string }[];
      };
      const names = pods.items.map(({ name }) => name);
      assert.ok(items.some(({ pod }) => names.includes(pod)));
    });

    it('B: filters by source, container and pod', async () => {
      const { items } = await logs({ source: 'production' });
      const [pod] = items.map((line) => line.pod);
      for (const line of (await logs({ pod })).items) assert.equal(line.pod, pod);
      assert.deepEqual((await logs({ pod: 'no-such-pod' })).items, []);
      for (const container of ['INIT', 'MAIN', 'cubejs-server', 'vector', 'api-proxy']) await logs({ container });
      for (const query of [{ container: 'other' }, { source: 'other' }]) {
        assert.equal((await platform.sendRaw(operations.listLogs, { params: deployment.params, query })).status, 400);
      }
    });

    it('B: pages with first and after', async () => {
      const { items } = await logs();
      const page = await logs({ first: 1 });
      assert.equal(page.items.length, 1);
      if (items.length > 1) {
        assert.equal(page.pageInfo.hasNextPage, true);
        assert.equal(typeof page.pageInfo.endCursor, 'string');
      }
      const input = { params: deployment.params, query: { first: 2 } };
      const walked = await platform.listAll(operations.listLogs, input);
      assert.deepEqual(walked, items);
    });

    it('B: pods have a state', async () => {
      const { items } = await platform.call(operations.listPods, { params: deployment.params, query: { first: 50 } });
      assert.ok(items!.length > 0);
      for (const { name, status, ready, restartCount, containers } of items!) {
        assert.ok(name);
        assert.equal(typeof status, 'string');
        assert.equal(typeof ready, 'boolean');
        assert.equal(typeof restartCount, 'number');
        assert.ok(Array.isArray(containers));
      }
    });
  });

  describe('group B: environment variables', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('variables', {});
    });
    const set = (variables: Record<string, string>) =>
      platform.call(operations.setEnvVars, {
        params: deployment.params,
        body: { env_variables: Object.entries(variables).map(([name, value]) => ({ name, value })) },
      });
    const read = async () => {
      const items = await platform.listAll(operations.listEnvVars, { params: deployment.params });
      return Object.fromEntries(items.map(({ name, value }) => [name, value]));
    };

    it('B: are listed as { items: [{ name, value }] }', async () => {
      await set({ A: '1', B: '2' });
      const answer = await platform.call(operations.listEnvVars, { params: deployment.params });
      assert.deepEqual(answer.items, [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ]);
    });

    it('notes: a write adds and replaces variables and keeps the others', async () => {
      await set({ B: 'two', C_1: '' });
      assert.deepEqual(await read(), { A: '1', B: 'two', C_1: '' });
    });

    it('notes: a secret value is returned as a placeholder, which is not accepted as a value', async () => {
      const secrets = ['DB_PASS', 'MY_SECRET', 'X_TOKEN', 'API_KEY', 'CREDENTIAL_1', 'lower_secret_no'];
      await set(Object.fromEntries(secrets.map((name) => [name, 'hidden'])));
      const variables = await read();
      for (const name of secrets.slice(0, 5)) assert.equal(variables[name], '[ENCRYPTED]', name);
      const when = 'a name is not an identifier, or a value is the placeholder of a secret';
      const body = { env_variables: [{ name: 'DB_PASS', value: '[ENCRYPTED]' }] };
      await platform.assertRefused(operations.setEnvVars, when, { params: deployment.params, body });
    });

    it('notes: names are identifiers; one invalid name rejects the whole request', async () => {
      const before = await read();
      const when = 'a name is not an identifier, or a value is the placeholder of a secret';
      for (const name of ['1A', 'A-B', 'A B', '', 'Ä']) {
        const body = {
          env_variables: [
            { name: 'GOOD', value: 'x' },
            { name, value: 'y' },
          ],
        };
        await platform.assertRefused(operations.setEnvVars, when, { params: deployment.params, body });
      }
      assert.deepEqual(await read(), before);
    });
  });

  describe('group B: the token of the data APIs', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('token', {});
    });
    const lifetime = (jwt: string) => {
      const [, payload] = jwt.split('.');
      const { exp, iat } = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { exp: number; iat: number };
      return exp - iat;
    };

    it('Authentication 7: expires after 86400 seconds or after at least 60', async () => {
      const { params } = deployment;
      const token = await platform.call(operations.createDeploymentToken, { params });
      assert.equal(lifetime(token.cubeApiToken!), 86_400);
      const short = await platform.call(operations.createDeploymentToken, { params, body: { expiresIn: 60 } });
      assert.equal(lifetime(short.cubeApiToken!), 60);
      const long = await platform.call(operations.createDeploymentToken, { params, body: { expiresIn: 86_400 } });
      assert.equal(lifetime(long.cubeApiToken!), 86_400);
    });

    it(covers('Limits: lifetime of a deployment token', '60 to 86400 seconds'), async () => {
      const when = '`expiresIn` is outside 60 to 86400 seconds';
      for (const expiresIn of [59, 86_401, 0, -1]) {
        await platform.assertRefused(operations.createDeploymentToken, when, {
          params: deployment.params,
          body: { expiresIn },
        });
      }
    });
  });
}
