/** The values of the Language Server Protocol that the features return, as in its specification 3.17. Positions are in UTF-16. */

import type { Position, Range } from '../model/source/range.ts';

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

export type SymbolKind = 4 | 5 | 6 | 8 | 11 | 12 | 13 | 17 | 18 | 23 | 25;

export interface DocumentSymbol {
  name: string;
  detail?: string;
  kind: SymbolKind;
  range: Range;
  selectionRange: Range;
  children?: DocumentSymbol[];
}

export interface WorkspaceSymbol {
  name: string;
  kind: SymbolKind;
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

export type { Position };

/** The URI of a file of the model, by its path relative to the project folder. */
export type UriOf = (path: string) => string;
