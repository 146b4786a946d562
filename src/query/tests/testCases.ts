/** The runs of a test document: one for each test, or for each entry of its `each`. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Given } from '../../model/documents/given.ts';
import { fillIn } from '../../model/documents/placeholders.ts';
import type { QueryViewer } from '../../model/documents/queryDocument.ts';
import {
  type Expectation,
  hasTests,
  type ModelTest,
  type QuerySource,
  readTestDocument,
  type TestDocument,
} from '../../model/documents/testDocument.ts';
import { contains, LineIndex } from '../../model/source/range.ts';
import { testTexts } from './testTexts.ts';

export interface TestCase {
  /** POSIX path relative to the project folder. */
  file: string;
  name: string;
  /** 1-based. */
  line: number;
  /** Undefined: a problem of the whole file. */
  test: ModelTest | undefined;
  /** With the values of `each`. Undefined: the test only expects what is seen. */
  query: QuerySource | undefined;
  expect: Expectation;
  /** Who asks, unless the query has one of its own. */
  as?: QueryViewer;
  /** The tables of a database of its own. Undefined: it runs on a branch, or on a data source. */
  given?: Given;
  /** What “now” is. */
  at?: string;
  /** Why it cannot be run. */
  invalid: CatalogMessage | undefined;
}

type Values = ModelTest['each'][number];

/** Empty for a document of another tool. */
export function testCases(file: string, text: string): TestCase[] {
  const document = readTestDocument(file, text);
  if (!hasTests(document) && (document.root || !/^\s*"?tests"?\s*:/m.test(text))) return [];
  const lines = new LineIndex(text);
  const lineOf = (offset: number) => lines.positionAt(offset).line + 1;
  return [
    ...fileProblem(document).map(({ span, message }) => ({
      file,
      name: '',
      line: lineOf(span.start),
      test: undefined,
      query: undefined,
      expect: {},
      invalid: testTexts.message('invalid-file', [message]),
    })),
    ...document.tests.flatMap((test) =>
      test.each.map((values) => ({
        file,
        name: nameOf(test, values),
        line: lineOf(test.nameSpan.start),
        test,
        query: fillIn(test.query, values),
        expect: fillIn(test.expect, values),
        ...(test.as && { as: fillIn(test.as, values) }),
        ...(test.given && { given: fillIn(test.given, values) }),
        ...(test.at !== undefined && { at: String(fillIn<unknown>(test.at, values)) }),
        invalid: invalidity(test),
      })),
    ),
  ];
}

/** A problem that no test reports. */
function fileProblem({ tests, problems }: TestDocument) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const loose = errors.filter(
    ({ span, message }) => !tests.some((test) => contains(test.span, span) || test.invalid === message),
  );
  return loose.slice(0, 1);
}

function invalidity({ invalid, expect }: ModelTest): CatalogMessage | undefined {
  if (invalid !== undefined) return testTexts.message('invalid-test', [invalid]);
  const { unordered: _, tolerance: __, ...expectations } = expect;
  return Object.keys(expectations).length === 0 ? testTexts.message('nothing-expected') : undefined;
}

function nameOf({ name, each }: ModelTest, values: Values): string {
  const filled = String(fillIn<unknown>(name, values));
  if (each.length < 2 || filled !== name) return filled;
  const listed = Object.entries(values).map(([key, value]) => `${key}: ${value}`);
  return `${name} (${listed.join(', ')})`;
}

/** The branches that a test queries, the tested one first. */
export function branchesOf({ expect }: TestCase, branchName: string): string[] {
  return [branchName, ...(expect.same_as_branch === undefined ? [] : [expect.same_as_branch])];
}
