/** Start, order of messages, cancellation and end of the language server. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';
import { repository } from '../../vscode/locations.ts';
import { Client, Folder } from './client.ts';
import { orders, positionOf, project } from './models.ts';

const codes = { invalidParams: -32602, notInitialized: -32002, invalidRequest: -32600, cancelled: -32800 };

describe('language server: lifecycle', () => {
  let folder: Folder;
  let client: Client | undefined;

  beforeEach(() => {
    folder = new Folder();
    folder.write(project);
  });
  afterEach(() => {
    client?.kill();
    folder.remove();
  });

  const hoverParams = () => ({
    textDocument: { uri: folder.uri('model/cubes/orders.yml') },
    position: positionOf(orders, 'average', 1),
  });

  it('tells what it can do, and ends with 0 after shutdown', async () => {
    client = new Client();
    const { capabilities, serverInfo } = await client.initialize([folder.path]);
    assert.equal(serverInfo?.name, 'data-model-language-server');
    assert.equal(capabilities.positionEncoding, 'utf-16');
    assert.deepEqual(capabilities.textDocumentSync, { openClose: true, change: 2, save: true });
    assert.deepEqual(capabilities.workspace?.workspaceFolders, { supported: true, changeNotifications: true });
    for (const name of ['definition', 'typeDefinition', 'implementation', 'references', 'documentHighlight'] as const)
      assert.equal(capabilities[`${name}Provider`], true, name);
    for (const name of ['hover', 'foldingRange', 'selectionRange', 'workspaceSymbol'] as const)
      assert.equal(capabilities[`${name}Provider`], true, name);
    assert.deepEqual(capabilities.documentSymbolProvider, { label: 'Data Model' });
    assert.equal(capabilities.diagnosticProvider, undefined, 'the client does not ask for diagnostics');
    assert.equal(await client.stop(), 0);
  });

  it('refuses requests before initialize and after shutdown', async () => {
    client = new Client();
    await assert.rejects(client.request('textDocument/hover', hoverParams()), { code: codes.notInitialized });
    await client.initialize([folder.path]);
    assert.ok(await client.request('textDocument/hover', hoverParams()));
    await client.connection.sendRequest('shutdown');
    await assert.rejects(client.request('textDocument/hover', hoverParams()), { code: codes.invalidRequest });
    const exited = once(client.process, 'exit');
    await client.notify('exit', {});
    assert.deepEqual(await exited, [0, null]);
  });

  it('ends with 1 when the client leaves without shutdown', async () => {
    for (const leave of [
      (one: Client) => one.notify('exit', {}),
      async (one: Client) => {
        one.process.stdin.end();
      },
    ]) {
      client = await Client.start([folder.path]);
      const exited = once(client.process, 'exit');
      await leave(client);
      assert.deepEqual(await exited, [1, null]);
      client.kill();
    }
  });

  it('ends when the process of the client ends', async () => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    client = await Client.start([folder.path], { processId: editor.pid! });
    const exited = once(client.process, 'exit');
    editor.kill('SIGKILL');
    assert.deepEqual(await exited, [1, null]);
  });

  it('prints how it is used without --stdio', async () => {
    const child = spawn(process.execPath, [path.join(repository, 'dist/languageServer.mjs')]);
    let [out, error] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      error += text;
    });
    assert.deepEqual(await once(child, 'close'), [2, null]);
    assert.equal(out, '');
    assert.match(error, /--stdio/);
  });

  it('answers wrong parameters with an error and goes on', async () => {
    client = await Client.start([folder.path]);
    const { textDocument } = hoverParams();
    for (const params of [
      {},
      { textDocument: {} },
      { textDocument, position: { line: 'x' } },
      { textDocument, position: null },
    ])
      await assert.rejects(client.request('textDocument/hover', params), { code: codes.invalidParams });
    await assert.rejects(client.request('textDocument/selectionRange', { textDocument, positions: [7] }), {
      code: codes.invalidParams,
    });
    await client.notify('textDocument/didChange', {
      textDocument: { uri: 'file:///never/opened.yml', version: 3 },
      contentChanges: [{ text: '' }],
    });
    await client.notify('textDocument/didClose', { textDocument: { uri: 'file:///never/opened.yml' } });
    const far = { textDocument, position: { line: 99_999, character: 99_999 } };
    assert.equal(await client.request('textDocument/hover', far), null);
    assert.ok(await client.request('textDocument/hover', hoverParams()));
    assert.equal(await client.stop(), 0);
  });

  it('answers a cancelled request as cancelled', async () => {
    client = await Client.start([folder.path]);
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest('workspace/symbol', { query: '' }, source.token);
    source.cancel();
    await assert.rejects(asked, { code: codes.cancelled });
    assert.ok(await client.request('textDocument/hover', hoverParams()));
    assert.equal(await client.stop(), 0);
  });

  it('answers about an open document while it reads the model', async () => {
    const many = Array.from({ length: 200 }, (_, i) => [
      `model/cubes/c${i}.yml`,
      orders.replace('orders', `orders_${i}`),
    ]);
    folder.write(Object.fromEntries(many));
    client = await Client.start([folder.path]);
    const uri = folder.uri('model/cubes/orders.yml');
    await client.open(uri, orders);
    const answered: string[] = [];
    const ask = async (method: string, params: object) => {
      await client!.request(method, params);
      answered.push(method);
    };
    const source = new CancellationTokenSource();
    const cancelled = client.connection.sendRequest('workspace/symbol', { query: 'x' }, source.token);
    await Promise.all([
      ask('textDocument/references', { ...hoverParams(), context: { includeDeclaration: true } }),
      ask('textDocument/foldingRange', { textDocument: { uri } }),
      assert.rejects(cancelled, { code: codes.cancelled }).then(() => answered.push('cancelled')),
      Promise.resolve().then(() => source.cancel()),
    ]);
    assert.equal(answered.at(-1), 'textDocument/references');
    assert.equal(await client.stop(), 0);
  });
});
