/** Converts JavaScript expressions to the common syntax tree. */

import type { AnyNode, Expression, ObjectExpression, Property } from 'acorn';
import { chainOf, chainsIn } from './javaScriptNames.ts';
import { camelCase } from './names.ts';
import type { Span } from './range.ts';
import type { Entry, MapNode, ScalarNode, ValueNode } from './tree.ts';

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

function code(node: AnyNode, isFunction = false): ValueNode {
  return { kind: 'code', start: node.start, end: node.end, isFunction, chains: chainsIn(node) };
}

/** Converts an expression to a node of the common tree. */
export function toNode(node: AnyNode): ValueNode {
  switch (node.type) {
    case 'ObjectExpression':
      return mapNode(node);
    case 'ArrayExpression': {
      const items = node.elements.filter((item) => item !== null && item.type !== 'SpreadElement');
      return {
        kind: 'list',
        start: node.start,
        end: node.end,
        items: items.map((item) => toNode(item as Expression)),
        open: items.length < node.elements.length,
      };
    }
    case 'Literal':
      if (typeof node.value === 'string') return scalar(innerSpan(node), node.value);
      if (typeof node.value === 'number' || typeof node.value === 'boolean' || node.value === null) {
        return node.regex ? code(node) : scalar(node, node.value);
      }
      return code(node);
    case 'TemplateLiteral': {
      const text = node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join('');
      return scalar(innerSpan(node), text, chainsIn(node));
    }
    case 'UnaryExpression':
      if (node.operator === '-' && node.argument.type === 'Literal' && typeof node.argument.value === 'number') {
        return scalar(node, -node.argument.value);
      }
      return code(node);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return code(node, true);
    case 'ParenthesizedExpression':
      return toNode(node.expression);
    case 'Identifier':
    case 'MemberExpression': {
      const chain = chainOf(node);
      return {
        kind: 'code',
        start: node.start,
        end: node.end,
        isFunction: false,
        chains: chain ? [chain] : chainsIn(node),
      };
    }
    default:
      return code(node);
  }
}

function entryOfProperty(property: Property): Entry | undefined {
  const { key } = property;
  const literal = key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number');
  if (property.computed && !literal) return undefined;
  if (key.type !== 'Identifier' && !literal) return undefined;
  const name = key.type === 'Identifier' ? key.name : String((key as { value: unknown }).value);
  // acorn-loose inserts this name where one is missing.
  if (name === '✖') return undefined;
  const quoted = key.type === 'Literal' && typeof key.value === 'string';
  return {
    key: name,
    name: camelCase(name),
    keySpan: quoted ? innerSpan(key) : { start: key.start, end: key.end },
    value: toNode(property.value as AnyNode),
    dynamic: false,
  };
}

export function mapNode(node: ObjectExpression): MapNode {
  const entries: Entry[] = [];
  let open = false;
  for (const property of node.properties) {
    const entry = property.type === 'Property' ? entryOfProperty(property) : undefined;
    if (entry) entries.push(entry);
    else open = true;
  }
  return { kind: 'map', start: node.start, end: node.end, entries, open };
}
