/** Test documents as data, and their problems. */

import assert from 'node:assert/strict';
import { fillIn } from '../../../src/model/documents/placeholders.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import {
  type Expectation,
  hasTests,
  type QuerySource,
  readTestDocument,
} from '../../../src/model/documents/testDocument.ts';
import { marked, testProblems, withoutMarks } from './shop.ts';

const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

function expectMarks(text: string, messages: readonly string[], queryAt?: Parameters<typeof testProblems>[1]): void {
  const plain = withoutMarks(text);
  const problems = testProblems(plain, queryAt);
  const shown = problems.map(({ message }) => message).join('\n');
  assert.equal(marked(plain, problems), text, shown);
  for (const [i, message] of messages.entries()) assert.ok(problems[i]?.message.includes(message), shown);
}

const test = (expect: string, more = '') =>
  `tests:\n  - name: a\n    query: { measures: [orders.count], dimensions: [orders.status] }\n    expect: ${expect}\n${more}`;

const text = `tests:
  - name: completed share is plausible
    query: { measures: [orders.count] }
    expect: { scalar: 0.8, tolerance: 0.05 }
  - name: "{city} has orders since {since}"
    query:
      measures: [sales.count]
      timeDimensions: [{ dimension: sales.created_at, granularity: day }]
      filters: [{ member: sales.customers_city, operator: equals, values: ["{city}"] }]
      as: { tenant: acme }
    expect:
      row_count: { min: "{least}" }
      between: { sales.count: [1, 99] }
      not_null: [sales.created_at.day]
      same_as: other.query.yml
    each:
      - { city: Paris, since: 2024-01-01, least: 2 }
      - { city: Rome, since: 2023-01-01, least: 1 }
  - name: fails
    query: queries/top.query.yml
    expect: { error: not found }
`;

describe('test document', () => {
  it('says that a list of members may not be empty', () => {
    const problems = testProblems(test('{ hidden: [] }'));
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['`hidden` must be a list of 1 or more members such as `orders.count`.'],
    );
  });

  it('has at most 1,000 runs for a test', () => {
    const document = (count: number) => {
      const runs = Array.from({ length: count }, (_, place) => `      - { value: ${place} }\n`).join('');
      return test('{ scalar: "{value}" }', `    each:\n${runs}`);
    };
    assert.deepEqual(testProblems(document(1000)), []);
    assert.equal(readTestDocument('a.test.yml', document(1000)).tests[0]!.each.length, 1000);
    for (const count of [1001, 20_000]) {
      const problems = testProblems(document(count));
      assert.deepEqual(
        problems.map(({ message }) => message),
        ['`each` must be a list of 1 to 1,000 values.'],
      );
      // One run says why it cannot be run.
      const [read] = readTestDocument('a.test.yml', document(count)).tests;
      assert.equal(read!.each.length, 1);
      assert.equal(read!.invalid, problems[0]!.message);
    }
  });

  it('is a list of tests', () => {
    const { tests, problems } = readTestDocument('shop.test.yml', text);
    assert.deepEqual(problems, []);
    assert.deepEqual(testProblems(text), []);
    assert.deepEqual(
      json(tests.map(({ name, query, expect, each, invalid }) => ({ name, query, expect, each, invalid }))),
      [
        {
          name: 'completed share is plausible',
          query: { query: { measures: ['orders.count'] } },
          expect: { scalar: 0.8, tolerance: 0.05 },
          each: [{}],
        },
        {
          name: '{city} has orders since {since}',
          query: {
            query: {
              measures: ['sales.count'],
              timeDimensions: [{ dimension: 'sales.created_at', granularity: 'day' }],
              filters: [{ member: 'sales.customers_city', operator: 'equals', values: ['{city}'] }],
            },
            as: { tenant: 'acme' },
          },
          expect: {
            row_count: { min: '{least}' },
            between: { 'sales.count': [1, 99] },
            not_null: ['sales.created_at.day'],
            same_as: { path: 'other.query.yml' },
          },
          each: [
            { city: 'Paris', since: '2024-01-01', least: 2 },
            { city: 'Rome', since: '2023-01-01', least: 1 },
          ],
        },
        {
          name: 'fails',
          query: { path: 'queries/top.query.yml' },
          expect: { error: 'not found' },
          each: [{}],
        },
      ],
    );
  });

  it('has the place of each test, of its name and of what it expects', () => {
    const [first] = readTestDocument('shop.test.yml', text).tests;
    const expectation: Expectation = first!.expect;
    const source: QuerySource = first!.query!;
    assert.ok('query' in source && expectation.tolerance === 0.05);
    const at = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    assert.equal(at(first!.nameSpan), 'completed share is plausible');
    assert.ok(at(first!.span).startsWith('name: completed') && at(first!.span).endsWith('0.05 }'));
    assert.equal(at(first!.expectSpans.tolerance!), 'tolerance: 0.05');
  });

  it('fills in the values of a run; a text that is only a placeholder becomes the value', () => {
    const { each, expect, name } = readTestDocument('shop.test.yml', text).tests[1]!;
    assert.equal(fillIn(name, each[1]!), 'Rome has orders since 2023-01-01');
    assert.deepEqual(json(fillIn(expect.row_count, each[0]!)), { min: 2 });
    assert.deepEqual(json(fillIn({ '{a}.b': '{x} {constructor}' }, { a: 'orders' })), {
      'orders.b': '{x} {constructor}',
    });
  });

  it('says of a test why it cannot run', () => {
    const broken = readTestDocument('a.test.yml', 'tests:\n  - name: a\n    query: {}\n  - name: b\n    querry: x\n');
    assert.ok(broken.tests.every(({ invalid }) => invalid !== undefined));
    const unclosed = readTestDocument('a.test.yml', `${text}  - name: "x\n`);
    assert.ok(unclosed.tests.every(({ invalid }) => invalid !== undefined));
  });

  it('of another tool has no problems', () => {
    for (const other of ['cases:\n  - a\n', '- a: 1\n', 'tests: all\n', '', 'x: [']) {
      assert.equal(hasTests(readTestDocument('a.test.yml', other)), false);
      assert.deepEqual(testProblems(other), [], other);
    }
  });
});

describe('problems of a test document', () => {
  it('are a test without a name, a query or an expectation', () => {
    expectMarks('tests:\n  - «query: { measures: [orders.count] }»\n    expect: { scalar: 1 }\n', ['needs `name`']);
    expectMarks('tests:\n  - «name: a»\n    expect: { scalar: 1 }\n', ['needs `query`']);
    expectMarks('tests:\n  - «name: a»\n    query: { measures: [orders.count] }\n', ['needs `expect`']);
    expectMarks(test('«{}»'), ['expects nothing']);
    expectMarks(test('«{ tolerance: 1 }»'), ['expects nothing']);
  });

  it('are keys and values of a wrong kind', () => {
    expectMarks(test('{ «scaler»: 1, row_count: 2 }'), ['Did you mean `scalar`?']);
    expectMarks(test('{ row_count: «many» }'), ['a whole number']);
    expectMarks(test('{ rows: [«1»] }'), ['block with members as keys']);
    expectMarks(test('{ between: { orders.count: «[1]» } }'), ['a list of 2 values']);
    expectMarks(test('{ between: { orders.count: «[3, 1]» }, row_count: «{ min: 2, max: 1 }» }'), ['between 3 and 1']);
    expectMarks(test('{ scalar: 1, «unordered»: true }'), ['has no effect']);
    expectMarks(test('{ scalar: 1, «error»: x }'), ['cannot be combined']);
  });

  it('are those of its queries', () => {
    expectMarks(
      'tests:\n  - name: a\n    query: { measures: [orders.«cuont»] }\n    expect: { same_as: { dimensions: [«orders.count»] } }\n',
      ['Did you mean `count`?', 'is a measure'],
    );
  });

  it('are expectations of members that the query does not ask for', () => {
    expectMarks(test('{ not_null: [orders.status, «orders.statsu»], unique: [«customers.city»] }'), [
      'Did you mean `orders.status`?',
      'does not ask for `customers.city`',
    ]);
    expectMarks(test('{ rows: [{ orders.count: 1, «orders.revenue»: 2 }] }'), ['does not ask for `orders.revenue`']);
  });

  it('are names in braces that `each` does not have, and members that a run makes wrong', () => {
    const each = '    each: [{ a: count, b: 1 }, { a: cuont }]\n';
    expectMarks(
      test('{ scalar: 1, same_as: { measures: ["«orders.{a}»"], limit: "{«b»}" }, error: "{«c»}" }', each).replace(
        'error',
        '«error»',
      ),
      ['has no measure `cuont`', 'Not every block of `each` has `b`'],
    );
    expectMarks(test('{ scalar: "{x}" }'), []);
  });

  it('are paths of query documents that do not exist', () => {
    const document = readQueryDocument('a.query.yml', 'measures: [orders.count]');
    const queryAt = (path: string) => (path === 'a.query.yml' ? document : null);
    const of = (path: string, column: string) =>
      `tests:\n  - name: a\n    query: ${path}\n    expect: { not_null: [${column}] }\n`;
    expectMarks(of('a.query.yml', 'orders.count'), [], queryAt);
    expectMarks(of('a.query.yml', '«orders.revenue»'), ['does not ask for'], queryAt);
    expectMarks(of('«b.query.yml»', 'orders.revenue'), ['no query document `b.query.yml`'], queryAt);
    expectMarks(of('b.query.yml', 'orders.«revenu»'), ['Did you mean']);
  });

  it('are two tests with one name', () => {
    expectMarks(
      `${test('{ scalar: 1 }')}${test('{ scalar: 1 }').slice(7)}`.replace(/name: a(?![\s\S]*name: a)/, 'name: «a»'),
      ['Another test'],
    );
  });
});
