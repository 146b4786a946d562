import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { removeTemporaryFolders, temporaryFolder } from '../../sync/temporary.ts';
import { repository } from '../../vscode/locations.ts';
import { serverBundle, useMcp } from './mcpClient.ts';
import { commitAll, git } from './projects.ts';

const sample = path.join(repository, 'src/emulator/sample');
const orders = 'model/cubes/orders.yml';

/** The sample's project, committed. */
function project(): string {
  const folder = temporaryFolder();
  cpSync(path.join(sample, 'project'), folder, { recursive: true });
  commitAll(folder);
  return folder;
}

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');
const edit = (folder: string, file: string, change: (text: string) => string) =>
  writeFileSync(path.join(folder, file), change(read(folder, file)));

describe('the server for assistants', function () {
  this.timeout(60_000);
  const start = useMcp();

  after(removeTemporaryFolders);

  it('lists no tool that writes in mode read, which is the default', async () => {
    const { client } = await start(project());
    const { tools } = await client.listTools();
    assert.equal(tools.length, 9);
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    const { isError } = await client.callTool({ name: 'model_apply', arguments: { proposal: 'x', digest: 'y' } });
    assert.equal(isError, true);
  });

  it('shows the model: overview, search by synonyms, explanation with uses and compiled SQL', async () => {
    const folder = project();
    edit(folder, orders, (text) =>
      text.replace('- name: net_amount', '- name: net_amount\n        meta: { synonyms: [turnover, takings] }'),
    );
    const { call } = await start(folder, '--source', path.join(sample, 'data'));
    const { structured: overview } = await call('overview', { focus: 'sales', detail: 'members' });
    const [sales] = overview.items;
    assert.equal(sales.kind, 'view');
    assert.ok(sales.members.some(({ name }: { name: string }) => name === 'sales.count'));
    const { structured: found } = await call('search', { text: 'what are our takings' });
    assert.equal(found.results[0].name, 'orders.net_amount');
    const { structured: explained } = await call('explain', { name: 'orders.total_amount' });
    assert.match(explained.compiled.sql, /sum\("orders"\.amount\)/);
    assert.deepEqual(explained.madeOf, [{ kind: 'column', name: 'shop.orders.amount' }]);
    const kinds = new Set(explained.uses.map(({ kind }: { kind: string }) => kind));
    assert.deepEqual([...kinds].sort(), ['cube', 'query', 'test', 'view']);
    const line = Number(explained.place.split(':')[1]);
    const { structured: samePart } = await call('explain', { place: `${orders}:${line + 1}` });
    assert.equal(samePart.name, 'orders.total_amount');
    assert.ok(explained.columns.some(({ name }: { name: string }) => name === 'amount'));
  });

  it('checks edits without saving them, and proposes the fix of a problem', async () => {
    const folder = project();
    const { call } = await start(folder);
    const before = read(folder, orders);
    const text = before.replace('{completed_count}', '{completed_cuont}');
    const { structured: checked } = await call('check', { edits: [{ file: orders, text }] });
    assert.equal(checked.ok, false);
    const [problem] = checked.problems;
    assert.equal(
      `${problem.file}:${problem.line}`,
      `${orders}:${text.slice(0, text.indexOf('cuont')).split('\n').length}`,
    );
    assert.equal(read(folder, orders), before);
    writeFileSync(path.join(folder, orders), text);
    const { structured: now } = await call('check');
    const [fix] = now.problems[0].fixes;
    const { structured: proposed } = await call('refactor', { kind: 'fix', fixId: fix.id });
    assert.equal(proposed.compilesAfter, true);
    assert.equal(proposed.resolved > 0, true);
    assert.match(proposed.diff, /^-.*cuont.*\n\+.*completed_count/m);
    assert.equal(read(folder, orders), text);
  });

  it('queries, compares with a commit, and limits rows by the setting', async () => {
    const folder = project();
    const source = ['--source', path.join(sample, 'data')];
    edit(folder, orders, (text) => text.replace(/- name: id\n/, '- name: id\n        public: true\n'));
    git(folder, 'commit', '-q', '-a', '-m', 'Public key');
    const { call, log } = await start(folder, ...source);
    const query = { measures: ['orders.count'], dimensions: ['orders.status'] };
    const { structured: all } = await call('query', { query });
    assert.deepEqual(
      all.columns.map(({ name }: { name: string }) => name),
      ['orders.status', 'orders.count'],
    );
    assert.equal(all.rows.length, 4);
    assert.match(log(), /test client: model_query .*orders\.status/);
    edit(folder, orders, (text) =>
      text.replace(
        /- name: count\n(\s+)type: count/,
        '- name: count\n$1type: count\n$1filters: [{ sql: "{CUBE}.status <> \'cancelled\'" }]',
      ),
    );
    const { structured: compared } = await call('query', { query, compare: 'HEAD' });
    assert.deepEqual([compared.added, compared.removed, compared.changed], [0, 0, 1]);
    assert.deepEqual(compared.differences[0].before[0], 'cancelled');
    for (const hidden of [
      { dimensions: ['orders.status'] },
      { measures: ['orders.count'], dimensions: ['orders.id'] },
      { measures: ['orders.count'], filters: [{ member: 'orders.id', operator: 'equals', values: ['1'] }] },
      { measures: ['orders.count'], dimensions: ['orders.status'], ungrouped: true },
    ]) {
      const { structured, isError, text } = await call('query', { query: hidden });
      assert.equal(isError, false, text);
      assert.deepEqual(structured.rows, []);
      assert.match(structured.rowsHidden, /aggregates only/);
    }
    const { call: callNone } = await start(folder, ...source, '--rows', 'none');
    assert.deepEqual((await callNone('query', { query })).structured.rows, []);
    const { structured: tested } = await callNone('test');
    const failed = tested.tests.find(({ status }: { status: string }) => status === 'failed');
    assert.deepEqual([failed.expected, failed.actual, failed.message], ['hidden', 'hidden', undefined]);
    const { call: callFull } = await start(folder, ...source, '--rows', 'full');
    assert.equal(
      (await callFull('query', { query: { dimensions: ['orders.id'] }, rows: 5 })).structured.rows.length,
      5,
    );
  });

  it('refuses what is not a query of the model, with a reason', async () => {
    const { call } = await start(project(), '--source', path.join(sample, 'data'));
    const { isError, structured } = await call('query', { query: { measures: ['orders.cuont'] } });
    assert.equal(isError, true);
    assert.match(structured.error, /cuont/);
    assert.equal((await call('query', { query: { sql: 'select 1' } })).isError, true);
    assert.equal((await call('query', { path: '../../etc/passwd' })).isError, true);
  });

  it('renames with queries and tests, applies only the digest that was shown, and gives the former bytes back', async () => {
    const folder = project();
    const { call } = await start(folder, '--mode', 'edit');
    const { structured: proposed } = await call('refactor', {
      kind: 'rename',
      name: 'orders.count',
      newName: 'order_count',
    });
    assert.equal(proposed.compilesAfter, true);
    assert.equal(proposed.errors, 0);
    assert.ok(proposed.publicNamesGone.includes('sales.count'));
    const paths = proposed.files.map((one: { path: string }) => one.path);
    const before = paths.map((file: string) => read(folder, file));
    const { proposal, digest } = proposed;
    assert.equal((await call('apply', { proposal, digest: 'another' })).isError, true);
    assert.deepEqual(
      paths.map((file: string) => read(folder, file)),
      before,
    );
    const { structured: applied } = await call('apply', { proposal, digest });
    assert.deepEqual([applied.compiles, applied.errors], [true, 0]);
    assert.match(read(folder, orders), /- name: order_count/);
    await call('undo', { proposal });
    assert.deepEqual(
      paths.map((file: string) => read(folder, file)),
      before,
    );
    assert.equal((await call('undo', { proposal })).isError, true);
  });

  const proposals: [string, Record<string, unknown>, RegExp][] = [
    [
      'extract',
      { kind: 'extract', place: `${orders}:26`, text: '1.0 * {completed_count}', newName: 'completed_decimal' },
      /^\+.*name: completed_decimal/m,
    ],
    ['inline', { kind: 'inline', name: 'orders.net' }, /^\+.*\(\{CUBE\}\.amount \* 0\.8\) \+ 1/m],
    ['add_to_view', { kind: 'add_to_view', name: 'orders.amount_band', view: 'sales' }, /^\+\s+- amount_band/m],
    [
      'add_member',
      {
        kind: 'add_member',
        cube: 'orders',
        member: 'measure',
        newName: 'largest',
        definition: { type: 'max', sql: '{CUBE}.amount', meta: { owner: 'finance' } },
      },
      /^\+\s+- name: largest\n\+\s+sql: "\{CUBE\}\.amount"\n\+\s+type: max\n\+\s+meta:\n\+\s+owner: finance/m,
    ],
    [
      'change_member',
      {
        kind: 'change_member',
        name: 'orders.total_amount',
        definition: { type: 'avg', format: null, title: 'Mean', sql: '{CUBE}.amount * 2' },
      },
      /^-\s+sql: "\{CUBE\}\.amount"\n-\s+type: sum\n-\s+format: currency\n\+\s+title: Mean\n\+\s+sql: "\{CUBE\}\.amount \* 2"\n\+\s+type: avg/m,
    ],
    [
      'change_member of a view: open a column only to one group',
      {
        kind: 'change_member',
        name: 'sales',
        definition: {
          access_policy: [
            { group: '*', member_level: { excludes: ['customers_city'] } },
            { group: 'finance', member_level: { includes: '*' } },
          ],
        },
      },
      /^-\s+excludes: \[average_amount\][\s\S]*^\+[\s\S]*customers_city/m,
    ],
    [
      'change_member of a cube in JavaScript',
      { kind: 'change_member', name: 'shipments', definition: { description: 'Parcels on their way' } },
      /^\+\s+description: [`'"]Parcels/m,
    ],
    ['format', { kind: 'format', file: 'model/views/delivery.yml' }, /^\+\s+includes: \[status, created_at\]/m],
    ['convert', { kind: 'convert', file: 'model/cubes/customers.yml' }, /^\+cube\(`customers`/m],
  ];
  for (const [kind, input, expected] of proposals) {
    it(`proposes: ${kind}`, async () => {
      const folder = project();
      const net = `- { name: net, type: number, sql: "{CUBE}.amount * 0.8" }`;
      const more = `- { name: more, type: number, sql: "{net} + 1" }`;
      if (kind === 'inline')
        edit(folder, orders, (text) => text.replace(/dimensions:\n(\s+)/, `$&${net}\n$1${more}\n$1`));
      if (kind === 'format')
        edit(folder, 'model/views/delivery.yml', (text) =>
          text.replace('[status, created_at]', '[ status,created_at ]'),
        );
      const { call } = await start(folder);
      const { structured, isError } = await call('refactor', input);
      assert.equal(isError, false, JSON.stringify(structured));
      assert.match(structured.diff, expected);
      assert.equal(structured.compilesAfter, true, structured.diff);
    });
  }

  it('proposes cubes of tables, joined to those that exist', async () => {
    const folder = project();
    unlinkSync(path.join(folder, 'model/cubes/shipments.js'));
    unlinkSync(path.join(folder, 'model/views/delivery.yml'));
    const { call } = await start(folder, '--source', path.join(sample, 'data'));
    const { structured, isError } = await call('refactor', { kind: 'generate', tables: ['shop.shipments'] });
    assert.equal(isError, false, JSON.stringify(structured));
    assert.equal(
      structured.files.some(({ change }: { change: string }) => change === 'new'),
      true,
    );
    assert.match(structured.diff, /^\+\s+sql_table: shop\.shipments/m);
    const { structured: refused } = await call('refactor', { kind: 'generate', tables: ['shop.none'] });
    assert.match(refused.error, /no table shop\.none/);
  });

  it('says why it does not propose', async () => {
    const { call } = await start(project());
    const refusals: [Record<string, unknown>, RegExp][] = [
      [{ kind: 'inline', name: 'orders.completed_count' }, /aggregated by its type/],
      [{ kind: 'rename', name: 'orders.count', newName: 'net_amount' }, /net_amount/],
      [{ kind: 'rename', name: 'orders.count' }, /needs newName/],
      [{ kind: 'add_member', cube: 'orders', member: 'measure', newName: 'count', definition: {} }, /change_member/],
      [{ kind: 'fix', fixId: 'none' }, /no such fix/],
      [{ kind: 'convert', file: '.env' }, /no such file/],
      [{ kind: 'extract', place: `${orders}:1`, text: 'nothing' }, /does not have this text/],
    ];
    for (const [input, expected] of refusals) {
      const { structured, isError } = await call('refactor', input);
      assert.equal(isError, true);
      assert.match(structured.error, expected);
    }
  });

  it('reviews the project against a commit', async () => {
    const folder = project();
    const { call } = await start(folder, '--source', path.join(sample, 'data'));
    const { structured: nothing } = await call('review');
    assert.match(nothing.says, /^No number changes: (\d+) of \1 slices proved equal\.$/);
    edit(folder, 'model/views/sales.yml', (text) => text.replace(/^\s+- count\n/m, ''));
    const { structured } = await call('review');
    assert.equal(structured.conclusion, 'breaking');
    assert.ok(structured.breaking.length + structured.consumers.length > 0);
    assert.notEqual(structured.digest, nothing.digest);
    const { contents } = await (await start(folder)).client.readResource({ uri: 'model://changes' });
    assert.deepEqual(JSON.parse((contents[0] as { text: string }).text).files, [
      { path: 'model/views/sales.yml', status: 'changed' },
    ]);
  });

  it('runs the tests that a change can reach', async () => {
    const folder = project();
    edit(folder, orders, (text) => text.replace(/(- name: net_amount\n)/, '$1        title: Net\n'));
    const { call } = await start(folder, '--source', path.join(sample, 'data'));
    const { structured } = await call('test', { which: 'affected' });
    assert.ok(structured.tests.length > 0 && structured.notAffected > 0);
  });

  it('has schemas, kinds of problems, terms, and three prompts', async () => {
    const { client } = await start(project());
    for (const { uri } of (await client.listResources()).resources) {
      const { contents } = await client.readResource({ uri });
      assert.ok((contents[0] as { text: string }).text.length > 2, uri);
    }
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['add-metric', 'explain-number', 'review-change'],
    );
    const { messages } = await client.getPrompt({ name: 'add-metric', arguments: { task: 'the average basket' } });
    assert.match((messages[0]!.content as { text: string }).text, /average basket[\s\S]*Stop before a commit/);
  });

  it('shows hidden characters of the model, and never a link', async () => {
    const folder = project();
    edit(folder, orders, (text) =>
      text.replace(
        '- name: net_amount',
        '- name: net_amount\n        title: "safe\\u202Eevil [x](https://evil.example/?q=)"',
      ),
    );
    const { call } = await start(folder);
    const { structured, text } = await call('explain', { name: 'orders.net_amount' });
    assert.ok(structured.title.includes('\\u202e'));
    assert.doesNotMatch(text, /\u202e|\]\(/);
    assert.doesNotMatch(JSON.stringify(structured), /\u202e|\]\(/);
  });

  it('speaks plain lines of JSON, and ends with its client', async () => {
    const child = spawn(process.execPath, [serverBundle, '--stdio', '--project', project()], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (message: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      return JSON.parse((await lines.next()).value as string);
    };
    const clientInfo = { name: 'lines', version: '1' };
    const { result } = await ask({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    assert.equal(result.serverInfo.name, 'data-model-workbench');
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    assert.deepEqual((await ask({ id: 2, method: 'ping' })).result, {});
    assert.equal(
      (await ask({ id: 3, method: 'tools/call', params: { name: 'model_overview', arguments: { detail: 'wrong' } } }))
        .result.isError,
      true,
    );
    assert.equal(
      (await ask({ id: 4, method: 'tools/call', params: { name: 'model_overview', arguments: {} } })).result
        .structuredContent.cubes,
      6,
    );
    child.stdin.end();
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
  });

  it('refuses to start where the account forbids AI', async () => {
    const platform = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ embedding: { allowAi: false } }));
    }).listen(0, '127.0.0.1');
    await once(platform, 'listening');
    const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
    const args = ['--stdio', '--project', project(), '--url', url, '--deployment', '1', '--branch', 'main'];
    const child = spawn(process.execPath, [serverBundle, ...args], {
      env: { ...process.env, DATA_MODEL_API_KEY: 'secret-key-1' },
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    platform.close();
    assert.equal(code, 3);
    assert.match(said, /forbids the use of AI/);
    assert.doesNotMatch(said, /secret-key-1/);
  });
});
