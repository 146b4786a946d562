/** The commands right after a push, while the platform still answers with the model before it. */

import assert from 'node:assert/strict';
import { type SampleEmulator, sampleEmulator } from '../query/sampleEmulator.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { runBundle } from './runBundle.ts';

const ordersPath = 'model/cubes/orders.yml';
/** Milliseconds. */
const times = { short: 40, noticeable: 4_000, endless: 600_000 };

describe('a command after a push', () => {
  let sample: SampleEmulator;
  let folder: string;
  let dev: string;
  let orders: string;
  let buildMs = times.short;
  before(async () => {
    sample = await sampleEmulator({ buildMs: () => buildMs });
    await sample.requests.status('main', true);
    orders = (await sample.requests.files('main'))[ordersPath]!;
    folder = temporaryFolder();
    put(folder, 'sum.query.yml', 'measures: [orders.fresh]\n');
    const query = '{ measures: [orders.fresh] }';
    put(folder, 'tests/a.test.yml', `tests:\n  - { name: a, query: ${query}, expect: { scalar: 2 } }\n`);
  });
  after(async () => {
    await sample.close();
    removeTemporaryFolders();
  });

  const model = (value: string) =>
    orders.replace('    measures:\n', `    measures:\n      - { name: fresh, sql: "${value}", type: max }\n`);
  beforeEach(async () => {
    dev = await sample.requests.openDevMode();
    await push('1', times.short);
    assert.equal((await sample.requests.status(dev, true)).status, 'built');
  });

  async function push(value: string, ms: number) {
    buildMs = ms;
    await sample.requests.done(sample.requests.put({ [ordersPath]: model(value) }, dev));
  }

  async function run(bundle: string, args: string[]) {
    const { url, apiKey } = sample.under.emulator;
    const target = ['--url', url, '--deployment', String(sample.deploymentId), '--branch', dev];
    return runBundle(bundle, [...args, ...target], { cwd: folder, env: { DATA_MODEL_API_KEY: apiKey } });
  }

  it('gives the values of the pushed model, and names its build', async () => {
    await push('2', times.noticeable);
    const [query, tests, review] = await Promise.all([
      run('query', ['sum.query.yml', '--compare', 'main']).then(() => run('query', ['sum.query.yml'])),
      run('test', ['.', '--json']),
      run('review', ['--base', 'main']),
    ]);
    assert.deepEqual([query.code, tests.code], [0, 0], `${query.stderr}${tests.stdout}`);
    const { rows, build } = JSON.parse(query.stdout);
    assert.equal(rows[0]['orders.fresh'], '2');
    const { lastHash, updatedAt } = await sample.requests.status(dev);
    assert.deepEqual(build, { commit: lastHash, status: 'built', builtAt: updatedAt });
    assert.deepEqual(JSON.parse(tests.stdout).build, build);
    const reviewed = JSON.parse(review.stdout);
    assert.deepEqual(reviewed.build, build);
    assert.equal(reviewed.baseBuild.commit, (await sample.requests.branches()).main!.lastHash);
    assert.ok(reviewed.model.some(({ name }: { name: string }) => name === 'orders.fresh'));
  }).timeout(60_000);

  it('gives those of the build before with --no-wait, and says so', async () => {
    await push('2', times.endless);
    const { code, stdout, stderr } = await run('query', ['sum.query.yml', '--no-wait']);
    const { rows, build } = JSON.parse(stdout);
    assert.deepEqual([code, rows[0]['orders.fresh']], [0, '1']);
    const { lastHash } = (await sample.requests.branches())[dev]!;
    assert.deepEqual(build, { commit: null, status: 'building', newerCommit: lastHash });
    assert.match(
      stderr,
      /^query: warning: Commit \w{10} of dev-\S+ is not built \(building\)\. An earlier build answers\.$/m,
    );
  }).timeout(60_000);

  it('ends with 7 after its time limit, without a result', async () => {
    await push('2', times.endless);
    for (const [bundle, args] of [
      ['query', ['sum.query.yml']],
      ['test', ['.', '--json']],
      ['review', ['--base', 'main']],
    ] as const) {
      const { code, stdout, stderr } = await run(bundle, [...args, '--build-timeout', '0']);
      assert.deepEqual([code, stdout], [7, ''], stderr);
      assert.match(stderr, /The build of dev-\S+ has not ended after 0 s/);
    }
    assert.equal((await run('query', ['sum.query.yml', '--build-timeout', 'long'])).code, 2);
  }).timeout(60_000);

  it('refuses to answer for a build that failed', async () => {
    await push('2"\n        nonsense: "', times.short);
    for (const [bundle, args] of [
      ['query', ['sum.query.yml']],
      ['test', ['.', '--json']],
    ] as const) {
      const { code, stdout, stderr } = await run(bundle, [...args]);
      assert.deepEqual([code, stdout], [3, ''], stderr);
      assert.match(stderr, /The latest build of dev-\S+ failed, so queries are answered by an earlier one/);
    }
  }).timeout(60_000);
});
