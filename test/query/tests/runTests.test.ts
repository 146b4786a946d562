import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import type { Cell } from '../../../src/contract/messages/resultShape.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import type { ResultTable } from '../../../src/query/results/resultTable.ts';
import { runTests, type TestRunner } from '../../../src/query/tests/runTests.ts';
import { testCases } from '../../../src/query/tests/testCases.ts';
import type { TestResult } from '../../../src/query/tests/testResult.ts';

const file = 'tests/orders.test.yml';

function casesOf(...lines: string[]) {
  return testCases(file, `tests:\n${lines.map((line) => `  ${line}\n`).join('')}`);
}

function single(value: Cell): ResultTable {
  return {
    columns: [{ key: 'orders.count', member: 'orders.count', title: '', kind: 'measure', type: 'number' }],
    rows: [[value]],
  };
}

function documents(texts: Record<string, string>) {
  return async (path: string) => (texts[path] === undefined ? undefined : readQueryDocument(path, texts[path]));
}

/** Answers with what `answer` returns or throws, for the first measure of each query. */
function runners(answer: (measure: string, branch: string | undefined) => Cell | Promise<Cell>) {
  return (branch: string | undefined): TestRunner => ({
    table: async ({ measures }) => single(await answer((measures as string[])[0]!, branch)),
    meta: async () => ({ cubes: [] }),
  });
}

const keysOf = ({ broken }: TestResult) => broken.map(({ key }) => key);

const noDocuments = documents({});
const isMember = async (name: string) => !name.endsWith('amuont');
const host = { host: 'platform', operation: 'data.load' };

describe('the runs of a test document', () => {
  it('are one for each test, with the line of its name', () => {
    const cases = casesOf(
      '- name: first',
      '  query: { measures: [orders.count] }',
      '  expect: { scalar: 1 }',
      '- query: { measures: [orders.count] }',
      '  name: second',
      '  expect: { scalar: 1 }',
    );
    assert.deepEqual(
      cases.map(({ name, line, invalid }) => [name, line, invalid]),
      [
        ['first', 2, undefined],
        ['second', 6, undefined],
      ],
    );
  });

  it('are one for each entry of “each”, with its values in the name, the query and the expectation', () => {
    const cases = casesOf(
      '- name: orders in {country}',
      '  each: [{ country: Germany, least: 10 }, { country: France, least: 5 }]',
      '  query: { measures: [orders.count], filters: [{ member: customers.country, operator: equals, values: ["{country}"] }] }',
      '  expect: { row_count: { min: "{least}" }, error: "in {country}, not {other}" }',
    );
    assert.deepEqual(
      cases.map(({ name }) => name),
      ['orders in Germany', 'orders in France'],
    );
    const [, { query, expect, invalid } = assert.fail()] = cases;
    assert.equal(invalid, undefined);
    assert.match(JSON.stringify(query), /"values":\["France"\]/);
    assert.equal(JSON.stringify(expect), '{"row_count":{"min":5},"error":"in France, not {other}"}');
  });

  it('have different names, although the name of the test mentions no value', () => {
    const cases = casesOf(
      '- name: plausible',
      '  each: [{ n: 1 }, { n: 2 }]',
      '  query: { measures: [orders.count], limit: "{n}" }',
      '  expect: { row_count: 1 }',
    );
    assert.deepEqual(
      cases.map(({ name }) => name),
      ['plausible (n: 1)', 'plausible (n: 2)'],
    );
  });

  it('ignore documents of other tools', () => {
    assert.deepEqual(testCases(file, 'steps:\n  - run: true\n'), []);
    assert.deepEqual(testCases(file, ''), []);
  });

  it('never leave out a part that cannot be read', () => {
    const broken = [
      'tests:\n  - name: a\n    query: {\n',
      'tests:\n  - just a text\n',
      'tests:\n  - name: a\n    query: { mesures: [orders.count] }\n    expect: { scalar: 1 }\n',
      'tests:\n  - name: a\n    query: { measures: [orders.count] }\n    expect: {}\n',
      'tests:\n  - name: a\n    query: { measures: [orders.count] }\n    expect: { unordered: true }\n',
    ];
    for (const text of broken)
      assert.ok(
        testCases(file, text).some(({ invalid }) => invalid),
        text,
      );
  });
});

describe('a run of tests', () => {
  const test = (measure: string, expect = '{ scalar: 1 }') =>
    `- { name: ${measure}, query: { measures: [${measure}] }, expect: ${expect} }`;

  it('reports passed, failed and those that cannot be run, in the order of the tests', async () => {
    const cases = casesOf(test('a.good'), test('a.wrong'), test('a.refused'), test('a.offline'), test('a.bad', '{}'));
    const results = await runTests(cases, {
      queryOf: noDocuments,
      isMember,
      runnerFor: runners(async (measure) => {
        if (measure === 'a.good') await new Promise((resolve) => setImmediate(resolve));
        if (measure === 'a.refused') throw new PlatformError('rejected-because', ['platform', 'no a.refused'], host);
        if (measure === 'a.offline') throw new PlatformError('refused', ['platform', ''], host);
        return measure === 'a.good' ? '1' : '2';
      }),
    });
    assert.deepEqual(
      results.map(({ name, status, line }) => [name, status, line]),
      [
        ['a.good', 'passed', 2],
        ['a.wrong', 'failed', 3],
        ['a.refused', 'error', 4],
        ['a.offline', 'error', 5],
        ['a.bad', 'error', 6],
      ],
    );
    const [good, wrong, refused, , bad] = results;
    assert.equal(good!.message, '');
    assert.deepEqual([wrong!.expected, wrong!.actual, keysOf(wrong!)], [1, 2, ['scalar']]);
    assert.match(refused!.message, /no a\.refused/);
    assert.match(bad!.message, /expects nothing/);
  });

  it('names all broken expectations', async () => {
    const [result] = await runTests(casesOf(test('a.b', '{ scalar: 1, row_count: 2, not_null: [orders.count] }')), {
      queryOf: noDocuments,
      isMember,
      runnerFor: runners(() => '5'),
    });
    assert.deepEqual(keysOf(result!), ['scalar', 'row_count']);
    assert.equal(result!.message.split('\n').length, 2);
    assert.deepEqual(result!.expected, { scalar: 1, row_count: 2 });
    assert.deepEqual(result!.actual, { scalar: 5, row_count: 1 });
  });

  it('compares an expected error with the platform’s text, not with a failure of the network', async () => {
    const cases = casesOf(
      test('a.refused', '{ error: hidden }'),
      test('a.other', '{ error: hidden }'),
      test('a.offline', '{ error: hidden }'),
      test('a.token', '{ error: hidden }'),
    );
    const refusal = (serverMessage: string) =>
      new PlatformError('rejected', ['platform'], { ...host, status: 400, serverMessage });
    const results = await runTests(cases, {
      queryOf: noDocuments,
      isMember,
      runnerFor: runners((measure) => {
        if (measure === 'a.offline') throw new PlatformError('refused', ['hidden', ''], host);
        // The request for the token, which belongs to no query.
        if (measure === 'a.token') {
          throw new PlatformError('rejected', ['x'], { host: 'x', operation: 'token', serverMessage: 'hidden' });
        }
        throw refusal(measure === 'a.refused' ? 'a hidden member' : 'no such cube');
      }),
    });
    assert.deepEqual(
      results.map(({ status }) => status),
      ['passed', 'failed', 'error', 'error'],
    );
    assert.equal(results[1]!.actual, 'no such cube');
  });

  it('takes queries from documents that are next to the test file', async () => {
    const of = (path: string) => `- { name: "${path}", query: ${path}, expect: { scalar: 1 } }`;
    const results = await runTests(
      casesOf(
        of('a.query.yml'),
        of('../queries/b.query.yml'),
        of('missing.query.yml'),
        of('../../outside.query.yml'),
        of('broken.query.yml'),
      ),
      {
        isMember,
        queryOf: documents({
          'tests/a.query.yml': 'measures: [orders.count]\n',
          'queries/b.query.yml': 'measures: [orders.count]\n',
          '../outside.query.yml': 'measures: [orders.count]\n',
          'tests/broken.query.yml': 'mesures: [orders.count]\n',
        }),
        runnerFor: runners(() => 1),
      },
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['passed', 'passed', 'error', 'error', 'error'],
    );
    assert.match(results[2]!.message, /no query document missing\.query\.yml/);
    assert.match(results[4]!.message, /mesures/);
  });

  it('asks the other query and the other branch', async () => {
    const asked: (string | undefined)[][] = [];
    const results = await runTests(
      casesOf(test('a.b', '{ same_as: { measures: [c.d] } }'), test('a.b', '{ same_as_branch: main }')),
      {
        queryOf: noDocuments,
        isMember,
        concurrency: 1,
        runnerFor: runners((measure, branch) => {
          asked.push([measure, branch]);
          return branch === undefined ? 1 : 2;
        }),
      },
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['passed', 'failed'],
    );
    assert.deepEqual(asked, [
      ['a.b', undefined],
      ['c.d', undefined],
      ['a.b', undefined],
      ['a.b', 'main'],
    ]);
  });

  it('cannot be decided by rows that the platform cut, except by their number', async () => {
    const cut = { a: { total: 60_000 }, b: { total: null } };
    const results = await runTests(
      casesOf(
        test('a.b', '{ row_count: 60000 }'),
        test('a.b', '{ row_count: 1 }'),
        test('a.b', '{ between: { orders.count: [0, 9] } }'),
        test('a.b', '{ row_count: 60000, unique: [orders.count] }'),
        test('b.b', '{ row_count: 1 }'),
        test('c.d', '{ same_as: { measures: [a.b] } }'),
        test('a.b', '{ error: hidden }'),
      ),
      {
        queryOf: noDocuments,
        isMember,
        runnerFor: () => ({
          meta: async () => ({ cubes: [] }),
          table: async ({ measures }) => ({ ...single('5'), cut: cut[(measures as string[])[0]![0] as 'a' | 'b'] }),
        }),
      },
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ['passed', 'failed', 'error', 'error', 'error', 'error', 'failed'],
    );
    assert.equal(results[1]!.actual, 60_000);
    assert.match(results[2]!.message, /The result is cut: the platform sent 1 of 60000 rows/);
    assert.match(results[4]!.message, /The result may be cut/);
  });

  it('compares what is visible to the user with `hidden` and `visible`, without a query', async () => {
    const cube = (...names: string[]) => {
      const measures = names.map((name) => ({ name: `orders.${name}`, isVisible: name !== 'internal' }));
      return { cubes: [{ name: 'orders', measures, dimensions: [] }] };
    };
    const asked: unknown[] = [];
    const run = (expect: string) =>
      runTests(testCases('a.test.yml', `tests:\n  - name: a\n    as: { groups: [sales] }\n    expect: ${expect}\n`), {
        queryOf: noDocuments,
        isMember,
        runnerFor: (_, as) => {
          asked.push(as);
          return {
            table: async () => single('1'),
            meta: async () => (as ? cube('count', 'internal') : cube('count', 'amount')),
          };
        },
      });
    const [passed] = await run('{ hidden: [orders.amount], visible: [orders.count] }');
    assert.equal(passed!.status, 'passed', passed!.message);
    assert.deepEqual(asked, [{ __proto__: null, groups: ['sales'] }]);
    const [failed] = await run('{ hidden: [orders.count], visible: [orders.amount] }');
    assert.deepEqual([failed!.status, keysOf(failed!)], ['failed', ['hidden', 'visible']]);
    assert.equal(
      failed!.message,
      'orders.count is visible, but should be hidden.\norders.amount is hidden, but should be visible.',
    );
    const [unknown] = await run('{ hidden: [orders.amuont] }');
    assert.deepEqual([unknown!.status, unknown!.reason?.args], ['error', ['orders.amuont']]);
    assert.equal((await run('{ hidden: [orders.internal] }'))[0]!.status, 'passed');
    assert.equal((await run('{ hidden: [orders.amount], row_count: 1 }'))[0]!.status, 'error', 'needs a query');
  });

  it('runs a few tests at a time and stops when it is cancelled', async () => {
    const cancel = new AbortController();
    const done: string[] = [];
    let running = 0;
    let most = 0;
    const run = runTests(casesOf(...Array.from({ length: 20 }, (_, i) => test(`a.b${i}`))), {
      queryOf: noDocuments,
      isMember,
      concurrency: 3,
      signal: cancel.signal,
      onResult: ({ name }) => {
        done.push(name);
        if (done.length === 6) cancel.abort();
      },
      runnerFor: runners(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return 1;
      }),
    });
    await assert.rejects(run, CancelledError);
    assert.equal(most, 3);
    assert.equal(done.length, 6);
  });
});
