/** Rules of the contract: deployments, environments, versions, settings. Spec: groups A and B, Conventions, Limits. */

import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { type Ground, isoInstant, type Platform, platformUnderTest } from '../platformUnderTest.ts';

interface Listed<T> {
  data?: unknown;
  items?: T[];
  pageInfo?: { hasNextPage: boolean; endCursor: string | null };
  pagination?: { offset: number; limit: number; total: number } | null;
}

export function listingRules(): void {
  describe('group A: deployments', () => {
    let platform: Platform;
    let ground: Ground;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('listed');
    });

    it('A: answers { data: { deployments }, pagination } with id, name and created_at', async () => {
      const answer = (await platform.ok(operations.listDeployments, {})) as Listed<unknown>;
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

    it('Limits: the default page is limit 20, offset 0; both can be asked for', async () => {
      const before = (await platform.ok(operations.listDeployments, {})) as Listed<unknown>;
      const missing = Math.max(0, 23 - before.pagination!.total);
      for (let index = 0; index < missing; index += 1) {
        await platform.ok(operations.createDeployment, { body: { name: `filler ${index}` } });
      }
      const first = (await platform.ok(operations.listDeployments, {})) as Listed<unknown>;
      const names = (page: Listed<unknown>) => (page.data as { deployments: { id: string }[] }).deployments;
      assert.deepEqual({ ...first.pagination }, { offset: 0, limit: 20, total: 23 });
      assert.equal(names(first).length, 20);
      const rest = (await platform.ok(operations.listDeployments, { query: { offset: 20 } })) as Listed<unknown>;
      assert.deepEqual({ ...rest.pagination }, { offset: 20, limit: 20, total: 23 });
      assert.equal(names(rest).length, 3);
      const two = (await platform.ok(operations.listDeployments, {
        query: { offset: 1, limit: 2 },
      })) as Listed<unknown>;
      assert.deepEqual(names(two), names(first).slice(1, 3));
      const all = await platform.all(operations.listDeployments, {});
      assert.equal(new Set(all.map(({ id }) => id)).size, 23);
    });

    it('B: one deployment can be read; deploymentUrl is null until the first build', async () => {
      const { id } = await platform.ok(operations.createDeployment, { body: { name: 'unbuilt' } });
      const unbuilt = await platform.ok(operations.getDeployment, { params: { deploymentId: id } });
      assert.equal(String(unbuilt.id), String(id));
      assert.equal(unbuilt.name, 'unbuilt');
      assert.ok('deploymentUrl' in unbuilt && unbuilt.deploymentUrl === null);
      const built = await platform.ok(operations.getDeployment, { params: ground.params });
      assert.ok(URL.canParse(built.deploymentUrl ?? ''));
    });
  });

  describe('group A: environments', () => {
    let platform: Platform;
    let ground: Ground;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('environments');
    });

    interface EnvironmentBody {
      id: string;
      name: string;
      type: string;
      api_credentials: { rest: { url: string }; sql: { host: string; port: number } };
    }
    async function environments(query: Record<string, unknown> = {}) {
      const answer = (await platform.ok(operations.listEnvironments, { params: ground.params, query })) as unknown;
      return answer as Listed<EnvironmentBody> & { data: { environments: EnvironmentBody[] } };
    }

    it('A: answers { data: { environments } } and items with pageInfo; each with credentials of the data APIs', async () => {
      const answer = await environments();
      assert.deepEqual(answer.data.environments, answer.items);
      assert.equal(answer.pageInfo?.hasNextPage, false);
      assert.ok('pagination' in answer, 'pagination may be null');
      const production = answer.items!.filter(({ type }) => type === 'production');
      assert.equal(production.length, 1);
      const { id, name, api_credentials } = production[0]!;
      assert.equal(typeof id, 'string');
      assert.equal(typeof name, 'string');
      const { deploymentUrl } = await platform.ok(operations.getDeployment, { params: ground.params });
      assert.ok(api_credentials.rest.url.startsWith(`${deploymentUrl}/`), api_credentials.rest.url);
      assert.match(api_credentials.rest.url, /\/v1$/);
      assert.equal(typeof api_credentials.sql.host, 'string');
      assert.equal(typeof api_credentials.sql.port, 'number');
    });

    it('A: type filters; a value outside the three is refused', async () => {
      await ground.fork();
      for (const type of ['production', 'staging', 'development']) {
        for (const environment of (await environments({ type })).items!) assert.equal(environment.type, type);
      }
      assert.equal((await environments({ type: 'production' })).items!.length, 1);
      assert.equal((await environments({ type: 'staging' })).items!.length, 0);
      const { status } = await platform.raw(operations.listEnvironments, {
        params: ground.params,
        query: { type: 'testing' },
      });
      assert.equal(status, 400);
      await platform.ok(operations.stopDevMode, { params: ground.params });
    });

    it('A: pages by offset and limit, and by first and after', async () => {
      for (const name of ['shared/a', 'shared/b']) {
        await platform.ok(operations.createBranch, { params: ground.params, body: { name } });
        const body = { branchName: name, enabled: true };
        await platform.ok(operations.setStagingEnvironment, { params: ground.params, body });
      }
      const all = (await environments({ limit: 100 })).items!.map(({ id }) => id);
      assert.ok(all.length >= 3);
      const second = await environments({ offset: 1, limit: 1 });
      assert.deepEqual(
        second.items!.map(({ id }) => id),
        all.slice(1, 2),
      );
      const input = { params: ground.params, query: { first: 1 } };
      const walked = await platform.all(operations.listEnvironments, input);
      assert.deepEqual(
        walked.map(({ id }) => id),
        all,
      );
    });

    describe('the staging flag', () => {
      const name = 'feature/checkout';
      let branchId: number;
      before(async () => {
        const branch = await platform.ok(operations.createBranch, { params: ground.params, body: { name } });
        branchId = branch.id;
      });
      const staging = async () =>
        (await environments({ type: 'staging', limit: 100 })).items!.filter((item) =>
          decodeURIComponent(item.api_credentials.rest.url).includes(`/dev-mode/${name}/`),
        );

      it('States: is false by default', async () => {
        assert.equal((await ground.branch(name))?.isStagingEnvironmentEnabled, false);
        assert.deepEqual(await staging(), []);
      });

      it('States: enabled, the environment is listed as staging with its data API under dev-mode/<branch>', async () => {
        const body = { branchName: name, enabled: true };
        const { data } = await platform.ok(operations.setStagingEnvironment, { params: ground.params, body });
        assert.equal(data.name, name);
        assert.equal(data.isStagingEnvironmentEnabled, true);
        assert.equal((await ground.branch(name))?.isStagingEnvironmentEnabled, true);
        const [environment, ...more] = await staging();
        assert.deepEqual(more, []);
        assert.equal(environment?.type, 'staging');
        const { deploymentUrl } = await platform.ok(operations.getDeployment, { params: ground.params });
        const url = decodeURIComponent(environment!.api_credentials.rest.url);
        assert.ok(url.startsWith(`${deploymentUrl}/dev-mode/${name}/`), url);
        assert.match(url.slice(`${deploymentUrl}/dev-mode/${name}/`.length), /^.+\/v1$/);
      });

      it('States: disabled, by id as listed, it is not listed any more', async () => {
        const body = { branchId, enabled: false };
        const { data } = await platform.ok(operations.setStagingEnvironment, { params: ground.params, body });
        assert.equal(data.isStagingEnvironmentEnabled, false);
        assert.deepEqual(await staging(), []);
      });

      it('A: takes exactly one of branchName and branchId', async () => {
        const when = 'not exactly one of `branchName` and `branchId` is given';
        const { setStagingEnvironment } = operations;
        const { params } = ground;
        await platform.refused(setStagingEnvironment, when, { params, body: { enabled: true } });
        await platform.refused(setStagingEnvironment, when, {
          params,
          body: { enabled: true, branchName: name, branchId },
        });
      });

      it('A rule 2: rejects personal development branches and the production branch', async () => {
        const when = 'the branch is a personal development branch or the production branch';
        const { params } = ground;
        const dev = await ground.fork(name);
        for (const branchName of [dev, ground.deployBranch]) {
          for (const enabled of [true, false]) {
            const body = { enabled, branchName };
            await platform.refused(operations.setStagingEnvironment, when, { params, body });
          }
        }
        await platform.ok(operations.stopDevMode, { params });
      });
    });
  });

  describe('group A: versions', () => {
    let platform: Platform;
    let ground: Ground;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('versions', {});
    });

    interface Version {
      releaseChannelVersion: string;
      version: string;
      releaseChannel: string;
      isLatestInChannel: boolean;
      isCurrent: boolean;
    }
    async function versions(): Promise<Version[]> {
      return (await platform.ok(operations.listVersions, { params: ground.params })).data as Version[];
    }
    const update = (body: Record<string, unknown>) =>
      platform.ok(operations.updateDeployment, { params: ground.params, body });
    const current = async () => (await versions()).filter(({ isCurrent }) => isCurrent).map(({ version }) => version);

    it('A: lists image references, one current, one head a channel', async () => {
      const listed = await versions();
      for (const { releaseChannelVersion, version, releaseChannel } of listed) {
        assert.match(version, /^\d+\.\d+\.\d+$/);
        assert.match(releaseChannelVersion, new RegExp(`^.+:v${version.replaceAll('.', '\\.')}$`));
        assert.equal(typeof releaseChannel, 'string');
      }
      assert.equal((await current()).length, 1);
      const channels = new Set(listed.map(({ releaseChannel }) => releaseChannel));
      assert.ok(channels.has('latest') && channels.has('release'), 'names seen: latest and release');
      for (const channel of channels) {
        const heads = listed.filter((entry) => entry.releaseChannel === channel && entry.isLatestInChannel);
        assert.equal(heads.length, 1, channel);
      }
    });

    it('A rule 4: takes <version>, v<version> and <image>:v<version>', async () => {
      const [a, b] = await versions();
      for (const [form, { version }] of [
        [b!.version, b!],
        [`v${a!.version}`, a!],
        [b!.releaseChannelVersion, b!],
      ] as [string, Version][]) {
        await update({ releaseChannelVersion: form });
        assert.deepEqual(await current(), [version], form);
        const settings = await platform.ok(operations.getDeploymentSettings, { params: ground.params });
        assert.match(settings.releaseChannelVersion ?? '', new RegExp(`v?${version.replaceAll('.', '\\.')}$`));
      }
    });

    it('A rule 4, Errors: a version that is not on the list gives 400 and changes nothing', async () => {
      const [a] = await versions();
      await update({ releaseChannelVersion: a!.version });
      const when = '`releaseChannelVersion` is not on the list of versions';
      for (const releaseChannelVersion of ['0.0.1', 'v0.0.1', 'latest', '', `another/image:v${a!.version}`]) {
        const body = { releaseChannelVersion, templateVariables: { touched: true } };
        await platform.refused(operations.updateDeployment, when, { params: ground.params, body });
      }
      assert.deepEqual(await current(), [a!.version]);
      const settings = await platform.ok(operations.getDeploymentSettings, { params: ground.params });
      assert.ok(!('touched' in (settings.templateVariables ?? {})));
    });

    it('A rule 5: releaseChannel alone moves to the channel’s latest version', async () => {
      for (const channel of ['release', 'latest']) {
        await update({ releaseChannel: channel });
        const now = (await versions()).find(({ isCurrent }) => isCurrent)!;
        assert.equal(now.releaseChannel, channel);
        assert.equal(now.isLatestInChannel, true);
      }
    });

    it('A rule 3: the heads of the channels stay listed whatever runs', async () => {
      const heads = (await versions())
        .filter(({ isLatestInChannel }) => isLatestInChannel)
        .map(({ version }) => version);
      await update({ releaseChannel: 'release' });
      const later = (await versions())
        .filter(({ isLatestInChannel }) => isLatestInChannel)
        .map(({ version }) => version);
      assert.deepEqual(later, heads);
    });
  });

  describe('group B: settings', () => {
    let platform: Platform;
    let ground: Ground;
    before(async () => {
      platform = await platformUnderTest();
      ground = await platform.newDeployment('settings', {});
    });

    it('B: are read with the allowed values, the production branch and no secrets', async () => {
      const settings = await platform.ok(operations.getDeploymentSettings, { params: ground.params });
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
      const { params } = ground;
      await platform.ok(operations.updateDeployment, {
        params,
        body: { templateVariables: { one: 1, two: { a: 1 } }, defaultLaunchpadViewGroup: 'sales' },
      });
      await platform.ok(operations.updateDeployment, { params, body: { templateVariables: { two: 2, three: 3 } } });
      const settings = await platform.ok(operations.getDeploymentSettings, { params });
      assert.deepEqual(settings.templateVariables, { one: 1, two: 2, three: 3 });
      assert.equal(settings.defaultLaunchpadViewGroup, 'sales');
      const before = settings.region;
      await platform.ok(operations.updateDeployment, { params, body: { deployMode: 'cli' } });
      const after = await platform.ok(operations.getDeploymentSettings, { params });
      assert.equal(after.deployMode, 'cli');
      assert.equal(after.region, before);
    });

    it('B: an update answers with the deployment and refuses values outside the lists', async () => {
      const { params } = ground;
      const deployment = await platform.ok(operations.updateDeployment, { params, body: { launchpadTabs: ['home'] } });
      assert.equal(String(deployment.id), String(params.deploymentId));
      for (const body of [{ deployMode: 'ftp' }, { cloudProvider: 'moon' }, { creationMethod: 'magic' }]) {
        assert.equal((await platform.raw(operations.updateDeployment, { params, body })).status, 400);
      }
    });

    it('B: a deployment is created with what is given', async () => {
      const body = { name: 'given', cloudProvider: 'aws', creationMethod: 'upload', deployMode: 'cli' } as const;
      const { id, name } = await platform.ok(operations.createDeployment, { body });
      assert.equal(name, 'given');
      const settings = await platform.ok(operations.getDeploymentSettings, { params: { deploymentId: id } });
      assert.deepEqual(
        [settings.cloudProvider, settings.creationMethod, settings.deployMode],
        ['aws', 'upload', 'cli'],
      );
      assert.equal((await platform.raw(operations.createDeployment, { body: { name: '' } })).status, 400);
      assert.equal((await platform.raw(operations.createDeployment, { body: {} })).status, 400);
    });

    it('B: a deleted deployment is gone', async () => {
      const { id } = await platform.ok(operations.createDeployment, { body: { name: 'short-lived' } });
      const params = { deploymentId: id };
      await platform.ok(operations.deleteDeployment, { params });
      assert.equal((await platform.raw(operations.getDeployment, { params })).status, 404);
      assert.equal((await platform.raw(operations.deleteDeployment, { params })).status, 404);
      const all = await platform.all(operations.listDeployments, {});
      assert.ok(!all.some((deployment) => String(deployment.id) === String(id)));
    });

    it('B: regions', async () => {
      const answer = (await platform.ok(operations.listRegions, {})) as Listed<{ id: unknown; name: string }>;
      assert.ok(answer.items!.length > 0);
      assert.ok(answer.items!.every(({ name }) => typeof name === 'string'));
    });
  });
}
