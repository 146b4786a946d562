/** Converts JavaScript expressions to the common syntax tree. */

import type { AnyNode, ArrayExpression, Expression, ObjectExpression, Property } from 'acorn';
import { referenceFields } from '../rules/ruleTable.ts';
import type { Constant } from './javaScriptConstants.ts';
import { chainOf, chainsIn, childrenOf, declaredNames } from './javaScriptNames.ts';
import { camelCase } from './names.ts';
import type { Span } from './range.ts';
import type { Entry, ListNode, MapNode, ScalarNode, ValueNode } from './tree.ts';

/** The text between the quotes of a literal. */
function innerSpan(node: AnyNode): Span {
  return node.end - node.start > 2
    ? { start: node.start + 1, end: node.end - 1 }
    : { start: node.start, end: node.end };
}

function scalar(span: Span, value: ScalarNode['value'], chains?: ScalarNode['chains']): ScalarNode {
  return {
    kind: 'scalar',
    start: span.start,
    end: span.end,
    value,
    dynamic: false,
    ...(chains?.length ? { chains } : {}),
  };
}

/** What a template literal without expressions, or a literal, has as a text. */
function fixedText(node: AnyNode): string | undefined {
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** Reads the values of a program, and its constants where a field has the name of one. */
export class JavaScriptReader {
  readonly #constants: ReadonlyMap<string, Constant>;
  /** Those whose value is being read. */
  readonly #reading = new Set<Constant>();

  constructor(constants: ReadonlyMap<string, Constant>) {
    this.#constants = constants;
  }

  /** `path` is that of the field, as the compiler writes it. The names in a field for references are not those of constants. */
  read(node: AnyNode, path: string): ValueNode {
    switch (node.type) {
      case 'ObjectExpression':
        return this.map(node, path);
      case 'ArrayExpression':
        return this.#list(node, path);
      case 'Literal':
        if (typeof node.value === 'string') return scalar(innerSpan(node), node.value);
        if (typeof node.value === 'number' || typeof node.value === 'boolean' || node.value === null) {
          return node.regex ? this.#code(node, path) : scalar(node, node.value);
        }
        return this.#code(node, path);
      case 'TemplateLiteral': {
        const text = node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join('');
        return scalar(innerSpan(node), text, chainsIn(node));
      }
      case 'UnaryExpression':
        if (node.operator === '-' && node.argument.type === 'Literal' && typeof node.argument.value === 'number') {
          return scalar(node, -node.argument.value);
        }
        return this.#code(node, path);
      case 'ParenthesizedExpression':
        return this.read(node.expression, path);
      case 'Identifier':
        return this.#constant(node, path) ?? this.#code(node, path);
      default:
        return this.#code(node, path);
    }
  }

  /** The value of a constant, if the compiler reads it as a value in this field. */
  #constant(node: AnyNode, path: string): ValueNode | undefined {
    const constant = node.type === 'Identifier' ? this.#constants.get(node.name) : undefined;
    if (!constant || this.#reading.has(constant) || referenceFields.test(path)) return undefined;
    this.#reading.add(constant);
    const value = this.read(constant.value, path);
    this.#reading.delete(constant);
    const isOpen = constant.isOpen && (value.kind === 'map' || value.kind === 'list');
    return { ...value, ...(isOpen ? { open: true } : {}), names: 'parameters' };
  }

  #code(node: AnyNode, path: string): ValueNode {
    const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
    const chain = node.type === 'Identifier' || node.type === 'MemberExpression' ? chainOf(node) : undefined;
    const maps: MapNode[] = [];
    const visit = (inner: AnyNode) => {
      if (inner.type === 'ObjectExpression') maps.push(this.map(inner, path));
      else for (const child of childrenOf(inner)) visit(child);
    };
    if (!chain) visit(node);
    return {
      kind: 'code',
      start: node.start,
      end: node.end,
      isFunction,
      chains: chain ? [chain] : chainsIn(node),
      ...(maps.length > 0 ? { maps } : {}),
      ...(isFunction ? { parameters: declaredNames(node, false) } : {}),
    };
  }

  #list(node: ArrayExpression, path: string): ListNode {
    const items: ValueNode[] = [];
    const unnamed: ValueNode[] = [];
    let open = false;
    const isReference = referenceFields.test(path);
    const inner = isReference ? path : `${path}.0`;
    for (const element of node.elements) {
      if (element?.type === 'SpreadElement') {
        const value = this.read(element.argument, path);
        const names = value.names ?? (isReference ? undefined : 'sql');
        if (value.kind === 'list') items.push(...value.items.map((item) => (names ? { ...item, names } : item)));
        else unnamed.push(value);
        open ||= value.kind !== 'list' || value.open;
      } else if (element) items.push(this.read(element as Expression, inner));
      else open = true;
    }
    const { start, end } = node;
    return { kind: 'list', start, end, items, open, ...(unnamed.length > 0 ? { unnamed } : {}) };
  }

  map(node: ObjectExpression, path: string): MapNode {
    const entries: Entry[] = [];
    const unnamed: ValueNode[] = [];
    let open = false;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.read(property.argument, path);
        // The compiler does not see below which key the entries are.
        const names = spread.names ?? 'sql';
        if (spread.kind === 'map') {
          for (const entry of spread.entries) add(entries, { ...entry, value: { names, ...entry.value } });
          if (spread.unnamed) unnamed.push({ ...spread, names, entries: [] });
        } else unnamed.push(spread);
        open ||= spread.kind !== 'map' || spread.open;
        continue;
      }
      const entry = this.#entry(property, path);
      if (entry) add(entries, entry);
      else {
        open = true;
        const value = this.read(property.value as AnyNode, `${path}._`);
        // The compiler takes the name of a variable for the key.
        unnamed.push(property.key.type === 'Identifier' ? value : { names: 'sql', ...value });
      }
    }
    return { kind: 'map', start: node.start, end: node.end, entries, open, ...(unnamed.length > 0 ? { unnamed } : {}) };
  }

  #entry(property: Property, path: string): Entry | undefined {
    const { key, computed } = property;
    if (computed) {
      const text = fixedText(key);
      const literal = text === undefined ? this.#constant(key, '') : scalar(innerSpan(key), text);
      if (literal?.kind !== 'scalar' || typeof literal.value !== 'string' || literal.chains) return undefined;
      const entry = this.#newEntry(literal.value, literal, property, path);
      return key.type === 'TemplateLiteral' ? { ...entry, value: { names: 'sql', ...entry.value } } : entry;
    }
    // acorn-loose inserts this name where one is missing.
    if (key.type === 'Identifier') return key.name === '✖' ? undefined : this.#newEntry(key.name, key, property, path);
    if (key.type !== 'Literal' || (typeof key.value !== 'string' && typeof key.value !== 'number')) return undefined;
    const span = typeof key.value === 'string' ? innerSpan(key) : key;
    return this.#newEntry(String(key.value), span, property, path);
  }

  #newEntry(key: string, { start, end }: Span, property: Property, path: string): Entry {
    const name = camelCase(key);
    const inner = path === '' ? name : `${path}.${name}`;
    const value = this.read(property.value as AnyNode, inner);
    return { key, name, keySpan: { start, end }, value, dynamic: false };
  }
}

/** Replaces the entry of a spread with the same key, and is replaced by none: a repeated key is an error. */
function add(entries: Entry[], entry: Entry): void {
  const replaced = entries.findIndex(({ key, value }) => key === entry.key && (value.names || entry.value.names));
  if (replaced >= 0) entries.splice(replaced, 1);
  entries.push(entry);
}
