import assert from 'node:assert/strict';
import { queryFixes, queryProblems } from '../../../src/language/queries/problems.ts';
import { instantOf } from '../../../src/model/documents/given.ts';
import { readTestDocument } from '../../../src/model/documents/testDocument.ts';
import { shop } from './shop.ts';

const path = 'tests/orders.test.yml';
const document = (given: string, query = '{ measures: [orders.revenue], dimensions: [orders.status] }') =>
  `tests:\n  - name: a\n    given:${given}\n    query: ${query}\n    expect: { row_count: 1 }\n`;

function problems(text: string) {
  return queryProblems(shop, { path, text });
}

/** The text after all fixes, one after another. */
function fixed(text: string): string {
  const [first] = problems(text);
  if (!first) return text;
  const diagnostic = { range: first.range, message: first.message, code: first.code, severity: 1 as const };
  const [action] = queryFixes(shop, { path, text }, { diagnostics: [diagnostic] }, (file) => file);
  const [change] = action!.edit!.documentChanges as { edits: { range: { start: Place }; newText: string }[] }[];
  const lines = text.split('\n');
  const offset = ({ line, character }: Place) =>
    lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  const edits = change!.edits.map(({ range, newText }) => ({ at: offset(range.start), newText }));
  let result = text;
  for (const { at, newText } of edits.sort((a, b) => b.at - a.at))
    result = result.slice(0, at) + newText + result.slice(at);
  return fixed(result);
}

interface Place {
  line: number;
  character: number;
}

describe('the tables of a test', () => {
  it('are checked against what the query needs, also through a view', () => {
    assert.deepEqual(problems(document(' { public.orders: [{ amount: 1, status: a }] }')), []);
    assert.deepEqual(
      problems(document(' { public.orders: [{ amount: 1 }] }')).map(({ message }) => message),
      ['The query needs the column `status`, which no row of `public.orders` has.'],
    );
    const view = document(' { public.orders: [] }', '{ measures: [sales.count], dimensions: [sales.customers_city] }');
    assert.deepEqual(
      problems(view).map(({ message }) => message),
      ['The query needs the table `public.customers`, which `given` does not have.'],
    );
    assert.deepEqual(
      problems(document(' { public.orders: [{ status: a }] }', '{ measures: [orders.count] }')).map(
        ({ message }) => message,
      ),
      ['The query needs the column `id`, which no row of `public.orders` has.'],
      'rows are counted by their primary key',
    );
    assert.deepEqual(problems(document(' { \'"PUBLIC".orders\': orders.csv }')), [], 'files and cases are not judged');
  });

  for (const [name, before, after] of [
    [
      'rows on one line',
      ' { public.orders: [{ id: 1 }] }',
      ' { public.orders: [{ id: 1, amount: null, status: null }] }',
    ],
    [
      'blocks',
      '\n      public.orders:\n        - id: 1 # first\n        - id: 2',
      '\n      public.orders:\n        - id: 1 # first\n          amount: null\n          status: null\n        - id: 2\n          amount: null\n          status: null',
    ],
    ['an empty map', ' {}', ' { public.orders: [{ amount: null, status: null }] }'],
    [
      'another table',
      '\n      public.customers:\n        - id: 1',
      '\n      public.customers:\n        - id: 1\n      public.orders: [{ amount: null, status: null }]',
    ],
  ] as const) {
    it(`get what is missing by a quick fix: ${name}`, () => {
      assert.equal(fixed(document(before)), document(after));
    });
  }

  it('keep the digits of numbers', () => {
    const text = document(
      ' { t: [{ a: 12345678901234567.89, b: "12345678901234567.89", c: 2026-01-01, d: 1.5, e: null }], u: x.csv, v: { sql: SELECT 1 } }',
    );
    const { given } = readTestDocument(path, text).tests[0]!;
    assert.deepEqual(JSON.parse(JSON.stringify(given)), {
      t: [{ a: { digits: '12345678901234567.89' }, b: '12345678901234567.89', c: '2026-01-01', d: 1.5, e: null }],
      u: 'x.csv',
      v: { sql: 'SELECT 1' },
    });
  });

  it('are used at a time with its zone', () => {
    assert.equal(instantOf('2026-03-01'), '2026-03-01T00:00:00.000Z');
    assert.equal(instantOf('2026-03-01T02:00:00+02:00'), '2026-03-01T00:00:00.000Z');
    for (const wrong of ['2026-03-01T02:00:00', 'today', '2026-13-01'])
      assert.equal(instantOf(wrong), undefined, wrong);
  });
});
