/** Every feature over the standard streams, in one project and in several. */

import assert from 'node:assert/strict';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  CodeAction,
  CodeLens,
  CompletionList,
  DocumentHighlight,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  LocationLink,
  Range,
  SelectionRange,
  SemanticTokens,
  SemanticTokensOptions,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
  WorkspaceSymbol,
} from 'vscode-languageserver-protocol/node';
import { SemanticTokenTypes } from 'vscode-languageserver-protocol/node';
import { waitFor } from '../../run/waitFor.ts';
import { Client, capabilities, Folder } from './client.ts';
import { orders, positionOf, project, users, view } from './models.ts';

const sources: Readonly<Record<string, string>> = project;

describe('language server: features', () => {
  let folder: Folder;
  let client: Client;

  before(async () => {
    folder = new Folder();
    folder.write({ ...Object.fromEntries(Object.entries(project).map(([name, text]) => [`shop/${name}`, text])) });
    folder.write({
      'ferry/cube.js': 'module.exports = {};\n',
      'ferry/model/cubes/trips.yml': orders.replace('orders', 'trips'),
    });
    folder.write({ 'ferry/node_modules/x/model/cubes/hidden.yml': orders.replace('orders', 'hidden') });
    client = await Client.start([folder.path]);
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
    folder.remove();
  });

  const uri = (name: string) => folder.uri(`shop/${name}`);
  const at = (name: string, text: string, into = 0) => ({
    textDocument: { uri: uri(name) },
    position: positionOf(sources[name]!, text, into),
  });
  const ask = <T>(method: string, params: object) => client.request<T>(`textDocument/${method}`, params);
  const named = (name: string, { start, end }: Range) =>
    sources[name]!.split('\n')[start.line]!.slice(start.character, end.character);
  const place = ({ uri: target, range }: Location) => {
    const name = Object.keys(sources).find((one) => uri(one) === target) ?? assert.fail(target);
    return `${name}:${range.start.line + 1} ${named(name, range)}`;
  };
  const places = (links: LocationLink[] | null) =>
    (links ?? []).map(({ targetUri, targetSelectionRange }) => place({ uri: targetUri, range: targetSelectionRange }));

  it('definition, type definition and implementation', async () => {
    const inView = at('model/views/sales.yml', '- total', 3);
    assert.deepEqual(places(await ask('definition', inView)), ['model/cubes/orders.yml:17 total']);
    const member = at('model/cubes/orders.yml', '{users.id}', 8);
    assert.deepEqual(places(await ask('definition', member)), ['model/cubes/users.js:4 id']);
    assert.deepEqual(places(await ask('typeDefinition', member)), ['model/cubes/users.js:1 users']);
    assert.deepEqual(places(await ask('implementation', inView)), ['model/cubes/orders.yml:17 total']);
  });

  it('references and highlights', async () => {
    const total = at('model/cubes/orders.yml', 'name: total', 6);
    const found = await ask<Location[]>('references', { ...total, context: { includeDeclaration: true } });
    assert.equal(place(found[0]!), 'model/cubes/orders.yml:17 total');
    assert.deepEqual(found.slice(1).map(place).sort(), [
      'model/cubes/orders.yml:22 total',
      'model/views/sales.yml:6 total',
    ]);
    const marked = await ask<DocumentHighlight[]>('documentHighlight', total);
    assert.deepEqual(
      marked.map(({ range, kind }) => [range.start.line + 1, kind]),
      [
        [17, 3],
        [22, 2],
      ],
    );
  });

  it('hover', async () => {
    const { contents, range } = await ask<Hover>('hover', at('model/cubes/orders.yml', '{total}', 2));
    const { kind, value } = contents as { kind: string; value: string };
    assert.equal(kind, 'markdown');
    assert.match(value, /\*\*measure\*\* `orders\.total`.*`sum`/);
    assert.match(value, /The sum of all orders/);
    assert.equal(named('model/cubes/orders.yml', range!), 'total');
  });

  it('outline, folding and selection', async () => {
    const document = { textDocument: { uri: uri('model/cubes/orders.yml') } };
    const [cube] = await ask<DocumentSymbol[]>('documentSymbol', document);
    assert.equal(cube!.name, 'orders');
    assert.deepEqual(
      cube!.children!.map(({ name }) => name),
      ['users', 'id', 'status', 'total', 'average'],
    );
    const folds = await ask<FoldingRange[]>('foldingRange', document);
    assert.ok(
      folds.some(({ startLine, endLine }) => startLine === 1 && endLine === 22),
      JSON.stringify(folds),
    );
    const position = positionOf(orders, '{users.id}', 8);
    const [selected] = await ask<SelectionRange[]>('selectionRange', { ...document, positions: [position] });
    assert.equal(named('model/cubes/orders.yml', selected!.range), 'id');
    assert.equal(named('model/cubes/orders.yml', selected!.parent!.range), 'users.id');
  });

  it('rename, with the reason where a name cannot be changed', async () => {
    const total = at('model/cubes/orders.yml', 'name: total', 6);
    const { placeholder } = await ask<{ placeholder: string }>('prepareRename', total);
    assert.equal(placeholder, 'total');
    const { changes, documentChanges } = await ask<WorkspaceEdit>('rename', { ...total, newName: 'revenue' });
    assert.equal(documentChanges, undefined, 'the client does not read them');
    assert.deepEqual(Object.keys(changes!).sort(), [uri('model/cubes/orders.yml'), uri('model/views/sales.yml')]);
    const refused = { code: -32803, message: /\w/ };
    await assert.rejects(ask('rename', { ...total, newName: 'average' }), refused);
    await assert.rejects(ask('prepareRename', at('model/cubes/orders.yml', 'sql_table', 2)), refused);
    const newer = await Client.start([folder.file('shop')], {
      capabilities: { workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } } },
    });
    const edit = await newer.request<WorkspaceEdit>('textDocument/rename', { ...total, newName: 'revenue' });
    assert.equal(edit.documentChanges?.length, 2);
    assert.ok(edit.changeAnnotations);
    assert.equal(await newer.stop(), 0);
  });

  it('code actions that correct a problem', async () => {
    const name = uri('model/cubes/broken.yml');
    const text = orders.replace('name: orders', 'name: broken').replace('{total}', '{totla}');
    const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, isPreferredSupport: true };
    const one = await Client.start([folder.file('shop')], {
      capabilities: { ...capabilities, textDocument: { ...capabilities.textDocument, codeAction } },
    });
    await one.open(name, text);
    const diagnostics = await one.problems(name, /totla/);
    const params = { textDocument: { uri: name }, range: diagnostics[0]!.range, context: { diagnostics } };
    const [action] = await one.request<CodeAction[]>('textDocument/codeAction', params);
    assert.equal(action!.kind, 'quickfix');
    assert.equal(action!.isPreferred, true);
    const [edit] = action!.edit!.changes![name]!;
    assert.deepEqual(edit, { range: diagnostics[0]!.range, newText: 'total' });
    assert.equal(await one.stop(), 0);
    const elsewhere = { ...params, textDocument: { uri: uri('model/cubes/orders.yml') } };
    assert.deepEqual(await ask('codeAction', elsewhere), [], 'the client reads no actions');
  });

  it('document links', async () => {
    folder.write({ 'shop/model/cubes/shared.js': "export const table = 'public.t';\n" });
    const text = "import { table } from './cubes/shared';\ncube('linked', { sql_table: table });\n";
    folder.write({ 'shop/model/linked.js': text });
    const changes = ['model/cubes/shared.js', 'model/linked.js'].map((name) => ({ uri: uri(name), type: 1 }));
    await client.notify('workspace/didChangeWatchedFiles', { changes });
    const params = { textDocument: { uri: uri('model/linked.js') } };
    await waitFor('the link is there', async () => {
      const links = (await ask<DocumentLink[] | null>('documentLink', params)) ?? [];
      return links.some(({ target }) => target === uri('model/cubes/shared.js'));
    });
  });

  it('call hierarchy', async () => {
    const [item] = await ask<CallHierarchyItem[]>(
      'prepareCallHierarchy',
      at('model/cubes/orders.yml', 'name: total', 6),
    );
    assert.equal(item!.name, 'total');
    const incoming = await client.request<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item });
    assert.ok(
      incoming.some(({ from }) => from.name === 'average'),
      JSON.stringify(incoming),
    );
    const [average] = incoming.filter(({ from }) => from.name === 'average');
    const params = { item: average!.from };
    const outgoing = await client.request<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', params);
    assert.deepEqual(
      outgoing.map(({ to }) => to.name),
      ['total'],
    );
    const strange = { item: { ...item, data: undefined } };
    assert.equal(await client.request('callHierarchy/incomingCalls', strange), null);
  });

  it('semantic tokens, code lenses and inlay hints', async () => {
    const document = { textDocument: { uri: uri('model/cubes/orders.yml') } };
    const { data } = await ask<SemanticTokens>('semanticTokens/full', document);
    assert.ok(data.length > 0 && data.length % 5 === 0);
    const { tokenTypes } = (client.capabilities.semanticTokensProvider as SemanticTokensOptions).legend;
    const types = data.filter((_, at) => at % 5 === 3).map((type) => tokenTypes[type]!);
    const standard: readonly string[] = Object.values(SemanticTokenTypes);
    assert.deepEqual(
      types.filter((type) => !standard.includes(type)),
      [],
      'an editor colors only the types of the protocol',
    );
    assert.ok(types.includes('property'), 'dimensions');
    const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
    const part = await ask<SemanticTokens>('semanticTokens/range', { ...document, range });
    assert.ok(part.data.length < data.length);
    const lenses = await ask<CodeLens[]>('codeLens', document);
    const lens = lenses.find((one) => named('model/cubes/orders.yml', one.range) === 'total') ?? lenses[0]!;
    assert.match(lens.command!.title, /used \d/);
    assert.ok(
      Array.isArray(await ask('inlayHint', { ...document, range: { ...range, end: { line: 99, character: 0 } } })),
    );
  });

  it('completion', async () => {
    const complete = async (one: Client, text: string, before: string) => {
      const document = { uri: uri('model/cubes/orders.yml') };
      await one.open(document.uri, text);
      const params = { textDocument: document, position: positionOf(text, before, before.length) };
      const { items } = await one.request<CompletionList>('textDocument/completion', params);
      await one.notify('textDocument/didClose', { textDocument: document });
      return items;
    };
    const reference = orders.replace('"{total} / 2"', '"{tot} / 2"');
    const names = (await complete(client, reference, '"{tot')).map(({ label }) => label);
    assert.ok(names.includes('total'), names.join());
    const key = orders.replace('    measures:', '    tit\n    measures:');
    assert.ok((await complete(client, key, '    tit')).some(({ label }) => label.startsWith('title')));
    const old = await Client.start([folder.file('shop')], { capabilities: {} });
    const items = await complete(old, key, '    tit');
    assert.ok(items.length > 0);
    for (const { insertTextFormat, textEdit, documentation = '' } of items) {
      assert.notEqual(insertTextFormat, 2);
      assert.doesNotMatch((textEdit as TextEdit).newText, /\$\{?\d/);
      assert.equal(typeof documentation, 'string');
    }
    assert.equal(await old.stop(), 0);
  });

  it('workspace symbols of all projects, not of packages', async () => {
    const found = await client.request<WorkspaceSymbol[]>('workspace/symbol', { query: 'average' });
    assert.deepEqual(found.map(({ containerName }) => containerName).sort(), ['orders', 'trips']);
    const { uri: target } = found.find(({ containerName }) => containerName === 'trips')!.location as Location;
    assert.equal(target, folder.uri('ferry/model/cubes/trips.yml'));
  });

  it('answers of each project from its own model', async () => {
    const ferry = folder.uri('ferry/model/cubes/trips.yml');
    const position = positionOf(orders, '- name: users', 9);
    assert.deepEqual(await ask('definition', { textDocument: { uri: ferry }, position }), []);
    const [diagnostic] = await client.problems(ferry, /users/);
    assert.equal(diagnostic!.source, 'data-model');
  });

  it('older forms for clients that cannot read the newer ones', async () => {
    const old = await Client.start([folder.file('shop')], { capabilities: {} });
    const request = <T>(method: string, params: object) => old.request<T>(`textDocument/${method}`, params);
    const [location] = await request<Location[]>('definition', at('model/views/sales.yml', '- total', 3));
    assert.equal(place(location!), 'model/cubes/orders.yml:17 total');
    const document = { textDocument: { uri: uri('model/cubes/orders.yml') } };
    const symbols = await request<SymbolInformation[]>('documentSymbol', document);
    assert.deepEqual(
      symbols.slice(0, 2).map(({ name, containerName, location: { uri: of } }) => [name, containerName, of]),
      [
        ['orders', undefined, document.textDocument.uri],
        ['users', 'orders', document.textDocument.uri],
      ],
    );
    const { contents } = await request<Hover>('hover', at('model/cubes/orders.yml', '{total}', 2));
    const { kind, value } = contents as { kind: string; value: string };
    assert.equal(kind, 'plaintext');
    assert.match(value, /^measure orders\.total · sum\n/);
    assert.match(value, /The sum of all orders\./);
    assert.doesNotMatch(value, /[*`]|\]\(/);
    assert.equal(await old.stop(), 0);
  });

  it('of workspace folders that are added and removed later', async () => {
    const one = await Client.start([]);
    const change = (added: string[], removed: string[]) => {
      const asFolders = (names: string[]) => names.map((name) => ({ uri: folder.uri(name), name }));
      const event = { added: asFolders(added), removed: asFolders(removed) };
      return one.notify('workspace/didChangeWorkspaceFolders', { event });
    };
    const cubes = async () => {
      const found = await one.request<WorkspaceSymbol[]>('workspace/symbol', { query: 'average' });
      return found.map(({ containerName }) => containerName).sort();
    };
    assert.deepEqual(await cubes(), []);
    await change(['shop', 'ferry'], []);
    assert.deepEqual(await cubes(), ['orders', 'trips']);
    await one.problems(folder.uri('ferry/model/cubes/trips.yml'), /users/);
    await change([], ['ferry']);
    assert.deepEqual(await cubes(), ['orders']);
    await one.problems(folder.uri('ferry/model/cubes/trips.yml'), undefined);
    assert.equal(await one.stop(), 0);
  });

  it('of a file that is opened without a workspace folder', async () => {
    const one = await Client.start([], { workspaceFolders: null });
    await one.open(uri('model/cubes/users.js'), users);
    await one.open(uri('model/views/sales.yml'), view);
    const links = await one.request<LocationLink[]>(
      'textDocument/definition',
      at('model/views/sales.yml', '- total', 3),
    );
    assert.deepEqual(places(links), ['model/cubes/orders.yml:17 total']);
    assert.equal(await one.stop(), 0);
  });
});
