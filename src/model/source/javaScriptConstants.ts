/** Finds the constants of a program whose values can be read without running it, and the texts of which it can make names. */

import type { AnyNode, ArrowFunctionExpression, FunctionDeclaration, FunctionExpression } from 'acorn';
import { childrenOf, declarationsIn } from './javaScriptNames.ts';

export interface Constant {
  value: AnyNode;
  /** The program may add to the object or array. */
  isOpen: boolean;
}

const readable = new Set(['ObjectExpression', 'ArrayExpression', 'Literal', 'TemplateLiteral']);
const mutators = /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/;
/** These do not change their arguments; of `assign`, only the first one. */
const readers = /^(?:assign|concat|cube|entries|freeze|keys|stringify|values|view|view_group)$/;

/** A name that is declared in several scopes is not among them. `functions`: also those with a name. */
export function constantsOf(program: AnyNode): {
  constants: ReadonlyMap<string, Constant>;
  functions: ReadonlyMap<string, FunctionNode>;
} {
  const found = new Map<string, Constant>();
  const functions = new Map<string, FunctionNode>();
  const declared = new Map<string, number>();
  for (const name of declarationsIn(program)) declared.set(name, (declared.get(name) ?? 0) + 1);
  const addFunction = (name: string, node: FunctionNode) => declared.get(name) === 1 && functions.set(name, node);
  const changed = new Set<string>();
  const visit = (node: AnyNode) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id, init } of node.declarations) {
        if (id.type === 'Identifier' && init && readable.has(init.type) && declared.get(id.name) === 1)
          found.set(id.name, { value: init, isOpen: false });
      }
    }
    if (node.type === 'FunctionDeclaration' && node.id) addFunction(node.id.name, node);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && isFunction(node.init))
      addFunction(node.id.name, node.init);
    for (const name of changedBy(node)) changed.add(name);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  for (const name of changed) {
    const constant = found.get(name);
    if (constant) constant.isOpen = true;
  }
  return { constants: found, functions };
}

/** The variables whose objects or arrays a statement or call may change. */
function changedBy(node: AnyNode): string[] {
  switch (node.type) {
    case 'AssignmentExpression':
      return [...rootOf(node.left), ...rootOf(node.right)];
    case 'UpdateExpression':
    case 'UnaryExpression':
      return rootOf(node.argument);
    case 'VariableDeclarator':
      return node.init?.type === 'Identifier' ? [node.init.name] : [];
    case 'CallExpression': {
      const { callee } = node;
      const called = callee.type === 'MemberExpression' ? callee.property : callee;
      const name = called.type === 'Identifier' ? called.name : '';
      const isReader = readers.test(name);
      const given = isReader && name !== 'assign' ? [] : isReader ? node.arguments.slice(0, 1) : node.arguments;
      return [
        ...(callee.type === 'MemberExpression' && mutators.test(name) ? rootOf(callee.object) : []),
        ...given.flatMap((argument) => rootOf(argument)),
      ];
    }
    default:
      return [];
  }
}

/** `a` of `a.b.c` */
function rootOf(node: AnyNode): string[] {
  let current = node;
  while (current.type === 'MemberExpression') current = current.object;
  return current.type === 'Identifier' ? [current.name] : [];
}

export type FunctionNode = ArrowFunctionExpression | FunctionExpression | FunctionDeclaration;

export function isFunction(node: AnyNode | null | undefined): node is FunctionNode {
  return node != null && /^(?:ArrowFunction|Function)Expression$|^FunctionDeclaration$/.test(node.type);
}

/** The words of its keys and texts, in lower case: also the parts of words in camelCase. */
export function wordsOf(program: AnyNode): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string) => {
    for (const [word] of text.matchAll(/[A-Za-z]+/g)) {
      words.add(word.toLowerCase());
      for (const one of word.split(/(?=[A-Z])/)) words.add(one.toLowerCase());
    }
  };
  const visit = (node: AnyNode) => {
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value);
    if (node.type === 'TemplateElement') add(node.value.raw);
    if (node.type === 'Property' && node.key.type === 'Identifier') add(node.key.name);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return words;
}
