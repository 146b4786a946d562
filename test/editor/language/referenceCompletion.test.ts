/** Completion of names as an editor asks for it and applies it. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { editText } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const orders = vscode.Uri.joinPath(root, 'model/cubes/orders.yml');
const customers = vscode.Uri.joinPath(root, 'model/cubes/customers.js');
const sales = vscode.Uri.joinPath(root, 'model/views/sales.yml');

async function itemsAt({ document, selection }: vscode.TextEditor): Promise<vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    selection.active,
  );
  return list.items;
}

const labelOf = ({ label }: vscode.CompletionItem) => (typeof label === 'string' ? label : label.label);

/** Opens a file with `typed` in place of `text`; the cursor is at its `▮`. */
async function type(uri: vscode.Uri, text: string, typed: string): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri);
  const offset = editor.document.getText().indexOf(text);
  assert.ok(offset >= 0, text);
  const range = new vscode.Range(editor.document.positionAt(offset), editor.document.positionAt(offset + text.length));
  await editText(editor, (edit) => edit.replace(range, typed.replace('▮', '')));
  const cursor = editor.document.positionAt(offset + typed.indexOf('▮'));
  editor.selection = new vscode.Selection(cursor, cursor);
  return editor;
}

/** The line after an item is accepted, as the editor inserts it. */
async function accept(editor: vscode.TextEditor, label: string): Promise<string> {
  const item = (await itemsAt(editor)).find((one) => labelOf(one) === label) ?? assert.fail(label);
  const range = item.range instanceof vscode.Range ? item.range : item.range!.replacing;
  const { insertText } = item;
  const snippet =
    insertText instanceof vscode.SnippetString
      ? insertText
      : new vscode.SnippetString().appendText(insertText ?? label);
  await editor.insertSnippet(snippet, range);
  return editor.document.lineAt(range.start.line).text.trim();
}

describe('completion of references', () => {
  before(async () => {
    await extension();
    const editor = await vscode.window.showTextDocument(orders);
    const inSql = editor.document.positionAt(editor.document.getText().indexOf('{count}') + 1);
    editor.selection = new vscode.Selection(inSql, inSql);
    await waitFor('members are offered', async () => (await itemsAt(editor)).some((one) => labelOf(one) === 'CUBE'));
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('offers members in the SQL of YAML, own ones first, with their documentation', async () => {
    const editor = await type(orders, '{count} /', '{▮} /');
    const items = await itemsAt(editor);
    const labels = items.map(labelOf);
    assert.deepEqual(
      labels.filter((label) => ['count', 'status', 'CUBE', 'customers.perCity'].includes(label)),
      ['count', 'status', 'CUBE', 'customers.perCity'],
    );
    assert.ok(!labels.includes('share'), 'the member itself');
    const city = items.find((one) => labelOf(one) === 'customers.city');
    assert.equal(city?.detail, 'dimension · string · many to one');
    const documentation = city?.documentation;
    assert.ok(documentation instanceof vscode.MarkdownString);
    assert.match(documentation.value, /\*\*dimension\*\* `customers.city`/);
  });

  it('replaces the word at the cursor, and adds the brace that is missing', async () => {
    assert.equal(
      await accept(await type(orders, '{customers.count}', '{customers.co▮unt}'), 'perCity'),
      'sql: "1.0 * {count} / NULLIF({customers.perCity}, 0)"',
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.equal(
      await accept(await type(orders, '{customers.count}', '{customers.▮'), 'city'),
      'sql: "1.0 * {count} / NULLIF({customers.city}, 0)"',
    );
  });

  it('completes template literals of JavaScript', async () => {
    assert.equal(
      await accept(await type(customers, `\${count}`, `\${CUBE.▮}`), 'city'),
      `perCity: { sql: \`\${CUBE.city}\`, type: \`number\` },`,
    );
  });

  it('completes join paths of views hop by hop', async () => {
    const editor = await type(sales, 'join_path: orders.customers', 'join_path: orders.▮');
    const labels = (await itemsAt(editor)).map(labelOf);
    assert.ok(labels.includes('customers') && !labels.includes('orders'), labels.join());
  });

  it('replaces a selected placeholder by what is chosen', async () => {
    const editor = await type(orders, '{count}', '{measure▮}');
    const end = editor.selection.active;
    editor.selection = new vscode.Selection(end.translate(0, -'measure'.length), end);
    const before = editor.document.getText();
    await waitFor('a suggestion is inserted', async () => {
      await vscode.commands.executeCommand('editor.action.triggerSuggest');
      await vscode.commands.executeCommand('acceptSelectedSuggestion');
      return editor.document.getText() !== before;
    });
    assert.match(editor.document.lineAt(end.line).text, /\{(?:count|CUBE)\}/);
  });
});
