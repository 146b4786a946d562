/** Checks a test document against a model. */

import type { ModelIndex } from '../index/modelIndex.ts';
import { suggestion } from '../source/names.ts';
import type { TextProblem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { contains } from '../source/range.ts';
import type { ListNode, MapNode, ValueNode } from '../source/tree.ts';
import { checkGiven } from './checkGiven.ts';
import { checkMention } from './checkMentions.ts';
import { checkQuery, firstOf, hasKnownColumns, hasUnknownKey, problemAt } from './checkQuery.ts';
import { inOrder } from './checkQueryDocument.ts';
import { columnsOf } from './columns.ts';
import { fillIn, placeholdersIn } from './placeholders.ts';
import type { QueryDocument } from './queryDocument.ts';
import { entryWith, firstLine, readValue, valueWith } from './readShape.ts';
import { hasTests, type ModelTest, type TestDocument } from './testDocument.ts';

/** A query document by its path relative to the test file: null if there is none, undefined if that is not known. */
export type QueryAt = (path: string) => QueryDocument | null | undefined;

/** All problems, those of the shape too, in the order of the text. None for a document that has no list of tests, as far as it was read: it may be of another tool. */
export function checkTestDocument(
  index: ModelIndex,
  document: TestDocument,
  queryAt: QueryAt = () => undefined,
): readonly TextProblem[] {
  const { text, tests, problems, broken, isTooLarge } = document;
  if (!hasTests(document) && !isTooLarge) return [];
  if (broken) return problems;
  const names = new Set<string>();
  const found = tests.flatMap((test) => {
    const isRepeated = test.name !== '' && test.invalid === undefined && names.has(test.name);
    if (test.invalid === undefined) names.add(test.name);
    return [
      ...(isRepeated ? [problemAt(test.nameSpan, problemCatalog.duplicateTest(test.name))] : []),
      ...checkTest(index, text, test, queryAt, problems),
    ];
  });
  return inOrder([...problems, ...found]);
}

function checkTest(
  index: ModelIndex,
  text: string,
  test: ModelTest,
  queryAt: QueryAt,
  problems: readonly TextProblem[],
): TextProblem[] {
  const { node, each, mentions } = test;
  const expand = (one: string) => [...new Set(each.map((run) => String(fillIn(one, run))))];
  const found: TextProblem[] = [];
  const expect = valueWith(node, 'expect');
  const sameAs = valueWith(expect, 'same_as');
  for (const source of [valueWith(node, 'query'), sameAs]) {
    if (source?.kind === 'map') {
      const own = mentions.filter(
        ({ start, end, role }) => role !== 'column' && source.start <= start && end <= source.end,
      );
      found.push(...checkQuery({ index, text, node: source, mentions: own, problems, expand }));
    } else if (source) found.push(...checkPath(text, source, expand, queryAt));
  }
  for (const mention of mentions.filter(({ role }) => role === 'shown')) {
    const problem = firstOf(expand(mention.name), (name) => checkMention(index, text, mention, name));
    if (problem) found.push(problem);
  }
  const query = valueWith(node, 'query');
  const isKnown = query?.kind !== 'map' || hasKnownColumns(query, [...problems, ...found]);
  const columns = columnsIn(text, test, queryAt)?.flatMap(expand);
  // A member that the query lacks is one mistake, however often it is expected.
  const notAsked = new Set<string>();
  for (const mention of mentions.filter(({ role }) => role === 'column')) {
    const problem = firstOf(expand(mention.name), (name) => {
      if (!columns) return checkMention(index, text, mention, name);
      // Keys that are not members are one mistake, too: they belong elsewhere.
      const missing = name.includes('.') ? name : '';
      if (columns.includes(name) || !isKnown || notAsked.has(missing)) return undefined;
      notAsked.add(missing);
      const { hint, fix } = suggestion(name, columns);
      return problemAt(mention, problemCatalog.columnNotAsked(name, hint), fix && name === mention.name ? { fix } : {});
    });
    if (problem) found.push(problem);
  }
  if (expect?.kind === 'map') found.push(...checkExpectation(text, expect, problems));
  return [...found, ...checkGiven(index, text, test, expand), ...checkPlaceholders(text, test)];
}

/** Undefined if the query is not known. */
function columnsIn(text: string, { node, query }: ModelTest, queryAt: QueryAt): string[] | undefined {
  const own = valueWith(node, 'query');
  if (own?.kind === 'map') return columnsOf(readValue(text, own) as Record<string, unknown>);
  const document = query && 'path' in query ? queryAt(query.path) : undefined;
  return document?.query && columnsOf(document.query);
}

function checkPath(
  text: string,
  node: ValueNode,
  expand: (text: string) => readonly string[],
  queryAt: QueryAt,
): TextProblem[] {
  const value = readValue(text, node);
  const missing = typeof value === 'string' ? expand(value).find((path) => queryAt(path) === null) : undefined;
  if (missing === undefined) return [];
  return [problemAt(node, problemCatalog.unknownQueryDocument(missing))];
}

const statements = [
  'rows',
  'scalar',
  'row_count',
  'not_null',
  'unique',
  'between',
  'same_as',
  'same_as_branch',
  'hidden',
  'visible',
  'error',
];

function checkExpectation(text: string, node: MapNode, problems: readonly TextProblem[]): TextProblem[] {
  // An unknown key may be the one that is missing.
  const isComplete = !hasUnknownKey(node, problems);
  const has = (...keys: string[]) => keys.some((key) => entryWith(node, key));
  const found: TextProblem[] = [];
  const about = (key: string, others: string[]) => {
    const entry = entryWith(node, key);
    if (!entry || has(...others) || !has(...statements)) return;
    found.push(problemAt(entry.keySpan, problemCatalog.expectationWithoutEffect(key, others)));
  };
  if (isComplete) {
    about('tolerance', ['scalar', 'rows', 'same_as', 'same_as_branch']);
    about('unordered', ['rows']);
  }
  if (isComplete && !has(...statements))
    found.push(problemAt(firstLine(text, node), problemCatalog.emptyExpectation(statements)));
  const failing = entryWith(node, 'error');
  if (failing && has(...statements.filter((one) => !['error', 'hidden', 'visible'].includes(one))))
    found.push(problemAt(failing.keySpan, problemCatalog.expectationConflict()));
  return [...found, ...checkBounds(text, node, problems)];
}

/** `between` and `row_count` with the larger number first. */
function checkBounds(text: string, node: MapNode, problems: readonly TextProblem[]): TextProblem[] {
  const count = valueWith(node, 'row_count');
  const between = valueWith(node, 'between');
  const ranges: { at: ValueNode; low: ValueNode | undefined; high: ValueNode | undefined }[] = [
    ...(count?.kind === 'map' ? [{ at: count, low: valueWith(count, 'min'), high: valueWith(count, 'max') }] : []),
    ...(between?.kind === 'map' ? between.entries : [])
      .map(({ value }) => value)
      .filter((value): value is ListNode => value.kind === 'list')
      .map((at) => ({ at, low: at.items[0], high: at.items[1] })),
  ];
  return ranges.flatMap(({ at, low, high }) => {
    const [from, to] = [low && readValue(text, low), high && readValue(text, high)];
    if (typeof from !== 'number' || typeof to !== 'number' || from <= to) return [];
    if (problems.some(({ span }) => contains(at, span))) return [];
    return [problemAt(at, problemCatalog.emptyRange(from, to))];
  });
}

/** Texts in braces that some run of `each` does not replace. A test without `each` may have any texts. */
function checkPlaceholders(text: string, { node, each }: ModelTest): TextProblem[] {
  if (!entryWith(node, 'each')) return [];
  const known = Object.keys(each[0] ?? {}).filter((name) => each.every((run) => Object.hasOwn(run, name)));
  const reported = new Set<string>();
  const spans = ['name', 'as', 'query', 'expect', 'given', 'at']
    .flatMap((key) => valueWith(node, key) ?? [])
    .flatMap(textsIn);
  return spans.flatMap(({ start, end }) =>
    placeholdersIn(text.slice(start, end)).flatMap((one) => {
      const lacking = each.flatMap((run, at) => (Object.hasOwn(run, one.name) ? [] : [at]));
      const inSome = lacking.length < each.length;
      // What the same blocks lack is one mistake.
      const cause = inSome ? lacking.join() : one.name;
      if (known.includes(one.name) || reported.has(cause)) return [];
      reported.add(cause);
      const { hint, fix } = inSome ? { hint: '', fix: undefined } : suggestion(one.name, known);
      const span = { start: start + one.start + 1, end: start + one.end - 1 };
      return [problemAt(span, problemCatalog.unknownPlaceholder(one.name, inSome, hint), fix ? { fix } : {})];
    }),
  );
}

/** The spans of all texts and keys. */
function textsIn(node: ValueNode): { start: number; end: number }[] {
  if (node.kind === 'list') return node.items.flatMap(textsIn);
  if (node.kind === 'map') return node.entries.flatMap(({ keySpan, value }) => [keySpan, ...textsIn(value)]);
  return node.kind === 'scalar' && typeof node.value === 'string' ? [node] : [];
}
