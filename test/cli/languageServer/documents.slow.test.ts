/** Documents as clients of all systems send them: line endings, characters, addresses. */

import assert from 'node:assert/strict';
import type { Hover, LocationLink, Range } from 'vscode-languageserver-protocol/node';
import { Client, Folder } from './client.ts';
import { orders, positionOf, project } from './models.ts';

describe('language server: documents', () => {
  let folder: Folder;
  let client: Client;

  const start = async (name?: string) => {
    folder = new Folder(name);
    folder.write(project);
    client = await Client.start([folder.path]);
  };
  afterEach(async () => {
    assert.equal(await client.stop(), 0);
    folder.remove();
  });

  const definition = async (uri: string, text: string, into: string, after: string) => {
    const position = positionOf(text.replace(/^\ufeff/, ''), into, into.length - after.length);
    const params = { textDocument: { uri }, position };
    return (await client.request<LocationLink[] | null>('textDocument/definition', params)) ?? [];
  };
  const textAt = (text: string, { start: from, end }: Range) =>
    text
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n/)
      [from.line]!.slice(from.character, end.character);

  const variants: readonly (readonly [string, (text: string) => string])[] = [
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text) => `\ufeff${text}`],
    ['a byte order mark and CRLF', (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['astral characters', (text) => text.replace('"{total} / 2"', '"/* 🥐🥐 */ {total} / 2"')],
    ['tabs', (text) => text.replace('"{total} / 2"', '"\t{total}\t/ 2"').replace('name: total', 'name:\ttotal')],
  ];
  for (const [name, change] of variants) {
    it(`with ${name}, on disk and open`, async () => {
      await start();
      const text = change(orders);
      folder.write({ 'model/cubes/orders.yml': text });
      const uri = folder.uri('model/cubes/orders.yml');
      await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
      for (let version = 0; version < 2; version += 1) {
        if (version > 0) await client.open(uri, text.replace(/^\ufeff/, ''), version);
        const [link] = await definition(uri, text, '{total}', 'otal}');
        assert.equal(textAt(text, link!.targetSelectionRange), 'total');
        assert.equal(textAt(text, link!.originSelectionRange!), 'total');
      }
    });
  }

  it('changed in parts, before and after characters of two units and CRLF', async () => {
    await start();
    const uri = folder.uri('model/cubes/orders.yml');
    const text = orders.replaceAll('\n', '\r\n').replace('description: The', 'description: 🥐 The');
    await client.open(uri, text);
    const from = positionOf(text, '🥐 The', 3);
    const changes = [
      { range: { start: from, end: { ...from, character: from.character + 3 } }, text: '🥖🥖' },
      { range: { start: positionOf(text, '{total}', 1), end: positionOf(text, '{total}', 6) }, text: 'missing' },
    ];
    await client.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: changes });
    const params = { textDocument: { uri }, position: positionOf(text, 'name: total', 7) };
    const { contents } = await client.request<Hover>('textDocument/hover', params);
    assert.match((contents as { value: string }).value, /🥐 🥖🥖 sum of all orders/);
    const [problem] = await client.problems(uri, /missing/);
    assert.deepEqual(problem!.range.start, positionOf(text, '{total}', 1));
  });

  it('in folders whose names need escapes, however the client writes them', async () => {
    await start('my 100% ü#[x]+&🥐 ');
    const uri = folder.uri('model/cubes/orders.yml');
    const view = project['model/views/sales.yml'];
    const viewUri = folder.uri('model/views/sales.yml');
    const written = [
      uri,
      uri.replace(/[[\]+&]/g, encodeURIComponent),
      uri.replace('%C3%BC', 'ü'),
      uri.replace('file:///', 'file:/'),
    ];
    for (const one of [...written, uri.replace('file://', 'FILE://localhost')]) {
      await client.open(one, orders);
      const [link] = await definition(viewUri, view, '- total', 'otal');
      assert.equal(link?.targetUri, one);
      await client.notify('textDocument/didClose', { textDocument: { uri: one } });
    }
    const [link] = await definition(viewUri, view, '- total', 'otal');
    assert.equal(link?.targetUri, uri);
  });

  it('of other systems, other schemes and other folders have no answers', async () => {
    await start();
    const outside = new Folder('outside ');
    outside.write({ 'notes/orders.yml': orders });
    const unknown = [
      'file:///c%3A/data/shop/model/cubes/orders.yml',
      'file:///C:/data/shop/model/cubes/orders.yml',
      'file://server/share/model/cubes/orders.yml',
      'untitled:Untitled-1',
      `git:${folder.uri('model/cubes/orders.yml').slice(5)}?ref=HEAD`,
      `${folder.uri('model/cubes/orders.yml')}?version=1`,
      'vscode-vfs://github/me/shop/model/cubes/orders.yml',
      'file:///bad%2Fslash/model/a.yml',
      'file:///bad%00name/model/a.yml',
      'file:///bad%E0%A4/model/a.yml',
      'not a uri',
      '',
      outside.uri('notes/orders.yml'),
    ];
    try {
      for (const uri of unknown) {
        await client.open(uri, orders);
        assert.deepEqual(await definition(uri, orders, '{total}', 'otal}'), [], uri);
        for (const method of ['documentSymbol', 'foldingRange'])
          assert.equal(await client.request(`textDocument/${method}`, { textDocument: { uri } }), null, uri);
        const change = { textDocument: { uri, version: 2 }, contentChanges: [{ text: 'cubes: [' }] };
        await client.notify('textDocument/didChange', change);
        await client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
      }
      for (const uri of unknown) await client.notify('textDocument/didClose', { textDocument: { uri } });
      const [link] = await definition(folder.uri('model/cubes/orders.yml'), orders, '{total}', 'otal}');
      assert.equal(link?.targetUri, folder.uri('model/cubes/orders.yml'));
      assert.deepEqual([...client.published.keys()], []);
    } finally {
      outside.remove();
    }
  });
});
