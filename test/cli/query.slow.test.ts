/** Runs the command as CI does: in a separate process against an emulator. */

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SampleEmulator, sampleEmulator } from '../query/sampleEmulator.ts';
import { put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { runBundle } from './runBundle.ts';

const ordersPath = 'model/cubes/orders.yml';

/** Cubes of 12,000 and 60,000 rows. */
const longCubes = `cubes:${[
  ['many', 4],
  ['most', 20],
]
  .map(
    ([name, times]) => `
  - name: ${name}
    sql: SELECT o.id * 20 + c.id AS id FROM shop.orders o CROSS JOIN shop.customers c WHERE c.id <= ${times}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
    measures:
      - { name: count, type: count }`,
  )
  .join('')}
`;

describe('the query command', () => {
  let sample: SampleEmulator;
  let folder: string;
  let dev: string;
  before(async () => {
    sample = await sampleEmulator();
    dev = await sample.requests.openDevMode();
    const text = (await sample.requests.files(dev))[ordersPath]!;
    const changed = text
      .replace(`"{CUBE}.status = 'completed'"`, `"{CUBE}.status <> 'cancelled'"`)
      .replace('    measures:\n', '    measures:\n      - name: fresh_count\n        type: count\n');
    assert.notEqual(changed, text);
    const longPath = 'model/cubes/long.yml';
    await sample.requests.done(sample.requests.put({ [ordersPath]: changed, [longPath]: longCubes }, dev));
    await Promise.all([sample.requests.status(dev, true), sample.requests.status('main', true)]);
    folder = temporaryFolder();
    put(
      folder,
      'queries/by status.query.yml',
      'measures: [orders.completed_count]\ndimensions:\n  - orders.status\norder:\n  orders.status: asc\n',
    );
    put(
      folder,
      'city.query.json',
      JSON.stringify({
        measures: ['orders.count'],
        filters: [{ member: 'customers.city', operator: 'equals', values: ['Graz'] }],
      }),
    );
    put(folder, 'wrong.query.yml', 'measures: [orders.count]\ndimension: [orders.status]\n');
    put(folder, 'new.query.yml', 'measures: [orders.fresh_count]\n');
    put(folder, 'unknown.query.yml', 'measures: [orders.counts]\n');
    put(folder, 'as.query.yml', 'measures: [sales.average_amount]\nas:\n  groups: [finance]\n');
    put(folder, 'many.query.yml', 'dimensions: [many.id]\n');
    put(folder, 'most.query.yml', 'dimensions: [most.id]\nmeasures: [most.count]\n');
    put(folder, 'limited.query.yml', 'dimensions: [most.id]\nlimit: 10000\n');
    put(folder, 'model.yml', 'cubes: []\n');
    for (const [file, content] of Object.entries(await sample.requests.files(dev)))
      if (file.startsWith('model/')) put(folder, `why/${file}`, content);
    const empty =
      'measures: [orders.count]\nfilters:\n  - { member: orders.status, operator: equals, values: [Completed] }\n';
    put(folder, 'why/queries/empty.query.yml', empty);
    put(folder, 'why/queries/as.query.yml', `${empty}as: { groups: [finance] }\n`);
    mkdirSync(join(folder, 'elsewhere'));
  });
  after(async () => {
    await sample.close();
    removeTemporaryFolders();
  });

  async function query(args: string[], { env = {}, branch = dev, url = sample.under.emulator.url } = {}) {
    const target = ['--url', url, '--deployment', String(sample.deploymentId), '--branch', branch];
    const { apiKey, adminApiKey } = sample.under.emulator;
    const run = await runBundle('query', [...args, ...target], {
      cwd: folder,
      env: { DATA_MODEL_API_KEY: apiKey, ...env },
    });
    for (const key of [apiKey, adminApiKey]) {
      assert.ok(!`${run.stdout}${run.stderr}`.includes(key), 'the key is in the output');
    }
    return run;
  }
  const failing = async (run: ReturnType<typeof query>, code: number, message: RegExp) => {
    const result = await run;
    assert.match(result.stderr, message);
    assert.deepEqual([result.code, result.stdout], [code, '']);
  };

  it('prints one object with rows, SQL, annotation and time, and what changed since the other branch', async () => {
    const { code, stdout, stderr } = await query(['queries/by status.query.yml', '--compare', 'main']);
    assert.deepEqual([code, stderr], [0, '']);
    const { build, rows, sql, parameters, annotation, ms, compared, ...more } = JSON.parse(stdout);
    const { lastHash } = await sample.requests.status('main');
    assert.deepEqual([build.status, compared.build.commit], ['built', lastHash]);
    assert.deepEqual(more, { truncated: false, total: null, planner: 'javascript' });
    const byStatus = (list: Record<string, string>[]) => list.map((row) => row['orders.status']);
    assert.deepEqual(byStatus(rows), ['cancelled', 'completed', 'processing', 'shipped']);
    assert.match(sql, /status <> 'cancelled'/);
    assert.deepEqual(parameters, []);
    assert.equal(annotation.measures['orders.completed_count'].shortTitle, 'Completed Count');
    assert.ok(Number.isInteger(ms));
    assert.deepEqual([compared.added, compared.removed], [[], []]);
    assert.deepEqual(byStatus(compared.changed.map(({ after }: { after: object }) => after)), [
      'processing',
      'shipped',
    ]);
    const [{ before }] = compared.changed;
    assert.equal(before['orders.completed_count'], '0');
  });

  it('explains an empty result by counts on the branch, with the line of the filter', async () => {
    const { code, stdout, stderr } = await query(['why/queries/empty.query.yml', '--why']);
    assert.deepEqual([code, stderr], [0, '']);
    const { build, warnings, isEmpty, causes, steps, unknown } = JSON.parse(stdout);
    assert.deepEqual([build.status, warnings, isEmpty, causes.length], ['built', [], true, 1]);
    assert.match(causes[0].text, /^Filter orders\.status equals "Completed": leaves 0 of [\d,]+ rows\.$/);
    assert.equal(causes[0].place, 'queries/empty.query.yml:3');
    assert.equal(causes[0].details[0].text, 'The data has "completed" instead of "Completed".');
    assert.deepEqual(
      steps.map(({ rows }: { rows: number }) => rows > 0),
      [true, false],
    );
    assert.deepEqual(unknown, []);
    await failing(query(['city.query.json', '--why']), 2, /must be in the folder of a project/);
    await failing(query(['why/queries/empty.query.yml', '--why', '--format', 'csv']), 2, /one format/);
    const as = await query(['why/queries/as.query.yml', '--why'], {
      env: { DATA_MODEL_API_KEY: sample.under.emulator.adminApiKey },
    });
    assert.equal(JSON.parse(as.stdout).causes[0].details[0].text, causes[0].details[0].text);
  });

  it('explains with the model of the branch, and says where the files differ from it', async () => {
    const files = await sample.requests.files(dev);
    for (const [file, content] of Object.entries(files))
      if (file.startsWith('model/')) put(folder, `other/${file}`, content);
    put(folder, `other/${ordersPath}`, 'cubes:\n  - name: orders\n    sql_table: orders\n');
    put(folder, 'other/queries/all.query.yml', 'measures: [orders.count]\ndimensions: [customers.city]\n');
    const { code, stdout, stderr } = await query(['other/queries/all.query.yml', '--why']);
    assert.deepEqual([code, stderr], [0, '']);
    const { warnings, steps } = JSON.parse(stdout);
    assert.deepEqual(warnings, [
      `The version on ${dev} is explained, which differs from your files. Lines in these are lines on ${dev}: ${ordersPath}`,
    ]);
    const lineOf = (text: string) => `${ordersPath}:${files[ordersPath]!.split(text)[0]!.split('\n').length}`;
    assert.deepEqual(
      steps.map(({ text, place }: { text: string; place: string }) => [text, place]),
      [
        ['All rows of orders', lineOf('name: orders')],
        ['Joined with customers', lineOf('- name: customers')],
      ],
    );
  });

  it('prints comma-separated values: the rows, or those that changed', async () => {
    const [plain, changes] = await Promise.all([
      query(['queries/by status.query.yml', '--format', 'csv']),
      query(['queries/by status.query.yml', '--format', 'csv', '--compare', 'main']),
    ]);
    assert.match(plain.stdout, /^orders\.status,orders\.completed_count\r\ncancelled,0\r\n(.+\r\n){3}$/);
    const lines = changes.stdout.split('\r\n');
    assert.equal(lines[0], 'change,orders.status,orders.completed_count (before),orders.completed_count (after)');
    assert.match(lines[1]!, /^changed,processing,0,\d+$/);
    assert.equal(lines.length, 4);
  });

  it('prints the SQL with its parameters, or the difference to the other branch', async () => {
    const [plain, difference] = await Promise.all([
      query(['city.query.json', '--format', 'sql']),
      query(['queries/by status.query.yml', '--format', 'sql', '--compare', 'main']),
    ]);
    assert.match(plain.stdout, /^\s*SELECT[\s\S]*\?[\s\S]*\n-- parameters: \["Graz"\]\n$/);
    assert.match(difference.stdout, /^-.*status = 'completed'/m);
    assert.match(difference.stdout, /^\+.*status <> 'cancelled'/m);
  });

  it('has all rows up to the platform’s maximum, or says that they are cut', async () => {
    const [many, most, csv, limited] = await Promise.all([
      query(['many.query.yml', '--format', 'csv']),
      query(['most.query.yml']),
      query(['most.query.yml', '--format', 'csv']),
      query(['limited.query.yml']),
    ]);
    assert.deepEqual([many.code, many.stderr, many.stdout.split('\r\n').length], [0, '', 12_002]);
    const { rows, truncated, total } = JSON.parse(most.stdout);
    assert.deepEqual([most.code, rows.length, truncated, total], [4, 50_000, true, 60_000]);
    assert.match(most.stderr, /^query: warning: The result is cut: the platform sent 50000 of 60000 rows\./);
    assert.deepEqual([csv.code, csv.stderr, csv.stdout.split('\r\n').length], [4, most.stderr, 50_002]);
    assert.deepEqual([limited.code, limited.stderr, JSON.parse(limited.stdout).rows.length], [0, '', 10_000]);
    const compared = query(['most.query.yml', '--compare', dev]);
    await failing(compared, 3, /On dev-[^:]+: The result is cut: .* Add a limit, a filter or a date range/);
  });

  it('finds the file from where the user typed, also through npm', async () => {
    const env = { npm_lifecycle_event: 'query', INIT_CWD: join(folder, 'elsewhere') };
    const { code, stdout } = await query(['../city.query.json'], { env, branch: 'main' });
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).rows.length, 1);
  });

  it('runs as another user with the key of an administrator only', async () => {
    await failing(query(['as.query.yml']), 3, /only with the key of an administrator/);
    const env = { DATA_MODEL_API_KEY: sample.under.emulator.adminApiKey };
    const { code, stdout } = await query(['as.query.yml'], { env, branch: 'main' });
    assert.equal(code, 0);
    assert.match(JSON.parse(stdout).rows[0]['sales.average_amount'], /^\d+/);
  });

  it('compares the rest of a query with new members, and names these', async () => {
    const measures = ['orders.completed_count', 'orders.fresh_count'];
    put(folder, 'partly.query.json', JSON.stringify({ measures }));
    const [partly, csv, fresh, sql] = await Promise.all([
      query(['partly.query.json', '--compare', 'main']),
      query(['partly.query.json', '--compare', 'main', '--format', 'csv']),
      query(['new.query.yml', '--compare', 'main']),
      query(['new.query.yml', '--compare', 'main', '--format', 'sql']),
    ]);
    const notice = 'query: not compared, because main does not have them: orders.fresh_count\n';
    for (const { code, stderr } of [partly, csv, fresh, sql]) assert.deepEqual([code, stderr], [0, notice]);
    const { changed, newMembers } = JSON.parse(partly.stdout).compared;
    assert.deepEqual([changed.length, newMembers], [1, ['orders.fresh_count']]);
    assert.notEqual(changed[0].before['orders.completed_count'], changed[0].after['orders.completed_count']);
    assert.match(csv.stdout.split('\r\n')[1]!, /^changed,\d+,\d+,,\d+$/);
    const { rows, compared } = JSON.parse(fresh.stdout);
    const { build, ...difference } = compared;
    assert.equal(build.status, 'built');
    assert.deepEqual(difference, { added: [], removed: [], changed: [], newMembers });
    assert.equal(rows.length, 1);
    assert.match(sql.stdout, /^\+/m);
  });

  it('prints the problems of a document with their places', async () => {
    await failing(query(['wrong.query.yml']), 2, /^wrong\.query\.yml:2:1 .*dimension/m);
  });

  it('says why it failed, by its exit code too', async () => {
    await Promise.all([
      failing(query(['unknown.query.yml']), 1, /'counts' not found for path 'orders\.counts'/),
      failing(query(['city.query.json'], { branch: 'nowhere' }), 3, /no branch “nowhere”.* Its branches: main, dev-/s),
      failing(query(['city.query.json'], { url: 'http://127.0.0.1:9' }), 3, /cannot be reached/),
      failing(query(['model.yml']), 2, /model\.yml is not a query document[\s\S]*Usage: data-model query/),
      failing(query(['none.query.yml']), 2, /none\.query\.yml cannot be read: there is no such file/),
    ]);
    await Promise.all([
      failing(query([]), 2, /FILE is missing/),
      failing(query(['city.query.json', '--format', 'xml']), 2, /--format must be one of json, csv, sql/),
      failing(query(['city.query.json', '--quick']), 2, /--quick/),
      failing(query(['city.query.json'], { env: { DATA_MODEL_API_KEY: '' } }), 2, /DATA_MODEL_API_KEY/),
    ]);
  });

  it('explains itself', async () => {
    const { code, stdout } = await query(['--help']);
    assert.equal(code, 0);
    assert.match(stdout, /Usage: data-model query FILE[\s\S]*--compare BRANCH[\s\S]*Exit codes:/);
  });
});
