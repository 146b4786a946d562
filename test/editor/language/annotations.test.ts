/** Colors, lenses, hints, links and the call hierarchy as an editor asks for them. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const orders = uriOf('model/cubes/orders.yml');
const trips = uriOf('model/cubes/trips.js');
const ports = uriOf('model/cubes/ports.yml.jinja');
const sales = uriOf('model/views/sales.yml');
const foreign = uriOf('deploy/compose.yml');

const ask = <T>(command: string, ...args: unknown[]) => vscode.commands.executeCommand<T>(`vscode.${command}`, ...args);

async function at(uri: vscode.Uri, text: string, into = 0): Promise<vscode.Position> {
  const document = await vscode.workspace.openTextDocument(uri);
  const offset = document.getText().indexOf(text);
  assert.ok(offset >= 0, text);
  return document.positionAt(offset + into);
}

/** `type.modifier text` */
async function tokens(uri: vscode.Uri): Promise<string[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const legend = await ask<vscode.SemanticTokensLegend | undefined>('provideDocumentSemanticTokensLegend', uri);
  const found = await ask<vscode.SemanticTokens | undefined>('provideDocumentSemanticTokens', uri);
  return legend && found ? decoded(document, legend, found) : [];
}

function decoded(
  document: vscode.TextDocument,
  { tokenTypes, tokenModifiers }: vscode.SemanticTokensLegend,
  { data }: vscode.SemanticTokens,
): string[] {
  const shown: string[] = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i < data.length; i += 5) {
    const [down, right, length, type, bits] = [...data.slice(i, i + 5)] as [number, number, number, number, number];
    line += down;
    character = down === 0 ? character + right : right;
    const modifiers = tokenModifiers.filter((_, bit) => bits & (1 << bit)).map((one) => `.${one}`);
    const text = document.getText(new vscode.Range(line, character, line, character + length));
    shown.push(`${tokenTypes[type]}${modifiers.join('')} ${text}`);
  }
  return shown;
}

/** Those that count uses. */
async function lenses(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  const all = await ask<vscode.CodeLens[]>('executeCodeLensProvider', uri, 200);
  return all.filter(({ command }) => command?.command !== 'dataModel.query.ofMember');
}

const settings = () => vscode.workspace.getConfiguration('dataModel', root);

describe('what the editor adds to a model', () => {
  before(async () => {
    await extension();
    await vscode.window.showTextDocument(orders);
    await waitFor('the lenses are there', async () => (await lenses(orders)).length > 0);
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('are colors for what names are, in YAML, JavaScript and templates', async () => {
    assert.deepEqual(await tokens(orders), [
      'class.declaration orders',
      'class customers',
      'class customers',
      'dimension id',
      'dimension.declaration id',
      'dimension.declaration status',
      'function.declaration count',
      'function.declaration share',
      'function count',
      'class customers',
      'function count',
      'class.declaration late_orders',
      'class orders',
    ]);
    // The editor's own provider for JavaScript has lower priority.
    assert.deepEqual(await tokens(trips), [
      'class.declaration trips',
      'function.declaration distance',
      'function.declaration double',
      'function distance',
      'variable.unresolved distanc',
    ]);
    assert.ok((await tokens(ports)).includes('variable port'));
    assert.equal((await tokens(sales))[0], 'view.declaration sales');
    assert.deepEqual(await tokens(foreign), []);
  });

  it('are colors of a part of a document', async () => {
    const document = await vscode.workspace.openTextDocument(orders);
    const line = (await at(orders, 'name: share')).line;
    const range = document.lineAt(line).range;
    const legend = await ask<vscode.SemanticTokensLegend>('provideDocumentRangeSemanticTokensLegend', orders, range);
    const found = await ask<vscode.SemanticTokens>('provideDocumentRangeSemanticTokens', orders, range);
    assert.deepEqual(decoded(document, legend, found), ['function.declaration share']);
  });

  it('are lenses that show the uses', async () => {
    const found = await lenses(orders);
    const position = await at(orders, 'name: share', 6);
    const share = found.find(({ range }) => range.start.isEqual(position))!;
    assert.equal(share.command!.title, 'used 1 time · in 1 view');
    const { command, arguments: args } = share.command!;
    await vscode.window.showTextDocument(orders);
    await vscode.commands.executeCommand(command, ...args!);
    const uses = await (args![2] as () => Promise<vscode.Location[]>)();
    assert.deepEqual(
      uses.map(({ uri }) => uri.toString()),
      [sales.toString()],
    );
    await vscode.commands.executeCommand('closeReferenceSearch');
  });

  it('are lenses that can be clicked without a second request', async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', orders);
    assert.ok(found.length > 0 && found.every(({ command }) => command?.title));
  });

  it('are not lenses where the setting turns them off', async () => {
    await settings().update('codeLens.enabled', false, vscode.ConfigurationTarget.WorkspaceFolder);
    assert.deepEqual(await lenses(orders), []);
    await settings().update('codeLens.enabled', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    assert.ok((await lenses(orders)).length > 0);
  });

  it('are hints with the cube of a name, where the setting turns them on', async () => {
    const range = new vscode.Range(0, 0, 999, 0);
    const hints = async () => {
      const found = await ask<vscode.InlayHint[] | undefined>('executeInlayHintProvider', orders, range);
      return (found ?? []).map(({ position, label }) => `${position.line} ${label}`);
    };
    assert.deepEqual(await hints(), []);
    await settings().update('inlayHints.enabled', true, vscode.ConfigurationTarget.WorkspaceFolder);
    const { line } = await at(orders, '{count}');
    assert.deepEqual(await hints(), [`${line} orders.`]);
    await settings().update('inlayHints.enabled', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
  });

  it('are links to imported files', async () => {
    const found = await ask<vscode.DocumentLink[]>('executeLinkProvider', trips);
    assert.deepEqual(
      found.map(({ target }) => target!.toString()),
      [uriOf('model/units.js').toString()],
    );
  });

  it('are the calls of a measure in both directions', async () => {
    const position = await at(orders, 'name: share', 6);
    const [share] = await ask<vscode.CallHierarchyItem[]>('prepareCallHierarchy', orders, position);
    assert.equal(share!.name, 'share');
    const into = await ask<vscode.CallHierarchyIncomingCall[]>('provideIncomingCalls', share);
    assert.deepEqual(
      into.map(({ from }) => `${from.name}: ${from.detail}`),
      ['customer_share: sales · number'],
    );
    const out = await ask<vscode.CallHierarchyOutgoingCall[]>('provideOutgoingCalls', share);
    assert.deepEqual(
      out.map(({ to }) => `${to.name}: ${to.detail}`),
      ['count: orders · count', 'count: customers · count'],
    );
    const [deeper] = await ask<vscode.CallHierarchyIncomingCall[]>('provideIncomingCalls', out[0]!.to);
    assert.equal(deeper!.from.name, 'share');
  });
});
