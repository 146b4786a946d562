/** Runs the command as CI does: in a separate process against an emulator. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulator/emulatorUnderTest.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { runBundle } from './runBundle.ts';

const ordersPath = 'model/cubes/orders.yml';
const salesPath = 'model/views/sales.yml';

/** A cube that the model itself hides from a group, which no access policy says. */
const hiddenForFinance = `cube('rooms', {
  sql_table: 'shop.orders',
  measures: {
    count: { type: 'count', public: !(COMPILE_CONTEXT.securityContext.groups || []).includes(process.env.HIDDEN_FOR || 'support') },
    other: { type: 'count' },
  },
});
`;

interface Printed {
  conclusion: string;
  errors: { branch: string; side: string; file: string; line: number; message: string }[];
  affected: { name: string; effect: string; causes: string[] }[];
  consumers: {
    kind: string;
    name: string;
    change: string;
    newName?: string;
    uses: { kind: string; name: string; place: { file: string; line: number } }[];
  }[];
  contentNotRead: string[];
  notCompared: { members: number; queries: number };
  files: { path: string; status: string; previousPath?: string }[];
  model: {
    kind: string;
    name: string;
    change: string;
    aspects: string[];
    breaking: { by: { kind: string; name: string; place: { file: string; line: number } }; reason: string }[];
    places: { file: string; line: number; column: number; side: string }[];
  }[];
  certificate: {
    slices: Record<string, number>;
    differences: { measure: string; by: string | null; before: string; after: string }[];
    notCompared: { reason: string }[];
  };
  values: { path: string; test?: string; state: string; changed?: { before: object; after: object }[] }[];
}

describe('the review command', () => {
  const folder = temporaryFolder('review-command');
  let under: EmulatorUnderTest;
  let requests: DeploymentClient;
  let dev: string;
  let orders: string;
  let sales: string;
  before(async () => {
    under = await emulatorUnderTest();
    const { url, apiKey, deploymentId } = under.emulator;
    requests = new DeploymentClient(url, apiKey, deploymentId);
    dev = await requests.openDevMode();
    const files = await requests.files(dev);
    orders = files[ordersPath]!;
    sales = files[salesPath]!;
    await Promise.all([requests.status(dev, true), requests.status('main', true)]);
  });
  after(async () => {
    await under.close();
    folder.remove();
  });

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
    const { code, stdout, stderr } = await review(['--confirm-access']);
    const { build, baseBuild, conclusion, files, model, affected, values, accessConfirmed } = JSON.parse(stdout);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(accessConfirmed.notConfirmed, [{ reason: 'no file of the model differs, so nothing was asked.' }]);
    assert.deepEqual([conclusion, files, model, affected, values], ['fine', [], [], [], []]);
    assert.deepEqual([build.status, baseBuild.status], ['built', 'built']);
  });

  it('prints files, definitions and values that differ, and ends with 0 where nothing breaks', async () => {
    await write({
      [ordersPath]: orders.replace("= 'completed'", "<> 'cancelled'"),
      'completed.query.yml': 'measures: [sales.completed_share]\n',
      'orders.test.yml':
        'tests:\n  - name: some are completed\n    query: { measures: [orders.completed_count], dimensions: [orders.status] }\n    expect: { row_count: 4 }\n',
      'count.query.yml': 'measures: [orders.count]\n',
    });
    const [{ code, stdout, stderr }, without] = await Promise.all([
      review(['--base', 'main', '--json']),
      review(['--base', 'main', '--json', '--values', '0', '--queries', '0']),
    ]);
    assert.deepEqual([code, without.code, stderr], [0, 0, '']);
    const { files, model, values, certificate } = JSON.parse(stdout) as Printed;
    // The sample has 2,413 completed orders, and 2,804 that are not cancelled.
    assert.deepEqual(
      certificate.differences.filter(({ measure, by }) => measure === 'orders.completed_count' && by === null),
      [{ measure: 'orders.completed_count', by: null, before: '2413', after: '2804' }],
    );
    const { slices, notCompared } = (JSON.parse(without.stdout) as Printed).certificate;
    assert.deepEqual([slices.differs, slices.same], [0, 0]);
    assert.deepEqual([...new Set(notCompared.map(({ reason }) => reason))], ['sql-differs']);
    assert.equal(
      slices.notCompared,
      certificate.slices.differs! + certificate.slices.same! + certificate.slices.notCompared!,
    );
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
    await write({
      [ordersPath]: orders.replaceAll('completed_share', 'share_of_completed'),
      [salesPath]: sales.replaceAll('completed_share', 'share_of_completed'),
    });
    const [json, markdown] = await Promise.all([review(['--queries', '0']), review(['--markdown', '--queries', '0'])]);
    assert.deepEqual([json.code, markdown.code, json.stderr], [1, 1, '']);
    const { model, conclusion, affected, consumers, notCompared } = JSON.parse(json.stdout) as Printed;
    assert.deepEqual([conclusion, affected, notCompared.members], ['breaking', [], 0], 'the SQL follows the rename');
    assert.deepEqual(
      model.find(({ name }) => name === 'sales.share_of_completed')!.breaking.map(({ by }) => [by.kind, by.name]),
      [['query', 'completed.query.yml']],
    );
    assert.deepEqual(
      consumers
        .filter(({ name }) => name.startsWith('sales.'))
        .map(({ uses, ...one }) => [one, uses.map(({ kind, place }) => [kind, place.file, place.line])]),
      [
        [
          { kind: 'measure', name: 'sales.completed_share', change: 'renamed', newName: 'sales.share_of_completed' },
          [['query', 'completed.query.yml', 1]],
        ],
      ],
    );
    assert.match(markdown.stdout, /\*\*Breaking:\*\*[\s\S]*breaks query `completed\.query\.yml`/);
  });

  it('asks the base by the former names, and ends with 4 where only consumers are affected', async () => {
    const tests = 'tests/orders.test.yml';
    const text = (await requests.files(dev))[tests]!;
    await write({
      [tests]: text.replaceAll('completed_share', 'share_of_completed'),
      'completed.query.yml': 'measures: [sales.share_of_completed, sales.count]\n',
      [ordersPath]: orders
        .replaceAll('completed_share', 'share_of_completed')
        .replace("= 'completed'", "<> 'cancelled'"),
    });
    const { code, stdout } = await review(['--json']);
    const { conclusion, affected, values } = JSON.parse(stdout) as Printed;
    assert.deepEqual([code, conclusion], [4, 'consumers'], stdout);
    assert.ok(affected.some(({ name, effect }) => name === 'sales.share_of_completed' && effect === 'changed'));
    assert.deepEqual(
      values.filter(({ path }) => path === 'completed.query.yml').map(({ state, changed }) => [state, changed?.length]),
      [['changed', 1]],
    );
  });

  it('names the reports, dashboards and notifications that use a name which is gone, and ends with 1', async () => {
    const keyFile = path.join(folder.path, 'admin-key');
    writeFileSync(keyFile, under.emulator.adminApiKey);
    const withoutAmount = (text: string) =>
      text
        .replaceAll('total_amount', 'amount_sum')
        .replace('includes: [amount_sum, average_amount]', 'includes: [average_amount]');
    await write({ [ordersPath]: withoutAmount(orders), [salesPath]: withoutAmount(sales) });
    const [user, admin, markdown, text] = await Promise.all([
      review(['--queries', '0']),
      review(['--queries', '0', '--key-file', keyFile]),
      review(['--queries', '0', '--markdown', '--key-file', keyFile]),
      review(['--queries', '0', '--format', 'text', '--key-file', keyFile]),
    ]);
    assert.deepEqual([user.code, admin.code, markdown.code, text.code], [1, 1, 1, 1], user.stderr);
    const usesIn = (stdout: string) =>
      (JSON.parse(stdout) as Printed).consumers
        .find(({ name }) => name === 'sales.total_amount')!
        .uses.filter(({ kind }) => ['report', 'dashboard', 'notification'].includes(kind));
    assert.deepEqual(usesIn(user.stdout), [
      {
        kind: 'report',
        name: 'Revenue by country',
        place: { id: 'revenue-by-country', where: 'For customers; Sales review, Revenue!A1' },
      },
    ]);
    assert.match(
      (JSON.parse(user.stdout) as Printed).contentNotRead.join(),
      /Dashboards and workbooks were not searched: .*403/,
    );
    assert.deepEqual(
      usesIn(admin.stdout).map(({ kind, name }) => [kind, name]),
      [
        ['report', 'Revenue by country'],
        ['dashboard', 'Sales of the sample shop'],
      ],
    );
    assert.deepEqual((JSON.parse(admin.stdout) as Printed).contentNotRead, [
      'Workbooks that no embed tenant may open were not searched, because the platform does not list them.',
    ]);
    assert.match(
      markdown.stdout,
      /breaks report `Revenue by country`, `For customers; Sales review, Revenue!A1`: `sales\.total_amount` is now named `sales\.amount_sum`\./,
    );
    assert.match(
      text.stdout,
      /error measure sales\.amount_sum is renamed\. This breaks dashboard Sales of the sample shop/,
    );
    await write({ [ordersPath]: orders, [salesPath]: sales });
  });

  it('names a notification that uses a member which is gone', async () => {
    await write({ [salesPath]: sales.replace('          - created_at\n', '') });
    const keyFile = path.join(folder.path, 'admin-key');
    const { stdout } = await review(['--queries', '0', '--key-file', keyFile]);
    const { consumers } = JSON.parse(stdout) as Printed;
    const { uses } = consumers.find(({ name }) => name === 'sales.created_at')!;
    assert.ok(
      uses.some(({ kind }) => kind === 'notification'),
      JSON.stringify(uses),
    );
    await write({ [salesPath]: sales });
  });

  it('names a branch that does not compile, with the place of each error, and ends with 3', async () => {
    await write({ [ordersPath]: orders.replace('type: count', 'type: cuont') });
    const [json, markdown, swapped] = await Promise.all([
      review(['--json']),
      review(['--markdown']),
      review(['--json', '--base', dev], { branch: 'main' }),
    ]);
    assert.deepEqual([json.code, markdown.code, swapped.code], [3, 3, 3]);
    const line = orders.split('\n').findIndex((one) => one.includes('type: count')) + 1;
    const { conclusion, errors, values } = JSON.parse(json.stdout) as Printed;
    const [error] = errors;
    assert.deepEqual([conclusion, values], ['not-compiled', []]);
    assert.deepEqual([error!.branch, error!.side, error!.file, error!.line], [dev, 'after', ordersPath, line]);
    const base = JSON.parse(swapped.stdout) as Printed;
    assert.deepEqual([base.errors[0]!.branch, base.errors[0]!.side, base.errors[0]!.line], [dev, 'before', line]);
    assert.match(markdown.stdout, /does not compile, so it is not known what breaks[\s\S]*### Compile errors/);
    assert.doesNotMatch(markdown.stdout, /none breaking/);
    await write({ [ordersPath]: orders });
  });

  it('confirms access with metadata tokens, and says where the platform shows something else', async () => {
    await write({ [salesPath]: sales.replace('- group: finance', '- group: managers') });
    const [unasked, json, markdown, text] = await Promise.all([
      review(['--queries', '0']),
      review(['--queries', '0', '--confirm-access']),
      review(['--queries', '0', '--confirm-access', '--markdown']),
      review(['--queries', '0', '--confirm-access', '--format', 'text']),
    ]);
    assert.deepEqual([unasked.code, json.code, markdown.code, text.code], [0, 0, 0, 0], json.stderr);
    assert.equal(JSON.parse(unasked.stdout).accessConfirmed, null);
    const { access, accessConfirmed } = JSON.parse(json.stdout);
    assert.deepEqual(
      access.map(({ view, group, change }: Record<string, string>) => [view, group, change]),
      [
        ['sales', 'finance', 'less'],
        ['sales', 'managers', 'more'],
      ],
    );
    // Without a group, with each of both, and with both, on two branches.
    assert.deepEqual(accessConfirmed, { asked: 8, equal: 8, different: [], notConfirmed: [] });
    const sentence =
      'Access confirmed with metadata tokens: 8 of 8 answers of the platform are what the access policies say.';
    for (const { stdout } of [markdown, text]) assert.ok(stdout.includes(sentence), stdout);

    // The evaluation has no variables of the deployment.
    const variables = { env_variables: [{ name: 'HIDDEN_FOR', value: 'finance' }] };
    await requests.done(requests.as(under.emulator.adminApiKey).control('PUT', '/env-vars', variables));
    await write({
      [salesPath]: sales,
      'model/cubes/hidden.js': hiddenForFinance,
    });
    const [other, named] = await Promise.all([
      review(['--queries', '0', '--confirm-access']),
      review(['--queries', '0', '--confirm-access', '--markdown']),
    ]);
    const found = JSON.parse(other.stdout).accessConfirmed;
    assert.deepEqual(found.different, [{ branch: dev, group: 'finance', more: [], less: ['rooms.count'] }]);
    assert.deepEqual([found.asked, found.equal, found.notConfirmed], [4, 3, []]);
    assert.match(
      named.stdout,
      /the platform shows users in `finance` less than the access policies say: `rooms\.count`/,
    );

    // A metadata token could have the attribute, but its values are not known.
    const conditional = sales.replace(
      '- group: finance',
      '- group: finance\n        conditions: [{ if: "{ security_context.isManager }" }]',
    );
    await write({ [salesPath]: conditional, 'model/cubes/hidden.js': '' });
    const { accessConfirmed: half } = JSON.parse((await review(['--queries', '0', '--confirm-access'])).stdout);
    assert.deepEqual([half.asked, half.equal], [4, 4]);
    const condition = '{ security_context.isManager }';
    assert.deepEqual(
      half.notConfirmed.map(({ branch, group }: Record<string, string>) => [branch, group]),
      ['main', dev].flatMap((branch) => [condition, `finance+${condition}`].map((group) => [branch, group])),
    );
  });

  it('compiles both models here for a branch without an environment, which confirms nothing', async () => {
    await requests.done(requests.createBranch('shared'));
    const admin = requests.as(under.emulator.adminApiKey);
    const own = await admin.openDevMode('shared');
    await admin.done(admin.put({ [ordersPath]: orders.replace('title: Orders', 'title: All orders') }, own));
    await admin.done(admin.commit(own));
    const { code, stdout } = await review(['--queries', '0', '--confirm-access', '--base', 'main'], {
      branch: 'shared',
    });
    const { missing, compiledHere, certificate, accessConfirmed, sentence } = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.deepEqual(missing, []);
    assert.match(compiledHere.join(), /staging environment/);
    assert.equal(certificate.planner, 'javascript');
    assert.match(sentence, /^No number changes: (\d+) of \1 slices proved equal\./);
    assert.deepEqual(
      accessConfirmed.notConfirmed.map(({ branch }: { branch: string }) => branch),
      ['shared'],
    );
    assert.match(accessConfirmed.notConfirmed[0].reason, /turn on its staging environment/);
    const { stdout: text } = await review(['--queries', '0', '--markdown', '--base', 'main'], { branch: 'shared' });
    assert.match(text, /^This computer compiled both models, .* staging environment/m);
  });

  it('says why it failed, by its exit code too', async () => {
    const failing = async (run: ReturnType<typeof review>, code: number, message: RegExp) => {
      const result = await run;
      assert.match(result.stderr, message);
      assert.deepEqual([result.code, result.stdout], [code, '']);
    };
    await Promise.all([
      failing(review(['--json', '--markdown']), 2, /not both[\s\S]*Usage: data-model review/),
      failing(review(['--queries', 'many']), 2, /--queries must be a number/),
      failing(review([], { env: { DATA_MODEL_API_KEY: '' } }), 2, /API key is missing/),
      failing(review([], { branch: 'main' }), 2, /main has no parent branch.*--base/),
      failing(review(['--base', 'nowhere']), 3, /no branch “nowhere”.* Its branches: main, /),
      failing(review([], { branch: 'nowhere' }), 3, /no branch “nowhere”/),
      failing(review([], { env: { DATA_MODEL_API_KEY: 'not-a-valid-key' } }), 3, /Check the key in DATA_MODEL_API_KEY/),
    ]);
  });
});
