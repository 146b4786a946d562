/** Test documents: `*.test.yml` and `*.test.yaml`. Queries, and what their results must be. */

import type { TextProblem } from '../source/problem.ts';
import type { Span } from '../source/range.ts';
import type { MapNode, ValueNode } from '../source/tree.ts';
import { type Given, readGiven } from './given.ts';
import type { RunValues, TestValue } from './placeholders.ts';
import { type PlainDocument, parsePlainDocument } from './plainDocument.ts';
import { type QueryObject, type QueryViewer, readQuery } from './queryDocument.ts';
import {
  entryWith,
  firstLine,
  type MemberMention,
  plainMap,
  readShape,
  readValue,
  type ShapeReader,
  shapeReader,
  valueWith,
} from './readShape.ts';
import type { MapShape } from './shape.ts';
import { maxRuns, testDocumentShape, testShape, testWithoutQuery } from './testShape.ts';

export type QuerySource =
  | { query: QueryObject; as?: QueryViewer }
  /** Relative to the test file. */
  | { path: string };

/** Maps have no prototype. */
export interface Expectation {
  rows?: readonly Readonly<Record<string, unknown>>[];
  unordered?: boolean;
  scalar?: TestValue;
  tolerance?: number;
  row_count?: number | { min?: number; max?: number };
  not_null?: readonly string[];
  unique?: readonly string[];
  between?: Readonly<Record<string, readonly [number | string, number | string]>>;
  same_as?: QuerySource;
  same_as_branch?: string;
  hidden?: readonly string[];
  visible?: readonly string[];
  error?: string;
}

export interface ModelTest {
  name: string;
  /** The range of the whole item. */
  span: Span;
  nameSpan: Span;
  /** By key of `expect`, each from its key to the end of its value. */
  expectSpans: Readonly<Record<string, Span>>;
  /** Undefined: the test only expects what is seen. */
  query: QuerySource | undefined;
  expect: Expectation;
  /** Who asks, unless the query has one of its own. */
  as?: QueryViewer;
  /** The tables of the test's own database. */
  given?: Given;
  /** What “now” is, as written. */
  at?: string;
  /** One entry for each run. `{name}` in texts of the name, the query and the expectation is replaced. One empty entry without `each`. */
  each: readonly RunValues[];
  mentions: readonly MemberMention[];
  node: MapNode;
  /** Why the test cannot run: the first error of its syntax or shape. */
  invalid?: string;
}

export interface TestDocument {
  text: string;
  root: MapNode | undefined;
  tests: readonly ModelTest[];
  /** Problems of syntax and shape. Not those against a model. */
  problems: readonly TextProblem[];
  /** The text has syntax errors; the tests are a best effort. */
  broken: boolean;
  isTooLarge: boolean;
}

/** Whether a text is ours: other tools also have files with such names. */
export function hasTests({ root }: Pick<TestDocument, 'root'>): boolean {
  return valueWith(root, 'tests')?.kind === 'list';
}

/** The items are read one by one, because each has its own placeholders. */
const anyTests: MapShape = {
  ...testDocumentShape,
  fields: { tests: { ...testDocumentShape.fields.tests!, shape: { kind: 'list', items: { kind: 'any' } } } },
};

/** Never throws. */
export function readTestDocument(
  path: string,
  text: string,
  plain: PlainDocument = parsePlainDocument(path, text),
): TestDocument {
  const { root, problems, isTooLarge = false } = plain;
  const broken = problems.length > 0;
  if (!root) return { text, root, tests: [], problems, broken, isTooLarge };
  const outer = shapeReader(text);
  readShape(outer, root, anyTests, 'tests');
  const found = [...outer.problems];
  const tests: ModelTest[] = [];
  const list = valueWith(root, 'tests');
  for (const item of list?.kind === 'list' ? list.items : []) {
    const reader = shapeReader(text, new Set(eachOf(text, item).flatMap((one) => Object.keys(one))));
    readShape(reader, item, needsQuery(item) ? testShape : testWithoutQuery, 'test');
    found.push(...reader.problems);
    if (item.kind === 'map') tests.push(testOf(reader, item, problems[0]));
  }
  return { text, root, tests, problems: broken ? problems : found, broken, isTooLarge };
}

function needsQuery(item: ValueNode): boolean {
  const expect = valueWith(item, 'expect');
  const keys = expect?.kind === 'map' ? expect.entries.map(({ key }) => key) : [];
  return keys.length === 0 || keys.some((key) => key !== 'hidden' && key !== 'visible');
}

function testOf(reader: ShapeReader, node: MapNode, broken: TextProblem | undefined): ModelTest {
  const { text, mentions } = reader;
  const invalid = broken ?? reader.problems[0];
  const name = entryWith(node, 'name');
  const expect = valueWith(node, 'expect');
  const entries = expect?.kind === 'map' ? expect.entries : [];
  const given = readGiven(text, valueWith(node, 'given'));
  const at = valueWith(node, 'at');
  const as = valueWith(node, 'as');
  const values = plainMap(
    entries.map(({ key, value }) => [key, key === 'same_as' ? sourceOf(text, value) : readValue(text, value)]),
  );
  const { start, end } = node;
  return {
    name: name?.value.kind === 'scalar' ? String(readValue(text, name.value) ?? '') : '',
    span: { start, end },
    nameSpan: name ? spanOf(name.value) : firstLine(text, node),
    expectSpans: plainMap(entries.map(({ key, keySpan, value }) => [key, { start: keySpan.start, end: value.end }])),
    query: valueWith(node, 'query') || needsQuery(node) ? sourceOf(text, valueWith(node, 'query')) : undefined,
    expect: values as Expectation,
    ...(as?.kind === 'map' && { as: readValue(text, as) as QueryViewer }),
    ...(given && { given }),
    ...(at && { at: String(readValue(text, at)) }),
    each: eachOf(text, node),
    mentions,
    node,
    ...(invalid ? { invalid: invalid.message } : {}),
  };
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

function sourceOf(text: string, node: ValueNode | undefined): QuerySource {
  if (node?.kind === 'map') {
    const { query, as } = readQuery(shapeReader(text), node);
    return { query, ...(as ? { as } : {}) };
  }
  const path = node && readValue(text, node);
  return typeof path === 'string' ? { path } : { query: plainMap<unknown>([]) };
}

function eachOf(text: string, item: ValueNode): RunValues[] {
  const each = valueWith(item, 'each');
  const items = each?.kind === 'list' ? each.items : [];
  // A test with too many is invalid, which its first run reports.
  const maps = items.slice(0, items.length > maxRuns ? 1 : maxRuns).filter((one) => one.kind === 'map');
  const runs = maps.map((one) => readValue(text, one) as RunValues);
  return runs.length > 0 ? runs : [plainMap<TestValue>([])];
}
