/** The one shape YAML and JavaScript sources are read into: maps, lists, scalars and code, each with its place. */

import type { TextProblem } from './problem.ts';
import type { Span } from './range.ts';

export interface MapNode extends Span {
  kind: 'map';
  entries: Entry[];
  /** Something unseen (a template tag, a spread) may add entries. */
  open: boolean;
}

export interface ListNode extends Span {
  kind: 'list';
  items: ValueNode[];
  /** Something unseen (a template tag, a spread) may add items. */
  open: boolean;
}

export interface ScalarNode extends Span {
  kind: 'scalar';
  /** A YAML timestamp is a Date to the compiler, so it is none of the other types. */
  value: string | number | boolean | null | Date;
  /** Part of the text comes from a template tag: the value is not really known. */
  dynamic: boolean;
  /** JavaScript only: the names used inside `${}`. */
  chains?: readonly Chain[];
}

/** A JavaScript expression whose value is only known when it runs. */
export interface CodeNode extends Span {
  kind: 'code';
  isFunction: boolean;
  chains: readonly Chain[];
}

export type ValueNode = MapNode | ListNode | ScalarNode | CodeNode;

export interface Entry {
  /** As written. */
  key: string;
  /** In the compiler's camelCase. */
  name: string;
  keySpan: Span;
  value: ValueNode;
  /** The key itself comes from a template tag or is computed. */
  dynamic: boolean;
}

export interface ChainPart extends Span {
  name: string;
}

/** A dotted name such as `users.city` or `CUBE.count`. */
export interface Chain extends Span {
  parts: readonly ChainPart[];
  /** Followed by `(`. */
  called: boolean;
}

export type DefinitionKind = 'cube' | 'view' | 'view_group';

/** One `cubes:`/`views:`/`view_groups:` item or one `cube()`/`view()`/`view_group()` call. */
export interface RawDefinition {
  kind: DefinitionKind;
  /** Undefined when it is missing or only known at run time. */
  name: string | undefined;
  nameSpan: Span;
  span: Span;
  node: MapNode;
}

export type Language = 'yaml' | 'javascript';

export interface ParsedSource {
  language: Language;
  /** YAML only: the whole document, undefined when it is no map. */
  root: MapNode | undefined;
  definitions: RawDefinition[];
  problems: TextProblem[];
  /** Cubes or views may come out of this file that cannot be read from its text. */
  generates: boolean;
  /** The text could not be parsed as a whole; what is here is a best effort. */
  broken: boolean;
  /** Parts of a template that may never be written. */
  branches: readonly Span[];
  /** Names the file itself declares (JavaScript): references to them are not ours to judge. */
  declared: ReadonlySet<string>;
}

export function entryOf(node: ValueNode | undefined, name: string): Entry | undefined {
  if (node?.kind !== 'map') return undefined;
  for (let i = node.entries.length - 1; i >= 0; i -= 1) {
    const entry = node.entries[i]!;
    if (entry.name === name && !entry.dynamic) return entry;
  }
  return undefined;
}

export function valueAt(node: ValueNode | undefined, name: string): ValueNode | undefined {
  return entryOf(node, name)?.value;
}

/** The text of a scalar whose value is fully known. */
export function textOf(node: ValueNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.dynamic || node.chains?.length) return undefined;
  return typeof node.value === 'string' ? node.value : undefined;
}
