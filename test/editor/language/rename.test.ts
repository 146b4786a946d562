/** Rename Symbol as an editor asks for it. */

import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { editText } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const orders = uriOf('model/cubes/orders.yml');
const customers = uriOf('model/cubes/customers.js');
const sales = uriOf('model/views/sales.yml');

async function at(uri: vscode.Uri, text: string, into: number): Promise<vscode.Position> {
  const document = await vscode.workspace.openTextDocument(uri);
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, text);
  return document.positionAt(offset + into);
}

async function prepare(uri: vscode.Uri, text: string, into: number): Promise<{ text: string; placeholder: string }> {
  const found = await vscode.commands.executeCommand<{ range: vscode.Range; placeholder: string }>(
    'vscode.prepareRename',
    uri,
    await at(uri, text, into),
  );
  const document = await vscode.workspace.openTextDocument(uri);
  return { text: document.getText(found.range), placeholder: found.placeholder };
}

const rename = async (uri: vscode.Uri, text: string, into: number, newName: string) =>
  vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    uri,
    await at(uri, text, into),
    newName,
  );

/** `sales.yml: customers_city → customers_town` */
async function edits(edit: vscode.WorkspaceEdit): Promise<string[]> {
  const all = edit.entries().flatMap(([uri, texts]) => texts.map(({ range, newText }) => ({ uri, range, newText })));
  const shown = all.map(async ({ uri, range, newText }) => {
    const document = await vscode.workspace.openTextDocument(uri);
    return `${path.posix.basename(uri.path)}: ${document.getText(range)} → ${newText}`;
  });
  return (await Promise.all(shown)).sort();
}

describe('rename', () => {
  before(async () => {
    await extension();
    await vscode.window.showTextDocument(orders);
    await waitFor('a name can be renamed', () =>
      prepare(orders, 'name: status', 7).then(
        ({ placeholder }) => placeholder === 'status',
        () => false,
      ),
    );
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('starts with the name, in a view without its prefix', async () => {
    assert.deepEqual(await prepare(customers, 'city:', 1), { text: 'city', placeholder: 'city' });
    assert.deepEqual(await prepare(sales, '- customers_city', 5), { text: 'city', placeholder: 'city' });
  });

  it('says why something cannot be renamed', async () => {
    await assert.rejects(prepare(orders, '{CUBE}', 2), /`CUBE` means the cube that contains it/);
    await assert.rejects(prepare(orders, 'relationship', 2), /`relationship` is a key/);
    await assert.rejects(prepare(orders, 'sql: status', 6), /Columns and tables get their names in the database/);
  });

  it('gives the edits of all files', async () => {
    assert.deepEqual(await edits(await rename(customers, 'city:', 1, 'town')), [
      'customers.js: city → town',
      'sales.yml: customers_city → customers_town',
    ]);
    assert.deepEqual(await edits(await rename(sales, 'alias: customer_share', 9, 'share_of_customers')), [
      'sales.yml: customer_share → share_of_customers',
    ]);
  });

  it('refuses a new name that is taken or reserved', async () => {
    await assert.rejects(
      rename(orders, 'name: status', 7, 'count'),
      /`orders` already has a member with the name `count`/,
    );
    await assert.rejects(rename(orders, 'name: status', 7, 'class'), /`class` is reserved/);
  });

  it('keeps the names of views if the setting says so', async () => {
    const settings = vscode.workspace.getConfiguration('dataModel');
    await settings.update('rename.keepViewNames', true, vscode.ConfigurationTarget.Global);
    try {
      const found = await edits(await rename(orders, 'name: customers', 7, 'clients'));
      assert.ok(!found.some((line) => line.includes('_city')), found.join('\n'));
      assert.ok(found.includes('sales.yml:  → \n        alias: customers'), found.join('\n'));
    } finally {
      await settings.update('rename.keepViewNames', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('reads unsaved texts and saved queries', async () => {
    const query = uriOf('queries/top.query.yml');
    await vscode.workspace.fs.createDirectory(uriOf('queries'));
    await vscode.workspace.fs.writeFile(query, new TextEncoder().encode('measures: [orders.count]\n'));
    const editor = await vscode.window.showTextDocument(sales);
    try {
      await editText(editor, (edit) => edit.insert(new vscode.Position(0, 0), '# 🙂\n'));
      const found = await rename(orders, '- name: count', 9, 'number_of_orders');
      assert.ok((await edits(found)).includes('top.query.yml: count → number_of_orders'));
      assert.ok(!found.get(sales).length, 'the view does not include the measure');
      const [edit] = (await rename(customers, 'city:', 1, 'town')).get(sales);
      assert.equal(editor.document.getText(edit!.range), 'customers_city');
    } finally {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await vscode.workspace.fs.delete(uriOf('queries'), { recursive: true });
    }
  });

  it('reaches open query documents that are not saved', async () => {
    const saved = uriOf('saved.query.yml');
    await vscode.workspace.fs.writeFile(saved, new TextEncoder().encode('dimensions: [orders.status]\n'));
    const inProject = uriOf('orders.count.query.yml').with({ scheme: 'untitled' });
    const loose = vscode.Uri.parse('untitled:draft.query.yml');
    try {
      for (const uri of [saved, inProject, loose]) {
        const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
        await editText(editor, (edit) => edit.insert(new vscode.Position(0, 0), 'measures: [orders.count]\n'));
      }
      const found = await rename(orders, '- name: count', 9, 'number_of_orders');
      await vscode.workspace.applyEdit(found);
      for (const uri of [saved, inProject, loose]) {
        const { lineAt } = await vscode.workspace.openTextDocument(uri);
        assert.equal(lineAt(0).text, 'measures: [orders.number_of_orders]', uri.toString());
      }
    } finally {
      for (const uri of [saved, inProject, loose, orders]) {
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
      await vscode.workspace.fs.delete(saved);
    }
  });
});
