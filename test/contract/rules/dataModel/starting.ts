/** Rules of the contract: what a dbt sync is started with, and what it generates. Spec: “dbt sync”, group D, Errors, Limits. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { jaffleShop, manifestOf, manifestVersion, untyped } from '../../../emulator/dbt/manifests.ts';
import { dbtRepository, syncing } from '../../emulatorOptions.ts';
import { type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { covers } from '../../specRows.ts';
import { oneModel, SyncClient } from './syncClient.ts';

const MiB = 1024 * 1024;

export function dbtStartRules(): void {
  describe('group D: starting a dbt sync', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let syncs: SyncClient;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('dbt');
      syncs = new SyncClient(platform, deployment);
    });
    afterEach(() => syncing.reset());
    const refused = (when: string, body: unknown) =>
      platform.assertRefused(operations.startDbtSync, when, { params: syncs.params, body });

    describe('of a manifest', () => {
      it('by default commits the cubes to a new branch, and changes no other', async () => {
        const before = await deployment.listBranches();
        const files = await deployment.readFiles(deployment.productionBranch);
        const started = await syncs.run({ source: 'manifest', manifest: jaffleShop() });
        assert.equal(started.status, 'COMPLETED');
        assert.equal(typeof started.workflowId, 'string');
        const { branchName } = started;
        assert.ok(branchName && !before.some(({ name }) => name === branchName));
        assert.equal((await deployment.listBranches()).length, before.length + 1);
        assert.equal((await deployment.findBranch(branchName))?.parentBranch, deployment.productionBranch);
        assert.deepEqual(await deployment.readFiles(deployment.productionBranch), files);
        const after = await deployment.readFiles(branchName);
        assert.ok(after['model/cubes/orders.yml']?.includes('sql_table'));
        assert.equal(after['cube.js'], files['cube.js'], 'the files of the target stay');
        const { valid, errors } = await platform.call(operations.validate, {
          params: syncs.params,
          query: { branchName },
        });
        assert.deepEqual([valid, errors], [true, []]);
      });

      it('creates a new branch each time', async () => {
        const first = await syncs.run({ manifest: oneModel('first') });
        const second = await syncs.run({ manifest: oneModel('second') });
        assert.notEqual(first.branchName, second.branchName);
        assert.ok('model/cubes/first.yml' in (await deployment.readFiles(first.branchName!)));
        assert.ok(!('model/cubes/first.yml' in (await deployment.readFiles(second.branchName!))));
      });

      it('replaces the cubes of an earlier sync that is in the target', async () => {
        const first = await syncs.run({ manifest: oneModel('gone') });
        const branchName = first.branchName!;
        const second = await syncs.run({ branchName, manifest: oneModel('stays') });
        const files = await deployment.readFiles(second.branchName!);
        assert.deepEqual(
          ['model/cubes/gone.yml', 'model/cubes/stays.yml', 'model/cubes/orders.yml'].map((path) => path in files),
          [false, true, true],
        );
        assert.equal((await deployment.findBranch(second.branchName!))?.parentBranch, branchName);
      });

      it('commits nothing with the output `files`, and holds them', async () => {
        const branches = await deployment.listBranches();
        const started = await syncs.run({ manifest: jaffleShop(), output: 'files' });
        assert.equal(started.branchName ?? null, null);
        assert.deepEqual(await deployment.listBranches(), branches);
        const { items } = await syncs.files(started.syncJobId);
        const { generatedFiles, cubeCount } = await syncs.result(started.syncJobId);
        assert.deepEqual(
          items!.map(({ path }) => path),
          generatedFiles!.map(({ path }) => path),
        );
        assert.equal(cubeCount, 2);
        assert.match(items!.find(({ path }) => path.endsWith('orders.yml'))!.content, /name: orders/);
      });

      it('is for the named branch, else for the branch of the caller’s dev mode', async () => {
        const dev = await deployment.openDevMode();
        const omitted = await syncs.run();
        assert.equal((await deployment.findBranch(omitted.branchName!))?.parentBranch, dev);
        const named = await syncs.run({ branchName: deployment.productionBranch, manifest: oneModel() });
        assert.equal((await deployment.findBranch(named.branchName!))?.parentBranch, deployment.productionBranch);
        await platform.call(operations.stopDevMode, { params: syncs.params });
        await refused('the target branch is unknown', { branchName: 'no-such', manifest: oneModel() });
      });

      it('refuses other dbt artifacts and unsupported versions, and says what they are', async () => {
        const when = 'the manifest is another dbt artifact or of an unsupported version';
        const artifact = (version: number | string, kind: string) =>
          refused(when, { manifest: manifestOf({ metadata: { dbt_schema_version: manifestVersion(version, kind) } }) });
        assert.match(await artifact(1, 'catalog'), /catalog\.json/);
        assert.match(await artifact(6, 'run-results'), /run_results\.json/);
        assert.match(await artifact(3, 'sources'), /sources\.json/);
        assert.match(await artifact(8, 'manifest'), /version 8/);
        assert.match(await artifact(13, 'manifest'), /version 13/);
        for (const manifest of [{}, { metadata: null }, { metadata: { dbt_schema_version: 'x' } }, { nodes: {} }]) {
          assert.match(await refused(when, { manifest }), /not a dbt manifest/);
        }
        assert.match(await refused(when, { manifest: manifestOf({ nodes: { a: { name: 1 } } }) }), /nodes/);
        const { status } = await platform.sendRaw(operations.startDbtSync, {
          params: syncs.params,
          body: { manifest: [] },
        });
        assert.equal(status, 400);
      });

      it(covers('Limits: size of a dbt manifest'), async () => {
        const bodyOf = (bytes: number) => {
          const text = (padding: string) => JSON.stringify({ output: 'files', manifest: { ...oneModel(), padding } });
          return text('x'.repeat(bytes - text('').length));
        };
        const input = (bytes: number) => ({ params: syncs.params, body: bodyOf(bytes) });
        const when = 'the body is larger than 50 MiB';
        await platform.assertRefused(operations.startDbtSync, when, input(50 * MiB + 1));
        const { status, text } = await platform.sendRaw(operations.startDbtSync, input(50 * MiB));
        assert.equal(status, 200, text.slice(0, 200));
      });
    });

    describe('of a repository', () => {
      let connected: SyncClient;
      before(async () => {
        const made = await platform.newDeployment('dbt of a repository', {});
        await platform.call(operations.connectGithub, { params: made.params, body: { repository: dbtRepository } });
        connected = new SyncClient(platform, made);
      });

      it('needs nothing but the deployment', async () => {
        const { params } = connected;
        const { syncJobId } = await platform.call(operations.startDbtSync, { params });
        assert.equal((await connected.ended(syncJobId)).status, 'COMPLETED');
        const { source, dbtRef } = await connected.entry(syncJobId);
        assert.deepEqual([source, dbtRef ?? null], ['git', null]);
        assert.equal((await connected.result(syncJobId)).cubeCount, 2);
      });

      it('reads a branch or a tag', async () => {
        for (const ref of ['main', 'v1']) {
          const { status, syncJobId } = await connected.run({ ref, output: 'files' });
          assert.equal(status, 'COMPLETED', ref);
          assert.equal((await connected.entry(syncJobId)).dbtRef, ref);
        }
      });

      it('infers types from the catalog, which a manifest alone does not', async () => {
        const typesOf = async (body: Record<string, unknown>) => {
          const { syncJobId } = await connected.run({ ...body, output: 'files' });
          const { items } = await connected.files(syncJobId);
          return [...items![0]!.content.matchAll(/- name: (\w+)\n {8}sql: .*\n {8}type: (\w+)/g)].map(
            ([, name, type]) => `${name} ${type}`,
          );
        };
        assert.deepEqual(await typesOf({ ref: 'typed' }), ['id number', 'happened_at time', 'note string']);
        assert.deepEqual(await typesOf({ manifest: untyped() }), ['id string', 'happened_at string', 'note string']);
      });

      it(
        covers('Errors 4: an empty branch or ref', 'an empty ref, a commit SHA, and a ref next to a manifest'),
        async () => {
          const noName = '`ref` is empty, a commit SHA or not a valid name of a branch or tag';
          for (const ref of ['', 'a'.repeat(40), '0123456789ABCDEF'.repeat(4), 'a..b', ' ']) {
            await refused(noName, { ref });
          }
          for (const source of [undefined, 'manifest', 'git']) {
            await refused('`ref` and `manifest` are both given', { source, ref: 'main', manifest: oneModel() });
          }
        },
      );

      it('refuses a source that contradicts the manifest', async () => {
        const when = '`source` contradicts `manifest`';
        await refused(when, { source: 'git', manifest: oneModel() });
        await refused(when, { source: 'manifest' });
        await refused(when, { source: 'manifest', ref: 'main' });
      });

      it('refuses a deployment without a repository', async () => {
        await refused('the deployment has no dbt repository', { source: 'git' });
      });

      it('fails in the phase that misses something, and says what', async () => {
        const failures = {
          none: ['CREATING_SANDBOX', /no branch or tag 'none'/],
          other: ['UPLOADING_PROJECT', /dbt_project\.yml/],
          unparsed: ['COMPILING_DBT', /target\/manifest\.json/],
          artifact: ['PROCESSING_MANIFEST', /catalog\.json/],
        } as const;
        for (const [ref, [phase, reason]] of Object.entries(failures)) {
          const { syncJobId, status, error } = await connected.run({ ref });
          assert.equal(status, 'FAILED', ref);
          assert.match(error ?? '', reason);
          const entry = await connected.entry(syncJobId);
          assert.deepEqual([entry.status, entry.failedPhase], ['FAILED', phase]);
          assert.match(entry.errorMessage ?? '', reason);
        }
      });
    });

    it('refuses unknown fields and values', async () => {
      for (const more of [{ source: 'cloud' }, { output: 'zip' }, { selector: 'x' }, { ref: 5 }]) {
        const body = { ...more, manifest: oneModel() };
        const { status } = await platform.sendRaw(operations.startDbtSync, { params: syncs.params, body });
        assert.equal(status, 400, JSON.stringify(more));
      }
    });
  });
}
