/** Local problems: sent to the client, or asked for by it. */

import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  DiagnosticRefreshRequest,
  type DocumentDiagnosticReport,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol/node';
import { waitFor } from '../../run/waitFor.ts';
import { Client, Folder, pulling } from './client.ts';
import { orders, positionOf, project } from './models.ts';

const cubes = 'model/cubes/orders.yml';
const sales = 'model/views/sales.yml';
const misspelt = orders.replace('{total}', '{totl}');

describe('language server: diagnostics', () => {
  let folder: Folder;
  let client: Client;

  beforeEach(() => {
    folder = new Folder();
    folder.write(project);
  });
  afterEach(async () => {
    assert.equal(await client.stop(), 0);
    folder.remove();
  });

  const change = (name: string, version: number, text: string) =>
    client.notify('textDocument/didChange', {
      textDocument: { uri: folder.uri(name), version },
      contentChanges: [{ text }],
    });

  it('are sent for all files of the model, without a request', async () => {
    folder.write({ [cubes]: misspelt });
    client = await Client.start([folder.path]);
    const [problem] = await client.problems(folder.uri(cubes), /totl/);
    const from = positionOf(misspelt, '{totl}', 1);
    assert.deepEqual(problem!.range, { start: from, end: { ...from, character: from.character + 4 } });
    assert.equal(problem!.severity, 1);
    assert.equal(problem!.source, 'data-model');
    assert.equal(typeof problem!.code, 'string');
    assert.deepEqual([...client.published.keys()], [folder.uri(cubes)]);
  });

  it('link to the page of their code, which is next to the server in the package', async () => {
    folder.write({ [cubes]: misspelt });
    client = await Client.start([folder.path], {}, true);
    const [problem] = await client.problems(folder.uri(cubes), /totl/);
    const page = readFileSync(fileURLToPath(problem!.codeDescription!.href), 'utf8');
    assert.match(page, /^# `unknown-member`\n/);
  });

  it('have no link if the server is alone, or if the client does not show links', async () => {
    folder.write({ [cubes]: misspelt });
    client = await Client.start([folder.path]);
    const [alone] = await client.problems(folder.uri(cubes), /totl/);
    assert.equal(alone!.codeDescription, undefined);
    await client.stop();
    client = await Client.start([folder.path], { capabilities: {} }, true);
    const [withoutSupport] = await client.problems(folder.uri(cubes), /totl/);
    assert.equal(withoutSupport!.codeDescription, undefined);
  });

  it('are one for the folders of tenants, on the project file', async () => {
    folder.write({
      'cube.js': 'module.exports = { repositoryFactory: () => new FileRepository("model/a") };\n',
      'model/a/orders.yml': orders,
      'model/b/orders.yml': orders,
    });
    rmSync(folder.file(cubes));
    client = await Client.start([folder.path]);
    const [problem] = await client.problems(folder.uri('cube.js'), /have one name in common/);
    assert.equal(problem!.severity, 3);
    assert.ok(!client.published.has(folder.uri('model/b/orders.yml')));
  });

  it('follow what is typed, also in other files, and what is closed without being saved', async () => {
    client = await Client.start([folder.path]);
    await client.open(folder.uri(cubes), orders);
    await change(cubes, 2, orders.replace('- name: total', '- name: sum'));
    await client.problems(folder.uri(cubes), /total/);
    await client.problems(folder.uri(sales), /total/);
    await client.notify('textDocument/didClose', { textDocument: { uri: folder.uri(cubes) } });
    await client.problems(folder.uri(cubes), undefined);
    await client.problems(folder.uri(sales), undefined);
  });

  it('name the related places', async () => {
    folder.write({ 'model/cubes/again.yml': orders });
    client = await Client.start([folder.path]);
    const problems = await client.problems(folder.uri(cubes), /orders/);
    const related = problems.flatMap(({ relatedInformation = [] }) =>
      relatedInformation.map(({ location }) => location.uri),
    );
    assert.ok(related.includes(folder.uri('model/cubes/again.yml')), JSON.stringify(problems));
  });

  it('are handed out on request where the client asks, and then not sent', async () => {
    folder.write({ [cubes]: misspelt });
    client = new Client();
    let refreshed = 0;
    client.connection.onRequest(DiagnosticRefreshRequest.type, () => {
      refreshed += 1;
    });
    const { capabilities } = await client.initialize([folder.path], { capabilities: pulling });
    const provider = { interFileDependencies: true, workspaceDiagnostics: true };
    assert.deepEqual(capabilities.diagnosticProvider, provider);
    const ask = (name: string, previousResultId?: string) =>
      client.request<DocumentDiagnosticReport>('textDocument/diagnostic', {
        textDocument: { uri: folder.uri(name) },
        ...(previousResultId === undefined ? {} : { previousResultId }),
      });
    const first = await ask(cubes);
    assert.ok(first.kind === 'full' && /totl/.test(String(first.items[0]!.message)));
    assert.equal((await ask(cubes, first.resultId)).kind, 'unchanged');
    await waitFor('the client is asked to request again', () => refreshed > 0);

    await client.open(folder.uri(cubes), misspelt);
    await change(cubes, 2, orders);
    const second = await ask(cubes, first.resultId);
    assert.deepEqual(second.kind === 'full' && second.items, []);

    await change(cubes, 3, misspelt);
    const previousResultIds = [{ uri: folder.uri(sales), value: 'old' }];
    const { items } = await client.request<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
    assert.deepEqual(
      items.map((one) => [one.uri, one.version, one.kind === 'full' && one.items.length]),
      [
        [folder.uri(cubes), 3, 1],
        [folder.uri(sales), null, 0],
      ],
    );
    const outside = await client.request<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri: 'untitled:Untitled-1' },
    });
    assert.deepEqual(outside.kind === 'full' && outside.items, []);
    assert.equal(client.published.size, 0);
  });

  it('of the workspace are unchanged until a file changes, and empty after it was deleted', async () => {
    folder.write({ [cubes]: misspelt, 'model/cubes/more.yml': misspelt.replace('orders', 'more') });
    client = new Client();
    let refreshed = 0;
    client.connection.onRequest(DiagnosticRefreshRequest.type, () => {
      refreshed += 1;
    });
    await client.initialize([folder.path], { capabilities: pulling });
    const ask = async (previousResultIds: { uri: string; value: string }[]) => {
      const report = await client.request<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
      return new Map(report.items.map((one) => [one.uri, one]));
    };
    const first = await ask([]);
    assert.deepEqual([...first.keys()].sort(), [folder.uri('model/cubes/more.yml'), folder.uri(cubes)].sort());
    const known = [...first].map(([uri, { resultId }]) => ({ uri, value: resultId! }));
    const second = await ask(known);
    assert.deepEqual(
      [...second.values()].map(({ kind }) => kind),
      ['unchanged', 'unchanged'],
    );

    await waitFor('the client is asked to request the first problems', () => refreshed > 0);
    const before = refreshed;
    rmSync(folder.file('model/cubes/more.yml'));
    const changes = [{ uri: folder.uri('model/cubes/more.yml'), type: 3 }];
    await client.notify('workspace/didChangeWatchedFiles', { changes });
    await waitFor('the client is asked to request again', () => refreshed > before);
    const third = await ask(known);
    assert.equal(third.get(folder.uri(cubes))!.kind, 'unchanged');
    const deleted = third.get(folder.uri('model/cubes/more.yml'))!;
    assert.deepEqual(deleted.kind === 'full' && deleted.items, []);
    assert.equal(client.published.size, 0);
  });

  it('are sent to a client that cannot be told to ask again', async () => {
    folder.write({ [cubes]: misspelt });
    client = new Client();
    const { textDocument } = pulling;
    const { capabilities } = await client.initialize([folder.path], { capabilities: { ...pulling, workspace: {} } });
    assert.ok(textDocument!.diagnostic && !capabilities.diagnosticProvider);
    await client.problems(folder.uri(cubes), /totl/);
  });
});
