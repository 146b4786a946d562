/** The features of query and test documents: one row for each request that has an answer in them. */

import {
  type ClientCapabilities,
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentSymbolRequest,
  HoverRequest,
  PrepareRenameRequest,
  type ProtocolRequestType,
  ReferencesRequest,
  RenameRequest,
} from 'vscode-languageserver/node';
import type { UriOf } from '../../language/protocol.ts';
import { queryCompletion } from '../../language/queries/completion.ts';
import type { LanguageDocument } from '../../language/queries/document.ts';
import { documentReferences } from '../../language/queries/documentReferences.ts';
import { testSymbols } from '../../language/queries/documentSymbols.ts';
import { queryDefinition, queryHover, queryReferences } from '../../language/queries/navigation.ts';
import { queryFixes } from '../../language/queries/problems.ts';
import { documentRename, prepareDocumentRename } from '../../language/rename/documentRename.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { actionsFor, editFor } from './clientEdits.ts';
import { completionFor, hoverFor, linksFor, ownDiagnostics, symbolsFor } from './clientShapes.ts';
import type { ProjectDocuments } from './projectDocuments.ts';

interface AskedDocument {
  index: ModelIndex;
  document: LanguageDocument;
  /** All of the project. */
  documents: ProjectDocuments;
  uriOf: UriOf;
  client: ClientCapabilities;
}

type Answer = (asked: AskedDocument, params: unknown) => unknown;

function row<P, R>(
  { method }: ProtocolRequestType<P, R, unknown, unknown, unknown>,
  answer: (asked: AskedDocument, params: P) => R,
): [string, Answer] {
  return [method, (asked, params) => answer(asked, params as P)];
}

/** By method. */
export const documentFeatures: ReadonlyMap<string, Answer> = new Map([
  row(CompletionRequest.type, ({ index, document, documents, client }, { position, context }) => {
    const files = documents.filesFor(document.path);
    return completionFor(client, queryCompletion(index, document, position, files, context?.triggerCharacter));
  }),
  row(HoverRequest.type, ({ index, document, documents, uriOf, client }, { position }) =>
    hoverFor(client, queryHover(index, document, position, uriOf, documents.ours)),
  ),
  row(DefinitionRequest.type, ({ index, document, uriOf, client }, { position }) =>
    linksFor(client.textDocument?.definition, queryDefinition(index, document, position, uriOf)),
  ),
  row(ReferencesRequest.type, ({ index, document, documents, uriOf }, { position, context }) => [
    ...queryReferences(index, document, position, context, uriOf),
    ...documentReferences(index, document, position, documents.ours, uriOf),
  ]),
  row(PrepareRenameRequest.type, ({ index, document }, { position }) =>
    prepareDocumentRename(index, document, position),
  ),
  row(RenameRequest.type, ({ index, document, documents, uriOf, client }, { position, newName }) => {
    const options = { savedQueries: documents.ours };
    return editFor(client, documentRename(index, document, position, newName, uriOf, options)) ?? null;
  }),
  row(DocumentSymbolRequest.type, ({ document, uriOf, client }) =>
    symbolsFor(client, uriOf(document.path), testSymbols(document)),
  ),
  row(CodeActionRequest.type, ({ index, document, uriOf, client }, { context }) => {
    const { only, diagnostics } = context;
    const asked = { diagnostics: ownDiagnostics(diagnostics), ...(only ? { only } : {}) };
    return actionsFor(client, queryFixes(index, document, asked, uriOf));
  }),
]);
