/**
 * The language features: one row for each, named as the capability of the Language Server Protocol, with a function for each of its
 * requests. The editor and the language server are two adapters of this table.
 */

import type { ModelIndex } from '../model/index/modelIndex.ts';
import { rulesFileName } from '../model/source/modelSource.ts';
import { queryLenses, usageLenses } from './annotations/codeLenses.ts';
import { inlayHints } from './annotations/inlayHints.ts';
import { semanticTokens, semanticTokensLegend } from './annotations/semanticTokens.ts';
import { codeActions } from './codeActions/codeActions.ts';
import { completion, completionTriggers } from './completion/completion.ts';
import type { formatText } from './format/formatText.ts';
import { hover } from './hover/hover.ts';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from './navigation/callHierarchy.ts';
import { definition, implementation, typeDefinition } from './navigation/definition.ts';
import { documentLinks } from './navigation/documentLinks.ts';
import { documentSymbols } from './navigation/documentSymbols.ts';
import { foldingRanges } from './navigation/foldingRanges.ts';
import { documentHighlights, type ReferenceContext, references } from './navigation/references.ts';
import { selectionRanges } from './navigation/selectionRanges.ts';
import { workspaceSymbols } from './navigation/workspaceSymbols.ts';
import type { CodeActionKind, Diagnostic, Position, Range, TextEdit, UriOf } from './protocol/protocol.ts';
import { queryCompletion } from './queries/completion.ts';
import type { LanguageDocument } from './queries/document.ts';
import { documentReferences, documentUses } from './queries/documentUses.ts';
import { filesFor } from './queries/files.ts';
import { queryDefinition, queryHover, queryReferences, testSymbols } from './queries/navigation.ts';
import { queryFixes } from './queries/problems.ts';
import { rulesCompletion, rulesFixes, rulesHover } from './queries/rulesFile.ts';
import { documentRename, prepareDocumentRename, prepareRename, rename } from './rename/rename.ts';

/** A model with its query and test documents, as the features read it. Paths are relative to the project folder. */
export interface LanguageProject {
  index: ModelIndex;
  documents: readonly LanguageDocument[];
  /** The query or test document at a path; undefined for a model source. */
  document(path: string): LanguageDocument | undefined;
  uriOf: UriOf;
}

/**
 * The texts that must be read before the answer. `file`: the text of the file; `model`: all sources; `project`: also all query and test
 * documents; `workspace`: the sources of all projects, whose answers are joined.
 */
type Scope = 'file' | 'model' | 'project' | 'workspace';

/** `Params` are those of the protocol, as far as they are read. */
export interface FeatureRequest<Params, Result> {
  scope: Scope;
  inSource(project: LanguageProject, path: string, params: Params): Result;
  /** Absent if query and test documents have no answer. */
  inDocument?(project: LanguageProject, document: LanguageDocument, params: Params): Result;
}

export function answer<Params, Result>(
  { inSource, inDocument }: FeatureRequest<Params, Result>,
  project: LanguageProject,
  path: string,
  params: Params,
): Result | undefined {
  const document = project.document(path);
  return document ? inDocument?.(project, document, params) : inSource(project, path, params);
}

function request<Params, Result>(
  scope: Scope,
  inSource: FeatureRequest<Params, Result>['inSource'],
  inDocument?: FeatureRequest<Params, Result>['inDocument'],
): FeatureRequest<Params, Result> {
  return { scope, inSource, ...(inDocument ? { inDocument } : {}) };
}

interface AtPosition {
  position: Position;
}

interface InRange {
  range: Range;
}

interface RenameParams extends AtPosition {
  newName: string;
  /** The editor's setting; not part of the protocol. */
  keepViewNames?: boolean;
}

interface CompletionParams extends AtPosition {
  context?: { triggerCharacter?: string };
}

interface CodeActionParams extends InRange {
  context: { diagnostics: readonly Diagnostic[]; only?: readonly string[] };
}

interface CodeLensParams {
  /** By default those that need no command. */
  kinds?: readonly ('query' | 'uses')[];
}

type CallItem = Parameters<typeof incomingCalls>[1];

interface CallParams {
  item: { data?: unknown };
}

const codeActionKinds: readonly CodeActionKind[] = [
  'quickfix',
  'refactor.extract',
  'refactor.inline',
  'refactor.rewrite',
  'source.fixAll.dataModel',
];

export const features = {
  definitionProvider: {
    options: true,
    requests: {
      'textDocument/definition': request(
        'model',
        ({ index, uriOf }, path, { position }: AtPosition) => definition(index, path, position, uriOf),
        ({ index, uriOf }, document, { position }) => queryDefinition(index, document, position, uriOf),
      ),
    },
  },
  typeDefinitionProvider: {
    options: true,
    requests: {
      'textDocument/typeDefinition': request('model', ({ index, uriOf }, path, { position }: AtPosition) =>
        typeDefinition(index, path, position, uriOf),
      ),
    },
  },
  implementationProvider: {
    options: true,
    requests: {
      'textDocument/implementation': request('model', ({ index, uriOf }, path, { position }: AtPosition) =>
        implementation(index, path, position, uriOf),
      ),
    },
  },
  referencesProvider: {
    options: true,
    requests: {
      'textDocument/references': request(
        'project',
        ({ index, documents, uriOf }, path, { position, context }: AtPosition & { context: ReferenceContext }) => [
          ...references(index, path, position, context, uriOf),
          ...documentReferences(index, { path }, position, documents, uriOf),
        ],
        ({ index, documents, uriOf }, document, { position, context }) => [
          ...queryReferences(index, document, position, context, uriOf),
          ...documentReferences(index, document, position, documents, uriOf),
        ],
      ),
    },
  },
  documentHighlightProvider: {
    options: true,
    requests: {
      'textDocument/documentHighlight': request('model', ({ index }, path, { position }: AtPosition) =>
        documentHighlights(index, path, position),
      ),
    },
  },
  hoverProvider: {
    options: true,
    requests: {
      'textDocument/hover': request(
        'project',
        (project, path, { position }: AtPosition) =>
          path === rulesFileName
            ? rulesHover(project.index, position)
            : hover(project.index, path, position, project.uriOf, usesIn(project)),
        ({ index, documents, uriOf }, document, { position }) =>
          queryHover(index, document, position, uriOf, documents),
      ),
    },
  },
  documentSymbolProvider: {
    options: { label: 'Data Model' },
    requests: {
      'textDocument/documentSymbol': request(
        'model',
        ({ index }, path) => documentSymbols(index, path),
        (_, document) => testSymbols(document),
      ),
    },
  },
  workspaceSymbolProvider: {
    options: true,
    requests: {
      'workspace/symbol': request('workspace', ({ index, uriOf }, _, { query }: { query: string }) =>
        workspaceSymbols(index, query, uriOf),
      ),
    },
  },
  foldingRangeProvider: {
    options: true,
    requests: {
      'textDocument/foldingRange': request('file', ({ index }, path) => foldingRanges(index, path)),
    },
  },
  selectionRangeProvider: {
    options: true,
    requests: {
      'textDocument/selectionRange': request(
        'file',
        ({ index }, path, { positions }: { positions: readonly Position[] }) => selectionRanges(index, path, positions),
      ),
    },
  },
  documentFormattingProvider: {
    options: true,
    requests: {
      'textDocument/formatting': request(
        'file',
        ({ index }, path): Promise<TextEdit[]> => formatEdits(path, index.text(path)?.text ?? '', undefined),
        (_, { path, text, kind }) => formatEdits(path, text, kind),
      ),
    },
  },
  renameProvider: {
    options: { prepareProvider: true },
    requests: {
      'textDocument/prepareRename': request(
        'model',
        ({ index }, path, { position }: AtPosition) => prepareRename(index, path, position),
        ({ index }, document, { position }) => prepareDocumentRename(index, document, position),
      ),
      'textDocument/rename': request(
        'project',
        (project, path, { position, newName, ...options }: RenameParams) =>
          rename(project.index, path, position, newName, project.uriOf, renameOptions(project, options)),
        (project, document, { position, newName, ...options }) =>
          documentRename(project.index, document, position, newName, project.uriOf, renameOptions(project, options)),
      ),
    },
  },
  codeActionProvider: {
    options: { codeActionKinds },
    requests: {
      'textDocument/codeAction': request(
        'model',
        ({ index, uriOf }, path, { range, context }: CodeActionParams) =>
          path === rulesFileName
            ? rulesFixes(index, ownProblems(context), uriOf)
            : codeActions(index, path, range, ownProblems(context), uriOf),
        ({ index, uriOf }, document, { context }) => queryFixes(index, document, ownProblems(context), uriOf),
      ),
    },
  },
  documentLinkProvider: {
    options: {},
    requests: {
      'textDocument/documentLink': request('model', ({ index, uriOf }, path) => documentLinks(index, path, uriOf)),
    },
  },
  callHierarchyProvider: {
    options: true,
    requests: {
      'textDocument/prepareCallHierarchy': request('model', ({ index, uriOf }, path, { position }: AtPosition) =>
        prepareCallHierarchy(index, path, position, uriOf),
      ),
      'callHierarchy/incomingCalls': request('model', ({ index, uriOf }, _, { item }: CallParams) =>
        isCallItem(item) ? incomingCalls(index, item, uriOf) : undefined,
      ),
      'callHierarchy/outgoingCalls': request('model', ({ index, uriOf }, _, { item }: CallParams) =>
        isCallItem(item) ? outgoingCalls(index, item, uriOf) : undefined,
      ),
    },
  },
  semanticTokensProvider: {
    options: { legend: semanticTokensLegend, full: true, range: true },
    requests: {
      'textDocument/semanticTokens/full': request('model', ({ index }, path) => semanticTokens(index, path)),
      'textDocument/semanticTokens/range': request('model', ({ index }, path, { range }: InRange) =>
        semanticTokens(index, path, range),
      ),
    },
  },
  inlayHintProvider: {
    options: true,
    requests: {
      'textDocument/inlayHint': request('model', ({ index }, path, { range }: InRange) =>
        inlayHints(index, path, range),
      ),
    },
  },
  codeLensProvider: {
    options: {},
    requests: {
      'textDocument/codeLens': request('project', (project, path, { kinds = ['uses'] }: CodeLensParams) => [
        ...(kinds.includes('query') ? queryLenses(project.index, path) : []),
        ...(kinds.includes('uses') ? usageLenses(project.index, path, usesIn(project)) : []),
      ]),
    },
  },
  completionProvider: {
    options: { triggerCharacters: completionTriggers },
    requests: {
      'textDocument/completion': request(
        'model',
        ({ index }, path, { position, context }: CompletionParams) =>
          path === rulesFileName
            ? rulesCompletion(index, position, context?.triggerCharacter)
            : completion(index, path, position, context?.triggerCharacter),
        ({ index, documents }, document, { position, context }) =>
          queryCompletion(
            index,
            document,
            position,
            filesFor(document.path, () => documents),
            context?.triggerCharacter,
          ),
      ),
    },
  },
} as const satisfies Record<`${string}Provider`, Feature>;

interface Feature {
  /** The capabilities that a server announces. */
  options: true | object;
  /** By method. */
  requests: Readonly<Record<string, FeatureRequest<never, unknown>>>;
}

export type Provider = keyof typeof features;
export type RequestsOf<P extends Provider> = (typeof features)[P]['requests'];

type Intersection<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;
type AllRequests = Intersection<RequestsOf<Provider>>;
export type Method = keyof AllRequests;
export type ResultOf<M extends Method> = Awaited<ReturnType<AllRequests[M]['inSource']>>;

/** The requests of all features. */
export const requests = Object.values(features).flatMap(
  (feature) => Object.entries(feature.requests) as [Method, FeatureRequest<never, unknown>][],
);

/** The formatter is large, and loads with its first use. */
async function formatEdits(...[path, text, kind]: Parameters<typeof formatText>): Promise<TextEdit[]> {
  const { editsOf } = await import('./format/formatEdits.ts');
  return editsOf(path, text, kind);
}

function usesIn({ index, documents, uriOf }: LanguageProject) {
  return documentUses(index, documents, uriOf);
}

function renameOptions({ documents }: LanguageProject, { keepViewNames = false }: { keepViewNames?: boolean }) {
  return { savedQueries: documents.filter(({ isOurs }) => isOurs), keepViewNames };
}

/** We have no fixes for the problems of other servers. */
function ownProblems({ diagnostics, only }: CodeActionParams['context']) {
  const own = diagnostics.filter(({ source }) => source === 'data-model' || source === 'platform');
  return { diagnostics: own, ...(only ? { only } : {}) };
}

/** Whether the client returns an item that it got from us. */
function isCallItem(item: { data?: unknown }): item is CallItem {
  return typeof item.data === 'object' && item.data !== null;
}
