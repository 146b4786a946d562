/** The values of the Language Server Protocol that the features return, as in its specification 3.17. Positions are in UTF-16. */

import type { Position, Range } from '../../model/source/range.ts';

export interface Location {
  uri: string;
  range: Range;
}

export interface LocationLink {
  originSelectionRange: Range;
  targetUri: string;
  /** The whole definition. */
  targetRange: Range;
  /** Its name. */
  targetSelectionRange: Range;
}

/** 1 is text, 2 a read, 3 a write. */
export interface DocumentHighlight {
  range: Range;
  kind: 1 | 2 | 3;
}

/** The tag of a symbol or a completion item that is struck through. */
type DeprecatedTag = 1;

export type SymbolKind = 4 | 5 | 6 | 8 | 11 | 12 | 13 | 17 | 18 | 23 | 25;

export interface DocumentSymbol {
  name: string;
  detail?: string;
  kind: SymbolKind;
  tags?: DeprecatedTag[];
  range: Range;
  selectionRange: Range;
  children?: DocumentSymbol[];
}

export interface WorkspaceSymbol {
  name: string;
  kind: SymbolKind;
  tags?: DeprecatedTag[];
  containerName?: string;
  location: Location;
}

export interface SelectionRange {
  range: Range;
  parent?: SelectionRange;
}

export interface FoldingRange {
  startLine: number;
  endLine: number;
  kind?: 'comment' | 'region';
}

export interface Hover {
  contents: { kind: 'markdown'; value: string };
  range: Range;
}

/** As in the protocol: 3 function, 5 field, 6 variable, 7 class, 8 interface, 9 module, 10 property, 12 value, 13 enum, 14 keyword, 15 snippet, 18 reference, 20 enum member. */
export type CompletionItemKind = 3 | 5 | 6 | 7 | 8 | 9 | 10 | 12 | 13 | 14 | 15 | 18 | 20;

export interface CompletionItem {
  label: string;
  kind: CompletionItemKind;
  detail?: string;
  documentation?: { kind: 'markdown'; value: string };
  sortText?: string;
  filterText?: string;
  preselect?: boolean;
  /** 1 is plain text, 2 a snippet. */
  insertTextFormat?: 1 | 2;
  textEdit: { range: Range; newText: string };
  tags?: DeprecatedTag[];
  /** The editor asks for completions again after it accepted the item. Not part of the protocol. */
  suggests?: true;
}

/** `placeholder` is the text that the user edits. */
export interface RenamePlace {
  range: Range;
  placeholder: string;
}

interface AnnotatedTextEdit {
  range: Range;
  newText: string;
  /** Key of `changeAnnotations`. */
  annotationId: string;
}

export interface ChangeAnnotation {
  label: string;
  needsConfirmation: boolean;
  description: string;
}

/** The edits of a document do not overlap. */
export interface WorkspaceEdit {
  documentChanges: { textDocument: { uri: string; version: null }; edits: AnnotatedTextEdit[] }[];
  changeAnnotations: Record<string, ChangeAnnotation>;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface TextDocumentEdit {
  textDocument: { uri: string; version: null };
  edits: TextEdit[];
}

type ResourceOperation = { kind: 'create'; uri: string } | { kind: 'delete'; uri: string };

/** Also creates and deletes files. Needs no confirmation. */
export interface CodeActionEdit {
  documentChanges: (TextDocumentEdit | ResourceOperation)[];
}

export interface Diagnostic {
  range: Range;
  message: string;
  /** 1 is an error, 2 a warning, 3 an information. */
  severity?: 1 | 2 | 3;
  code?: string | number;
  /** A page about the code. */
  codeDescription?: { href: string };
  source?: string;
  /** 1 is unnecessary, 2 is deprecated. */
  tags?: (1 | 2)[];
  relatedInformation?: { location: Location; message: string }[];
}

export type CodeActionKind =
  | 'quickfix'
  | 'refactor.extract'
  | 'refactor.inline'
  | 'refactor.rewrite'
  | 'source.fixAll.dataModel';

export interface CodeAction {
  title: string;
  kind: CodeActionKind;
  diagnostics?: Diagnostic[];
  isPreferred?: boolean;
  disabled?: { reason: string };
  edit?: CodeActionEdit;
}

/** Five numbers for each token, as the protocol encodes them. */
export interface SemanticTokens {
  data: number[];
}

export interface DocumentLink {
  range: Range;
  target: string;
}

export interface InlayHint {
  position: Position;
  label: string;
}

/** `range` is the name that the lens is about. */
export interface CodeLens {
  range: Range;
}

/** `data` finds the item again after an edit. */
export interface CallHierarchyItem<Data = unknown> {
  name: string;
  detail: string;
  kind: SymbolKind;
  uri: string;
  range: Range;
  selectionRange: Range;
  data: Data;
}

/** The ranges are in the document of `from`. */
export interface CallHierarchyIncomingCall<Data = unknown> {
  from: CallHierarchyItem<Data>;
  fromRanges: Range[];
}

/** The ranges are in the document of the item whose calls these are. */
export interface CallHierarchyOutgoingCall<Data = unknown> {
  to: CallHierarchyItem<Data>;
  fromRanges: Range[];
}

export interface CompletionList {
  isIncomplete: boolean;
  items: CompletionItem[];
}

export type { Position, Range };

/** The URI of a file of the model, by its path relative to the project folder. */
export type UriOf = (path: string) => string;
