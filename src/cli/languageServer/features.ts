/** The features of the server: one row for each request. What the server says it can do is derived from the rows. */

import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  type ClientCapabilities,
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  ImplementationRequest,
  InlayHintRequest,
  PrepareRenameRequest,
  type ProtocolRequestType,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  type ServerCapabilities,
  TypeDefinitionRequest,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver/node';
import { usageLenses } from '../../language/annotations/codeLenses.ts';
import { inlayHints } from '../../language/annotations/inlayHints.ts';
import { semanticTokens, semanticTokensLegend } from '../../language/annotations/semanticTokens.ts';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from '../../language/callHierarchy/callHierarchy.ts';
import { codeActions } from '../../language/codeActions/codeActions.ts';
import { completion, completionTriggers } from '../../language/completion/completion.ts';
import { definition } from '../../language/definition.ts';
import { documentHighlights } from '../../language/documentHighlights.ts';
import { documentLinks } from '../../language/documentLinks.ts';
import { documentSymbols } from '../../language/documentSymbols.ts';
import { foldingRanges } from '../../language/foldingRanges.ts';
import { hover } from '../../language/hover.ts';
import { implementation } from '../../language/implementation.ts';
import type { CodeActionKind, UriOf } from '../../language/protocol.ts';
import type { LanguageDocument } from '../../language/queries/document.ts';
import { documentReferences } from '../../language/queries/documentReferences.ts';
import { documentUses } from '../../language/queries/documentUses.ts';
import { references } from '../../language/references.ts';
import { prepareRename } from '../../language/rename/prepareRename.ts';
import { rename } from '../../language/rename/rename.ts';
import { selectionRanges } from '../../language/selectionRanges.ts';
import { typeDefinition } from '../../language/typeDefinition.ts';
import { workspaceSymbols } from '../../language/workspaceSymbols.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { actionsFor, editFor } from './clientEdits.ts';
import { completionFor, hoverFor, linksFor, ownDiagnostics, symbolsFor } from './clientShapes.ts';

/** What a feature is asked about. */
interface Asked {
  index: ModelIndex;
  /** Relative to the project folder; '' in a request about the whole workspace. */
  path: string;
  /** The query and test documents of the project. */
  documents: readonly LanguageDocument[];
  uriOf: UriOf;
  client: ClientCapabilities;
}

export interface Feature {
  method: string;
  capabilities: ServerCapabilities;
  /** `file`: needs the text of the document only; `workspace`: the answers for all models are joined. */
  scope: 'file' | 'model' | 'workspace';
  answer(asked: Asked, params: unknown): unknown;
}

function row<P, R>(
  { method }: ProtocolRequestType<P, R, unknown, unknown, unknown>,
  capabilities: ServerCapabilities,
  answer: (asked: Asked, params: P) => R,
  scope: Feature['scope'] = 'model',
): Feature {
  return { method, capabilities, scope, answer: (asked, params) => answer(asked, params as P) };
}

const codeActionKinds: readonly CodeActionKind[] = [
  'quickfix',
  'refactor.extract',
  'refactor.inline',
  'refactor.rewrite',
  'source.fixAll.dataModel',
];

const tokensProvider = {
  legend: {
    tokenTypes: [...semanticTokensLegend.tokenTypes],
    tokenModifiers: [...semanticTokensLegend.tokenModifiers],
  },
  full: true,
  range: true,
};

export const features: readonly Feature[] = [
  row(DefinitionRequest.type, { definitionProvider: true }, ({ index, path, uriOf, client }, { position }) =>
    linksFor(client.textDocument?.definition, definition(index, path, position, uriOf)),
  ),
  row(TypeDefinitionRequest.type, { typeDefinitionProvider: true }, ({ index, path, uriOf, client }, { position }) =>
    linksFor(client.textDocument?.typeDefinition, typeDefinition(index, path, position, uriOf)),
  ),
  row(ImplementationRequest.type, { implementationProvider: true }, ({ index, path, uriOf, client }, { position }) =>
    linksFor(client.textDocument?.implementation, implementation(index, path, position, uriOf)),
  ),
  row(ReferencesRequest.type, { referencesProvider: true }, ({ index, path, documents, uriOf }, params) => [
    ...references(index, path, params.position, params.context, uriOf),
    ...documentReferences(index, { path }, params.position, documents, uriOf),
  ]),
  row(DocumentHighlightRequest.type, { documentHighlightProvider: true }, ({ index, path }, { position }) =>
    documentHighlights(index, path, position),
  ),
  row(HoverRequest.type, { hoverProvider: true }, ({ index, path, documents, uriOf, client }, { position }) =>
    hoverFor(client, hover(index, path, position, uriOf, documentUses(index, documents, uriOf))),
  ),
  row(
    DocumentSymbolRequest.type,
    { documentSymbolProvider: { label: 'Data Model' } },
    ({ index, path, uriOf, client }) => symbolsFor(client, uriOf(path), documentSymbols(index, path)),
  ),
  row(
    FoldingRangeRequest.type,
    { foldingRangeProvider: true },
    ({ index, path }) => foldingRanges(index, path) ?? null,
    'file',
  ),
  row(
    SelectionRangeRequest.type,
    { selectionRangeProvider: true },
    ({ index, path }, { positions }) => selectionRanges(index, path, positions) ?? null,
    'file',
  ),
  row(
    WorkspaceSymbolRequest.type,
    { workspaceSymbolProvider: true },
    ({ index, uriOf }, { query }) => workspaceSymbols(index, query, uriOf),
    'workspace',
  ),
  row(PrepareRenameRequest.type, { renameProvider: { prepareProvider: true } }, ({ index, path }, { position }) =>
    prepareRename(index, path, position),
  ),
  row(
    RenameRequest.type,
    {},
    ({ index, path, documents, uriOf, client }, { position, newName }) =>
      editFor(client, rename(index, path, position, newName, uriOf, { savedQueries: documents })) ?? null,
  ),
  row(
    CodeActionRequest.type,
    { codeActionProvider: { codeActionKinds: [...codeActionKinds] } },
    ({ index, path, uriOf, client }, params) => {
      const { diagnostics, only } = params.context;
      const own = ownDiagnostics(diagnostics);
      return actionsFor(
        client,
        codeActions(index, path, params.range, { diagnostics: own, ...(only ? { only } : {}) }, uriOf),
      );
    },
  ),
  row(DocumentLinkRequest.type, { documentLinkProvider: {} }, ({ index, path, uriOf }) =>
    documentLinks(index, path, uriOf),
  ),
  row(CallHierarchyPrepareRequest.type, { callHierarchyProvider: true }, ({ index, path, uriOf }, { position }) =>
    prepareCallHierarchy(index, path, position, uriOf),
  ),
  row(CallHierarchyIncomingCallsRequest.type, {}, ({ index, uriOf }, { item }) =>
    isCallItem(item) ? incomingCalls(index, item, uriOf) : null,
  ),
  row(CallHierarchyOutgoingCallsRequest.type, {}, ({ index, uriOf }, { item }) =>
    isCallItem(item) ? outgoingCalls(index, item, uriOf) : null,
  ),
  row(
    SemanticTokensRequest.type,
    { semanticTokensProvider: tokensProvider },
    ({ index, path }) => semanticTokens(index, path) ?? null,
  ),
  row(SemanticTokensRangeRequest.type, {}, ({ index, path }, { range }) => semanticTokens(index, path, range) ?? null),
  row(InlayHintRequest.type, { inlayHintProvider: true }, ({ index, path }, { range }) =>
    inlayHints(index, path, range),
  ),
  // No command of the protocol shows references, so a lens is a text.
  row(CodeLensRequest.type, { codeLensProvider: {} }, ({ index, path, documents, uriOf }) =>
    usageLenses(index, path, documentUses(index, documents, uriOf)).map(({ range, title }) => ({
      range,
      command: { title, command: '' },
    })),
  ),
  row(
    CompletionRequest.type,
    { completionProvider: { triggerCharacters: [...completionTriggers] } },
    ({ index, path, client }, { position, context }) =>
      completionFor(client, completion(index, path, position, context?.triggerCharacter)),
  ),
];

type CallItem = ReturnType<typeof prepareCallHierarchy>[number];

/** Whether the client returns an item that it got from us. */
function isCallItem(item: { data?: unknown }): item is CallItem {
  return typeof item.data === 'object' && item.data !== null;
}
