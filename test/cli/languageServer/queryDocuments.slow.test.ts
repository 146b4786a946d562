/** Query and test documents through the packaged language server. */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type {
  CodeAction,
  CompletionList,
  DocumentSymbol,
  Hover,
  Location,
  LocationLink,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { Client, capabilities, Folder } from './client.ts';
import { orders, positionOf, project } from './models.ts';

const query = 'measures: [orders.totl]\ndimensions: [sales.users_city]\n';
const test = 'tests:\n  - name: total\n    query: ../queries/a.query.json\n    expect: { not_null: [orders.total] }\n';

describe('language server: query and test documents', () => {
  let folder: Folder;
  let client: Client;

  before(async () => {
    folder = new Folder();
    folder.write({
      ...project,
      'queries/top.query.yml': query,
      'queries/a.query.json': '{ "measures": ["orders.total"] }',
      'tests/shop.test.yml': test,
      'tests/other.test.yml': 'suites:\n  - orders.total\n',
    });
    const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } };
    client = await Client.start([folder.path], {
      capabilities: { ...capabilities, textDocument: { ...capabilities.textDocument, codeAction } },
    });
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
    folder.remove();
  });

  const uri = () => folder.uri('queries/top.query.yml');
  const at = (text: string, into: string, after = 1) => ({
    textDocument: { uri: uri() },
    position: positionOf(text, into, after),
  });

  it('problems are sent for files on disk, and go with the mistake, the model and the file', async () => {
    const [problem] = await client.problems(uri(), /no measure `totl`/);
    assert.deepEqual([problem!.source, problem!.range.start], ['data-model', { line: 0, character: 18 }]);
    assert.equal(client.published.get(folder.uri('tests/other.test.yml')), undefined);
    await client.open(uri(), query.replace('totl', 'total'));
    await client.problems(uri(), undefined);
    const cubes = folder.uri('model/cubes/orders.yml');
    await client.open(cubes, orders.replaceAll('total', 'sum_of_all'));
    await client.problems(uri(), /no measure `total`/);
    await client.problems(folder.uri('queries/a.query.json'), /no measure `total`/);
    await client.notify('textDocument/didClose', { textDocument: { uri: cubes } });
    await client.problems(uri(), undefined);
    await client.notify('textDocument/didClose', { textDocument: { uri: uri() } });
    await client.problems(uri(), /totl/);
    rmSync(folder.file('queries/a.query.json'));
    const changes = [{ uri: folder.uri('queries/a.query.json'), type: 3 }];
    await client.notify('workspace/didChangeWatchedFiles', { changes });
    await client.problems(folder.uri('tests/shop.test.yml'), /no query document/);
    folder.write({ 'queries/a.query.json': '{ "measures": ["orders.total"] }' });
    await client.notify('workspace/didChangeWatchedFiles', { changes: [{ ...changes[0], type: 1 }] });
    await client.problems(folder.uri('tests/shop.test.yml'), undefined);
  });

  it('completion, hover, definition and a quick fix', async () => {
    await client.open(uri(), query);
    const { items } = await client.request<CompletionList>('textDocument/completion', at(query, 'orders.totl', 3));
    assert.deepEqual(items.map(({ label }) => label).sort(), ['orders.average', 'orders.total', 'sales.total']);
    const { contents } = await client.request<Hover>('textDocument/hover', at(query, 'users_city'));
    assert.match((contents as { value: string }).value, /`sales.users_city` is `users.city`/);
    const [link] = await client.request<LocationLink[]>('textDocument/definition', at(query, 'users_city'));
    assert.equal(link!.targetUri, folder.uri('model/cubes/users.js'));
    const diagnostics = await client.problems(uri(), /totl/);
    const params = { textDocument: { uri: uri() }, range: diagnostics[0]!.range, context: { diagnostics } };
    const [action] = await client.request<CodeAction[]>('textDocument/codeAction', params);
    assert.equal(action!.title, "Change to 'total'");
    assert.equal(action!.edit!.changes![uri()]![0]!.newText, 'total');
  });

  it('references and rename reach documents from the model, and the model from documents', async () => {
    const cube = {
      textDocument: { uri: folder.uri('model/cubes/orders.yml') },
      position: positionOf(orders, 'name: total', 7),
    };
    const context = { includeDeclaration: false };
    const found = await client.request<Location[]>('textDocument/references', { ...cube, context });
    const documents = found.map((one) => one.uri).filter((one) => /\.(query|test)\./.test(one));
    assert.deepEqual(documents.sort(), [folder.uri('queries/a.query.json'), folder.uri('tests/shop.test.yml')]);
    const renamed = await client.request<WorkspaceEdit>('textDocument/rename', { ...cube, newName: 'turnover' });
    assert.ok(documents.every((one) => renamed.changes![one]?.[0]?.newText === 'turnover'));
    const text = '{ "measures": ["orders.total"] }';
    const position = positionOf(text, 'total', 1);
    const inQuery = { textDocument: { uri: folder.uri('queries/a.query.json') }, position, newName: 'turnover' };
    const changes = (await client.request<WorkspaceEdit>('textDocument/rename', inQuery)).changes!;
    assert.ok(folder.uri('model/cubes/orders.yml') in changes && folder.uri('tests/shop.test.yml') in changes);
    const symbols = await client.request<DocumentSymbol[]>('textDocument/documentSymbol', {
      textDocument: { uri: folder.uri('tests/shop.test.yml') },
    });
    assert.deepEqual(
      symbols.map(({ name, children }) => [name, children![0]!.name]),
      [['total', 'not_null']],
    );
  });

  it('test documents of other tools have no answers', async () => {
    const params = { textDocument: { uri: folder.uri('tests/other.test.yml') }, position: { line: 1, character: 8 } };
    assert.equal(await client.request('textDocument/hover', params), null);
    assert.deepEqual((await client.request<CompletionList>('textDocument/completion', params)).items, []);
  });
});
