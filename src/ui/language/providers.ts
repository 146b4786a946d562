/** The language features of one model as providers of VS Code: each asks a function of `src/language` and converts its answer. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { completion, completionTriggers, yamlTriggers } from '../../language/completion/completion.ts';
import { definition } from '../../language/definition.ts';
import { documentHighlights } from '../../language/documentHighlights.ts';
import { documentLinks } from '../../language/documentLinks.ts';
import { documentSymbols } from '../../language/documentSymbols.ts';
import { foldingRanges } from '../../language/foldingRanges.ts';
import { hover } from '../../language/hover.ts';
import { implementation } from '../../language/implementation.ts';
import type { UriOf } from '../../language/protocol.ts';
import { documentReferences } from '../../language/queries/documentReferences.ts';
import { documentUses } from '../../language/queries/documentUses.ts';
import { references } from '../../language/references.ts';
import { selectionRanges } from '../../language/selectionRanges.ts';
import { typeDefinition } from '../../language/typeDefinition.ts';
import { workspaceSymbols } from '../../language/workspaceSymbols.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { annotationProviders } from './annotations.ts';
import { callHierarchyProvider } from './callHierarchyProvider.ts';
import { codeActionMetadata, codeActionProvider } from './codeActionProvider.ts';
import {
  toCompletionItem,
  toDocumentLink,
  toDocumentSymbol,
  toFoldingRange,
  toHighlight,
  toHover,
  toLink,
  toLocation,
  toSelectionRange,
  toSymbol,
} from './convert.ts';
import type { ModelDocuments } from './modelDocuments.ts';
import { OpenDocuments } from './openDocuments.ts';
import { type AskDocument, OpenSources, type OwnerOf } from './openSources.ts';
import { queryProviders } from './queryProviders.ts';
import { renameProvider } from './renameProvider.ts';

interface ModelOptions {
  folder: BoundFolder;
  session: FolderSession;
  ownerOf: OwnerOf;
  /** The folder that untitled documents belong to. */
  untitledOwner(): BoundFolder | undefined;
  log: Log;
}

export function registerProviders({ folder, session, ownerOf, untitledOwner, log }: ModelOptions): Disposable {
  const lifetime = new Lifetime();
  const sources = lifetime.add(new OpenSources(folder, session, ownerOf));
  const uriOf: UriOf = (file) => sources.uriOf(file).toString();
  const ask: AskDocument = async ({ uri }, feature) => {
    const file = sources.pathOf(uri);
    return file === undefined ? undefined : feature(await sources.index(), file, uriOf);
  };
  const owns = (uri: vscode.Uri) => (uri.scheme === 'untitled' ? untitledOwner() : ownerOf(uri.fsPath)) === folder;
  const open = lifetime.add(new OpenDocuments({ folder, session, owns, log }));
  const { projectFolder, modelFolder } = folder.binding;
  const models = vscode.Uri.file(path.join(projectFolder, modelFolder));
  const filesOf = (extensions: string): vscode.DocumentFilter => ({
    scheme: 'file',
    pattern: new vscode.RelativePattern(models, `**/*.{${extensions}}`),
  });
  const selector = filesOf('yml,yaml,js,jinja');
  const documents: ModelDocuments = {
    selector,
    ask,
    onChange: (listener) => session.model.problems.onChange(() => listener()),
    queries: () => open.all,
    onQueries: open.onChange,
  };
  const links =
    (feature: typeof definition) =>
    async (document: vscode.TextDocument, at: vscode.Position): Promise<vscode.LocationLink[] | undefined> =>
      (await ask(document, (index, file) => feature(index, file, at, uriOf)))?.map(toLink);
  const { languages } = vscode;
  const completionItems: vscode.CompletionItemProvider = {
    provideCompletionItems: async (document, at, _, { triggerCharacter }) => {
      const found = await ask(document, (index, file) => completion(index, file, at, triggerCharacter));
      return found && new vscode.CompletionList(found.items.map(toCompletionItem), found.isIncomplete);
    },
  };
  const registered = [
    languages.registerCompletionItemProvider(filesOf('yml,yaml,jinja'), completionItems, ...yamlTriggers),
    languages.registerCompletionItemProvider(filesOf('js'), completionItems, ...completionTriggers),
    languages.registerDefinitionProvider(selector, { provideDefinition: links(definition) }),
    languages.registerTypeDefinitionProvider(selector, { provideTypeDefinition: links(typeDefinition) }),
    languages.registerImplementationProvider(selector, { provideImplementation: links(implementation) }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, at, context) =>
        (
          await ask(document, (index, path) => [
            ...references(index, path, at, context, uriOf),
            ...documentReferences(index, { path }, at, open.all, uriOf),
          ])
        )?.map(toLocation),
    }),
    languages.registerRenameProvider(selector, renameProvider(folder, ask)),
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: async (document, at) =>
        (await ask(document, (index, file) => documentHighlights(index, file, at)))?.map(toHighlight),
    }),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, at) => {
        const found = await ask(document, (index, file) =>
          hover(index, file, at, uriOf, documentUses(index, open.all, uriOf)),
        );
        return found && toHover(found);
      },
    }),
    languages.registerDocumentSymbolProvider(
      selector,
      {
        provideDocumentSymbols: async (document) =>
          (await ask(document, documentSymbols))?.map((symbol) => toDocumentSymbol(symbol)),
      },
      { label: vscode.l10n.t('Data Model') },
    ),
    languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (document, positions) =>
        (await ask(document, (index, file) => selectionRanges(index, file, positions)))?.map(toSelectionRange),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: async (document) => (await ask(document, foldingRanges))?.map(toFoldingRange),
    }),
    languages.registerCodeActionsProvider(selector, codeActionProvider(ask), codeActionMetadata),
    languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: async (document) => (await ask(document, documentLinks))?.map(toDocumentLink),
    }),
    languages.registerCallHierarchyProvider(selector, callHierarchyProvider(documents)),
    ...annotationProviders(documents, folder.binding.connectionId !== ''),
    ...queryProviders(folder, sources, open),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query) =>
        ownerOf(models.fsPath) !== folder ? [] : workspaceSymbols(await sources.index(), query, uriOf).map(toSymbol),
    }),
  ];
  for (const one of registered) lifetime.add(one);
  return lifetime;
}
