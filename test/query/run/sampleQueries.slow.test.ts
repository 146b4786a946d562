import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import { QueryRunner, type QueryTarget } from '../../../src/query/run/runQuery.ts';
import { failureOf } from '../../platform/clientUnderTest.ts';
import { type SampleEmulator, sampleEmulator } from '../sampleEmulator.ts';
import { userError } from '../userError.ts';

const query = { measures: ['orders.count'], dimensions: ['orders.status'], order: { 'orders.status': 'asc' } };

describe('a query on the sample', () => {
  let sample: SampleEmulator;
  const open: QueryRunner[] = [];
  before(async () => {
    sample = await sampleEmulator();
    await sample.requests.status('main', true);
  });
  afterEach(async () => {
    for (const runner of open.splice(0)) runner.dispose();
    sample.under.emulator.faults.clear();
    await pace({ slowMs: 0, waitMs: 5000 });
  });
  after(() => sample.close());

  const runnerOf = (target: Partial<QueryTarget> = {}) => {
    const runner = new QueryRunner({ client: sample.client, deploymentId: sample.deploymentId, ...target });
    open.push(runner);
    return runner;
  };
  const pace = (body: object) => {
    const admin = sample.requests.as(sample.under.emulator.adminApiKey);
    return admin.done(admin.send('POST', '/_emulator/data', body));
  };
  const fault = (rule: object) => sample.under.emulator.faults.set([{ times: 0, ...rule } as never]);

  it('has rows, SQL with parameters, annotation and time', async () => {
    const run = await runnerOf().run({
      ...query,
      filters: [{ member: 'orders.status', operator: 'equals', values: ['shipped'] }],
      total: true,
    });
    assert.deepEqual(
      run.table.columns.map(({ title }) => title),
      ['Orders Status', 'Orders Count'],
    );
    assert.equal(run.table.rows.length, 1);
    assert.equal(run.table.rows[0]![0], 'shipped');
    assert.match(run.sql.text, /from\s+shop\.orders/i);
    assert.deepEqual(run.sql.parameters, ['shipped']);
    assert.deepEqual(Object.keys(run.annotation).sort(), ['dimensions', 'measures', 'segments', 'timeDimensions']);
    assert.equal(run.total, 1);
    assert.ok(run.ms >= 0 && Number.isInteger(run.ms));
    assert.ok(!Number.isNaN(Date.parse(run.lastRefreshTime!)));
  });

  it('says what answered: the source first, then the cache', async () => {
    const runner = runnerOf();
    const fresh = { ...query, limit: 77 };
    assert.equal((await runner.run(fresh)).answeredBy, 'source');
    assert.equal((await runner.run(fresh)).answeredBy, 'cache');
    assert.equal((await runnerOf().run(fresh)).answeredBy, 'cache');
    assert.equal((await runner.run({ ...fresh, renewQuery: true })).answeredBy, 'source');
  });

  it('reports each wait, and a result that was waited for is not from the cache', async () => {
    // The result is ready when the query is sent again.
    await pace({ slowMs: 60, waitMs: 20 });
    let waits = 0;
    const run = await runnerOf().run({ ...query, limit: 78 }, { onWait: () => (waits += 1) });
    assert.ok(waits > 0);
    assert.equal(run.answeredBy, 'source');
    assert.equal(run.table.rows.length, 4);
  });

  it('runs on a dev branch, on production by its name, and on no unknown branch', async () => {
    const dev = await sample.requests.openDevMode();
    await sample.requests.status(dev, true);
    const table = async (branchName?: string) => (await runnerOf({ branchName }).run(query)).table;
    const production = await table();
    assert.deepEqual(await table('main'), production);
    assert.deepEqual(await table(dev), production);
    const failure = await failureOf(runnerOf({ branchName: 'nowhere' }).run(query));
    assert.match(failure.describe(), /no environment of branch nowhere.*Open dev mode/);
  });

  it('runs as another user, with an administrator’s key', async () => {
    const restricted = { measures: ['sales.average_amount'] };
    assert.match((await failureOf(runnerOf().run(restricted))).message, /hidden member/);
    const manager = { user: 'ada', tenant: 'acme', groups: ['finance'], securityContext: { groups: ['finance'] } };
    const policy = await runnerOf({ client: sample.admin, as: manager }).run(restricted);
    assert.equal(policy.table.rows.length, 1);
    const developer = runnerOf({ admin: sample.admin, as: { groups: ['finance'] } });
    assert.deepEqual((await developer.run(restricted)).table, policy.table);
    assert.match((await failureOf(runnerOf({ client: sample.admin, as: {} }).run(restricted))).message, /hidden/);
  });

  it('explains that another user needs an administrator’s key', async () => {
    const failure = await userError(runnerOf({ as: { user: 'ada' } }).run(query));
    assert.match(failure.describe(), /only with the key of an administrator.*remove “as”/);
  });

  it('explains a query that the model refuses', async () => {
    const failure = await failureOf(runnerOf().run({ measures: ['orders.counts'] }));
    assert.equal(failure.kind, 'rejected');
    assert.match(failure.message, /'counts' not found for path 'orders\.counts'/);
  });

  it('shows the rows and why there is no SQL', async () => {
    fault({ operation: 'data.sql', kind: 'status', status: 403 });
    const run = await runnerOf().run(query);
    assert.equal(run.table.rows.length, 4);
    assert.match(run.sql.text, /^-- .*does not allow this/);
  });

  it('explains a branch that is deleted while the query waits', async () => {
    const dev = await sample.requests.openDevMode();
    await sample.requests.status(dev, true);
    await pace({ slowMs: 60_000, waitMs: 20 });
    let deleted: Promise<unknown> | undefined;
    const onWait = () => {
      deleted ??= sample.requests.done(sample.requests.build('DELETE', `/branches?branchName=${dev}`));
    };
    const failure = await userError(runnerOf({ branchName: dev }).run({ ...query, limit: 79 }, { onWait }));
    await deleted;
    assert.match(failure.describe(), new RegExp(`does not serve the branch ${dev}.*Open dev mode`));
  });

  it('answers with the new model when the branch is built while the query waits', async () => {
    const dev = await sample.requests.openDevMode();
    await sample.requests.status(dev, true);
    await pace({ slowMs: 150, waitMs: 20 });
    const files = await sample.requests.files(dev);
    const path = 'model/cubes/orders.yml';
    const text = files[path]!.replace('sql: "{CUBE}.status = \'completed\'"', 'sql: "{CUBE}.status = \'shipped\'"');
    assert.notEqual(text, files[path]);
    let saved: Promise<unknown> | undefined;
    const onWait = () => {
      saved ??= sample.requests.done(sample.requests.put({ [path]: text }, dev));
    };
    const filtered = { measures: ['orders.completed_count'], limit: 80 };
    await runnerOf({ branchName: dev }).run(filtered, { onWait });
    await saved;
    await sample.requests.status(dev, true);
    const [row] = (await runnerOf({ branchName: dev }).run(filtered)).table.rows;
    const [shipped] = (
      await runnerOf().run({
        ...query,
        filters: [{ member: 'orders.status', operator: 'equals', values: ['shipped'] }],
      })
    ).table.rows;
    assert.deepEqual(row, [shipped![1]]);
  });

  it('has the rows of compared date ranges one after the other, each with its range', async () => {
    const { table, sql } = await runnerOf().run({
      measures: ['orders.count'],
      timeDimensions: [
        {
          dimension: 'orders.created_at',
          compareDateRange: [
            ['2026-01-01', '2026-01-31'],
            ['2026-02-01', '2026-02-28'],
          ],
        },
      ],
    });
    assert.deepEqual(table.rows, [
      ['2026-01-01 - 2026-01-31', '150'],
      ['2026-02-01 - 2026-02-28', '150'],
    ]);
    assert.equal(table.columns[0]!.kind, 'dimension');
    assert.equal(sql.text.match(/SELECT/g)?.length, 2);
  });

  it('ends when it is cancelled', async () => {
    await pace({ slowMs: 60_000, waitMs: 20 });
    const stop = new AbortController();
    const run = runnerOf().run({ ...query, limit: 81 }, { signal: stop.signal, onWait: () => stop.abort() });
    await assert.rejects(run, CancelledError);
  });

  it('explains that the platform went away while the query waited', async () => {
    await pace({ slowMs: 60_000, waitMs: 20 });
    fault({ operation: 'data.load', kind: 'reset-before', skip: 1 });
    const failure = await failureOf(runnerOf().run({ ...query, limit: 82 }));
    assert.match(failure.describe(), /connection to .* broke.*Try again/);
  });

  // Last, because it moves the platform's clock.
  it('goes on with a new token when the old one lapses while the query waits', async () => {
    const advance = () => {
      const admin = sample.requests.as(sample.under.emulator.adminApiKey);
      return admin.done(admin.send('POST', '/_emulator/clock', { advanceMs: 25 * 3_600_000 }));
    };
    for (const target of [{}, { client: sample.admin, as: { groups: ['finance'] } }]) {
      await pace({ slowMs: 300, waitMs: 20 });
      let advanced: Promise<unknown> | undefined;
      const onWait = () => {
        advanced ??= advance();
      };
      const { table } = await runnerOf(target).run({ ...query, limit: 83 }, { onWait });
      assert.ok(advanced, 'the query waited');
      assert.equal(table.rows.length, 4);
    }
  });
});
