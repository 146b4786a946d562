/** Finds the names that a JavaScript syntax tree uses and declares. */

import type { AnyNode, Identifier, Literal, MemberExpression, Program } from 'acorn';
import type { Chain, ChainPart, Import } from './tree.ts';

/** Kept on the node, because several functions walk the same tree. */
const known = Symbol('children');

/** The direct children of a node, in the order of its fields. */
export function childrenOf(node: AnyNode & { [known]?: readonly AnyNode[] }): readonly AnyNode[] {
  if (node[known]) return node[known];
  const children: AnyNode[] = [];
  for (const value of Object.values(node)) {
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') children.push(child as AnyNode);
    }
  }
  node[known] = children;
  return children;
}

function part(node: Identifier): ChainPart {
  return { name: node.name, start: node.start, end: node.end };
}

/** `'b'` in `a['b']` */
function quotedPart({ value, start, end }: Literal): ChainPart {
  return { name: String(value), start: start + 1, end: end - 1 };
}

/** The parts of `a.b.c`; undefined for an expression that does not start with a name or has a computed part. */
export function chainOf(node: AnyNode, called = false): Chain | undefined {
  const parts: ChainPart[] = [];
  let current: AnyNode = node;
  while (current.type === 'MemberExpression') {
    const { property, computed } = current;
    if (computed && property.type === 'Literal' && typeof property.value === 'string')
      parts.unshift(quotedPart(property));
    else if (property.type === 'Identifier' && !computed) parts.unshift(part(property));
    else return undefined;
    current = (current as MemberExpression).object as AnyNode;
  }
  if (current.type !== 'Identifier' || current.name === '✖') return undefined;
  parts.unshift(part(current));
  return { start: node.start, end: node.end, parts, called };
}

/** Every dotted name that `node` uses, including parameters of functions inside it, without the parts that `isLeftOut` accepts. */
export function chainsIn(node: AnyNode, isLeftOut?: (node: AnyNode) => boolean): Chain[] {
  const found: Chain[] = [];
  const visit = (current: AnyNode, called = false) => {
    if (isLeftOut?.(current)) return;
    switch (current.type) {
      case 'MemberExpression': {
        const chain = chainOf(current, called);
        if (chain) {
          found.push(chain);
          return;
        }
        visit(current.object as AnyNode, current.computed);
        if (current.computed) visit(current.property as AnyNode);
        return;
      }
      case 'Identifier': {
        const chain = chainOf(current, called);
        if (chain) found.push(chain);
        return;
      }
      case 'CallExpression':
        visit(current.callee as AnyNode, true);
        for (const argument of current.arguments) visit(argument as AnyNode);
        return;
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (current.computed) visit(current.key as AnyNode);
        // A field of a class may have no value.
        if (current.value) visit(current.value as AnyNode);
        return;
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        visit(current.body as AnyNode);
        return;
      case 'ImportDeclaration':
      case 'ExportSpecifier':
        return;
      default:
        for (const child of childrenOf(current)) visit(child);
    }
  };
  visit(node);
  return found;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Code that may not run, or in which an unknown name is not an error. */
const guards = new Set([
  ...functions,
  ...[
    'ConditionalExpression',
    'IfStatement',
    'LogicalExpression',
    'SwitchStatement',
    'TryStatement',
    'UnaryExpression',
  ],
]);

/**
 * The dotted names in a program that start with a name which neither the program nor a function around it declares. `run` are
 * those in code that surely runs when the file is loaded.
 */
export function freeChains(program: AnyNode): { free: Chain[]; run: Chain[] } {
  const free: Chain[] = [];
  const visit = (node: AnyNode, scopes: readonly ReadonlySet<string>[]) => {
    const inner: AnyNode[] = [];
    const found = chainsIn(node, (child) => functions.has(child.type) && inner.push(child) > 0);
    for (const chain of found) if (!scopes.some((one) => one.has(chain.parts[0]!.name))) free.push(chain);
    for (const child of inner) visit(bodyOf(child), [declaredNames(child, false), ...scopes]);
  };
  const outside = declaredNames(program, false);
  visit(program, [outside]);
  const run = chainsIn(program, ({ type }) => guards.has(type)).filter(({ parts }) => !outside.has(parts[0]!.name));
  return { free, run };
}

function bodyOf(node: AnyNode): AnyNode {
  return 'body' in node ? (node.body as AnyNode) : node;
}

/** All names that a program or function declares, in any scope, or only outside of the functions in it. */
export function declaredNames(program: AnyNode, inFunctions = true): ReadonlySet<string> {
  return new Set(declarationsIn(program, inFunctions));
}

/** A name that is declared in several scopes is in it several times. */
export function declarationsIn(program: AnyNode, inFunctions = true): readonly string[] {
  const names: string[] = [];
  const addNames = (pattern: AnyNode | null | undefined) => {
    if (!pattern) return;
    switch (pattern.type) {
      case 'Identifier':
        names.push(pattern.name);
        return;
      case 'MemberExpression':
        return;
      case 'AssignmentPattern':
        addNames(pattern.left as AnyNode);
        return;
      case 'Property':
        addNames(pattern.value as AnyNode);
        return;
      default:
        for (const child of childrenOf(pattern)) addNames(child);
    }
  };
  const visit = (node: AnyNode) => {
    switch (node.type) {
      case 'VariableDeclarator':
        addNames(node.id as AnyNode);
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if ('id' in node) addNames(node.id as AnyNode | null);
        if (inFunctions || node === program) for (const parameter of node.params) addNames(parameter as AnyNode);
        break;
      case 'ClassDeclaration':
        addNames(node.id as AnyNode);
        break;
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        addNames(node.local as AnyNode);
        break;
      case 'CatchClause':
        addNames(node.param as AnyNode | null);
        break;
      default:
    }
    if (!inFunctions && functions.has(node.type) && node !== program) return;
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return names;
}

/** The imports of a program from files, and the names that it exports. */
export function moduleOf({ body }: Program): { imports: Import[]; exports?: ReadonlySet<string> } {
  const imports: Import[] = [];
  const exports = new Set<string>();
  let known = true;
  for (const node of body) {
    if (node.type === 'ImportDeclaration') {
      const names = node.specifiers.flatMap((one) => {
        if (one.type === 'ImportNamespaceSpecifier') return [];
        if (one.type === 'ImportDefaultSpecifier') return [{ ...part(one.local), name: 'default' }];
        return one.imported.type === 'Identifier' ? [part(one.imported)] : [];
      });
      const { start, end, value } = node.source;
      imports.push({ from: { name: String(value), start: start + 1, end: end - 1 }, names });
    } else if (node.type === 'ExportDefaultDeclaration') exports.add('default');
    else if (node.type === 'ExportAllDeclaration') known = false;
    else if (node.type === 'ExportNamedDeclaration') {
      for (const name of node.declaration ? declaredNames(node.declaration, false) : []) exports.add(name);
      for (const { exported } of node.specifiers) if (exported.type === 'Identifier') exports.add(exported.name);
    }
  }
  return { imports, ...(known ? { exports } : {}) };
}
