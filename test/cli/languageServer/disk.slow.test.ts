/** Files that change on disk, with a client that watches them and with one that does not. */

import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import type { Location, WorkspaceSymbol } from 'vscode-languageserver-protocol/node';
import { waitFor } from '../../run/waitFor.ts';
import { Client, capabilities, Folder } from './client.ts';
import { orders, project, view } from './models.ts';

const [created, changed, deleted] = [1, 2, 3];
const cubes = 'model/cubes/orders.yml';
const sales = 'model/views/sales.yml';

describe('language server: changes on disk', () => {
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

  const tell = (...events: readonly (readonly [string, number])[]) =>
    client.notify('workspace/didChangeWatchedFiles', {
      changes: events.map(([name, type]) => ({ uri: folder.uri(name), type })),
    });
  /** The files that define a member `total`. */
  const homes = async () => {
    const found = await client.request<WorkspaceSymbol[]>('workspace/symbol', { query: 'total' });
    const own = found.filter(({ name }) => name === 'total');
    return own.map(({ location }) => (location as Location).uri).sort();
  };
  const becomes = (expected: readonly string[]) =>
    waitFor(
      `total is defined in ${expected.join(', ') || 'no file'}`,
      async () => JSON.stringify(await homes()) === JSON.stringify(expected.map((name) => folder.uri(name)).sort()),
      homes,
    );

  it('reported by the client: a file renamed, changed and deleted', async () => {
    client = await Client.start([folder.path]);
    await becomes([cubes]);
    assert.deepEqual(client.registered, ['workspace/didChangeWatchedFiles']);
    renameSync(folder.file(cubes), folder.file('model/cubes/renamed.yml'));
    await tell([cubes, deleted], ['model/cubes/renamed.yml', created]);
    await becomes(['model/cubes/renamed.yml']);
    folder.write({ 'model/cubes/renamed.yml': orders.replace('{total}', '{totl}') });
    await tell(['model/cubes/renamed.yml', changed]);
    const [problem] = await client.problems(folder.uri('model/cubes/renamed.yml'), /totl/);
    assert.equal(problem!.severity, 1);
    rmSync(folder.file('model/cubes/renamed.yml'));
    await tell(['model/cubes/renamed.yml', deleted]);
    await becomes([]);
    await client.problems(folder.uri('model/cubes/renamed.yml'), undefined);
    await client.problems(folder.uri(sales), /orders/);
  });

  it('of whole folders', async () => {
    client = await Client.start([folder.path]);
    await becomes([cubes]);
    renameSync(folder.file('model/cubes'), folder.file('model/other'));
    await tell(['model/cubes', deleted], ['model/other', created]);
    await becomes(['model/other/orders.yml']);
  });

  it('of open documents: unsaved texts count, those of deleted files do not', async () => {
    client = await Client.start([folder.path]);
    const uri = folder.uri(cubes);
    await client.open(uri, orders.replace('name: total', 'name: sum'));
    await becomes([]);
    folder.write({ [cubes]: `${orders}\n` });
    await tell([cubes, changed]);
    await becomes([]);
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    await becomes([cubes]);
    await client.open(uri, orders);
    renameSync(folder.file(cubes), folder.file('model/cubes/renamed.yml'));
    await tell([cubes, deleted], ['model/cubes/renamed.yml', created]);
    await becomes(['model/cubes/renamed.yml']);
  });

  it('of documents that are opened when their file is gone, before the client reports it', async () => {
    client = await Client.start([folder.path]);
    const uri = folder.uri(cubes);
    await client.open(uri, orders);
    rmSync(folder.file(cubes));
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    await becomes([]);
    await client.open(uri, orders);
    await becomes([cubes]);
    await tell([cubes, deleted]);
    await becomes([]);
  });

  it('of new documents that have no file yet', async () => {
    client = await Client.start([folder.path]);
    const uri = folder.uri('model/cubes/more.yml');
    await client.open(uri, orders.replace('orders', 'more'));
    await becomes([cubes, 'model/cubes/more.yml']);
    await tell([cubes, changed]);
    await becomes([cubes, 'model/cubes/more.yml']);
    await client.notify('textDocument/didClose', { textDocument: { uri } });
    await becomes([cubes]);
  });

  it('that make a folder a project', async () => {
    const empty = new Folder('empty ');
    client = await Client.start([empty.path]);
    try {
      const uri = empty.uri(sales);
      await client.open(uri, view);
      assert.equal(await client.request('textDocument/documentSymbol', { textDocument: { uri } }), null);
      empty.write(project);
      await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: created }] });
      await waitFor('the outline is there', () =>
        client.request('textDocument/documentSymbol', { textDocument: { uri } }),
      );
    } finally {
      empty.remove();
    }
  });

  it('are noticed without the help of the client', async () => {
    const { workspaceFolders } = capabilities.workspace!;
    client = await Client.start([folder.path], { capabilities: { ...capabilities, workspace: { workspaceFolders } } });
    assert.deepEqual(client.registered, []);
    await becomes([cubes]);
    // Its watcher starts in the background: the change is made until it is seen.
    let round = 0;
    await waitFor('a change is seen', async () => {
      round += 1;
      folder.write({ 'model/cubes/extra.yml': `${orders.replace('orders', 'extra')}# ${round}\n` });
      return (await homes()).length === 2;
    });
    renameSync(folder.file('model/cubes/extra.yml'), folder.file('model/views/extra.yml'));
    await becomes([cubes, 'model/views/extra.yml']);
    mkdirSync(folder.file('model/new'));
    renameSync(folder.file(cubes), folder.file('model/new/orders.yml'));
    await becomes(['model/views/extra.yml', 'model/new/orders.yml']);
  });
});
