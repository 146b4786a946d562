import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../../src/base/bundlePath.ts';
import type { ModelQuery } from '../../../../src/compiler/modelRequest.ts';
import { Database } from '../../../../src/database/database.ts';
import { type PostgresServer, startPostgres } from '../../../database/postgresServer.ts';
import { temporaryFolder } from '../../../vscode/process/temporaryFolder.ts';
import { answerOf, type ModelParts } from './plannedModel.ts';

const tables = `
  CREATE TABLE points (id INTEGER, a INTEGER, b INTEGER, kind INTEGER, moment TIMESTAMP);
  INSERT INTO points VALUES
    (1, 1, 10, 1, '2026-01-31 12:00:00'), (2, 5, 2, 2, '2026-01-15 12:00:00'), (3, 5, 10, 1, '2026-02-27 12:00:00');
  CREATE TABLE kinds (id INTEGER, state INTEGER, name VARCHAR(10));
  INSERT INTO kinds VALUES (1, 1, 'one'), (2, 2, 'two'), (3, 3, 'three');`;

const model = (): ModelParts => ({
  cubes: [
    {
      name: 'points',
      sql_table: 'points',
      joins: [{ name: 'kinds', relationship: 'many_to_one', sql: '{CUBE}.kind = {kinds.id} OR {kinds.id} IS NULL' }],
      segments: [{ name: 'any', sql: '{CUBE}.a = 1 OR {CUBE}.b = 2' }],
      dimensions: [
        { name: 'id', sql: 'id', type: 'number', primary_key: true, public: true },
        { name: 'either', sql: '{CUBE}.a = 1 OR {CUBE}.b = 2', type: 'boolean' },
        { name: 'neither', sql: 'NOT {either}', type: 'boolean' },
        { name: 'both', sql: '{CUBE}.a + {CUBE}.b', type: 'number' },
        { name: 'twice', sql: '{both} * 2', type: 'number' },
        { name: 'known', sql: '{CUBE}.a IS NOT NULL', type: 'boolean' },
        { name: 'later', sql: "{CUBE}.moment + INTERVAL '1 day'", type: 'time' },
      ],
      measures: [
        { name: 'count', type: 'count' },
        { name: 'one', type: 'sum', sql: 'a' },
        { name: 'other', type: 'sum', sql: 'b' },
        { name: 'sum', type: 'number', sql: '{one} + {other}' },
        { name: 'share', type: 'number', sql: '1.0 * {one} / {sum}' },
        { name: 'is_known', type: 'boolean', sql: '{one} IS NOT NULL' },
        { name: 'matches', type: 'count', filters: [{ sql: '{either}' }] },
        { name: 'rest', type: 'count', filters: [{ sql: 'NOT {CUBE.any}' }] },
        {
          name: 'before',
          multi_stage: true,
          type: 'sum',
          sql: '{one}',
          time_shift: [{ interval: '1 month', type: 'prior' }],
        },
      ],
    },
    {
      name: 'kinds',
      sql: 'SELECT * FROM kinds WHERE state = 1 OR state = 2',
      rewrite_queries: true,
      dimensions: [
        { name: 'id', sql: 'id', type: 'number', primary_key: true },
        { name: 'name', sql: 'name', type: 'string' },
      ],
      measures: [{ name: 'count', type: 'count' }],
    },
  ],
  views: [{ name: 'overview', cubes: [{ join_path: 'points', includes: '*' }] }],
});

const equals = (member: string, ...values: string[]) => ({ member, operator: 'equals', values });
const ids = { dimensions: ['points.id'], order: [{ id: 'points.id', desc: false }] };

describe('a member whose SQL has operators', () => {
  const folder = temporaryFolder('operands');
  let server: PostgresServer;
  const databases: [string, Database][] = [];

  before(async function () {
    server = await startPostgres(this);
    const script = path.join(folder.path, 'tables.sql');
    writeFileSync(script, tables);
    const options = { bundlePath: bundlePath('database.cjs') };
    databases.push(['duckdb', new Database({ ...options, source: { kind: 'duckdb', scripts: [script] } })]);
    databases.push(['postgres', new Database({ ...options, source: await server.database(tables) })]);
  });
  after(async () => {
    for (const [, database] of databases) database.dispose();
    await server?.dispose();
    folder.remove();
  });

  const month = { dimension: 'points.later', granularity: 'month' };
  const cases: [string, Partial<ModelQuery>, (string | null)[][]][] = [
    ['a filter on a condition', { ...ids, filters: [equals('points.either', 'true')] }, [['1'], ['2']]],
    ['its opposite', { ...ids, filters: [equals('points.either', 'false')] }, [['3']]],
    ['a condition that refers to it', { ...ids, filters: [equals('points.neither', 'true')] }, [['3']]],
    ['a filter on `IS NOT NULL`', { ...ids, filters: [equals('points.known', 'true')] }, [['1'], ['2'], ['3']]],
    [
      'a sum in a product',
      { measures: [], dimensions: ['points.id', 'points.twice'] },
      [
        ['1', '22'],
        ['2', '14'],
        ['3', '30'],
      ],
    ],
    ['a filter on a sum', { ...ids, filters: [equals('points.both', '15')] }, [['3']]],
    ['a sum of measures as a divisor', { measures: ['points.share'] }, [['0.33']]],
    ['the same in a view', { measures: ['overview.share'], filters: [equals('overview.either', 'true')] }, [['0.33']]],
    ['a filter on a measure', { measures: ['points.count'], filters: [equals('points.is_known', 'true')] }, [['3']]],
    ['filters of measures', { measures: ['points.matches', 'points.rest'] }, [['2', '1']]],
    [
      'a segment next to a filter',
      { ...ids, segments: ['points.any'], filters: [equals('points.id', '2', '3')] },
      [['2']],
    ],
    [
      'a calculated time by month',
      { measures: ['points.count'], timeDimensions: [month], order: [{ id: 'points.later', desc: false }] },
      [
        ['2026-01-01', '1'],
        ['2026-02-01', '2'],
      ],
    ],
    [
      'a calculated time in a range and another time zone',
      {
        ...ids,
        timeDimensions: [
          { dimension: 'points.later', dateRange: ['2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'] },
        ],
        timezone: 'Asia/Tokyo',
      },
      [['1'], ['3']],
    ],
    [
      'a calculated time that is shifted',
      {
        measures: ['points.before'],
        timeDimensions: [{ ...month, dateRange: ['2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'] }],
      },
      [['2026-02-01', '5']],
    ],
    [
      'a join on one of two conditions with a table that has another two',
      { dimensions: ['points.id', 'kinds.name'], order: [{ id: 'points.id', desc: false }] },
      [
        ['1', 'one'],
        ['2', 'two'],
        ['3', 'one'],
      ],
    ],
  ];
  for (const [title, query, expected] of cases) {
    it(`is one value: ${title}`, async () => {
      for (const [dialect, database] of databases) {
        const answer = await answerOf(model(), query, {}, { default: dialect });
        assert.ok(answer.kind === 'query', JSON.stringify(answer));
        const { sql, params } = answer.plan;
        const { values } = await database.query('main', { sql, params });
        assert.deepEqual(
          values.map((row) => row.map(plain)),
          expected,
          `${dialect}: ${sql}`,
        );
      }
    });
  }

  it('is one value in other dialects, too', async () => {
    for (const dialect of ['mysql', 'bigquery', 'snowflake', 'clickhouse', 'redshift']) {
      const answer = await answerOf(
        model(),
        { ...ids, filters: [equals('points.either', 'true')] },
        {},
        { default: dialect },
      );
      assert.ok(answer.kind === 'query', JSON.stringify(answer));
      assert.match(answer.plan.sql, /\(\S+\.a = 1 OR \S+\.b = 2\) = /, dialect);
    }
  });
});

/** Numbers with two decimals, times as dates. */
function plain(value: unknown): string | null {
  if (value === null) return null;
  const text = String(value);
  if (/^\d+\.\d+$/.test(text)) return String(Math.floor(Number(text) * 100) / 100);
  return text.replace(/[T ]00:00:00.*$/, '');
}
