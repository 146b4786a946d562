/** Which of two filters lets more rows through is what DuckDB answers, on rows with every value that matters. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import { Database } from '../../../src/database/database.ts';
import { compareRows, type RowFilter } from '../../../src/review/compiled/rowFilters.ts';
import { asFiles, sharedCompiler } from '../../compiler/compilerUnderTest.ts';
import { pick, type Random, seeded } from '../../model/mutation/mutant.ts';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

type Operators = Readonly<Record<string, 'none' | 'one' | 'two' | 'some'>>;

interface Column {
  type: string;
  sqlType: string;
  /** What filters name. */
  values: readonly (string | null)[];
  /** SQL of the values of the rows. */
  rows: readonly string[];
  operators: Operators;
}

const equality: Operators = {
  equals: 'some',
  notEquals: 'some',
  in: 'some',
  notIn: 'some',
  set: 'none',
  notSet: 'none',
};
const quoted = (text: string) => `'${text}'`;

const parts = ['', 'a', 'b', 'ab', 'ba', 'aa'];
const searched = parts.flatMap((start) =>
  parts.flatMap((one) => parts.flatMap((other) => parts.map((end) => `${start}c${one}c${other}c${end}`))),
);
const short = ['', 'a', 'b', 'A', 'B', 'c'];
const shortTexts = short.flatMap((one) =>
  short.flatMap((two) => short.flatMap((three) => short.map((four) => one + two + three + four))),
);

const hours = Array.from({ length: 21 }, (_, i) => new Date(Date.UTC(2026, 0, 1, i * 6)));
const times = hours.flatMap((at) => [-1, 0, 1].map((ms) => new Date(at.getTime() + ms).toISOString().slice(0, -1)));

const columns: Readonly<Record<string, Column>> = {
  numbers: {
    ...{ type: 'number', sqlType: 'DECIMAL(10, 2)', values: ['1', '2', '2.0', '3', '1', '3.00', null] },
    rows: ['0', '1', '1.5', '2', '2.5', '3', '4'],
    operators: { ...equality, ...{ gt: 'one', gte: 'one', lt: 'one', lte: 'one' } },
  },
  texts: {
    ...{ type: 'string', sqlType: 'VARCHAR', values: ['a', 'b', 'ab', 'ba', 'A', 'aa', null] },
    rows: [...searched, ...new Set(shortTexts)].map(quoted),
    operators: {
      ...equality,
      ...{ contains: 'some', notContains: 'some', startsWith: 'some' },
      ...{ notStartsWith: 'some', endsWith: 'some', notEndsWith: 'some' },
    },
  },
  days: {
    ...{ type: 'time', sqlType: 'TIMESTAMP', rows: times.map(quoted) },
    values: ['2026-01-02', '2026-01-03', '2026-01-02T12:00:00.000', '2026-01-04'],
    operators: {
      ...{ inDateRange: 'two', notInDateRange: 'two', onTheDate: 'two', set: 'none', notSet: 'none' },
      ...{ beforeDate: 'one', beforeOrOnDate: 'one', afterDate: 'one', afterOrOnDate: 'one' },
    },
  },
  moments: {
    ...{ type: 'time', sqlType: 'TIMESTAMP', rows: times.map(quoted) },
    values: ['2026-01-02', '2026-01-03 00:00:00', '2026-01-02T12:00:00.000', '2026-01-03'],
    operators: { ...equality, ...{ gt: 'one', gte: 'one', lt: 'one', lte: 'one' } },
  },
  truths: {
    ...{ type: 'boolean', sqlType: 'BOOLEAN', values: ['true', 'false', '1', '0', null], rows: ['true', 'false'] },
    operators: equality,
  },
  /** Searches are understood in texts only. */
  mixed: {
    ...{ type: 'number', sqlType: 'DECIMAL(10, 2)', values: ['1', '2', '10'] },
    rows: ['0', '1', '2', '3', '10', '12', '21', '100'],
    operators: { equals: 'some', contains: 'some', gt: 'one', notContains: 'some' },
  },
};

const script = Object.entries(columns)
  .map(([name, { sqlType, rows }]) => {
    const all = [...rows, 'NULL'].map((row, id) => `(${id}, ${row})`);
    return `CREATE TABLE ${name} (id INTEGER, v ${sqlType}); INSERT INTO ${name} VALUES ${all.join(', ')};`;
  })
  .join('\n');

const model = {
  'tables.yml': `cubes:\n${Object.entries(columns)
    .map(
      ([name, { type }]) => `  - name: ${name}
    sql_table: ${name}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: v, sql: v, type: ${type} }
`,
    )
    .join('')}`,
};

function leafOf(random: Random, name: string, { operators, values }: Column): RowFilter {
  const operator = pick(random, Object.keys(operators))!;
  const some = [...new Set(Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(random, values)!))];
  const known = values.filter((value) => value !== null);
  const one = () => pick(random, known)!;
  const member = `${name}.v`;
  switch (operators[operator]) {
    case 'none':
      return { member, operator };
    case 'one':
      return { member, operator, values: [one()] };
    case 'two':
      return { member, operator, values: [one(), one()].sort() };
    default: {
      // SQL has no list without values.
      const listed = some.every((value) => value === null) && operator !== 'equals' && operator !== 'notEquals';
      return { member, operator, values: listed ? [one(), ...some] : some };
    }
  }
}

function filterOf(random: Random, name: string, column: Column, depth = 0): RowFilter {
  const way = depth < 2 ? random() : 1;
  if (way > 0.5) return leafOf(random, name, column);
  const inner = [0, 1].map(() => filterOf(random, name, column, depth + 1));
  return way < 0.25 ? { and: inner } : { or: inner };
}

describe('the rows that filters let through', () => {
  const folder = temporaryFolder('row-filters');
  const seed = testSeed();
  let database: Database;
  before(() => {
    const file = path.join(folder.path, 'rows.sql');
    writeFileSync(file, script);
    database = new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb', scripts: [file] } });
  });
  after(() => {
    database?.dispose();
    folder.remove();
  });

  it('are compared in time, however many values and conditions there are', () => {
    const values = Array.from({ length: 20_000 }, (_, i) => String(i));
    for (const type of ['string', 'number', undefined]) {
      const before: RowFilter[] = [{ member: 'a.v', operator: 'equals', values }];
      const after: RowFilter[] = [{ member: 'a.v', operator: 'equals', values: values.slice(1) }];
      assert.deepEqual(
        compareRows(before, after, () => type),
        { more: false, less: true, isCertain: true },
      );
    }
    const many: RowFilter[] = [{ or: values.map((value) => ({ member: 'a.v', operator: 'equals', values: [value] })) }];
    assert.equal(compareRows(many, undefined, () => 'string').isCertain, false);
  });

  async function idsOf(name: string, filters: readonly RowFilter[]): Promise<ReadonlySet<string>> {
    const files = asFiles(model);
    const query = {
      ...{ measures: [], dimensions: [`${name}.id`], segments: [], timeDimensions: [], filters, limit: 100_000 },
      ...{ offset: 0, timezone: 'UTC', ungrouped: false, total: false },
    };
    const answer = await sharedCompiler().queryModel({
      ...{ model: JSON.stringify(files), files: async () => files },
      request: { kind: 'query', query, securityContext: {}, dialects: { default: 'duckdb' } },
    });
    assert.ok(answer.kind === 'query', JSON.stringify(answer));
    const { values } = await database.query('main', { sql: answer.plan.sql, params: answer.plan.params });
    return new Set(values.map(([id]) => String(id)));
  }

  for (const [name, column] of Object.entries(columns)) {
    it(`are those of DuckDB: ${name}`, async function () {
      this.timeout(600_000);
      const random = seeded(seed);
      const counts = { certain: 0, differ: 0 };
      const rounds = someOf(200);
      for (let round = 0; round < rounds; round += 1) {
        const [before, after] = [0, 1].map(() => [filterOf(random, name, column)]);
        const [had, has] = [await idsOf(name, before!), await idsOf(name, after!)];
        const more = [...has].some((id) => !had.has(id));
        const less = [...had].some((id) => !has.has(id));
        const found = compareRows(before, after, () => column.type);
        const context = `TEST_SEED=${seed} round ${round}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
        if (found.isCertain) assert.deepEqual({ more, less }, { more: found.more, less: found.less }, context);
        else assert.ok((!more || found.more) && (!less || found.less), context);
        if (found.isCertain) counts.certain += 1;
        if (more || less) counts.differ += 1;
      }
      assert.ok(counts.differ > rounds / 4, JSON.stringify(counts));
      if (name === 'mixed') assert.ok(counts.certain < rounds, 'all are certain');
      else assert.equal(counts.certain, rounds);
    });
  }
});
