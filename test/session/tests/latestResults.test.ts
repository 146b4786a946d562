import assert from 'node:assert/strict';
import { testCases } from '../../../src/query/tests/testCases.ts';
import type { TestResult } from '../../../src/query/tests/testResult.ts';
import { LatestResults } from '../../../src/session/tests/latestResults.ts';

const text = `tests:
  - name: counts
    query: { measures: [orders.count] }
    expect: { scalar: 1 }
  - name: same as main
    query: { measures: [orders.count] }
    expect: { same_as_branch: main }
`;
const [counts, compared] = testCases('a.test.yml', text);
const result: TestResult = {
  ...{ file: 'a.test.yml', name: 'counts', line: 2, status: 'passed', message: '', ms: 1, broken: [] },
};
const tree = (hash: string) => new Map([['model/a.yml', hash]]);
const tested = (dev: string, main: string, branchName = 'dev') => ({
  branchName,
  files: new Map([
    [branchName, tree(dev)],
    ['main', tree(main)],
  ]),
});

describe('the latest results of tests', () => {
  const at = new Date();
  let results: LatestResults;
  beforeEach(() => {
    results = new LatestResults();
    for (const test of [counts!, compared!]) results.record(test, 'query 1', { tested: tested('a', 'm'), result, at });
  });

  it('are those of the same files, also if these are listed again', () => {
    assert.equal(results.of(counts!, 'query 1', tested('a', 'm'))?.result, result);
    assert.equal(results.of(counts!, 'query 1', tested('a', 'm'))?.at, at);
    assert.equal(results.of(compared!, 'query 1', tested('a', 'm'))?.result, result);
  });

  it('say nothing about other files, another branch or another query', () => {
    assert.equal(results.of(counts!, 'query 1', tested('b', 'm')), undefined);
    assert.equal(results.of(counts!, 'query 1', tested('a', 'm', 'other')), undefined);
    assert.equal(results.of(counts!, 'query 2', tested('a', 'm')), undefined);
  });

  it('of a comparison with a branch say nothing once that branch has other files', () => {
    assert.equal(results.of(counts!, 'query 1', tested('a', 'n'))?.result, result);
    assert.equal(results.of(compared!, 'query 1', tested('a', 'n')), undefined);
  });
});
