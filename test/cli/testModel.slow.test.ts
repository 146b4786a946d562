import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type SampleEmulator, sampleEmulator } from '../query/sampleEmulator.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { runBundle } from './runBundle.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const sample = path.join(repository, 'src/emulator/sample/project');

interface Report {
  build: { status: string };
  tests: {
    file: string;
    name: string;
    line: number;
    status: string;
    message: string;
    expected?: unknown;
    actual?: unknown;
    ms: number;
  }[];
  passed: number;
  failed: number;
  errors: number;
}

describe('test-model', () => {
  let emulator: SampleEmulator;

  before(async () => {
    emulator = await sampleEmulator();
  });
  after(async () => {
    await emulator.close();
    removeTemporaryFolders();
  });

  async function run(folder: string, ...flags: string[]) {
    const { url, apiKey } = emulator.under.emulator;
    const target = flags.includes('--url') ? [] : ['--url', url];
    const args = [folder, ...target, '--deployment', String(emulator.deploymentId), '--branch', 'main', ...flags];
    const ended = await runBundle('test', args, { env: { DATA_MODEL_API_KEY: apiKey } });
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(apiKey), 'the key is not in the output');
    return ended;
  }

  it('compares what is visible as a user of groups, also what the owner of the key does not see', async () => {
    const folder = temporaryFolder();
    for (const file of ['model/cubes/orders.yml', 'model/cubes/customers.yml', 'model/views/sales.yml'])
      put(folder, file, readFileSync(path.join(sample, file), 'utf8'));
    const test = (name: string, as: string, expect: string) =>
      `  - name: ${name}\n    as: ${as}\n    expect: ${expect}\n`;
    const text = [
      test('hidden', '{ groups: [marketing] }', '{ hidden: [sales.average_amount], visible: [sales.total_amount] }'),
      test('visible', '{ groups: [finance] }', '{ visible: [sales.average_amount] }'),
      test('not hidden', '{ groups: [finance] }', '{ hidden: [sales.average_amount] }'),
      test('unknown', '{ groups: [finance] }', '{ hidden: [sales.averag] }'),
    ];
    put(folder, 'tests/a.test.yml', `tests:\n${text.join('')}`);
    const { url, adminApiKey } = emulator.under.emulator;
    const target = ['--url', url, '--deployment', String(emulator.deploymentId), '--branch', 'main'];
    const env = { DATA_MODEL_API_KEY: adminApiKey };
    const { stdout, stderr } = await runBundle('test', [folder, ...target, '--json'], { env });
    const { tests } = JSON.parse(stdout) as Report;
    assert.deepEqual(
      tests.map(({ name, status }) => [name, status]),
      [
        ['hidden', 'passed'],
        ['visible', 'passed'],
        ['not hidden', 'failed'],
        ['unknown', 'error'],
      ],
      `${stderr}${stdout}`,
    );
  });

  it('prints one object, writes JUnit XML, and ends with 1 where a test fails', async () => {
    const junit = path.join(temporaryFolder(), 'reports/junit.xml');
    const { code, stdout, stderr } = await run(sample, '--json', '--junit', junit);
    assert.equal(code, 1, stderr);
    const { tests, build, ...counts } = JSON.parse(stdout) as Report;
    assert.equal(build.status, 'built');
    assert.deepEqual(counts, { passed: 6, failed: 1, errors: 0 });
    const failed = tests.find(({ status }) => status === 'failed')!;
    assert.deepEqual(
      { ...failed, ms: 0 },
      {
        file: 'tests/orders.test.yml',
        name: 'Cancelled orders do not count for the net amount',
        line: 13,
        status: 'failed',
        message: 'orders.net_amount: expected 651123, found 695397.',
        expected: 651123,
        actual: 695397,
        ms: 0,
      },
    );
    const xml = readFileSync(junit, 'utf8');
    assert.match(xml, /<testsuites tests="7" failures="1" errors="0"/);
    assert.match(xml, /<failure message="orders\.net_amount: expected 651123, found 695397\."/);
  });

  it('ends with 2 where a test cannot be run, and prints a line for each test', async () => {
    const folder = temporaryFolder();
    put(
      folder,
      'tests/a.test.yml',
      [
        'tests:',
        '  - { name: good, query: { measures: [orders.count] }, expect: { scalar: 3000 } }',
        '  - { name: bad, query: { measures: [orders.count] }, expect: { scalar: 1 } }',
        '  - { name: unknown, query: { measures: [orders.cnt] }, expect: { scalar: 1 } }',
        '  - { name: "esc\\e[31m", query: missing.query.yml, expect: { scalar: 1 } }',
      ].join('\n'),
    );
    put(folder, 'node_modules/x/b.test.yml', 'tests: [1]');
    const { code, stdout } = await run(folder);
    assert.equal(code, 2);
    const lines = stdout.split('\n').filter((line) => !line.startsWith(' '));
    assert.deepEqual(lines.slice(0, 4), [
      'tests/a.test.yml:2 good ✓',
      'tests/a.test.yml:3 bad ✗',
      'tests/a.test.yml:4 unknown ✗',
      'tests/a.test.yml:5 esc\\u001b[31m ✗',
    ]);
    assert.match(lines[4]!, /^1 passed, 1 failed, 2 could not be run \(\d+ ms\)\.$/);
    assert.match(stdout, /orders\.cnt/);
    assert.match(stdout, /no query document missing\.query\.yml/);
  });

  it('runs no tests of the projects in a folder, and prints their names', async () => {
    const folder = temporaryFolder();
    put(folder, 'a/model/orders.yml', 'cubes:\n  - name: orders\n    sql_table: orders\n');
    put(folder, 'a/tests/orders.test.yml', 'tests: []\n');
    const { code, stderr } = await run(folder);
    assert.equal(code, 2);
    assert.match(stderr, /is not a project\. Name one of the projects in it: a\./);
  });

  it('ends with 0 where all tests pass, with 2 without tests or with a wrong option, and with 3 without the platform', async () => {
    const folder = temporaryFolder();
    const none = await run(folder);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /There are no tests in/);
    put(
      folder,
      'a.test.yaml',
      'tests:\n  - { name: a, query: { measures: [orders.count] }, expect: { row_count: 1 } }\n',
    );
    assert.equal((await run(folder, '--json')).code, 0);
    assert.equal((await run(folder, '--concurrency', '0')).code, 2);
    const offline = await run(folder, '--json', '--url', 'http://127.0.0.1:9');
    assert.deepEqual([offline.code, offline.stdout], [3, '']);
    assert.match(offline.stderr, /cannot be reached/);
    const missing = await run(folder, '--deployment', '99');
    assert.equal(missing.code, 3);
    assert.deepEqual(missing.stderr.match(/Deployment "99" not found/g)?.length, 1, 'says it once');
    assert.match(missing.stderr, /Check --deployment/);
  });

  it('says once that there is no such branch, not for each test, and names the others', async () => {
    for (const flags of [[], ['--json']]) {
      const { code, stdout, stderr } = await run(sample, '--branch', 'nowhere', ...flags);
      assert.deepEqual({ code, stdout }, { code: 3, stdout: '' });
      assert.equal(stderr, 'test-model: The deployment has no branch “nowhere”. Its branches: main.\n');
    }
  });
});
