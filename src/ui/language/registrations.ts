/** The rows of `language/features.ts` as providers of VS Code: each asks for an answer and converts it. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type FeatureRequest, features, type Provider, type RequestsOf } from '../../language/features.ts';
import type { incomingCalls } from '../../language/navigation/callHierarchy.ts';
import type { LocationLink, Position } from '../../language/protocol/protocol.ts';
import type { SearchedContent } from '../../session/review/contentReads.ts';
import type { SettingId } from '../manifest/ids.ts';
import { errorText } from '../shell/errorText.ts';
import { showStatus } from '../shell/notifications.ts';
import { toRange } from '../shell/ranges.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { toCodeLens } from './codeLenses.ts';
import {
  inPlaceOf,
  selectionAt,
  toCallHierarchyItem,
  toCodeAction,
  toCompletionItem,
  toDocumentLink,
  toDocumentSymbol,
  toFoldingRange,
  toHighlight,
  toHover,
  toInlayHint,
  toLink,
  toLocation,
  toProtocol,
  toSelectionRange,
  toSymbol,
  toWorkspaceEdit,
} from './convert.ts';
import type { Ask } from './openSources.ts';

const { languages, l10n } = vscode;

/** The sources of a model, or its query and test documents. */
export interface Texts {
  selector: vscode.DocumentFilter[];
  /** The characters that make the editor ask for completions. */
  triggers: readonly (readonly [selector: vscode.DocumentFilter[], characters: readonly string[]])[];
  codeActionKinds: readonly vscode.CodeActionKind[];
  /** What the formatter reads. The editor has formatters of its own for JavaScript and JSON. */
  formatted: vscode.DocumentFilter[];
  ask: Ask;
  /** Reads the query and test documents again: edits must not miss one that no event announced. */
  reload(): Promise<void>;
  /** For a request that is not about a document. */
  projectFile: vscode.Uri;
  /** Whether the platform can answer queries of this model. */
  isBound: boolean;
  /** The content of the platform that was read last. */
  content: () => SearchedContent | undefined;
  onContent: vscode.Event<void>;
  /** Sources were saved or changed on disk, so answers about other files may be different. */
  onSources: vscode.Event<void>;
  /** Query or test documents changed. */
  onDocuments: vscode.Event<void>;
}

type Links = FeatureRequest<{ position: Position }, LocationLink[]>;

function links({ ask }: Texts, request: Links) {
  return async (document: vscode.TextDocument, position: vscode.Position) =>
    (await ask(document, request, { position }))?.map(toLink);
}

export const registrations: { [P in Provider]: (requests: RequestsOf<P>, texts: Texts) => Disposable } = {
  definitionProvider: (requests, texts) =>
    languages.registerDefinitionProvider(texts.selector, {
      provideDefinition: links(texts, requests['textDocument/definition']),
    }),
  typeDefinitionProvider: (requests, texts) =>
    languages.registerTypeDefinitionProvider(texts.selector, {
      provideTypeDefinition: links(texts, requests['textDocument/typeDefinition']),
    }),
  implementationProvider: (requests, texts) =>
    languages.registerImplementationProvider(texts.selector, {
      provideImplementation: links(texts, requests['textDocument/implementation']),
    }),
  referencesProvider: (requests, { selector, ask }) =>
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, position, context) =>
        (await ask(document, requests['textDocument/references'], { position, context }))?.map(toLocation),
    }),
  documentHighlightProvider: (requests, { selector, ask }) =>
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: async (document, position) =>
        (await ask(document, requests['textDocument/documentHighlight'], { position }))?.map(toHighlight),
    }),
  hoverProvider: (requests, { selector, ask }) =>
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => {
        const found = await ask(document, requests['textDocument/hover'], { position });
        return found && toHover(found);
      },
    }),
  documentSymbolProvider: (requests, { selector, ask }) =>
    languages.registerDocumentSymbolProvider(
      selector,
      {
        provideDocumentSymbols: async (document) =>
          (await ask(document, requests['textDocument/documentSymbol'], {}))?.map(toDocumentSymbol),
      },
      { label: l10n.t('Data Model') },
    ),
  workspaceSymbolProvider: (requests, { projectFile, ask }) =>
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query) =>
        (await ask({ uri: projectFile }, requests['workspace/symbol'], { query }))?.map(toSymbol),
    }),
  foldingRangeProvider: (requests, { selector, ask }) =>
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: async (document) =>
        (await ask(document, requests['textDocument/foldingRange'], {}))?.map(toFoldingRange),
    }),
  selectionRangeProvider: (requests, { selector, ask }) =>
    languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (document, positions) =>
        (await ask(document, requests['textDocument/selectionRange'], { positions }))?.map(toSelectionRange),
    }),
  documentFormattingProvider: (requests, { formatted, ask }) =>
    languages.registerDocumentFormattingEditProvider(formatted, {
      provideDocumentFormattingEdits: async (document) => {
        try {
          const found = await ask(document, requests['textDocument/formatting'], {});
          return found?.map(({ range, newText }) => new vscode.TextEdit(toRange(range), newText));
        } catch (failure) {
          // Each save would show a message.
          if (!(failure instanceof UserError)) throw failure;
          showStatus(errorText(failure, l10n), 'info');
          return undefined;
        }
      },
    }),
  renameProvider: (requests, { selector, ask, reload }) =>
    languages.registerRenameProvider(selector, {
      prepareRename: (document, position) =>
        withReason(async () => {
          const place = await ask(document, requests['textDocument/prepareRename'], { position });
          return place && { range: toRange(place.range), placeholder: place.placeholder };
        }),
      provideRenameEdits: (document, position, newName) =>
        withReason(async () => {
          await reload();
          const keepViewNames = readSetting('dataModel.rename.keepViewNames', document.uri);
          const edit = await ask(document, requests['textDocument/rename'], { position, newName, keepViewNames });
          return edit && toWorkspaceEdit(edit, l10n);
        }),
    }),
  codeActionProvider: (requests, { selector, codeActionKinds, ask }) =>
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, range, { diagnostics, only }) => {
          const shown = new Map(diagnostics.map((one) => [toProtocol(one), one]));
          const context = { diagnostics: [...shown.keys()], ...(only ? { only: [only.value] } : {}) };
          const found = await ask(document, requests['textDocument/codeAction'], { range, context });
          return found?.map((action) => toCodeAction(action, shown));
        },
      },
      { providedCodeActionKinds: codeActionKinds },
    ),
  documentLinkProvider: (requests, { selector, ask }) =>
    languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: async (document) =>
        (await ask(document, requests['textDocument/documentLink'], {}))?.map(toDocumentLink),
    }),
  callHierarchyProvider: (requests, { selector, ask }) => {
    // The editor returns the same object with each question about an item.
    const items = new WeakMap<vscode.CallHierarchyItem, CallItem>();
    const remembered = (item: CallItem) => {
      const shown = toCallHierarchyItem(item);
      items.set(shown, item);
      return shown;
    };
    return languages.registerCallHierarchyProvider(selector, {
      prepareCallHierarchy: async (document, position) =>
        (await ask(document, requests['textDocument/prepareCallHierarchy'], { position }))?.map(remembered),
      provideCallHierarchyIncomingCalls: async (shown) =>
        (await ask(shown, requests['callHierarchy/incomingCalls'], { item: items.get(shown) ?? {} }))?.map(
          ({ from, fromRanges }) => new vscode.CallHierarchyIncomingCall(remembered(from), fromRanges.map(toRange)),
        ),
      provideCallHierarchyOutgoingCalls: async (shown) =>
        (await ask(shown, requests['callHierarchy/outgoingCalls'], { item: items.get(shown) ?? {} }))?.map(
          ({ to, fromRanges }) => new vscode.CallHierarchyOutgoingCall(remembered(to), fromRanges.map(toRange)),
        ),
    });
  },
  semanticTokensProvider: (requests, { selector, ask, onSources }) => {
    const { tokenTypes, tokenModifiers } = features.semanticTokensProvider.options.legend;
    const legend = new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers);
    const shown = (found: { data: number[] } | undefined) =>
      found && new vscode.SemanticTokens(new Uint32Array(found.data));
    return vscode.Disposable.from(
      languages.registerDocumentSemanticTokensProvider(
        selector,
        {
          onDidChangeSemanticTokens: onSources,
          provideDocumentSemanticTokens: async (document) =>
            shown(await ask(document, requests['textDocument/semanticTokens/full'], {})),
        },
        legend,
      ),
      languages.registerDocumentRangeSemanticTokensProvider(
        selector,
        {
          provideDocumentRangeSemanticTokens: async (document, range) =>
            shown(await ask(document, requests['textDocument/semanticTokens/range'], { range })),
        },
        legend,
      ),
    );
  },
  inlayHintProvider: (requests, { selector, ask, onSources }) => {
    const changes = withSettings(['dataModel.inlayHints.enabled'], onSources);
    return vscode.Disposable.from(
      changes,
      languages.registerInlayHintsProvider(selector, {
        onDidChangeInlayHints: changes.event,
        provideInlayHints: async (document, range) =>
          readSetting('dataModel.inlayHints.enabled', document.uri)
            ? (await ask(document, requests['textDocument/inlayHint'], { range }))?.map(toInlayHint)
            : undefined,
      }),
    );
  },
  codeLensProvider: (requests, { selector, ask, isBound, content, onSources, onDocuments, onContent }) => {
    const settings = ['dataModel.codeLens.enabled', 'dataModel.codeLens.query'] as const;
    const changes = withSettings(settings, onSources, onDocuments, onContent);
    return vscode.Disposable.from(
      changes,
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: changes.event,
        provideCodeLenses: async (document) => {
          const { uri } = document;
          const hasQueries = isBound && readSetting('dataModel.codeLens.query', uri);
          const hasUses = readSetting('dataModel.codeLens.enabled', uri);
          const kinds = [...(hasQueries ? (['query'] as const) : []), ...(hasUses ? (['uses'] as const) : [])];
          const found = await ask(document, requests['textDocument/codeLens'], { kinds });
          const counted = { isBound, content: content() };
          return found?.map((lens) => toCodeLens(ask, uri, lens, counted));
        },
      }),
    );
  },
  completionProvider: (requests, { triggers, ask }) =>
    vscode.Disposable.from(
      ...triggers.map(([selector, characters]) =>
        languages.registerCompletionItemProvider(
          selector,
          {
            provideCompletionItems: async (document, position, _, { triggerCharacter }) => {
              const context = triggerCharacter === undefined ? {} : { triggerCharacter };
              const selected = selectionAt(document, position);
              const found = await ask(document, requests['textDocument/completion'], { position, context });
              if (!found) return undefined;
              const items = found.items.map(toCompletionItem);
              return selected
                ? new vscode.CompletionList(items.map(inPlaceOf(document, position)), true)
                : new vscode.CompletionList(items, found.isIncomplete);
            },
          },
          ...characters,
        ),
      ),
    ),
};

type CallItem = Parameters<typeof incomingCalls>[1];

/** The editor shows the message of an error, such as why a name cannot be changed. */
async function withReason<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (failure) {
    throw new Error(errorText(failure, l10n));
  }
}

/** Fires with the `changes`, and when one of the settings changes. */
function withSettings(
  ids: readonly SettingId[],
  ...changes: vscode.Event<void>[]
): Disposable & { event: vscode.Event<void> } {
  const lifetime = new Lifetime();
  const emitter = lifetime.add(new vscode.EventEmitter<void>());
  for (const change of changes) lifetime.add(change(() => emitter.fire()));
  lifetime.add(onSettingChange(ids, () => emitter.fire()));
  return { event: emitter.event, dispose: () => lifetime.dispose() };
}
