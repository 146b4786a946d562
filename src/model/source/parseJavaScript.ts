/** Reads a JavaScript source into the common tree: every `cube()`, `view()` and `view_group()` call with a literal definition. */

import { type AnyNode, type Expression, type ObjectExpression, type Program, type Property, parse } from 'acorn';
import { parse as parseLoosely } from 'acorn-loose';
import { chainOf, chainsIn, childrenOf, declaredNames } from './javaScriptNames.ts';
import { findSyntaxError } from './javaScriptSyntaxError.ts';
import { camelCase } from './names.ts';
import type { TextProblem } from './problem.ts';
import type { Span } from './range.ts';
import type { DefinitionKind, Entry, MapNode, ParsedSource, RawDefinition, ScalarNode, ValueNode } from './tree.ts';

const callees: Record<string, DefinitionKind> = { cube: 'cube', view: 'view', view_group: 'view_group' };

function inner(node: AnyNode): Span {
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

function convert(node: AnyNode): ValueNode {
  switch (node.type) {
    case 'ObjectExpression':
      return mapNode(node);
    case 'ArrayExpression': {
      const items = node.elements.filter((item) => item !== null && item.type !== 'SpreadElement');
      return {
        kind: 'list',
        start: node.start,
        end: node.end,
        items: items.map((item) => convert(item as Expression)),
        open: items.length < node.elements.length,
      };
    }
    case 'Literal':
      if (typeof node.value === 'string') return scalar(inner(node), node.value);
      if (typeof node.value === 'number' || typeof node.value === 'boolean' || node.value === null) {
        return node.regex ? code(node) : scalar(node, node.value);
      }
      return code(node);
    case 'TemplateLiteral': {
      const text = node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join('');
      return scalar(inner(node), text, chainsIn(node));
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
      return convert(node.expression);
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
  const written = key.type === 'Identifier' ? key.name : String((key as { value: unknown }).value);
  if (written === '✖') return undefined;
  const quoted = key.type === 'Literal' && typeof key.value === 'string';
  return {
    key: written,
    name: camelCase(written),
    keySpan: quoted ? inner(key) : { start: key.start, end: key.end },
    value: convert(property.value as AnyNode),
    dynamic: false,
  };
}

function mapNode(node: ObjectExpression): MapNode {
  const entries: Entry[] = [];
  let open = false;
  for (const property of node.properties) {
    const entry = property.type === 'Property' ? entryOfProperty(property) : undefined;
    if (entry) entries.push(entry);
    else open = true;
  }
  return { kind: 'map', start: node.start, end: node.end, entries, open };
}

function nameOf(node: AnyNode | undefined): ScalarNode | undefined {
  if (!node) return undefined;
  const value = convert(node);
  return value.kind === 'scalar' ? value : undefined;
}

const literals = new Set(['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression']);

/** Two values side by side that JavaScript takes for a call or an index, because the comma between them is lost. */
function lostComma(node: AnyNode): TextProblem | undefined {
  const [left, right] =
    node.type === 'TaggedTemplateExpression'
      ? [node.tag, node.quasi]
      : node.type === 'MemberExpression' && node.computed
        ? [node.object, node.property]
        : [];
  if (!left || !right || !literals.has(left.type) || (node.type === 'MemberExpression' && left.type === 'Literal'))
    return undefined;
  const start = node.type === 'TaggedTemplateExpression' ? right.start : left.end;
  return {
    span: { start: left.start, end: left.end },
    severity: 'error',
    code: 'javascript-missing-comma',
    message: `A comma is missing after this${start > left.end ? ', before the next value' : ''}.`,
  };
}

/** Collects the calls anywhere in the program; those in loops and functions count too. */
function definitionsIn(
  program: AnyNode,
  problems: TextProblem[],
): { definitions: RawDefinition[]; generates: boolean } {
  const definitions: RawDefinition[] = [];
  let generates = false;
  const visit = (node: AnyNode) => {
    const lost = lostComma(node);
    if (lost) problems.push(lost);
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      const kind = callees[node.callee.name];
      const [first, second] = node.arguments as AnyNode[];
      if (kind && first && first.type !== 'ObjectExpression') {
        const name = nameOf(first);
        const known = name && typeof name.value === 'string' && name.value !== '' && !name.chains;
        const body = second?.type === 'ObjectExpression' ? mapNode(second) : undefined;
        if (!known) generates = true;
        definitions.push({
          kind,
          name: known ? String(name.value) : undefined,
          nameSpan: name ?? first,
          span: { start: node.start, end: node.end },
          node: body ?? { kind: 'map', start: first.end, end: node.end, entries: [], open: true },
        });
      }
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return { definitions, generates };
}

function syntaxProblem(text: string, failure: unknown): TextProblem {
  const { pos, message } = failure as { pos?: number; message?: string };
  const start = Math.min(Math.max(0, pos ?? 0), text.length);
  const fault = findSyntaxError(text, start);
  if (fault && fault.span.start <= start) {
    const message = `This is not valid JavaScript: ${fault.message}.`;
    return { span: fault.span, severity: 'error', code: 'javascript-syntax', message };
  }
  const said = (message ?? String(failure)).replace(/\s*\(\d+:\d+\)$/, '');
  const word = /^[\w$]+|^[^\s]/.exec(text.slice(start, start + 80))?.[0] ?? '';
  if (word === '') {
    // At the end of the line or the file: the last thing written is what lacks its other half.
    const before = text.slice(0, start).trimEnd().length;
    return {
      span: { start: Math.max(0, before - 1), end: before },
      severity: 'error',
      code: 'javascript-syntax',
      message: `This is not valid JavaScript: something is missing after this (${said.toLowerCase()}).`,
    };
  }
  const shown = /^unexpected token$/i.test(said)
    ? `\`${word}\` was not expected here`
    : said.charAt(0).toLowerCase() + said.slice(1);
  return {
    span: { start, end: start + word.length },
    severity: 'error',
    code: 'javascript-syntax',
    message: `This is not valid JavaScript: ${shown}.`,
  };
}

/** Never throws. */
export function parseJavaScript(text: string): ParsedSource {
  const options = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true } as const;
  const problems: TextProblem[] = [];
  let program: Program;
  try {
    program = parse(text, options);
  } catch (failure) {
    problems.push(syntaxProblem(text, failure));
    program = parseLoosely(text, options);
  }
  const broken = problems.length > 0;
  const { definitions, generates } = definitionsIn(program, broken ? [] : problems);
  return {
    language: 'javascript',
    root: undefined,
    definitions,
    problems,
    generates,
    broken: problems.length > 0,
    branches: [],
    declared: declaredNames(program),
  };
}
