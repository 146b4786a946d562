/** The keys and values that can be written at a position of a source, in any state of its text. */

import type { Span } from '../../model/source/range.ts';
import type { DefinitionKind, Entry, ListNode, MapNode, ScalarNode, ValueNode } from '../../model/source/tree.ts';

/** From a node to one of the nodes in it. */
export type Step = { holder: MapNode; entry: Entry } | { holder: ListNode; at: number };

/** A key with nothing behind its colon: the items of its list can be written in the lines below. */
export interface ListBelow {
  /** To the value of the key. */
  steps: readonly Step[];
  /** The text of the line that is replaced. */
  span: Span;
  /** What is written before the first item: a line break, if the cursor is in the line of the key, and the indentation. */
  before: string;
  /** Columns from the indentation of the line to the dash. */
  indent: number;
}

export interface Cursor {
  style: 'block' | 'flow' | 'javascript';
  /** JavaScript only: the definition that `steps` start at; undefined if a statement can be written there. YAML starts at the document. */
  kind: DefinitionKind | undefined;
  steps: readonly Step[];
  /** A key can be written into this map, which `steps` lead to. */
  map: MapNode | undefined;
  /** The key at the cursor, if it has a colon. */
  entry: Entry | undefined;
  /** A text can be written as the value that `steps` lead to. */
  isValue: boolean;
  /** Items of a list can be written, each with its dash. */
  isList: boolean;
  listBelow: ListBelow | undefined;
  /** The text that is replaced: the word or the inside of the quotes. */
  span: Span;
  /** The quote before `span`, or ''. */
  quote: string;
  /** The characters that are missing around the inserted text: a space after a colon, a closing quote. */
  before: string;
  after: string;
  /** Columns from the indentation of the line to the inserted text. */
  indent: number;
}

export function cursorOf(found: Pick<Cursor, 'style' | 'steps' | 'span'> & Partial<Cursor>): Cursor {
  return {
    kind: undefined,
    map: undefined,
    entry: undefined,
    isValue: false,
    isList: false,
    listBelow: undefined,
    quote: '',
    before: '',
    after: '',
    indent: 0,
    ...found,
  };
}

export function nodeOf(step: Step | undefined): ValueNode | undefined {
  if (!step) return undefined;
  return 'entry' in step ? step.entry.value : step.holder.items[step.at];
}

export function emptyMap(start: number): MapNode {
  return { kind: 'map', start, end: start, entries: [], open: false };
}

export function emptyList(start: number): ListNode {
  return { kind: 'list', start, end: start, items: [], open: false };
}

export function scalar(span: Span, value: ScalarNode['value'], dynamic = false): ScalarNode {
  return { kind: 'scalar', start: span.start, end: span.end, value, dynamic };
}

/** The value of a word without quotes. */
export function plainValue(text: string): ScalarNode['value'] {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '' || text === 'null' || text === '~') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
