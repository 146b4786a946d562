/** The features of the server: one row for each request. What the server says it can do is derived from the rows. */

import {
  type ClientCapabilities,
  CodeActionRequest,
  DefinitionRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  ImplementationRequest,
  PrepareRenameRequest,
  type ProtocolRequestType,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  type ServerCapabilities,
  TypeDefinitionRequest,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver/node';
import { codeActions } from '../../language/codeActions/codeActions.ts';
import { definition } from '../../language/definition.ts';
import { documentHighlights } from '../../language/documentHighlights.ts';
import { documentSymbols } from '../../language/documentSymbols.ts';
import { foldingRanges } from '../../language/foldingRanges.ts';
import { hover } from '../../language/hover.ts';
import { implementation } from '../../language/implementation.ts';
import type { CodeActionKind, UriOf } from '../../language/protocol.ts';
import { references } from '../../language/references.ts';
import { prepareRename } from '../../language/rename/prepareRename.ts';
import { rename } from '../../language/rename/rename.ts';
import { selectionRanges } from '../../language/selectionRanges.ts';
import { typeDefinition } from '../../language/typeDefinition.ts';
import { workspaceSymbols } from '../../language/workspaceSymbols.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { actionsFor, editFor } from './clientEdits.ts';
import { hoverFor, linksFor, symbolsFor } from './clientShapes.ts';

/** What a feature is asked about. */
interface Asked {
  index: ModelIndex;
  /** Relative to the project folder; '' in a request about the whole workspace. */
  path: string;
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
  row(ReferencesRequest.type, { referencesProvider: true }, ({ index, path, uriOf }, { position, context }) =>
    references(index, path, position, context, uriOf),
  ),
  row(DocumentHighlightRequest.type, { documentHighlightProvider: true }, ({ index, path }, { position }) =>
    documentHighlights(index, path, position),
  ),
  row(HoverRequest.type, { hoverProvider: true }, ({ index, path, uriOf, client }, { position }) =>
    hoverFor(client, hover(index, path, position, uriOf)),
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
    ({ index, path, uriOf, client }, { position, newName }) =>
      editFor(client, rename(index, path, position, newName, uriOf)) ?? null,
  ),
  row(
    CodeActionRequest.type,
    { codeActionProvider: { codeActionKinds: [...codeActionKinds] } },
    ({ index, path, uriOf, client }, params) => {
      const { diagnostics, only } = params.context;
      const own = diagnostics.flatMap(({ range, message, code, source }) =>
        source === 'data-model' && typeof message === 'string'
          ? [{ range, message, source, ...(code ? { code } : {}) }]
          : [],
      );
      return actionsFor(
        client,
        codeActions(index, path, params.range, { diagnostics: own, ...(only ? { only } : {}) }, uriOf),
      );
    },
  ),
];
