/** Queries, comparisons, tests and reviews on a platform that limits requests; folders on several branches. */

import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import { reviewBranches } from '../../../src/cli/reviewBranches.ts';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { runTests } from '../../../src/query/tests/runTests.ts';
import { testCases } from '../../../src/query/tests/testCases.ts';
import { TestRunners } from '../../../src/query/tests/testRunners.ts';
import { type QueryBranch, QuerySession } from '../../../src/session/query/querySession.ts';
import { type SampleEmulator, sampleEmulator } from '../../query/sampleEmulator.ts';

const path = 'model/cubes/orders.yml';
const production = { name: 'main', isProduction: true };
const query = { measures: ['orders.completed_count'] };
const limited = { kind: 'status', status: 429, retryAfter: 0.05 } as const;

describe('queries on several branches', () => {
  let sample: SampleEmulator;
  let dev: QueryBranch;
  /** By the name of the branch. */
  const counts: Record<string, unknown> = {};
  const open: QuerySession[] = [];

  before(async () => {
    sample = await sampleEmulator();
    const name = await sample.requests.openDevMode();
    dev = { name, isProduction: false };
    const text = (await sample.requests.files(name))[path]!;
    const changed = text.replace(`"{CUBE}.status = 'completed'"`, `"{CUBE}.status <> 'cancelled'"`);
    assert.notEqual(changed, text);
    await sample.requests.done(sample.requests.put({ [path]: changed }, name));
    await Promise.all([sample.requests.status(name, true), sample.requests.status('main', true)]);
    for (const branch of [dev, production]) {
      const session = sessionOn(() => branch);
      await session.run();
      counts[branch.name] = countOf(session);
    }
    assert.notEqual(counts[name], counts.main);
  });
  afterEach(async () => {
    for (const session of open.splice(0)) session.dispose();
    sample.under.emulator.faults.clear();
    await pace({ slowMs: 0, waitMs: 5000 });
  });
  after(() => sample.close());

  const pace = (body: object) => {
    const admin = sample.requests.as(sample.under.emulator.adminApiKey);
    return admin.done(admin.send('POST', '/_emulator/data', body));
  };
  /** Each query has another limit, so that no cache answers. */
  let limit = 10;
  const sessionOn = (branch: () => QueryBranch) => {
    const { client, deploymentId } = sample;
    const session = new QuerySession({
      subject: async () => {
        limit += 1;
        return { query: { ...query, limit }, target: { client, deploymentId }, branch: branch() };
      },
      runnerFor: (target) => new QueryRunner(target),
    });
    open.push(session);
    return session;
  };
  const countOf = (session: QuerySession) => session.state.value.run?.table.rows[0]?.[0];
  const faultsLeft = () => sample.under.emulator.faults.state.map(({ rule, injected }) => (rule.times ?? 1) - injected);

  it('never mix the results of two folders, although both wait and one changes its branch', async () => {
    await pace({ slowMs: 40, waitMs: 10 });
    let moving = dev;
    const sessions = [sessionOn(() => dev), sessionOn(() => production), sessionOn(() => moving)];
    const mixed: string[] = [];
    let shown = 0;
    for (const session of sessions) {
      session.state.onChange(({ branch, run }) => {
        const found = run?.table.rows[0]?.[0];
        if (found !== undefined) shown += 1;
        if (found !== undefined && found !== counts[branch!.name]) mixed.push(`${found} on ${branch!.name}`);
      });
    }
    for (let round = 0; round < 4; round += 1) {
      const runs = sessions.map((session) => session.run());
      moving = round % 2 === 0 ? production : dev;
      await Promise.all([...runs, sessions[2]!.run()]);
      for (const { state } of sessions) assert.equal(state.value.phase, 'done', String(state.value.failure));
    }
    assert.deepEqual(mixed, []);
    assert.ok(shown >= 12, `${shown} results`);
  });

  it('wait as long as the platform asks for when it limits requests', async () => {
    const session = sessionOn(() => dev);
    sample.under.emulator.faults.set([{ ...limited, operation: ['data.load', 'data.sql'], times: 3 }]);
    await session.run();
    assert.deepEqual([session.state.value.failure, countOf(session)], [undefined, counts[dev.name]]);
    assert.match(session.state.value.run!.sql.text, /^\s*SELECT/i);
    assert.deepEqual(faultsLeft(), [0]);
  });

  it('are compared although the platform limits requests', async () => {
    const session = sessionOn(() => dev);
    sample.under.emulator.faults.set([{ ...limited, operation: 'data.load', times: 3 }]);
    await session.compareWith(production);
    const { failure, compared } = session.state.value;
    assert.equal(failure, undefined);
    assert.deepEqual(compared!.table.rows, [{ change: 'changed', before: [counts.main], after: [counts[dev.name]] }]);
    assert.deepEqual(faultsLeft(), [0]);
  });

  it('are reviewed although the platform limits requests', async () => {
    const review = () =>
      reviewBranches({
        client: sample.client,
        deploymentId: String(sample.deploymentId),
        branchName: dev.name,
        base: 'main',
        modelFolder: 'model',
        budget: { queries: 3, slices: 3, ms: 60_000 },
        slices: 100,
        waits: true,
        log: silentLog,
      });
    const expected = await review();
    assert.ok(
      expected.values.some(({ state }) => state !== 'not-run' && state !== 'failed'),
      JSON.stringify(expected),
    );
    sample.under.emulator.faults.set([
      { ...limited, operation: ['getFileHashes', 'listFiles'], times: 3 },
      { ...limited, operation: 'data.meta', times: 2 },
      { ...limited, operation: ['createDeploymentToken', 'listEnvironments'], times: 2 },
      { ...limited, operation: 'data.load', times: 3 },
    ]);
    assert.deepEqual(await review(), expected);
    assert.deepEqual(faultsLeft(), [0, 0, 0, 0]);
  });

  describe('in tests', () => {
    const passing = [1, 2, 3, 4, 5, 6].map(
      (number) => `  - name: test ${number}
    query: { measures: [orders.completed_count], limit: ${number} }
    expect: { row_count: 1 }
`,
    );
    const text = `tests:
${passing.join('')}  - name: is refused
    query: { measures: [orders.nothing] }
    expect: { error: nothing }
`;
    const run = async () => {
      const { client, deploymentId } = sample;
      const runners = new TestRunners({ client, deploymentId, branchName: dev.name });
      try {
        return await runTests(testCases('a.test.yml', text), {
          queryOf: async () => undefined,
          isMember: async () => true,
          runnerFor: (branch, as) => runners.of(branch, as),
        });
      } finally {
        runners.dispose();
      }
    };

    it('pass although the platform limits requests', async () => {
      sample.under.emulator.faults.set([{ ...limited, operation: 'data.load', times: 6 }]);
      const results = await run();
      assert.deepEqual(new Set(results.map(({ status, message }) => `${status} ${message}`)), new Set(['passed ']));
      assert.deepEqual(faultsLeft(), [0]);
    });

    it('cannot be run while the limit lasts, also those that expect an error', async () => {
      const rule = { ...limited, operation: 'data.load', times: 0, retryAfter: 3600 };
      sample.under.emulator.faults.set([rule]);
      const results = await run();
      for (const { status, message } of results) {
        assert.equal(status, 'error');
        assert.match(message, /too many requests/);
      }
    });
  });
});
