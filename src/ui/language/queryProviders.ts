/** The language features of query and test documents as providers of VS Code. */

import * as vscode from 'vscode';
import { yamlTriggers } from '../../language/completion/completion.ts';
import type { UriOf } from '../../language/protocol.ts';
import { queryCompletion } from '../../language/queries/completion.ts';
import type { LanguageDocument } from '../../language/queries/document.ts';
import { documentReferences } from '../../language/queries/documentReferences.ts';
import { testSymbols } from '../../language/queries/documentSymbols.ts';
import { queryDefinition, queryHover, queryReferences } from '../../language/queries/navigation.ts';
import { queryFixes } from '../../language/queries/problems.ts';
import { documentRename, prepareDocumentRename } from '../../language/rename/documentRename.ts';
import { documentNames } from '../../model/documents/documentKind.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { toRange } from '../shell/ranges.ts';
import { readSetting } from '../shell/settings.ts';
import { toCodeAction, toProtocol } from './codeActionProvider.ts';
import { toCompletionItem, toDocumentSymbol, toHover, toLink, toLocation, toWorkspaceEdit } from './convert.ts';
import { documentsIn, readDocuments } from './documents.ts';
import type { OpenDocuments } from './openDocuments.ts';
import type { OpenSources } from './openSources.ts';
import { withReason } from './renameProvider.ts';

export function queryProviders(folder: BoundFolder, sources: OpenSources, open: OpenDocuments): vscode.Disposable[] {
  const selector: vscode.DocumentFilter[] = [
    { scheme: 'file', pattern: documentsIn(folder) },
    { scheme: 'untitled', pattern: documentNames },
  ];
  const ask = async <T>(
    document: vscode.TextDocument,
    feature: (index: ModelIndex, source: LanguageDocument, uriOf: UriOf) => T,
  ): Promise<T | undefined> => {
    const source = open.of(document);
    if (!source) return undefined;
    // An untitled document has no file.
    const uriOf: UriOf = (file) => (file === source.path ? document.uri : sources.uriOf(file)).toString();
    return feature(await sources.index(), source, uriOf);
  };
  const { languages } = vscode;
  return [
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, at, _, { triggerCharacter }) => {
          const found = await ask(document, (index, source) =>
            queryCompletion(index, source, at, open.filesFor(source.path), triggerCharacter),
          );
          return found && new vscode.CompletionList(found.items.map(toCompletionItem), found.isIncomplete);
        },
      },
      ...yamlTriggers,
    ),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, at) => {
        const found = await ask(document, (index, source, uriOf) => queryHover(index, source, at, uriOf, open.all));
        return found && toHover(found);
      },
    }),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (document, at) =>
        (await ask(document, (index, source, uriOf) => queryDefinition(index, source, at, uriOf)))?.map(toLink),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, at, context) =>
        (
          await ask(document, (index, source, uriOf) => [
            ...queryReferences(index, source, at, context, uriOf),
            ...documentReferences(index, source, at, open.all, uriOf),
          ])
        )?.map(toLocation),
    }),
    languages.registerRenameProvider(selector, {
      prepareRename: (document, at) =>
        withReason(async () => {
          const place = await ask(document, (index, source) => prepareDocumentRename(index, source, at));
          return place && { range: toRange(place.range), placeholder: place.placeholder };
        }),
      provideRenameEdits: (document, at, newName) =>
        withReason(async () => {
          const others = await readDocuments(folder);
          const keepViewNames = readSetting('dataModel.rename.keepViewNames', document.uri);
          const edit = await ask(document, (index, source, uriOf) => {
            const savedQueries = [source, ...others.filter(({ path }) => path !== source.path)];
            return documentRename(index, source, at, newName, uriOf, { savedQueries, keepViewNames });
          });
          return edit && toWorkspaceEdit(edit, vscode.l10n);
        }),
    }),
    languages.registerDocumentSymbolProvider(
      selector,
      {
        provideDocumentSymbols: async (document) =>
          (await ask(document, (_, source) => testSymbols(source)))?.map(toDocumentSymbol),
      },
      { label: vscode.l10n.t('Data Model') },
    ),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, _, { diagnostics, only }) => {
          const own = diagnostics.filter(({ source }) => source === 'data-model');
          const shown = new Map(own.map((one) => [toProtocol(one), one]));
          const context = { diagnostics: [...shown.keys()], ...(only ? { only: [only.value] } : {}) };
          const found = await ask(document, (index, source, uriOf) => queryFixes(index, source, context, uriOf));
          return found?.map((action) => toCodeAction(action, shown));
        },
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  ];
}
