/** Query and test documents in the editor: features, problems, and files that are none of ours. */

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { applyEdit, editText, save } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const query = uriOf('queries/top.query.yml');
const tests = uriOf('tests/shop.test.yml');
const foreign = uriOf('tests/other.test.yml');

const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
const ours = (uri: vscode.Uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'data-model');
const messages = (uri: vscode.Uri) => ours(uri).map(({ message }) => message);

/** The first position after a text. */
async function behind(uri: vscode.Uri, text: string): Promise<vscode.Position> {
  const document = await vscode.workspace.openTextDocument(uri);
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, text);
  return document.positionAt(at + text.length);
}

async function labels(uri: vscode.Uri, text: string): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    uri,
    await behind(uri, text),
  );
  return found.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

describe('query and test documents', () => {
  before(async () => {
    await extension();
    await write(query, 'measures: [orders.cout]\nlimit: 10\n');
    await write(tests, 'tests:\n  - name: a\n    query: ../queries/top.query.yml\n    expect: { scalar: 1 }\n');
    await write(foreign, 'suites:\n  - orders.count\n');
    await vscode.window.showTextDocument(query);
    await waitFor(
      'the problem is shown',
      () => messages(query).length === 1,
      () => messages(query),
    );
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const folder of ['queries', 'tests']) await vscode.workspace.fs.delete(uriOf(folder), { recursive: true });
  });

  it('keep their language and have problems, which go with the mistake and with the file', async () => {
    const document = await vscode.workspace.openTextDocument(query);
    assert.equal(document.languageId, 'yaml');
    assert.match(messages(query)[0]!, /no measure `cout`. Did you mean `count`/);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      query,
      ours(query)[0]!.range,
    );
    const fix = actions.find(({ title }) => title === "Change to 'count'");
    assert.ok(fix?.edit);
    await applyEdit(fix.edit);
    await waitFor('the problem is gone', () => messages(query).length === 0);
    await save(document);
    const other = uriOf('queries/other.query.yml');
    await write(other, 'measures: [none.count]\n');
    await waitFor('a file that is not open has its problem', () => messages(other).length === 1);
    await vscode.workspace.fs.delete(other);
    await waitFor('the problem of a deleted file is gone', () => messages(other).length === 0);
    const inFolder = uriOf('reports/other.query.yml');
    await waitFor('a file of a new folder has its problem', async () => {
      // VS Code misses a file that is created before it watches the new folder.
      await write(inFolder, 'measures: [none.count]\n');
      return messages(inFolder).length === 1;
    });
    rmSync(uriOf('reports').fsPath, { recursive: true });
    await waitFor('the problem of a file in a deleted folder is gone', () => messages(inFolder).length === 0);
  });

  it('have completion, hover and definitions from the model', async () => {
    assert.ok((await labels(query, 'measures: [')).includes('sales.customer_share'));
    assert.ok((await labels(query, 'limit: 10\n')).includes('dimensions'));
    assert.ok((await labels(tests, 'expect: { ')).includes('row_count'));
    const at = await behind(query, 'orders.co');
    const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', query, at);
    assert.match((hover!.contents[0] as vscode.MarkdownString).value, /\*\*measure\*\* `orders.count`/);
    const links = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      query,
      at,
    );
    assert.equal(path.posix.basename(links[0]!.targetUri.path), 'orders.yml');
    const target = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      tests,
      await behind(tests, '../queries'),
    );
    assert.equal(target[0]!.targetUri.toString(), query.toString());
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      tests,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['a'],
    );
  });

  it('are found from the model, and the model is renamed from them', async () => {
    const orders = uriOf('model/cubes/orders.yml');
    const found = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      orders,
      await behind(orders, '- name: coun'),
    );
    assert.ok(found.some(({ uri }) => uri.toString() === query.toString()));
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      query,
      await behind(query, 'orders.co'),
      'number',
    );
    const files = edit.entries().map(([uri]) => path.posix.basename(uri.path));
    assert.deepEqual(files.sort(), ['orders.yml', 'top.query.yml']);
  });

  it('can be untitled', async () => {
    const uri = vscode.Uri.parse('untitled:draft.query.yml');
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editText(editor, (edit) => edit.insert(new vscode.Position(0, 0), 'measures: [orders.cout]\n'));
    await waitFor('the problem is shown', () => messages(uri).length === 1);
    assert.ok((await labels(uri, 'measures: [')).includes('orders.share'));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await waitFor('the problem is gone', () => messages(uri).length === 0);
  });

  it('of other tools are left alone', async () => {
    await vscode.window.showTextDocument(foreign);
    const at = await behind(foreign, 'orders.co');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', foreign, at);
    assert.deepEqual(hovers, []);
    assert.deepEqual(messages(foreign), []);
  });
});
