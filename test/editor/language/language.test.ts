/** The language features as an editor asks for them, provider by provider. */

import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { editText, save } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const orders = uriOf('model/cubes/orders.yml');
const customers = uriOf('model/cubes/customers.js');
const sales = uriOf('model/views/sales.yml');
const foreign = uriOf('deploy/compose.yml');

const ask = <T>(provider: string, ...args: unknown[]) =>
  vscode.commands.executeCommand<T>(`vscode.${provider}`, ...args);

/** The position `into` characters after the first occurrence of a text. */
async function at(uri: vscode.Uri, text: string, into = 0): Promise<vscode.Position> {
  const document = await vscode.workspace.openTextDocument(uri);
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, text);
  return document.positionAt(offset + into);
}

/** `orders.yml: name: «count»` */
async function shown(uri: vscode.Uri, range: vscode.Range): Promise<string> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { text } = document.lineAt(range.start.line);
  const { start, end } = range;
  const marked = `${text.slice(0, start.character)}«${document.getText(range)}»${text.slice(end.character)}`;
  return `${path.posix.basename(uri.path)}: ${marked.trim()}`;
}

async function links(provider: string, uri: vscode.Uri, text: string, into: number): Promise<string[]> {
  const found = await ask<vscode.LocationLink[]>(provider, uri, await at(uri, text, into));
  return Promise.all(found.map((one) => shown(one.targetUri, one.targetSelectionRange!)));
}

async function hoverText(uri: vscode.Uri, text: string, into: number): Promise<string> {
  const found = await ask<vscode.Hover[]>('executeHoverProvider', uri, await at(uri, text, into));
  return found.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value)).join('\n');
}

const tree = (symbols: readonly vscode.DocumentSymbol[]): string[] =>
  symbols.flatMap(({ name, kind, children }) => [`${vscode.SymbolKind[kind]} ${name}`, ...tree(children)]);

describe('language features', () => {
  before(async () => {
    await extension();
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are not there before the first document of a model', async () => {
    await vscode.window.showTextDocument(foreign);
    const symbols = await ask<vscode.SymbolInformation[]>('executeWorkspaceSymbolProvider', 'customer_share');
    assert.deepEqual(symbols, []);
  });

  it('are there soon after it opened', async () => {
    await vscode.window.showTextDocument(orders);
    await waitFor('a hover is shown', async () => (await hoverText(orders, 'name: orders', 7)) !== '');
  });

  it('leave YAML outside of the model folder alone', async () => {
    assert.equal(await hoverText(foreign, 'name: orders', 7), '');
    assert.deepEqual(await links('executeDefinitionProvider', foreign, 'name: orders', 7), []);
    const symbols = await ask<vscode.DocumentSymbol[] | undefined>('executeDocumentSymbolProvider', foreign);
    assert.ok(!symbols?.some(({ kind }) => kind === vscode.SymbolKind.Class));
  });

  it('go to the definition, the type and the implementations', async () => {
    assert.deepEqual(await links('executeDefinitionProvider', orders, '{customers.count}', 12), [
      'customers.js: «count»: { type: `count` },',
    ]);
    assert.deepEqual(await links('executeTypeDefinitionProvider', sales, 'alias: customer_share', 9), [
      'orders.yml: - name: «orders»',
    ]);
    assert.deepEqual(await links('executeImplementationProvider', orders, 'name: orders', 7), [
      'orders.yml: - name: «late_orders»',
    ]);
    assert.deepEqual(await links('executeDefinitionProvider', uriOf('model/cubes/ports.yml.jinja'), '{count}', 2), [
      'ports.yml.jinja: - name: «count»',
    ]);
  });

  it('find references through views', async () => {
    const found = await ask<vscode.Location[]>('executeReferenceProvider', customers, await at(customers, 'city:', 1));
    const lines = await Promise.all(found.map(({ uri, range }) => shown(uri, range)));
    assert.deepEqual(lines.sort(), [
      'customers.js: «city»: { sql: `city`, type: `string` },',
      'sales.yml: - «customers_city»',
    ]);
  });

  it('highlight the places in one document', async () => {
    const position = await at(orders, '{count}', 2);
    const found = await ask<vscode.DocumentHighlight[]>('executeDocumentHighlights', orders, position);
    assert.deepEqual(await Promise.all(found.map(({ range }) => shown(orders, range))), [
      'orders.yml: - name: «count»',
      'orders.yml: sql: "1.0 * {«count»} / NULLIF({customers.count}, 0)"',
    ]);
    assert.deepEqual(
      found.map(({ kind }) => kind),
      [vscode.DocumentHighlightKind.Write, vscode.DocumentHighlightKind.Read],
    );
  });

  it('show a hover with escaped texts and a link to the definition', async () => {
    const text = await hoverText(orders, 'extends: orders', 11);
    assert.match(text, /^\*\*cube\*\* `orders`/);
    assert.match(text, /Orders of \\\*all\\\* shops/);
    assert.match(text, /\]\(file:\/\/\/.*\/model\/cubes\/orders\.yml#L2\)/);
    assert.match(text, /in 1 view: `sales`/);
  });

  it('complete keys, values and whole members in YAML and JavaScript', async () => {
    const labels = async (uri: vscode.Uri, text: string, into: number) => {
      const list = await ask<vscode.CompletionList>('executeCompletionItemProvider', uri, await at(uri, text, into));
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const keys = await labels(orders, 'primary_key: true', 3);
    assert.ok(keys.includes('primary_key') && keys.includes('currency') && !keys.includes('sql'), keys.join());
    assert.ok((await labels(orders, 'many_to_one', 4)).includes('one_to_many'));
    assert.ok((await labels(customers, 'type: `number`', 7)).includes('string'));
    const elsewhere = await at(foreign, 'name: orders', 2);
    const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', foreign, elsewhere);
    // The editor itself suggests words.
    assert.ok(items.every(({ kind }) => kind === vscode.CompletionItemKind.Text));
  });

  it('insert a key with a start of its value', async () => {
    const editor = await vscode.window.showTextDocument(orders);
    const position = await at(orders, '    dimensions:', 0);
    await editText(editor, (edit) => edit.insert(position, '    seg\n'));
    const cursor = position.translate(0, 7);
    const list = await ask<vscode.CompletionList>('executeCompletionItemProvider', orders, cursor);
    const item = list.items.find(({ label }) => label === 'segments')!;
    await editor.insertSnippet(item.insertText as vscode.SnippetString, item.range as vscode.Range);
    const inserted = () => editor.document.getText(new vscode.Range(position, position.translate(3, 0)));
    assert.equal(inserted(), `    segments:\n      - name: name\n        sql: "{CUBE}.column = ''"\n`);
    await vscode.commands.executeCommand('jumpToNextSnippetPlaceholder');
    await vscode.commands.executeCommand('jumpToNextSnippetPlaceholder');
    for (const text of "'paid'") await vscode.commands.executeCommand('type', { text });
    await vscode.commands.executeCommand('jumpToNextSnippetPlaceholder');
    assert.equal(inserted(), `    segments:\n      - name: name\n        sql: "{CUBE}.column = 'paid'"\n`);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('show the outline', async () => {
    const found = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', orders);
    assert.deepEqual(tree(found), [
      'Class orders',
      'Operator customers',
      'Field id',
      'Field status',
      'Function count',
      'Function share',
      'Class late_orders',
    ]);
  });

  it('find symbols of the workspace', async () => {
    const found = await ask<vscode.SymbolInformation[]>('executeWorkspaceSymbolProvider', 'late_orders');
    const ours = found.filter(({ name }) => name === 'late_orders');
    assert.deepEqual(
      ours.map(({ kind, location }) => [kind, location.uri.toString()]),
      [[vscode.SymbolKind.Class, orders.toString()]],
    );
  });

  it('expand the selection over references and entries', async () => {
    const position = await at(orders, '{customers.count}', 12);
    const [range] = await ask<vscode.SelectionRange[]>('executeSelectionRangeProvider', orders, [position]);
    const document = await vscode.workspace.openTextDocument(orders);
    const texts: string[] = [];
    for (let one: vscode.SelectionRange | undefined = range; one; one = one.parent)
      texts.push(document.getText(one.range));
    assert.ok(texts.includes('customers.count'), texts.join('\n---\n'));
    assert.ok(texts.some((text) => text.startsWith('sql: "1.0')));
    assert.ok(texts.some((text) => text.startsWith('name: share') && text.trimEnd().endsWith('number')));
  });

  it('fold the parts of a cube', async () => {
    const found = await ask<vscode.FoldingRange[]>('executeFoldingRangeProvider', orders);
    const document = await vscode.workspace.openTextDocument(orders);
    const lines = found.map(({ start, end }) => `${document.lineAt(start).text.trim()} ${end - start}`);
    assert.ok(lines.includes('joins: 3'), lines.join('\n'));
    assert.ok(lines.includes('- name: share 2'), lines.join('\n'));
  });

  it('read the text that is shown, and forget it when it is closed without saving', async () => {
    const editor = await vscode.window.showTextDocument(sales);
    const position = await at(sales, 'customer_share', 3);
    await editText(editor, (edit) => edit.insert(new vscode.Position(0, 0), '# 🙂 a comment\n'));
    const moved = position.translate(1);
    const [link] = await ask<vscode.LocationLink[]>('executeDefinitionProvider', sales, moved);
    assert.equal(await shown(sales, link!.originSelectionRange!), 'sales.yml: alias: «customer_share»');
    const nowAt = async () => {
      const [city] = await ask<vscode.Location[]>(
        'executeReferenceProvider',
        customers,
        await at(customers, 'city:', 1),
      ).then((all) => all.filter(({ uri }) => uri.toString() === sales.toString()));
      return city?.range.start.line;
    };
    const line = (await nowAt())!;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await waitFor('the line on disk is found', async () => (await nowAt()) === line - 1, nowAt);
  });

  it('have no part in the problems, which are about saved files', async () => {
    const mistake = (uri: vscode.Uri) =>
      vscode.languages.getDiagnostics(uri).filter(({ message }) => message.includes('`nonsense`')).length;
    const edits = await vscode.window.showTextDocument(sales, { preview: false });
    await editText(edits, (edit) => edit.insert(new vscode.Position(0, 0), 'nonsense: 1\n'));
    assert.notDeepEqual(await links('executeDefinitionProvider', sales, 'customer_share', 3), []);
    const saves = await vscode.window.showTextDocument(orders, { preview: false });
    await editText(saves, (edit) => edit.insert(new vscode.Position(0, 0), 'nonsense: 1\n'));
    await save(saves.document);
    await waitFor('the saved mistake is shown', async () => mistake(orders) === 1);
    assert.equal(mistake(sales), 0);
    await vscode.commands.executeCommand('undo');
    await save(saves.document);
    await waitFor('the mistake is gone', async () => mistake(orders) === 0);
    await vscode.window.showTextDocument(sales);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
