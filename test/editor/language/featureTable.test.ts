/** The editor registers every row of the table of features: `test/cli/languageServer/featureTable.slow.test.ts` asks the language server the same. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Method, requests } from '../../../src/language/features.ts';
import { featureCases, placeOf } from '../../language/featureCases.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;

interface Place {
  uri: vscode.Uri;
  position: vscode.Position;
  range: vscode.Range;
  text: string;
}

const ask = async (command: string, ...args: unknown[]): Promise<unknown[]> => {
  const found = await vscode.commands.executeCommand<unknown>(`vscode.${command}`, ...args);
  return Array.isArray(found) ? found : found ? [found] : [];
};

const item = async ({ uri, position }: Place) => (await ask('prepareCallHierarchy', uri, position))[0];
const tokens = (found: unknown[]) => (found[0] as vscode.SemanticTokens).data.length / 5;

/** How many answers the editor has. */
const commands: Readonly<Record<Method, (place: Place) => Promise<number>>> = {
  'textDocument/definition': async ({ uri, position }) =>
    (await ask('executeDefinitionProvider', uri, position)).length,
  'textDocument/typeDefinition': async ({ uri, position }) =>
    (await ask('executeTypeDefinitionProvider', uri, position)).length,
  'textDocument/implementation': async ({ uri, position }) =>
    (await ask('executeImplementationProvider', uri, position)).length,
  'textDocument/references': async ({ uri, position }) => (await ask('executeReferenceProvider', uri, position)).length,
  'textDocument/documentHighlight': async ({ uri, position }) =>
    (await ask('executeDocumentHighlights', uri, position)).length,
  'textDocument/hover': async ({ uri, position }) => (await ask('executeHoverProvider', uri, position)).length,
  'textDocument/documentSymbol': async ({ uri }) => (await ask('executeDocumentSymbolProvider', uri)).length,
  'workspace/symbol': async ({ text }) => (await ask('executeWorkspaceSymbolProvider', text)).length,
  'textDocument/foldingRange': async ({ uri }) => (await ask('executeFoldingRangeProvider', uri)).length,
  'textDocument/selectionRange': async ({ uri, position }) =>
    (await ask('executeSelectionRangeProvider', uri, [position])).length,
  // The editor makes the edit smaller.
  'textDocument/formatting': async ({ uri }) =>
    (await ask('executeFormatDocumentProvider', uri, { tabSize: 2, insertSpaces: true })).length > 0 ? 1 : 0,
  'textDocument/prepareRename': async ({ uri, position }) => (await ask('prepareRename', uri, position)).length,
  'textDocument/rename': async ({ uri, position }) => {
    const [edit] = await ask('executeDocumentRenameProvider', uri, position, 'renamed');
    return (edit as vscode.WorkspaceEdit).entries().flatMap(([, edits]) => edits).length;
  },
  'textDocument/codeAction': async ({ uri, range }) =>
    (await ask('executeCodeActionProvider', uri, range, 'refactor.extract')).length,
  'textDocument/documentLink': async ({ uri }) => (await ask('executeLinkProvider', uri)).length,
  'textDocument/prepareCallHierarchy': async ({ uri, position }) =>
    (await ask('prepareCallHierarchy', uri, position)).length,
  'callHierarchy/incomingCalls': async (place) => (await ask('provideIncomingCalls', await item(place))).length,
  'callHierarchy/outgoingCalls': async (place) => (await ask('provideOutgoingCalls', await item(place))).length,
  'textDocument/semanticTokens/full': async ({ uri }) => tokens(await ask('provideDocumentSemanticTokens', uri)),
  'textDocument/semanticTokens/range': async ({ uri, range }) =>
    tokens(await ask('provideDocumentRangeSemanticTokens', uri, range)),
  'textDocument/inlayHint': async ({ uri, range }) => (await ask('executeInlayHintProvider', uri, range)).length,
  'textDocument/codeLens': async ({ uri }) => {
    const found = (await ask('executeCodeLensProvider', uri)) as vscode.CodeLens[];
    return found.filter(({ command }) => command?.command !== 'dataModel.query.ofMember').length;
  },
  'textDocument/completion': async ({ uri, position }) => {
    const [list] = await ask('executeCompletionItemProvider', uri, position);
    return (list as vscode.CompletionList).items.length;
  },
};

describe('the table of features', () => {
  const settings = () => vscode.workspace.getConfiguration('dataModel', root);
  const places = new Map<Method, Place>();

  before(async () => {
    await extension();
    for (const [method] of requests) {
      const found = featureCases[method];
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(root, found.file));
      const { position, range } = placeOf(document.getText(), found);
      places.set(method, {
        uri: document.uri,
        position: new vscode.Position(position.line, position.character),
        range: new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character),
        text: found.text,
      });
    }
    await settings().update('inlayHints.enabled', true, vscode.ConfigurationTarget.WorkspaceFolder);
    const place = places.get('textDocument/hover')!;
    await vscode.window.showTextDocument(place.uri);
    await waitFor('the features are there', async () => (await commands['textDocument/hover'](place)) > 0);
  });
  after(async () => {
    await settings().update('inlayHints.enabled', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const [method] of requests) {
    it(`has an answer to ${method}`, async () => {
      assert.equal(await commands[method](places.get(method)!), featureCases[method].answers);
    });
  }
});
