/** Runs the command as CI does: in a separate process against an emulator. */

import assert from 'node:assert/strict';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulator/emulatorUnderTest.ts';
import { runBundle } from './runBundle.ts';

const ordersPath = 'model/cubes/orders.yml';

interface Printed {
  files: { path: string; status: string; previousPath?: string }[];
  model: {
    kind: string;
    name: string;
    change: string;
    aspects: string[];
    breaking: { by: { kind: string; name: string; place: { file: string; line: number } }; reason: string }[];
    places: { file: string; line: number; column: number; side: string }[];
  }[];
  values: { path: string; test?: string; state: string; changed?: { before: object; after: object }[] }[];
}

describe('the review command', () => {
  let under: EmulatorUnderTest;
  let requests: DeploymentClient;
  let dev: string;
  let orders: string;
  before(async () => {
    under = await emulatorUnderTest();
    const { url, apiKey, deploymentId } = under.emulator;
    requests = new DeploymentClient(url, apiKey, deploymentId);
    dev = await requests.openDevMode();
    orders = (await requests.files(dev))[ordersPath]!;
    await Promise.all([requests.status(dev, true), requests.status('main', true)]);
  });
  after(() => under.close());

  async function review(args: string[], { env = {}, branch = dev } = {}) {
    const { url, apiKey, adminApiKey, deploymentId } = under.emulator;
    const target = ['--url', url, '--deployment', String(deploymentId), '--branch', branch];
    const run = await runBundle('review', [...target, ...args], { env: { DATA_MODEL_API_KEY: apiKey, ...env } });
    for (const key of [apiKey, adminApiKey]) {
      assert.ok(!`${run.stdout}${run.stderr}`.includes(key), 'the key is in the output');
    }
    return run;
  }

  async function write(files: Record<string, string>): Promise<void> {
    await requests.done(requests.put(files, dev));
    await requests.status(dev, true);
  }

  it('prints that nothing differs', async () => {
    const { code, stdout, stderr } = await review([]);
    assert.deepEqual([code, stderr, JSON.parse(stdout)], [0, '', { files: [], model: [], values: [] }]);
  });

  it('prints files, definitions and values that differ, and ends with 0 where nothing breaks', async () => {
    await write({
      [ordersPath]: orders.replace("= 'completed'", "<> 'cancelled'"),
      'completed.query.yml': 'measures: [sales.completed_share]\n',
      'orders.test.yml':
        'tests:\n  - name: some are completed\n    query: { measures: [orders.completed_count], dimensions: [orders.status] }\n    expect: { row_count: 4 }\n',
      'count.query.yml': 'measures: [orders.count]\n',
    });
    const { code, stdout, stderr } = await review(['--base', 'main', '--json']);
    assert.deepEqual([code, stderr], [0, '']);
    const { files, model, values } = JSON.parse(stdout) as Printed;
    assert.deepEqual(files, [
      { path: 'completed.query.yml', status: 'added' },
      { path: 'count.query.yml', status: 'added' },
      { path: ordersPath, status: 'changed' },
      { path: 'orders.test.yml', status: 'added' },
    ]);
    assert.deepEqual(
      model.map(({ kind, name, change, aspects, breaking }) => [kind, name, change, aspects, breaking]),
      [['measure', 'orders.completed_count', 'changed', ['filters'], []]],
    );
    const line = orders.split('\n').findIndex((one) => one.includes('name: completed_count')) + 1;
    assert.deepEqual(
      model[0]!.places.map((place) => [place.file, place.line, place.column, place.side]),
      [
        [ordersPath, line, 15, 'before'],
        [ordersPath, line, 15, 'after'],
      ],
    );
    assert.deepEqual(
      // The sample has tests, too.
      values
        .filter(({ path }) => !path.startsWith('tests/') && !path.startsWith('queries/'))
        .map(({ path, test, state, changed }) => [path, test, state, changed?.length]),
      [
        ['completed.query.yml', undefined, 'changed', 1],
        ['orders.test.yml', 'some are completed', 'changed', 2],
      ],
    );
  });

  it('names what breaks, also in Markdown, and ends with 1', async () => {
    await write({ [ordersPath]: orders.replaceAll('completed_share', 'share_of_completed') });
    const [json, markdown] = await Promise.all([review(['--queries', '0']), review(['--markdown', '--queries', '0'])]);
    assert.deepEqual([json.code, markdown.code], [1, 1]);
    const { model } = JSON.parse(json.stdout) as Printed;
    const renamed = model.find(({ name }) => name === 'orders.share_of_completed')!;
    assert.deepEqual(
      renamed.breaking
        .filter(({ by }) => by.kind === 'view')
        .map(({ by, reason }) => [by.kind, by.name, by.place.file, reason]),
      [['view', 'sales', 'model/views/sales.yml', 'orders.completed_share is now named orders.share_of_completed.']],
    );
    assert.deepEqual(
      model.find(({ name }) => name === 'sales.completed_share')!.breaking.map(({ by }) => [by.kind, by.name]),
      [['query', 'completed.query.yml']],
    );
    assert.match(markdown.stdout, /\*\*Breaking:\*\*[\s\S]*breaks view `sales`/);
    assert.match(json.stderr, /compiled models are not compared/);
  });

  it('says why it failed, by its exit code too', async () => {
    const failing = async (run: ReturnType<typeof review>, code: number, message: RegExp) => {
      const result = await run;
      assert.match(result.stderr, message);
      assert.deepEqual([result.code, result.stdout], [code, '']);
    };
    await Promise.all([
      failing(review(['--json', '--markdown']), 2, /not both[\s\S]*Usage: review/),
      failing(review(['--queries', 'many']), 2, /--queries must be a number/),
      failing(review([], { env: { DATA_MODEL_API_KEY: '' } }), 2, /API key is missing/),
      failing(review([], { branch: 'main' }), 2, /main has no parent branch.*--base/),
      failing(review(['--base', 'nowhere']), 3, /nowhere/),
      failing(review([], { env: { DATA_MODEL_API_KEY: 'not-a-valid-key' } }), 3, /./),
    ]);
  });
});
