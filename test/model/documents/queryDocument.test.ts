/** Query documents as data, and their problems. */

import assert from 'node:assert/strict';
import { readQueries } from '../../../src/local/queryInput.ts';
import { checkQueryDocument } from '../../../src/model/documents/checkQueryDocument.ts';
import { documentKind } from '../../../src/model/documents/documentKind.ts';
import { type MemberMention, readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { indexOf } from '../models.ts';
import { marked, queryProblems, withoutMarks } from './shop.ts';

const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

function expectMarks(text: string, messages: readonly (string | RegExp)[], path?: string): void {
  const plain = withoutMarks(text);
  const problems = queryProblems(plain, path);
  const shown = problems.map(({ message }) => message).join('\n');
  assert.equal(marked(plain, problems), text, shown);
  assert.equal(problems.length, messages.length, shown);
  for (const [i, message] of messages.entries()) {
    const found = problems[i]!.message;
    assert.ok(typeof message === 'string' ? found.includes(message) : message.test(found), found);
  }
}

const text = `# All keys
measures: [orders.count, sales.turnover]
dimensions:
  - orders.status
timeDimensions:
  - dimension: orders.created_at
    granularity: fiscal_year
    dateRange: [2024-01-01, "2024-12-31"]
  - { dimension: sales.created_at, dateRange: last 7 days }
filters:
  - { member: orders.status, operator: equals, values: [done, 3, true, null, 9007199254740993] }
  - or:
      - { member: orders.margin, operator: set }
      - and: [{ member: orders.status, operator: notSet }]
segments: [orders.completed]
order: { orders.count: desc, orders.created_at.fiscal_year: asc }
limit: 10
offset: 5
timezone: Europe/Berlin
total: true
ungrouped: false
renewQuery: true
as:
  securityContext: { tenants: [1, { name: x }], __proto__: kept }
  groups: [all]
`;

describe('query document', () => {
  it('is the query object of the platform, without `as`', () => {
    const { query, as, problems } = readQueryDocument('a.query.yml', text);
    assert.deepEqual(problems, []);
    assert.deepEqual(json(query), {
      measures: ['orders.count', 'sales.turnover'],
      dimensions: ['orders.status'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'fiscal_year', dateRange: ['2024-01-01', '2024-12-31'] },
        { dimension: 'sales.created_at', dateRange: 'last 7 days' },
      ],
      filters: [
        { member: 'orders.status', operator: 'equals', values: ['done', 3, true, null, '9007199254740993'] },
        {
          or: [
            { member: 'orders.margin', operator: 'set' },
            { and: [{ member: 'orders.status', operator: 'notSet' }] },
          ],
        },
      ],
      segments: ['orders.completed'],
      order: { 'orders.count': 'desc', 'orders.created_at.fiscal_year': 'asc' },
      limit: 10,
      offset: 5,
      timezone: 'Europe/Berlin',
      total: true,
      ungrouped: false,
      renewQuery: true,
    });
    assert.deepEqual(Object.keys(as!.securityContext!), ['tenants', '__proto__']);
    assert.deepEqual(as!.groups, ['all']);
    assert.doesNotThrow(() => readQueries(query, 0));
    assert.deepEqual(queryProblems(text), []);
  });

  it('has maps without a prototype', () => {
    const { query, as } = readQueryDocument('a.query.yml', text);
    for (const map of [query, as, as?.securityContext, (query!.filters as object[])[0]])
      assert.equal(Object.getPrototypeOf(map), null);
  });

  it('names its members with their roles and places', () => {
    const mentions: readonly MemberMention[] = readQueryDocument('a.query.yml', text).mentions;
    for (const { start, end, name } of mentions) assert.equal(text.slice(start, end), name);
    assert.deepEqual(
      mentions.map(({ name, role }) => `${role} ${name}`),
      [
        'measure orders.count',
        'measure sales.turnover',
        'dimension orders.status',
        'timeDimension orders.created_at',
        'timeDimension sales.created_at',
        'filter orders.status',
        'filter orders.margin',
        'filter orders.status',
        'segment orders.completed',
        'order orders.count',
        'order orders.created_at.fiscal_year',
      ],
    );
  });

  it('is JSON where its name says so', () => {
    const source = '{\n\t"measures": ["orders.count"],\n\t"order": [["orders.count", "desc"]]\n}\n';
    const { query, problems } = readQueryDocument('a.query.json', source);
    assert.deepEqual([json(query), problems], [{ measures: ['orders.count'], order: [['orders.count', 'desc']] }, []]);
    expectMarks('{ "measures": [«o»rders.count] }', ['not valid JSON'], 'a.query.json');
    expectMarks('{ "measures": ["orders.count"], "mesure": «}»', ['not valid JSON'], 'a.query.json');
    assert.equal(readQueryDocument('a.query.json', '{ "measures": [] } x').query, undefined);
  });

  it('is refused if reading it would take long', () => {
    let bomb = 'a0: &a0 [1]\n';
    for (let i = 1; i < 9; i += 1) bomb += `a${i}: &a${i} [${Array(9).fill(`*a${i - 1}`)}]\n`;
    const deep = (open: string, close: string) => `filters: ${open.repeat(1500)}${close.repeat(1500)}\n`;
    for (const one of [deep('[', ']'), deep('[{and: ', '}]'), `a: ${'- '.repeat(2000)}`, 'a'.repeat(2_000_000)]) {
      const { query, problems } = readQueryDocument('a.query.yml', one);
      assert.equal(query, undefined);
      assert.equal(problems.length, 1);
    }
    assert.equal(readQueryDocument('a.query.yml', bomb).query, undefined);
  });

  it('has no query while something is wrong with its text', () => {
    for (const broken of ['', '- a', 'measures: [', 'measure: [orders.count]', 'limit: ten', 'measures:\n'])
      assert.equal(readQueryDocument('a.query.yml', broken).query, undefined, broken);
  });

  it('is recognised by its name, outside of the model folder', () => {
    const kinds = ['a.query.yml', 'x/a.query.yaml', 'a.query.json', 'a.test.yml', 'a.test.yaml'].map((path) =>
      documentKind(path, 'model'),
    );
    assert.deepEqual(kinds, ['query', 'query', 'query', 'test', 'test']);
    for (const path of ['a.yml', 'query.yml', 'a.query.yml.bak', 'a.test.json', 'a.test.js', 'model/a.query.yml'])
      assert.equal(documentKind(path, 'model'), undefined, path);
  });
});

describe('problems of a query document', () => {
  it('are keys and values that are not allowed', () => {
    expectMarks('«mesures»: [orders.count]\ndimensions: [orders.status]\n', ['Did you mean `measures`?']);
    expectMarks('measures: «orders.count»\n', ['`measures` must be a list of members']);
    expectMarks('measures: [orders.count]\nlimit: «50001»\ntotal: «"yes"»\n'.replaceAll('"yes"', 'yes'), [
      'a whole number from 0 to 50,000',
      '`true` or `false`',
    ]);
    expectMarks('measures: [orders.count]\ntimeDimensions:\n  - «granularity: day»\n', ['needs `dimension`']);
    expectMarks('measures: [orders.count]\norder: { orders.count: «down» }\n', ['`asc`, `desc`']);
    expectMarks('measures: [orders.count]\norder: [[orders.count, asc], { id: orders.count, desc: true }]\n', []);
    expectMarks('measures: [orders.count]\nas: { «tenat»: a }\n', ['Did you mean `tenant`?']);
    expectMarks('«just a text»\n', ['must be a block of keys']);
  });

  it('are an empty document and a query without members', () => {
    expectMarks('«»', ['has no query']);
    expectMarks('«limit: 10»\n', ['needs `measures`, `dimensions` or `timeDimensions`']);
    expectMarks('«measures: []»\n', ['needs `measures`, `dimensions` or `timeDimensions`']);
  });

  it('are members that the model does not have, with the one that was meant', () => {
    expectMarks('measures: [orders.«cuont», «order».count, «revenue»]\n', [
      'Did you mean `count`?',
      'Did you mean `orders`?',
      'Did you mean `orders.revenue`?',
    ]);
    expectMarks('measures: [sales.«revenue», sales.turnover]\ndimensions: [sales.customers_city, sales.«city»]\n', [
      '`sales` has no measure `revenue`',
      '`sales` has no dimension `city`',
    ]);
    assert.deepEqual(queryProblems('measures: [orders.cuont]')[0]!.fix, { kind: 'replace', texts: ['count'] });
  });

  it('are members of another kind', () => {
    expectMarks('measures: [«orders.status»]\ndimensions: [«orders.count»]\nsegments: [«orders.count»]\n', [
      'is a dimension. Put it into `dimensions`',
      'is a measure. Put it into `measures`',
      'is a measure. Put it into `measures`',
    ]);
    expectMarks('measures: [orders.count]\ntimeDimensions: [{ dimension: «orders.status», dateRange: today }]\n', [
      'not of type `time`',
    ]);
    expectMarks('measures: [orders.count]\nfilters: [{ member: «orders.completed», operator: set }]\n', [
      'Only measures and dimensions',
    ]);
  });

  it('are members that the data API refuses; filters may have them', () => {
    expectMarks('dimensions: [«orders.id», «orders.margin»]\nfilters: [{ member: orders.id, operator: set }]\n', [
      'is not public',
      'is not public',
    ]);
  });

  it('are members of a cube or view that is not public, also where another cube extends it', () => {
    const index = indexOf({
      'a.yml': `cubes:
  - { name: a, sql_table: t, public: false, measures: [{ name: n, type: count }] }
  - { name: b, extends: a }
  - { name: c, extends: a, public: true }
views:
  - { name: v, cubes: [{ join_path: a, includes: "*" }] }
  - { name: w, public: false, cubes: [{ join_path: a, includes: "*" }] }
`,
    });
    const document = readQueryDocument('a.query.yml', 'measures: [a.n, b.n, c.n, v.n, w.n]');
    const refused = checkQueryDocument(index, document).map(({ span }) => document.text.slice(span.start, span.end));
    assert.deepEqual(refused, ['a.n', 'b.n', 'w.n']);
  });

  it('are granularities, time zones and operators that do not exist', () => {
    const times = (granularity: string) =>
      `timeDimensions: [{ dimension: sales.created_at, granularity: ${granularity} }]\n`;
    for (const granularity of ['day', 'quarter', 'fiscal_year', 'null']) expectMarks(times(granularity), []);
    expectMarks(times('«fiscal_yaer»'), ['Did you mean `fiscal_year`?']);
    expectMarks('measures: [orders.count]\ntimezone: «Europe/Berln»\n', ['Did you mean `Europe/Berlin`?']);
    expectMarks('measures: [orders.count]\nfilters: [{ member: orders.status, operator: «equal», values: [a] }]\n', [
      'Did you mean `equals`?',
    ]);
  });

  it('are date ranges without a day, as the platform refuses them', () => {
    const time = (rest: string) => `timeDimensions:\n  - { dimension: sales.created_at, ${rest} }\n`;
    for (const right of ['last year', '2026-01-01', '[2026-01-01, 2026-12-31]', 'jan 2026', '01/2026']) {
      expectMarks(time(`dateRange: ${right}`), []);
    }
    for (const wrong of ['2026-01', '2026/01', '2026-Q1']) {
      expectMarks(time(`dateRange: «${wrong}»`), ['a day is missing']);
    }
    expectMarks(time("dateRange: '«2026»'"), ['a day is missing']);
    expectMarks(time('compareDateRange: [last year, «2026-01»]'), ['a day is missing']);
  });

  it('are filters without what their operator needs', () => {
    const filter = (rest: string) => `measures: [orders.count]\nfilters:\n  - ${rest}\n`;
    expectMarks(filter('{ member: orders.status, operator: «contains» }'), ['needs at least one value']);
    expectMarks(filter('{ member: orders.status, operator: equals, «values»: [] }'), ['needs at least one value']);
    expectMarks(filter('{ member: orders.created_at, operator: beforeDate, «values»: [null] }'), ['needs a date']);
    expectMarks(filter('{ member: orders.created_at, operator: inDateRange, values: «[a, b, c]» }'), ['two dates']);
    expectMarks(filter('{ member: orders.status, operator: set, «values»: [1] }'), ['takes no values']);
    expectMarks(filter('«{ operator: set }»'), ['needs `member`']);
    expectMarks(filter('«{ values: [1] }»'), ['needs `member` and `operator`']);
    expectMarks(filter('{ and: [{ member: orders.status, operator: set }], «member»: orders.status }'), [
      'A filter with `and` has no other keys',
    ]);
    expectMarks(filter('{ or: [{ and: [{ member: orders.«statsu», operator: set }] }] }'), ['`orders` has no member']);
  });

  it('are orders by what the query does not ask for', () => {
    const times = 'timeDimensions: [{ dimension: orders.created_at, granularity: day }]\n';
    expectMarks(`${times}order: [[orders.created_at, asc], [orders.created_at.day, asc]]\n`, []);
    expectMarks(`${times}order: { «orders.created_at.week»: asc, «orders.count»: desc }\n`, [
      'does not ask for `orders.created_at.week`',
      'does not ask for `orders.count`',
    ]);
  });
});
