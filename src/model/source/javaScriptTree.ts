/** Converts JavaScript expressions to the common syntax tree. */

import type {
  AnyNode,
  ArrayExpression,
  CallExpression,
  Expression,
  Identifier,
  ObjectExpression,
  Property,
  SpreadElement,
} from 'acorn';
import { referenceFields } from '../rules/ruleTable.ts';
import { type Constant, constantsOf, type FunctionNode, isFunction } from './javaScriptConstants.ts';
import { chainOf, chainsIn, childrenOf, declaredNames } from './javaScriptNames.ts';
import { camelCase } from './names.ts';
import { contains, type Span } from './range.ts';
import { type Entry, type ListNode, type MapNode, type ScalarNode, textOf, type ValueNode } from './tree.ts';

const maxRepeated = 1_000_000;
const maxKeys = 500;

/** Methods of lists, with the index of the parameter that gets the item. */
const iterations: ReadonlyMap<string, number> = new Map([
  ['map', 0],
  ['flatMap', 0],
  ['forEach', 0],
  ['reduce', 1],
]);

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

/** The text of a literal, or of a template literal without expressions. */
function fixedText(node: AnyNode): string | undefined {
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** Constants in the values of constants, and functions that call functions. */
const maximumInner = 20;

/** Reads the values of a program, and its constants if a field has the name of one. */
export class JavaScriptReader {
  readonly #constants: ReadonlyMap<string, Constant>;
  /** Those whose value is being read. */
  readonly #reading = new Set<Constant>();
  readonly #functions: ReadonlyMap<string, FunctionNode>;
  /** Those whose body is being read. */
  readonly #entered = new Set<FunctionNode>();
  /** How much text may still be read a second time, because constants and functions are read where they are used. */
  #budget = maxRepeated;
  /** The values that the parameters of the functions around the current node stand for. */
  #arguments: ReadonlyMap<string, readonly ValueNode[]> = new Map();

  constructor(program: AnyNode) {
    const { constants, functions } = constantsOf(program);
    this.#constants = constants;
    this.#functions = functions;
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
        const inserted = node.quasis.slice(1).map(({ start }, i) => ({ start: node.quasis[i]!.end, end: start }));
        const value = scalar(innerSpan(node), text, chainsIn(node));
        return inserted.length > 0 ? { ...value, inserted } : value;
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
      case 'CallExpression':
        return this.#assigned(node, path) ?? this.#code(node, path);
      default:
        return this.#code(node, path);
    }
  }

  /** `Object.assign` is read as an object with spreads. */
  #assigned(node: CallExpression, path: string): ValueNode | undefined {
    const { callee, start, end } = node;
    const chain = callee.type === 'MemberExpression' ? chainOf(callee) : undefined;
    if (chain?.parts.map(({ name }) => name).join('.') !== 'Object.assign') return undefined;
    const properties = node.arguments.map(
      (argument): SpreadElement =>
        argument.type === 'SpreadElement'
          ? argument
          : { type: 'SpreadElement', argument, start: argument.start, end: argument.end },
    );
    return this.map({ type: 'ObjectExpression', properties, start, end }, path);
  }

  /** The value of a constant, if the compiler reads it as a value in this field. */
  #constant(node: AnyNode, path: string): ValueNode | undefined {
    const constant = node.type === 'Identifier' ? this.#constants.get(node.name) : undefined;
    if (!constant || this.#reading.has(constant) || referenceFields.test(path)) return undefined;
    if (this.#reading.size > maximumInner || !this.#spend(constant.value)) return undefined;
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
      else if (inner.type === 'CallExpression') maps.push(...this.#called(inner, path, visit));
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

  /** The objects of a function of this file that a call runs. `visit` gets the parts of the call itself. */
  #called(node: CallExpression, path: string, visit: (node: AnyNode) => void): MapNode[] {
    const bound = this.#bound(node);
    const [first] = node.arguments;
    const isInline = bound !== undefined && bound.body === first;
    for (const child of childrenOf(node)) if (!isInline || child !== first) visit(child);
    if (
      !bound ||
      this.#entered.has(bound.body) ||
      this.#entered.size > maximumInner ||
      (!isInline && !this.#spend(bound.body))
    ) {
      if (isInline) visit(bound.body);
      return [];
    }
    this.#entered.add(bound.body);
    const outer = this.#arguments;
    this.#arguments = new Map([...outer, ...bound.values]);
    const outside = isInline || contains(node, bound.body) ? undefined : this.#code(bound.body, path);
    if (isInline) visit(bound.body);
    this.#arguments = outer;
    this.#entered.delete(bound.body);
    const maps = outside?.kind === 'code' ? (outside.maps ?? []) : [];
    return maps.map((map) => ({ ...map, names: 'parameters' }));
  }

  /** The function that a call runs, `list.map(f)` for each item, and what its parameters stand for. */
  #bound({
    callee,
    arguments: given,
  }: CallExpression): { body: FunctionNode; values: Map<string, readonly ValueNode[]> } | undefined {
    const functionOf = (one: AnyNode | undefined) =>
      one?.type === 'Identifier' ? this.#functions.get(one.name) : isFunction(one) ? one : undefined;
    const named = callee.type === 'Identifier' ? this.#functions.get(callee.name) : undefined;
    if (named) {
      const values = given.map((one) => this.#fixed(one as AnyNode));
      return { body: named, values: valuesOf(named, values) };
    }
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
    const body = functionOf(given[0] as AnyNode | undefined);
    const at = iterations.get(callee.property.name);
    if (!body || at === undefined) return undefined;
    const [list] = this.#fixed(callee.object as AnyNode);
    const items = list?.kind === 'list' && !list.open ? list.items : [];
    return { body, values: valuesOf(body, [...Array<ValueNode[]>(at).fill([]), items]) };
  }

  #spend({ start, end }: AnyNode): boolean {
    this.#budget -= end - start;
    return this.#budget >= 0;
  }

  /** The value of a literal, or of a constant that is one; nothing for other expressions. */
  #fixed(node: AnyNode): readonly ValueNode[] {
    const { value } = (node.type === 'Identifier' && this.#constants.get(node.name)) || { value: node };
    if (node.type === 'Identifier' && this.#arguments.has(node.name)) return this.#arguments.get(node.name)!;
    return isFixed(value) && this.#spend(value) ? [this.read(value, '')] : [];
  }

  /** The name that a computed key becomes; nothing if that does not follow from constants. */
  #keysOf(key: AnyNode): string[] {
    const textsOf = (node: AnyNode): string[] => {
      const text = fixedText(node);
      if (text !== undefined) return [text];
      const isField = node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier';
      const name = isField
        ? node.object.type === 'Identifier'
          ? node.object.name
          : ''
        : node.type === 'Identifier'
          ? node.name
          : '';
      const constant = this.#constants.get(name);
      const values = this.#arguments.get(name) ?? (constant ? this.#fixed(constant.value) : []);
      const field = isField ? (node.property as Identifier).name : undefined;
      return values.flatMap((one) => textOf(field === undefined ? one : valueWith(one, field)) ?? []);
    };
    if (key.type !== 'TemplateLiteral') return textsOf(key);
    const [first, ...rest] = key.quasis.map(({ value }) => value.cooked ?? value.raw);
    let found = [first!];
    for (const [i, expression] of key.expressions.entries()) {
      const texts = textsOf(expression);
      found = found.flatMap((before) => texts.map((text) => before + text + rest[i]!)).slice(0, maxKeys);
    }
    return found;
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
    const keys = new Set<string>();
    const unnamed: ValueNode[] = [];
    const computed: NonNullable<MapNode['computed']>[number][] = [];
    let open = false;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.read(property.argument, path);
        // The compiler does not see below which key the entries are.
        const names = spread.names ?? 'sql';
        if (spread.kind === 'map') {
          for (const entry of spread.entries) add(entries, keys, { ...entry, value: { names, ...entry.value } });
          if (spread.unnamed || spread.computed) unnamed.push({ ...spread, names, entries: [] });
        } else unnamed.push(spread);
        open ||= spread.kind !== 'map' || spread.open;
        continue;
      }
      const entry = this.#entry(property, path);
      if (entry) add(entries, keys, entry);
      else {
        open = true;
        const value = this.read(property.value as AnyNode, `${path}._`);
        // The compiler takes the name of a variable for the key.
        unnamed.push(property.key.type === 'Identifier' ? value : { names: 'sql', ...value });
        const keys = property.computed ? this.#keysOf(property.key) : [];
        if (keys.length > 0)
          computed.push({ keys, keySpan: { start: property.key.start, end: property.key.end }, value });
      }
    }
    return {
      kind: 'map',
      start: node.start,
      end: node.end,
      entries,
      open,
      ...(unnamed.length > 0 ? { unnamed } : {}),
      ...(computed.length > 0 ? { computed } : {}),
    };
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
    // acorn-loose inserts this name if one is missing.
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

/** Whether a value consists of literals. */
function isFixed(node: AnyNode): boolean {
  if (node.type === 'ObjectExpression')
    return node.properties.every((one) => one.type === 'Property' && !one.computed && isFixed(one.value as AnyNode));
  if (node.type === 'ArrayExpression') return node.elements.every((one) => one !== null && isFixed(one as AnyNode));
  return node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0);
}

function valuesOf(body: FunctionNode, values: readonly (readonly ValueNode[])[]): Map<string, readonly ValueNode[]> {
  const found = new Map<string, readonly ValueNode[]>();
  for (const [i, one] of body.params.entries())
    if (one.type === 'Identifier' && values[i]) found.set(one.name, values[i]);
  return found;
}

/** The value of a key as it is written. */
function valueWith(node: ValueNode, key: string): ValueNode | undefined {
  return node.kind === 'map' ? node.entries.find((one) => one.key === key)?.value : undefined;
}

/** Replaces the entry of a spread with the same key, and is replaced by none: a repeated key is an error. */
function add(entries: Entry[], keys: Set<string>, entry: Entry): void {
  const isRepeated = keys.has(entry.key);
  keys.add(entry.key);
  const isReplaced = ({ key, value }: Entry) => key === entry.key && (value.names || entry.value.names);
  const replaced = isRepeated ? entries.findIndex(isReplaced) : -1;
  if (replaced >= 0) entries.splice(replaced, 1);
  entries.push(entry);
}
