import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../../src/base/bundlePath.ts';
import type { ModelQuery } from '../../../../src/compiler/modelRequest.ts';
import { Database } from '../../../../src/database/database.ts';
import { type MariaDbServer, startMariaDb } from '../../../database/driver/mariaDbServer.ts';
import { type PostgresServer, startPostgres } from '../../../database/postgresServer.ts';
import { temporaryFolder } from '../../../vscode/process/temporaryFolder.ts';
import { answerOf, month, months, newModel, partOf } from './plannedModel.ts';

const tables = `
  CREATE TABLE users (id INTEGER, region VARCHAR(20));
  INSERT INTO users VALUES (1, 'north'), (2, NULL);
  CREATE TABLE orders (id INTEGER, user_id INTEGER, status VARCHAR(20), amount DECIMAL(20, 4), created_at TIMESTAMP, lat INTEGER, lon INTEGER);
  INSERT INTO orders VALUES
    (1, 1, 'done', 9007199254740993.0001, '2025-12-31 23:30:00', 1, 2),
    (2, 1, NULL, 20.5, '2026-01-01 00:30:00', 1, 2),
    (3, 2, 'done', 5, '2026-02-28 12:00:00', 1, 2),
    (4, 2, 'new', 7.25, '2026-03-29 01:30:00', 1, 2),
    (5, NULL, 'done', 30, '2026-03-31 22:30:00', 1, 2),
    (6, 2, NULL, NULL, '1899-12-31 23:59:59.5', 1, 2);`;

const model = () => {
  const made = newModel();
  partOf(made, 'orders.dimensions.size').case.when[0].label = "it's big";
  partOf(made, 'orders.dimensions.created_at').granularities.push({
    name: 'two_months',
    interval: '2 months',
    origin: '2025-12-15',
  });
  return made;
};

describe('the dialect of a data source', () => {
  const folder = temporaryFolder('dialects');
  let server: PostgresServer;
  let duckDb: Database;
  let postgres: Database;
  let mariaDbServer: MariaDbServer;
  let mariaDb: Database;

  before(async function () {
    server = await startPostgres(this);
    mariaDbServer = await startMariaDb(this);
    const script = path.join(folder.path, 'tables.sql');
    writeFileSync(script, tables);
    const options = { bundlePath: bundlePath('database.cjs') };
    duckDb = new Database({ ...options, source: { kind: 'duckdb', scripts: [script] } });
    postgres = new Database({ ...options, source: await server.database(tables) });
    mariaDb = new Database({
      ...options,
      source: await mariaDbServer.database(tables.replaceAll(' TIMESTAMP,', ' DATETIME(6),')),
    });
  });
  after(async () => {
    duckDb?.dispose();
    postgres?.dispose();
    mariaDb?.dispose();
    await mariaDbServer?.dispose();
    await server?.dispose();
    folder.remove();
  });

  const plan = async (query: Partial<ModelQuery>, dialect: string) => {
    const answer = await answerOf(model(), query, {}, { default: dialect });
    if (answer.kind !== 'query') throw new Error(JSON.stringify(answer));
    return answer.plan;
  };
  /** Decimals without the zeros at their ends, times without their separator. */
  const rowsOf = async (database: Database, query: Partial<ModelQuery>, dialect: string) => {
    const { sql, params } = await plan(query, dialect);
    const { values } = await database.query('main', { sql, params });
    return values.map((row) =>
      row.map((value) =>
        /^-?\d+\.\d+$/.test(String(value))
          ? String(value).replace(/\.?0+$/, '')
          : value === null
            ? null
            : String(value),
      ),
    );
  };

  const order = [{ id: 'orders.created_at', desc: false }];
  const quarterly = { dimension: 'orders.created_at', granularity: 'two_months' };
  const cases: [string, Partial<ModelQuery>][] = [
    ['a sum by month', { measures: ['orders.total', 'orders.count'], timeDimensions: [month], order }],
    [
      'another time zone',
      {
        measures: ['orders.count'],
        timeDimensions: [{ ...month, granularity: 'day' }],
        timezone: 'Europe/Berlin',
        order,
      },
    ],
    ['a custom granularity of months', { measures: ['orders.count'], timeDimensions: [quarterly], order }],
    ...['week', 'quarter', 'second'].map((granularity): [string, Partial<ModelQuery>] => [
      `a ${granularity}`,
      { measures: ['orders.count'], timeDimensions: [{ ...month, granularity }], order },
    ]),
    ['a fiscal year', { measures: ['orders.count'], timeDimensions: [{ ...month, granularity: 'fiscal' }], order }],
    ['a fortnight', { measures: ['orders.count'], timeDimensions: [{ ...month, granularity: 'fortnight' }], order }],
    [
      'a rolling window next to a count, by a dimension with null',
      {
        measures: ['orders.running', 'orders.count'],
        dimensions: ['orders.status'],
        timeDimensions: [months],
        order: [...order, { id: 'orders.status', desc: false }],
        limit: 100,
      },
    ],
    ['a window to date', { measures: ['orders.to_date', 'orders.count'], timeDimensions: [months], order }],
    ['a shifted measure', { measures: ['orders.previous', 'orders.total'], timeDimensions: [months], order }],
    [
      'a measure of two stages',
      { measures: ['orders.parted', 'orders.count'], dimensions: ['orders.status', 'users.region'] },
    ],
    ['a rank', { measures: ['orders.place_of', 'orders.total'], dimensions: ['orders.status'] }],
    ['a label with a quote', { measures: ['orders.count'], dimensions: ['orders.size'] }],
    ['a subquery', { dimensions: ['orders.id', 'orders.users_of'], order: [{ id: 'orders.id', desc: false }] }],
    ...(
      [
        ['orders.amount', 'equals', ['9007199254740993.0001']],
        ['orders.amount', 'gt', ['20.4999']],
        ['orders.amount', 'contains', ['0.5']],
        ['orders.id', 'equals', ['1.5']],
        ['orders.id', 'notEquals', ['1', '2']],
        ['orders.status', 'notContains', ['_']],
        ['orders.status', 'notEquals', ['new']],
        ['orders.created_at', 'inDateRange', ['2026-01-01T00:00:00.000', '2026-03-31T23:59:59.999']],
        ['orders.created_at', 'equals', ['2026-01-01T00:30:00Z']],
        ['orders.created_at', 'gt', ['2026-01-01T00:30:00+02:00']],
        ['orders.total', 'gte', ['5']],
      ] as const
    ).map(([member, operator, values]): [string, Partial<ModelQuery>] => [
      `${member} ${operator} ${values}`,
      {
        measures: ['orders.total'],
        dimensions: ['orders.id'],
        filters: [{ member, operator, values }],
        order: [{ id: 'orders.id', desc: false }],
      },
    ]),
  ];
  const refusedByMySql: Readonly<Record<string, RegExp>> = {
    'another time zone': /knows no changes of the clocks/,
    'a rolling window next to a count, by a dimension with null': /cannot join rolling windows/,
    'a window to date': /cannot join rolling windows/,
    'a shifted measure': /cannot join rolling windows/,
    'a measure of two stages': /cannot join rolling windows/,
    'a rank': /cannot join rolling windows/,
    'a label with a quote': /cannot write the label/,
  };
  for (const [title, query] of cases) {
    it(`gives the same rows in Postgres, MariaDB and DuckDB: ${title}`, async () => {
      const sorted = (rows: unknown[]) => (query.order ? rows : rows.map((row) => JSON.stringify(row)).sort());
      const expected = sorted(await rowsOf(duckDb, query, 'duckdb'));
      assert.ok(expected.length > 0 || title === 'orders.id equals 1.5');
      assert.deepEqual(sorted(await rowsOf(postgres, query, 'postgres')), expected);
      const reason = refusedByMySql[title];
      const ofMariaDb = rowsOf(mariaDb, query, 'mysql');
      if (reason) await assert.rejects(ofMariaDb, reason);
      else assert.deepEqual(sorted(await ofMariaDb), expected);
    });
  }

  it('is that of the cube’s data source, and a query of two sources is refused', async () => {
    const made = model();
    partOf(made, 'users').data_source = 'crm';
    const dialects = { default: 'duckdb', crm: 'mysql' };
    const users = await answerOf(made, { measures: ['users.count'], dimensions: ['users.region'] }, {}, dialects);
    assert.ok(users.kind === 'query');
    assert.equal(users.plan.dataSource, 'crm');
    assert.match(users.plan.sql, /`users`\.region/);
    const orders = await answerOf(made, { measures: ['orders.count'] }, {}, dialects);
    assert.ok(orders.kind === 'query' && orders.plan.dataSource === 'default');
    const both = { measures: ['orders.count'], dimensions: ['users.region'] };
    const refused = await answerOf(made, both, {}, dialects);
    assert.ok(
      refused.kind === 'refused' && /Found data sources: default, crm/.test(refused.message),
      JSON.stringify(refused),
    );
    const missing = await answerOf(made, { measures: ['users.count'] }, {}, { default: 'postgres' });
    assert.ok(missing.kind === 'refused' && /no data source 'crm' here/.test(missing.message), JSON.stringify(missing));
  });

  it('is refused by name if the compiler has none, or would calculate something else with it', async () => {
    const refusals: [string, Partial<ModelQuery>, RegExp][] = [
      ['duckling', { measures: ['orders.count'] }, /no SQL dialect for databases of the type 'duckling'/],
      [
        'mysql',
        { measures: ['orders.count'], timeDimensions: [month], timezone: 'Europe/Berlin' },
        /changes of the clocks/,
      ],
      [
        'redshift',
        { measures: ['orders.count'], timeDimensions: [quarterly] },
        /interval '2 months' in the dialect 'redshift'/,
      ],
      ['bigquery', { measures: ['orders.count'], dimensions: ['orders.size'] }, /label 'it's big' of orders/],
      [
        'mysql',
        { measures: ['orders.running', 'orders.count'], timeDimensions: [months] },
        /cannot join rolling windows/,
      ],
    ];
    for (const [dialect, query, message] of refusals) {
      const answer = await answerOf(model(), query, {}, { default: dialect });
      assert.ok(answer.kind === 'refused' && message.test(answer.message), `${dialect}: ${JSON.stringify(answer)}`);
    }
  });
});
