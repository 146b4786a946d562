import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { ByHand } from './byHand.ts';
import { DataApiClient } from './dataApiClient.ts';

describe('queries of the data API', () => {
  let under: EmulatorUnderTest;
  let data: DataApiClient;
  let database: ByHand;
  before(async () => {
    under = await emulatorUnderTest();
    data = await DataApiClient.of(
      new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId),
    );
    database = await ByHand.ofSample();
  });
  after(async () => {
    database.close();
    await under.close();
  });

  const count = async (...filters: object[]) => {
    const [row] = await data.rows({ measures: ['orders.count'], filters });
    return row!['orders.count'];
  };
  const counted = async (condition: string) => {
    const joined = 'shop.orders left join shop.customers on customers.id = customer_id';
    const [[number]] = (await database.rows(`select count(*) from ${joined} where ${condition}`)) as [string[]];
    return number;
  };
  const city = 'customers.city';

  const operators: [string, object, string][] = [
    ['equals', { member: city, operator: 'equals', values: ['Berlin'] }, `city = 'Berlin'`],
    [
      'equals with several',
      { member: city, operator: 'equals', values: ['Berlin', 'Graz'] },
      `city in ('Berlin', 'Graz')`,
    ],
    ['in', { member: city, operator: 'in', values: ['Berlin', 'Graz'] }, `city in ('Berlin', 'Graz')`],
    ['notEquals', { member: city, operator: 'notEquals', values: ['Berlin'] }, `city <> 'Berlin' or city is null`],
    [
      'notIn',
      { member: city, operator: 'notIn', values: ['Berlin', 'Graz'] },
      `city not in ('Berlin', 'Graz') or city is null`,
    ],
    ['contains', { member: city, operator: 'contains', values: ['ER'] }, `lower(city) like '%er%'`],
    ['notContains', { member: city, operator: 'notContains', values: ['er'] }, `city not like '%er%' or city is null`],
    ['startsWith', { member: city, operator: 'startsWith', values: ['P'] }, `city like 'P%'`],
    ['notStartsWith', { member: city, operator: 'notStartsWith', values: ['P'] }, `city not like 'P%' or city is null`],
    ['endsWith', { member: city, operator: 'endsWith', values: ['n'] }, `city like '%n'`],
    ['notEndsWith', { member: city, operator: 'notEndsWith', values: ['n'] }, `city not like '%n' or city is null`],
    ['set', { member: city, operator: 'set' }, 'city is not null'],
    ['notSet', { member: city, operator: 'notSet' }, 'city is null'],
    [
      'gt',
      { member: 'line_items.price', operator: 'gt', values: [100] },
      'orders.id in (select order_id from shop.line_items where price > 100)',
    ],
    [
      'gte',
      { member: 'line_items.price', operator: 'gte', values: ['119'] },
      'orders.id in (select order_id from shop.line_items where price >= 119)',
    ],
    [
      'lt',
      { member: 'line_items.price', operator: 'lt', values: ['20'] },
      'orders.id in (select order_id from shop.line_items where price < 20)',
    ],
    [
      'lte',
      { member: 'line_items.price', operator: 'lte', values: ['19'] },
      'orders.id in (select order_id from shop.line_items where price <= 19)',
    ],
    [
      'inDateRange',
      { member: 'orders.created_at', operator: 'inDateRange', values: ['2026-03-01', '2026-03-02'] },
      `cast(orders.created_at as date) between '2026-03-01' and '2026-03-02'`,
    ],
    [
      'notInDateRange',
      { member: 'orders.created_at', operator: 'notInDateRange', values: ['2026-03-01', '2026-03-02'] },
      `cast(orders.created_at as date) not between '2026-03-01' and '2026-03-02'`,
    ],
    [
      'onTheDate',
      { member: 'orders.created_at', operator: 'onTheDate', values: ['2026-03-01'] },
      `cast(orders.created_at as date) = '2026-03-01'`,
    ],
    [
      'beforeDate',
      { member: 'orders.created_at', operator: 'beforeDate', values: ['2026-03-01'] },
      `cast(orders.created_at as date) < '2026-03-01'`,
    ],
    [
      'beforeOrOnDate',
      { member: 'orders.created_at', operator: 'beforeOrOnDate', values: ['2026-03-01'] },
      `cast(orders.created_at as date) <= '2026-03-01'`,
    ],
    [
      'afterDate',
      { member: 'orders.created_at', operator: 'afterDate', values: ['2026-03-01'] },
      `cast(orders.created_at as date) > '2026-03-01'`,
    ],
    [
      'afterOrOnDate',
      { member: 'orders.created_at', operator: 'afterOrOnDate', values: ['2026-03-01'] },
      `cast(orders.created_at as date) >= '2026-03-01'`,
    ],
    [
      'and, or',
      {
        or: [
          { member: city, operator: 'equals', values: ['Berlin'] },
          {
            and: [
              { member: city, operator: 'equals', values: ['Graz'] },
              { member: 'orders.status', operator: 'equals', values: ['shipped'] },
            ],
          },
        ],
      },
      `city = 'Berlin' or (city = 'Graz' and status = 'shipped')`,
    ],
  ];
  for (const [name, filter, condition] of operators) {
    it(`filters by ${name}`, async () => {
      const expected = await counted(condition);
      assert.equal(await count(filter), expected);
    });
  }

  it('treats values as values, never as SQL', async () => {
    const texts = [
      "Berlin' OR '1'='1",
      "'; DROP TABLE shop.orders; --",
      'Berlin" OR 1=1 --',
      '%',
      '_erlin',
      '\\',
      '?',
      '$1$',
      '{orders}',
    ];
    for (const text of texts) {
      for (const operator of ['equals', 'contains', 'startsWith']) {
        assert.equal(await count({ member: city, operator, values: [text] }), '0', `${operator} ${text}`);
      }
    }
    assert.equal(await count(), await counted('1 = 1'));
  });

  const refusals: [string, unknown, RegExp][] = [
    ['an unknown measure', { measures: ['orders.counts'] }, /'counts' not found for path 'orders\.counts'/],
    ['an unknown cube', { measures: ['order.count'] }, /Cube 'order' not found for path 'order\.count'/],
    ['a dimension as a measure', { measures: ['orders.status'] }, /orders\.status/],
    [
      'an unknown filter member',
      { measures: ['orders.count'], filters: [{ member: 'orders.x', operator: 'set' }] },
      /orders\.x/,
    ],
    [
      'an unknown operator',
      { measures: ['orders.count'], filters: [{ member: 'orders.status', operator: 'like', values: ['x'] }] },
      /filters/,
    ],
    [
      'a filter without values',
      { measures: ['orders.count'], filters: [{ member: 'orders.status', operator: 'equals' }] },
      /values required/i,
    ],
    ['no members', {}, /measures, dimensions or timeDimensions/],
    ['an unknown key', { measures: ['orders.count'], granularity: 'day' }, /granularity/],
    ['a measure that is not text', { measures: [1] }, /measures/],
    ['a name that is not a member', { measures: ['orders.count; drop table x'] }, /member such as/],
    ['an inherited name', { measures: ['orders.constructor'] }, /orders\.constructor/],
    ['an inherited cube', { measures: ['__proto__.count'] }, /__proto__/],
    ['an unknown time zone', { measures: ['orders.count'], timezone: "Mars/Base'" }, /timezone Mars/],
    [
      'an unknown granularity',
      { measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.created_at', granularity: "day'" }] },
      /Granularity/,
    ],
    [
      'a dimension that is not a time',
      { measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.status', granularity: 'day' }] },
      /not a time dimension/,
    ],
    [
      'a date that is none',
      { measures: ['orders.count'], timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'lately' }] },
      /Can't parse date: 'lately'/,
    ],
    ['too many rows', { measures: ['orders.count'], limit: 50_001 }, /^The query limit has been exceeded\.$/],
    ['a hidden member', { dimensions: ['orders.id'] }, /hidden member: 'orders\.id'/],
    [
      'a value that no database takes',
      { measures: ['orders.count'], filters: [{ member: city, operator: 'contains', values: ['\u0000'] }] },
      /values/,
    ],
    ['a list of nothing', [], /empty/],
    ['no query', null, /query/i],
  ];
  for (const [name, query, message] of refusals) {
    it(`refuses ${name}`, async () => assert.match(await data.refusal(query), message));
  }

  it('explains what is wrong with a request without a query', async () => {
    assert.equal((await data.send('GET', '/load')).status, 400);
    assert.equal((await data.send('GET', '/load?query=%7B')).status, 400);
    assert.equal((await data.send('GET', '/nothing')).status, 404);
  });

  it('hides members by an access policy, and shows them to the allowed group', async () => {
    const query = { measures: ['sales.average_amount'] };
    assert.match(await data.refusal(query), /hidden member: 'sales\.average_amount'/);
    const { body } = await data.send('GET', '/meta');
    const sales = body.cubes.find(({ name }: { name: string }) => name === 'sales');
    assert.ok(!sales.measures.some(({ name }: { name: string }) => name === 'sales.average_amount'));
    assert.match(
      await data.refusal({
        measures: ['sales.count'],
        filters: [{ member: 'sales.average_amount', operator: 'gt', values: ['1'] }],
      }),
      /hidden member/,
    );
  });

  it('reports that a project’s tables are missing, and queries those of a given file', async () => {
    const client = await under.newDeployment({
      'model/cubes/visits.yml':
        'cubes:\n  - name: visits\n    sql_table: public.visits\n    measures:\n      - name: count\n        type: count\n',
      'model/cubes/pages.yml':
        'cubes:\n  - name: pages\n    sql_table: public.pages\n    measures:\n      - name: count\n        type: count\n',
    });
    await client.status('main', true);
    const own = await DataApiClient.of(client);
    assert.match(
      await own.refusal({ measures: ['visits.count'] }),
      /Table with name "?public\.visits"? does not exist.*sample/,
    );
    assert.match(await own.refusal({ measures: ['visits.count', 'pages.count'] }), /join path/);

    const folder = await mkdtemp(path.join(tmpdir(), 'tables-'));
    const tables = path.join(folder, 'tables.sql');
    await writeFile(tables, 'CREATE TABLE orders AS SELECT 1 AS id UNION ALL SELECT 2;');
    const other = await emulatorUnderTest({ source: tables });
    try {
      const with2 = await other.newDeployment({
        'model/cubes/orders.yml':
          'cubes:\n  - name: orders\n    sql_table: orders\n    measures:\n      - name: count\n        type: count\n',
      });
      await with2.status('main', true);
      const rows = await (await DataApiClient.of(with2)).rows({ measures: ['orders.count'] });
      assert.deepEqual(rows, [{ 'orders.count': '2' }]);
    } finally {
      await other.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
