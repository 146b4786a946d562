/** The common syntax tree of YAML and JavaScript sources. Every node has its span in the source. */

import type { TextProblem } from './problem.ts';
import type { Span } from './range.ts';

interface AnyValue extends Span {
  /**
   * JavaScript only: where the compiler finds names of the model in this value. By default in its fields for references;
   * `sql`: only in fields with SQL; `parameters`: only the parameters of its functions, because it is outside of the call.
   */
  names?: 'sql' | 'parameters';
}

export interface MapNode extends AnyValue {
  kind: 'map';
  entries: Entry[];
  /** A template tag, a computed key or a spread may add entries that are not in `entries`. */
  open: boolean;
  /** JavaScript only: what a spread adds, and the values of computed keys. */
  unnamed?: readonly ValueNode[];
  /** JavaScript only: the keys that a computed one becomes when the program runs, if they follow from constants. */
  computed?: readonly { keys: readonly string[]; keySpan: Span; value: ValueNode }[];
}

export interface ListNode extends AnyValue {
  kind: 'list';
  items: ValueNode[];
  /** A template tag or a spread may add items that are not in `items`. */
  open: boolean;
  /** JavaScript only: what a spread adds. */
  unnamed?: readonly ValueNode[];
}

export interface ScalarNode extends AnyValue {
  kind: 'scalar';
  /** A Date for a YAML timestamp, as in the compiler. */
  value: string | number | boolean | null | Date;
  /** A template tag writes part of the text, so `value` is not the final value. */
  dynamic: boolean;
  /** JavaScript only: the names inside `${}`. */
  chains?: readonly Chain[];
  /** JavaScript only: each `${}`. */
  inserted?: readonly Span[];
}

/** A JavaScript expression whose value is known only at run time. */
interface CodeNode extends AnyValue {
  kind: 'code';
  isFunction: boolean;
  chains: readonly Chain[];
  /** The objects in it and in the functions of the file that it calls, without those in other objects. */
  maps?: readonly MapNode[];
  /** The parameters of a function. */
  parameters?: ReadonlySet<string>;
}

export type ValueNode = MapNode | ListNode | ScalarNode | CodeNode;

export interface Entry {
  /** As in the source. */
  key: string;
  /** In the compiler's camelCase. */
  name: string;
  keySpan: Span;
  value: ValueNode;
  /** The key is computed or written by a template tag. */
  dynamic: boolean;
}

export interface ChainPart extends Span {
  name: string;
}

/** A dotted name such as `users.city` or `CUBE.count`. */
export interface Chain extends Span {
  parts: readonly ChainPart[];
  /** Followed by `(`, in JavaScript by `[`, or by a template tag: the value is known only at run time. */
  called: boolean;
}

export type DefinitionKind = 'cube' | 'view' | 'view_group';

/** One `cubes:`/`views:`/`view_groups:` item or one `cube()`/`view()`/`view_group()` call. */
export interface RawDefinition {
  kind: DefinitionKind;
  /** Undefined if it is missing or known only at run time. */
  name: string | undefined;
  /** The shape of a name that is known only at run time. */
  pattern?: RegExp;
  nameSpan: Span;
  span: Span;
  node: MapNode;
  /** JavaScript only: the called function if its name is not exactly that of the kind. */
  misspeltCall?: ChainPart;
}

export type Language = 'yaml' | 'javascript';

/** `import`, or `require` without names. */
export interface Import {
  from: ChainPart;
  names: readonly ChainPart[];
}

export interface ParsedSource {
  language: Language;
  /** YAML only: the whole document; undefined if it is not a map. */
  root: MapNode | undefined;
  definitions: RawDefinition[];
  problems: TextProblem[];
  /** The file may define cubes or views that cannot be read from its text. */
  generates: boolean;
  /** The text has syntax errors; the definitions are a best effort. */
  broken: boolean;
  /** Templates only: the text with other characters in place of its tags. */
  masked?: string;
  /** Parts of a template inside `if` blocks, which may not be in its output. */
  branches: readonly Span[];
  /** JavaScript only: names that the file declares. References to them are not checked. */
  declared: ReadonlySet<string>;
  /** The names that code or template tags use without a declaration in their scope. No keys, strings or comments. */
  free: readonly Chain[];
  /** Those of them in code that surely runs when the file is loaded. */
  run: readonly Chain[];
  /** JavaScript only. */
  imports: readonly Import[];
  /** JavaScript only: the words in lower case of which the program can make names. */
  words?: ReadonlySet<string>;
  /** JavaScript only: undefined if it is known only at run time. */
  exports?: ReadonlySet<string>;
}

/** The last entry with that name, in the compiler's camelCase. */
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

/** The text of a scalar with a fixed value. */
export function textOf(node: ValueNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.dynamic || node.chains?.length) return undefined;
  return typeof node.value === 'string' ? node.value : undefined;
}
