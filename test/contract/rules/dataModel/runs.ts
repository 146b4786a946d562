/** Rules of the contract: the run of a dbt sync, its cancellation and the history. Spec: “dbt sync”, states, Limits; notes. */

import assert from 'node:assert/strict';
import { operations } from '../../../../src/contract/operations.ts';
import { jaffleShop } from '../../../emulator/dbt/manifests.ts';
import { dbtRepository, syncing } from '../../emulatorOptions.ts';
import { isoInstant, type Platform, platformUnderTest, type TestDeployment } from '../../platformUnderTest.ts';
import { hour, minute, pass } from '../../signed.ts';
import { covers } from '../../specRows.ts';
import { holdPhase, oneModel, SyncClient } from './syncClient.ts';

const manifestPhases = ['INITIALIZING', 'PROCESSING_MANIFEST', 'WRITING_CUBE_FILES', 'FINALIZING'];
const gitPhases = [
  'INITIALIZING',
  'CREATING_SANDBOX',
  'UPLOADING_PROJECT',
  'INSTALLING_DEPENDENCIES',
  'RUNNING_DBT_DEPS',
  'COMPILING_DBT',
  'PROCESSING_MANIFEST',
  'WRITING_CUBE_FILES',
  'FINALIZING',
];

export function dbtRunRules(): void {
  describe('group D: the run of a dbt sync', () => {
    let platform: Platform;
    let deployment: TestDeployment;
    let syncs: SyncClient;
    before(async () => {
      platform = await platformUnderTest();
      deployment = await platform.newDeployment('dbt runs');
      await platform.call(operations.connectGithub, { params: deployment.params, body: { repository: dbtRepository } });
      syncs = new SyncClient(platform, deployment);
    });
    afterEach(() => syncing.reset());
    const manifest = oneModel();
    const unknown = (operation: (typeof operations)['getDbtSyncStatus']) =>
      platform.assertRefused(operation, 'the sync job is unknown', syncs.at('no-such'));

    it('notes: reports its phase and a growing percentage until it has completed', async () => {
      for (const [body, phases] of [
        [{ manifest }, manifestPhases],
        [{ source: 'git' }, gitPhases],
      ] as const) {
        let last = -1;
        for (const phase of phases) {
          const held = holdPhase(phase);
          const { syncJobId } = await syncs.start({ ...body, output: 'files' });
          await held.reached;
          const { status, progress, error } = await syncs.status(syncJobId);
          assert.equal(status, phase);
          assert.equal(progress?.stage, phase);
          assert.equal(error ?? null, null);
          assert.ok(progress!.percentComplete! > last && progress!.percentComplete! < 100, phase);
          last = progress!.percentComplete!;
          held.release();
          const { status: end, progress: full, updatedAt } = await syncs.ended(syncJobId);
          assert.deepEqual([end, full?.percentComplete], ['COMPLETED', 100]);
          assert.match(updatedAt ?? '', isoInstant);
        }
      }
      await unknown(operations.getDbtSyncStatus);
    });

    it('the history has the phases with durations of the platform’s clock', async () => {
      const held = holdPhase('WRITING_CUBE_FILES');
      const { syncJobId } = await syncs.start({ manifest: jaffleShop() });
      await held.reached;
      const running = await syncs.entry(syncJobId);
      assert.deepEqual([running.status, running.durationMs ?? null], ['RUNNING', null]);
      await pass(platform, minute);
      held.release();
      await syncs.ended(syncJobId);
      const run = await syncs.entry(syncJobId);
      assert.deepEqual(
        run.phases!.map(({ phase, outcome }) => [phase, outcome]),
        manifestPhases.map((phase) => [phase, 'completed']),
      );
      const [, , writing, finalizing] = run.phases!;
      assert.ok(writing!.durationMs! >= minute && writing!.durationMs! < 2 * minute);
      assert.ok(finalizing!.startedOffsetMs! >= minute);
      const total = run.phases!.reduce((sum, { durationMs }) => sum + durationMs!, 0);
      assert.equal(total, run.durationMs);
      assert.equal(Date.parse(run.completedAt!) - Date.parse(run.startedAt!), run.durationMs);
    });

    it('the history has trigger, source, branch and counts of the manifest', async () => {
      const { syncJobId, branchName } = await syncs.run({ manifest: jaffleShop() });
      const run = await syncs.entry(syncJobId);
      assert.deepEqual(
        [run.status, run.trigger, run.source, run.output, run.branchName, run.failedPhase ?? null],
        ['COMPLETED', 'api', 'manifest', 'branch', branchName, null],
      );
      assert.deepEqual(run.stats, {
        models: 3,
        sources: 1,
        macros: 2,
        dbtVersion: '1.9.2',
        manifestGeneratedAt: '2026-05-04T10:11:12.131415Z',
      });
      const { dbt_schema_version } = (jaffleShop() as { metadata: Record<string, unknown> }).metadata;
      const bare = { ...jaffleShop(), metadata: { dbt_schema_version } };
      const { stats } = await syncs.entry((await syncs.run({ manifest: bare })).syncJobId);
      assert.deepEqual(Object.keys(stats!).sort(), ['macros', 'models', 'sources'], 'only what the manifest provides');
    });

    it('the result has files, cubes, counts and the duration', async () => {
      const held = holdPhase('FINALIZING');
      const { syncJobId } = await syncs.start({ manifest: jaffleShop() });
      await held.reached;
      const when = 'the sync is still running or ended without a result';
      await platform.assertRefused(operations.getDbtSyncResult, when, syncs.at(syncJobId));
      held.release();
      await syncs.ended(syncJobId);
      const result = await syncs.result(syncJobId);
      const paths = ['model/cubes/customers.yml', 'model/cubes/orders.yml'];
      assert.deepEqual(
        result.generatedFiles!.map(({ path }) => path),
        paths,
      );
      assert.deepEqual([result.cubeCount, result.manifestStats], [2, { models: 3, sources: 1, macros: 2 }]);
      assert.equal(result.durationMs, (await syncs.entry(syncJobId)).durationMs);
      const failed = await syncs.run({ ref: 'unparsed' });
      await platform.assertRefused(operations.getDbtSyncResult, when, syncs.at(failed.syncJobId));
      await unknown(operations.getDbtSyncResult as never);
    });

    it('each log line has its phase and the duration of the phase', async () => {
      const { syncJobId } = await syncs.run({ manifest: jaffleShop() });
      const answer = await platform.call(operations.listDbtSyncLogs, syncs.at(syncJobId));
      assert.equal(answer.pageInfo?.hasNextPage, false, 'one page only');
      const { phases } = await syncs.entry(syncJobId);
      const durations = new Map(phases!.map(({ phase, durationMs }) => [phase, durationMs]));
      assert.deepEqual([...new Set(answer.items!.map(({ phase }) => phase))], manifestPhases);
      for (const { timestamp, level, stream, message, phase, durationMs } of answer.items!) {
        assert.match(timestamp, isoInstant);
        assert.ok(level && stream && message);
        assert.equal(durationMs, durations.get(phase!));
      }
      const left = answer.items!.find(({ message }) => message.includes('stg_payments'));
      assert.equal(left?.level, 'warning', 'a model without a table is named');
      const failed = await syncs.run({ ref: 'unparsed' });
      const last = (await syncs.logs(failed.syncJobId)).at(-1)!;
      assert.deepEqual([last.level, last.phase, last.message], ['error', 'COMPILING_DBT', failed.error]);
      await unknown(operations.listDbtSyncLogs as never);
    });

    describe('cancellation', () => {
      it(
        covers('States: a dbt sync is cancelled', 'CANCELLED in the history, a failure with the reason in the status'),
        async () => {
          for (const [phase, body] of [
            ['COMPILING_DBT', { source: 'git' }],
            ['PROCESSING_MANIFEST', { manifest }],
            ['FINALIZING', { manifest }],
          ] as const) {
            const held = holdPhase(phase);
            const { syncJobId, branchName } = await syncs.start(body);
            await held.reached;
            await syncs.cancel(syncJobId);
            held.release();
            const { status, error, progress } = await syncs.status(syncJobId);
            assert.equal(status, 'FAILED');
            assert.match(error ?? '', /cancelled/);
            assert.ok(progress!.percentComplete! < 100);
            const run = await syncs.entry(syncJobId);
            assert.deepEqual([run.status, run.failedPhase ?? null], ['CANCELLED', null]);
            assert.deepEqual([run.phases!.at(-1)!.phase, run.phases!.at(-1)!.outcome], [phase, 'cancelled']);
            assert.equal(await deployment.findBranch(branchName!), undefined, 'nothing is committed');
            const when = 'the sync is still running or ended without a result';
            await platform.assertRefused(operations.getDbtSyncResult, when, syncs.at(syncJobId));
            await platform.assertRefused(operations.cancelDbtSync, 'the sync has ended', syncs.at(syncJobId));
          }
        },
      );

      it(covers('States: a dbt sync is cancelled', 'not when it has ended or is unknown'), async () => {
        const ended = { COMPLETED: { manifest }, FAILED: { ref: 'unparsed' } };
        for (const [status, body] of Object.entries(ended)) {
          const { syncJobId } = await syncs.run(body);
          const before = await syncs.entry(syncJobId);
          await platform.assertRefused(operations.cancelDbtSync, 'the sync has ended', syncs.at(syncJobId));
          assert.deepEqual([before.status, await syncs.entry(syncJobId)], [status, before]);
        }
        await unknown(operations.cancelDbtSync as never);
      });
    });

    describe('history', () => {
      it('is newest first, and filtered by status and trigger', async () => {
        const completed = await syncs.run({ manifest, output: 'files' });
        const failed = await syncs.run({ ref: 'unparsed' });
        const held = holdPhase('PROCESSING_MANIFEST');
        const cancelled = await syncs.start();
        await held.reached;
        await syncs.cancel(cancelled.syncJobId);
        const again = holdPhase('PROCESSING_MANIFEST');
        const running = await syncs.start();
        await again.reached;
        const newest = async (query: Record<string, unknown> = {}) => (await syncs.history(query)).items![0]!.syncJobId;
        assert.equal(await newest(), running.syncJobId);
        assert.equal(await newest({ status: 'RUNNING' }), running.syncJobId);
        assert.equal(await newest({ status: 'COMPLETED' }), completed.syncJobId);
        assert.equal(await newest({ status: 'FAILED' }), failed.syncJobId);
        assert.equal(await newest({ status: 'CANCELLED', trigger: 'api' }), cancelled.syncJobId);
        for (const query of [{ status: 'UNKNOWN' }, { trigger: 'webhook' }, { trigger: 'manual' }]) {
          assert.deepEqual((await syncs.history(query)).items, []);
        }
        const started = (await syncs.history()).items!.map(({ startedAt }) => startedAt!);
        assert.deepEqual(started, [...started].sort().reverse());
        again.release();
        await syncs.ended(running.syncJobId);
      });

      it('has filters that are case-sensitive', async () => {
        const when = '`status` or `trigger` is not a value of the filter, in its exact case';
        for (const query of [{ status: 'completed' }, { status: 'Running' }, { trigger: 'API' }, { trigger: 'cron' }]) {
          await platform.assertRefused(operations.listDbtSyncs, when, { params: syncs.params, query });
        }
      });

      it(covers('Limits: page of the dbt history', '100 runs at most, in pages by cursor'), async () => {
        const many = new SyncClient(platform, await platform.newDeployment('dbt history', {}));
        const jobs: string[] = [];
        for (let count = 1; count <= 101; count += 1) {
          jobs.push((await many.start({ manifest, output: 'files' })).syncJobId);
          if (count < 99) continue;
          const { items, pageInfo } = await many.history();
          assert.deepEqual([items!.length, pageInfo?.hasNextPage], [Math.min(count, 100), count > 100]);
        }
        const newestFirst = jobs.toReversed();
        for (const query of [{}, { first: 100 }, { first: 101 }, { first: 5000 }]) {
          const { items, pageInfo } = await many.history(query);
          assert.deepEqual([items!.length, pageInfo?.hasNextPage], [100, true], JSON.stringify(query));
        }
        const first = await many.history({ first: 40 });
        await many.start({ manifest, output: 'files' });
        const second = await many.history({ first: 5000, after: first.pageInfo!.endCursor! });
        assert.deepEqual(
          [...first.items!, ...second.items!].map(({ syncJobId }) => syncJobId),
          newestFirst,
          'a new run moves no page',
        );
        assert.equal(second.pageInfo?.hasNextPage, false);
        assert.equal((await platform.listAll(operations.listDbtSyncs, { params: many.params })).length, 102);
      });
    });

    describe('generated files', () => {
      const gone = 'the sync completed more than one hour ago';

      it('are listed page by page', async () => {
        const { syncJobId } = await syncs.run({ manifest: jaffleShop(), output: 'files' });
        const first = await syncs.files(syncJobId, { first: 1 });
        assert.deepEqual([first.items!.length, first.pageInfo?.hasNextPage], [1, true]);
        const second = await syncs.files(syncJobId, { first: 1, after: first.pageInfo!.endCursor! });
        assert.deepEqual([second.items!.length, second.pageInfo?.hasNextPage], [1, false]);
        assert.notEqual(first.items![0]!.path, second.items![0]!.path);
      });

      it(
        covers('Errors: generated files of another sync', 'one that committed, is unknown or has not completed'),
        async () => {
          const { syncJobId } = await syncs.run();
          await platform.assertRefused(
            operations.listDbtSyncFiles,
            'the sync committed to a branch',
            syncs.at(syncJobId),
          );
          await unknown(operations.listDbtSyncFiles as never);
          const held = holdPhase('FINALIZING');
          const running = await syncs.start({ manifest, output: 'files' });
          await held.reached;
          const notYet = 'the sync has not completed';
          await platform.assertRefused(operations.listDbtSyncFiles, notYet, syncs.at(running.syncJobId));
          await syncs.cancel(running.syncJobId);
          await platform.assertRefused(operations.listDbtSyncFiles, notYet, syncs.at(running.syncJobId));
        },
      );

      it(
        covers('Limits: retention of generated files', covers('State rule 5: generated files are held for one hour')),
        async () => {
          const held = holdPhase('FINALIZING');
          const { syncJobId } = await syncs.start({ manifest, output: 'files' });
          await held.reached;
          await pass(platform, 2 * hour);
          held.release();
          await syncs.ended(syncJobId);
          await pass(platform, hour - minute);
          assert.equal((await syncs.files(syncJobId)).items!.length, 1);
          await pass(platform, minute);
          await platform.assertRefused(operations.listDbtSyncFiles, gone, syncs.at(syncJobId));
          assert.equal((await syncs.result(syncJobId)).cubeCount, 1, 'the result stays');
        },
      );
    });
  });
}
