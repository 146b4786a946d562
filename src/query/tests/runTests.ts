/** Runs tests of a model: their queries, a few at a time, and what their results must be. */

import { posix } from 'node:path';
import { Limit, throwIfAborted } from '../../base/async.ts';
import { type CatalogMessage, isCancellation, messageOf } from '../../base/errors.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import type { QueryDocument, QueryViewer } from '../../model/documents/queryDocument.ts';
import type { Expectation, QuerySource } from '../../model/documents/testDocument.ts';
import type { ResultTable } from '../results/resultTable.ts';
import { refusalOf } from '../run/queryErrors.ts';
import { wholeTable } from '../run/wholeRows.ts';
import { type BrokenExpectation, type Compared, evaluate, needsAllRows, type QueryOutcome } from './evaluate.ts';
import { shownMembers } from './shownMembers.ts';
import type { TestCase } from './testCases.ts';
import type { TestResult, TestStatus } from './testResult.ts';
import { testTexts } from './testTexts.ts';

type Query = Readonly<Record<string, unknown>>;

export interface TestRunner {
  /** @throws PlatformError, UserError; CancelledError when `signal` aborts */
  table(query: Query, options: { signal?: AbortSignal | undefined }): Promise<ResultTable>;
  /** What the viewer sees. @throws as `table` does */
  meta(options: { signal?: AbortSignal | undefined }): Promise<DataMeta>;
}

export interface TestRunOptions {
  /** A query document by its path relative to the project folder; undefined if it does not exist. */
  queryOf(path: string): Promise<QueryDocument | undefined>;
  /** Undefined: the branch that is tested. */
  runnerFor(branch: string | undefined, as: QueryViewer | undefined, test: TestCase): TestRunner;
  /** Whether the model of the folder has a member of this name, or may have it: metadata does not list what is hidden. */
  isMember(name: string): Promise<boolean>;
  /** Number of tests that run at the same time; by default 4. */
  concurrency?: number | undefined;
  signal?: AbortSignal | undefined;
  onStart?: (test: TestCase) => void;
  onResult?: (result: TestResult, test: TestCase) => void;
}

/** @returns the results in the order of the tests. @throws CancelledError when `signal` aborts */
export async function runTests(tests: readonly TestCase[], options: TestRunOptions): Promise<TestResult[]> {
  const { concurrency = 4, signal, onStart, onResult } = options;
  const limit = new Limit(Math.max(1, concurrency));
  return Promise.all(
    tests.map((test) =>
      limit.run(async () => {
        onStart?.(test);
        const result = await runTest(test, options);
        throwIfAborted(signal);
        onResult?.(result, test);
        return result;
      }, signal),
    ),
  );
}

async function runTest(test: TestCase, options: TestRunOptions): Promise<TestResult> {
  const startedAt = performance.now();
  const { file, name, line, invalid } = test;
  const result = (status: TestStatus, message: string, more: Partial<TestResult> = {}): TestResult => {
    return { file, name, line, status, message, ms: Math.round(performance.now() - startedAt), broken: [], ...more };
  };
  const cannotRun = (reason: CatalogMessage) => result('error', reason.message, { reason });
  if (invalid) return cannotRun(invalid);
  try {
    const broken = await brokenBy(test, options);
    if (broken.length === 0) return result('passed', '');
    const message = broken.map(({ reason }) => reason.message).join('\n');
    return result('failed', message, { broken, ...differences(broken) });
  } catch (cause) {
    if (isCancellation(cause)) throw cause;
    return cause instanceof InvalidQuery ? cannotRun(cause.reason) : result('error', messageOf(cause), { cause });
  }
}

/** @throws InvalidQuery, PlatformError, UserError, CancelledError */
async function brokenBy(test: TestCase, options: TestRunOptions): Promise<BrokenExpectation[]> {
  const { query, expect, as } = test;
  const seen = expect.hidden || expect.visible ? await brokenViews(test, options) : [];
  if (!query) return seen;
  const asked = await queryFrom(query, test.file, options);
  return [...seen, ...(await brokenRows(test, { ...asked, as: asked.as ?? as }, expect, options))];
}

/** What is visible and should not be, or is not and should. @throws as `brokenBy` does */
async function brokenViews(test: TestCase, options: TestRunOptions): Promise<BrokenExpectation[]> {
  const { hidden = [], visible = [] } = test.expect;
  const { runnerFor, isMember, signal } = options;
  const asked = test.query && (await queryFrom(test.query, test.file, options));
  const runner = runnerFor(undefined, test.as ?? asked?.as, test);
  const shown = shownMembers(await runner.meta({ signal }));
  const isHidden = (name: string) => !shown.has(name);
  for (const name of hidden.filter(isHidden)) {
    if (!(await isMember(name))) throw new InvalidQuery(testTexts.message('not-a-member', [name]));
  }
  return [
    ...hidden
      .filter((name) => !isHidden(name))
      .map((name) => ({ key: 'hidden' as const, reason: testTexts.message('is-visible', [name]) })),
    ...visible
      .filter(isHidden)
      .map((name) => ({ key: 'visible' as const, reason: testTexts.message('is-hidden', [name]) })),
  ];
}

/** @throws as `brokenBy` does */
async function brokenRows(
  test: TestCase,
  own: Asked,
  expect: Expectation,
  options: TestRunOptions,
): Promise<BrokenExpectation[]> {
  const { file } = test;
  const { runnerFor, signal } = options;
  const { same_as, same_as_branch, error } = expect;
  const other = same_as && (await queryFrom(same_as, file, options));
  const load = ({ query, as }: Asked, branch?: string) => runnerFor(branch, as, test).table(query, { signal });
  const whole = async (asked: Asked, branch?: string) => wholeTable(await load(asked, branch));
  let outcome: QueryOutcome;
  try {
    outcome = { table: await load(own) };
  } catch (failure) {
    const refusal = refusalOf(failure);
    if (refusal === undefined || error === undefined) throw failure;
    outcome = { refusal };
  }
  const compared: Compared = {};
  if ('table' in outcome) {
    const { table } = outcome;
    if (needsAllRows(expect, table)) wholeTable(table);
    if (other) compared.same_as = await whole(other);
    if (same_as_branch !== undefined) compared.same_as_branch = await whole(own, same_as_branch);
  }
  return evaluate(expect, outcome, compared);
}

interface Asked {
  query: Query;
  as: QueryViewer | undefined;
}

class InvalidQuery extends Error {
  readonly reason: CatalogMessage;

  constructor(reason: CatalogMessage) {
    super(reason.message);
    this.reason = reason;
  }
}

/** @throws InvalidQuery */
async function queryFrom(source: QuerySource, file: string, { queryOf }: TestRunOptions): Promise<Asked> {
  if (!('path' in source)) return { query: source.query, as: source.as };
  const path = posix.join(posix.dirname(file), source.path.replaceAll('\\', '/'));
  const document = path.startsWith('../') ? undefined : await queryOf(path);
  if (!document) throw new InvalidQuery(testTexts.message('no-query-document', [source.path]));
  const { query, as, problems } = document;
  if (query) return { query, as };
  const problem = problems.find(({ severity }) => severity === 'error')?.message ?? '';
  throw new InvalidQuery(testTexts.message('invalid-query-document', [source.path, problem]));
}

/** One value each, or maps if several expectations are broken. */
function differences(broken: readonly BrokenExpectation[]): Pick<TestResult, 'expected' | 'actual'> {
  const values = broken.filter(({ expected }) => expected !== undefined);
  const [first] = values;
  if (!first) return {};
  if (values.length === 1) return { expected: first.expected, actual: first.actual };
  const of = (side: 'expected' | 'actual') => Object.fromEntries(values.map((one) => [one.key, one[side]]));
  return { expected: of('expected'), actual: of('actual') };
}
