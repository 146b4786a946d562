/** Parses a JavaScript source: every `cube()`, `view()` and `view_group()` call with a literal definition. */

import type { AnyNode, Program } from 'acorn';
import { parseLoosely, parseStrictly } from './boundedJavaScript.ts';
import { wordsOf } from './javaScriptConstants.ts';
import { childrenOf, declaredNames, freeChains, moduleOf } from './javaScriptNames.ts';
import { findSyntaxError } from './javaScriptSyntaxError.ts';
import { JavaScriptReader } from './javaScriptTree.ts';
import { NestingError } from './limits.ts';
import { closest, patternOfParts } from './names.ts';
import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import type { DefinitionKind, Import, ParsedSource, RawDefinition, ScalarNode } from './tree.ts';
import { unreadSource } from './unreadSource.ts';

const callees: ReadonlySet<string> = new Set<DefinitionKind>(['cube', 'view', 'view_group']);

function nameOf(reader: JavaScriptReader, node: AnyNode | undefined): ScalarNode | undefined {
  if (!node) return undefined;
  const value = reader.read(node, 'name');
  return value.kind === 'scalar' ? value : undefined;
}

/** The shape of an expression's value: a template literal has fixed parts. */
function patternOf(node: AnyNode): RegExp {
  return patternOfParts(node.type === 'TemplateLiteral' ? node.quasis.map((quasi) => quasi.value.raw) : ['', '']);
}

const literals = new Set(['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression']);

/** Two adjacent values that JavaScript parses as a call or an index, because the comma between them is missing. */
function missingComma(node: AnyNode): TextProblem | undefined {
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
    ...problemCatalog.javascriptMissingComma(start > left.end),
  };
}

/** Collects the definitions of all calls in the program, including those in loops and functions, and the files it requires. */
function definitionsIn(
  program: AnyNode,
  declared: ReadonlySet<string>,
  problems: TextProblem[],
): { definitions: RawDefinition[]; required: Import[]; generates: boolean } {
  const definitions: RawDefinition[] = [];
  const required: Import[] = [];
  const reader = new JavaScriptReader(program);
  let generates = false;
  const visit = (node: AnyNode) => {
    const problem = missingComma(node);
    if (problem) problems.push(problem);
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      const [first, second] = node.arguments as AnyNode[];
      const { name: called } = node.callee;
      const file = called === 'require' && first ? nameOf(reader, first) : undefined;
      if (file && !file.chains && typeof file.value === 'string')
        required.push({ from: { name: file.value, start: file.start, end: file.end }, names: [] });
      const isDefinition =
        first && nameOf(reader, first) && second?.type === 'ObjectExpression' && !declared.has(called);
      const name = callees.has(called) ? called : isDefinition ? closest(called, callees) : undefined;
      const kind = name as DefinitionKind | undefined;
      if (kind && first && first.type !== 'ObjectExpression') {
        const nameNode = nameOf(reader, first);
        const isKnown = nameNode && typeof nameNode.value === 'string' && nameNode.value !== '' && !nameNode.chains;
        const read = second && reader.read(second, '');
        const body = read?.kind === 'map' ? read : undefined;
        if (!isKnown) generates = true;
        definitions.push({
          kind,
          name: isKnown ? String(nameNode.value) : undefined,
          ...(isKnown ? {} : { pattern: patternOf(first) }),
          nameSpan: nameNode ?? first,
          span: { start: node.start, end: node.end },
          node: body ?? {
            kind: 'map',
            start: first.end,
            end: node.end,
            entries: [],
            open: true,
            ...(read ? { unnamed: [read] } : {}),
          },
          ...(kind === called
            ? {}
            : { misspeltCall: { name: called, start: node.callee.start, end: node.callee.end } }),
        });
      }
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return { definitions, required, generates };
}

function syntaxProblem(text: string, failure: unknown): TextProblem {
  const { pos, message } = failure as { pos?: number; message?: string };
  const start = Math.min(Math.max(0, pos ?? 0), text.length);
  const cause = findSyntaxError(text, start);
  if (cause && cause.span.start <= start) {
    return { span: cause.span, ...problemCatalog.javascriptSyntax(cause.message) };
  }
  const reason = (message ?? String(failure)).replace(/\s*\(\d+:\d+\)$/, '');
  const word = /^[\w$]+|^[^\s]/.exec(text.slice(start, start + 80))?.[0] ?? '';
  if (word === '') {
    // At the end of the line or the file, the text before it is incomplete.
    const before = text.slice(0, start).trimEnd().length;
    return {
      span: { start: Math.max(0, before - 1), end: before },
      ...problemCatalog.javascriptSyntax(`something is missing after this (${reason.toLowerCase()})`),
    };
  }
  const isKey = /^[\w$]+[ \t]*:/.test(text.slice(start, start + 80));
  const followsValue = /[\w$"'`)\]}]\s*$/.test(text.slice(Math.max(0, start - 200), start));
  const description = /^unexpected token$/i.test(reason)
    ? isKey && followsValue
      ? `a comma is missing before \`${word}\``
      : `\`${word}\` was not expected here`
    : reason.charAt(0).toLowerCase() + reason.slice(1);
  return { span: { start, end: start + word.length }, ...problemCatalog.javascriptSyntax(description) };
}

/** A program with an error is read as far as possible; undefined if nothing of it can be read. @throws NestingError */
export function parseProgram(text: string): { program: Program | undefined; failure?: unknown } {
  try {
    return { program: parseStrictly(text) };
  } catch (failure) {
    if (failure instanceof NestingError) throw failure;
    try {
      return { program: parseLoosely(text), failure };
    } catch {
      // Without closing brackets, one call after the other looks nested.
      return { program: undefined, failure };
    }
  }
}

/** Syntax errors are part of the result. @throws NestingError */
export function parseJavaScript(text: string): ParsedSource {
  const { program, failure } = parseProgram(text);
  const problems = failure === undefined ? [] : [syntaxProblem(text, failure)];
  if (!program) return unreadSource('javascript', problems[0]!);
  const broken = problems.length > 0;
  const declared = declaredNames(program);
  const { definitions, required, generates } = definitionsIn(program, declared, broken ? [] : problems);
  const { imports, ...exported } = moduleOf(program);
  return {
    language: 'javascript',
    root: undefined,
    definitions,
    problems,
    generates,
    broken: problems.length > 0,
    branches: [],
    declared,
    ...freeChains(program),
    imports: [...imports, ...required],
    words: wordsOf(program),
    ...exported,
  };
}
