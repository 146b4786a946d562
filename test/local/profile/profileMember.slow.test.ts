/** Profiles of members on DuckDB and Postgres: the same rows have the same profile. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import { CancelledError } from '../../../src/base/errors.ts';
import type { Compiler } from '../../../src/compiler/compiler.ts';
import { Database } from '../../../src/database/database.ts';
import { LocalModel } from '../../../src/local/localModel.ts';
import { profileMember } from '../../../src/local/profile/profileMember.ts';
import { makeCompiler } from '../../compiler/compilerUnderTest.ts';
import { type PostgresServer, startPostgres } from '../../database/postgresServer.ts';
import { indexOf } from '../../model/models.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

/** 40 orders: amounts 0.5 to 20, the last four without one; one in each month from 2023-01. */
const script = `CREATE TABLE users (id INTEGER PRIMARY KEY, city VARCHAR(20));
INSERT INTO users VALUES (1, 'Kyiv'), (2, 'Oslo');
CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INTEGER, status VARCHAR(20), amount DECIMAL(10,2), is_paid BOOLEAN, created_at TIMESTAMP, big BIGINT, note JSON);
INSERT INTO orders SELECT i, 1 + i % 2, CASE WHEN i % 4 = 0 THEN 'open' WHEN i % 4 = 1 THEN NULL ELSE 'paid' END,
  CASE WHEN i <= 36 THEN i * 0.5 END, i % 4 <> 0, TIMESTAMP '2023-01-15 10:00:00' + i * INTERVAL '1 month' - INTERVAL '1 month', 9007199254740993 + i, '{}' FROM generate_series(1, 40) s(i);
`;

const model = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.user_id = {users.id}", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: amount, sql: amount, type: number, public: false }
      - { name: is_paid, sql: is_paid, type: boolean }
      - { name: created_at, sql: created_at, type: time }
      - { name: big, sql: big, type: number }
      - { name: note, sql: note, type: string }
      - { name: city, sql: "{users.city}", type: string }
      - { name: lost, sql: losst, type: string }
    measures:
      - { name: count, type: count }
      - { name: paid, type: sum, sql: amount, filters: [{ sql: "{CUBE}.is_paid" }] }
      - { name: shifted, multi_stage: true, sql: "{count}", type: number }
    access_policy:
      - group: staff
        row_level: { filters: [{ member: status, operator: equals, values: [open] }] }
        member_level: { includes: [id] }
  - name: users
    sql_table: users
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [status] }
`;

describe('a profile', () => {
  const folder = temporaryFolder('profile');
  let compiler: Compiler;
  let server: PostgresServer | undefined;
  const databases: Database[] = [];
  before(async function () {
    compiler = makeCompiler();
    server = await startPostgres(this);
    const file = path.join(folder.path, 'shop.sql');
    writeFileSync(file, script);
    const options = { bundlePath: bundlePath('database.cjs') };
    for (const source of [{ kind: 'duckdb', scripts: [file] } as const, await server.database(script)])
      databases.push(new Database({ ...options, source }));
  });
  after(async () => {
    compiler?.dispose();
    for (const database of databases) database.dispose();
    await server?.dispose();
    folder.remove();
  });

  function profileOn(database: Database, name: string, kind: 'dimension' | 'measure' = 'dimension', more: object = {}) {
    const one = new LocalModel(indexOf({ 'a.yml': model }), compiler);
    return profileMember({ name, kind }, { model: one, databases: new Map([['default', database]]), ...more });
  }

  /** Equal in both databases but for the names of types. */
  async function profile(...asked: [name: string, kind?: 'dimension' | 'measure', more?: object]) {
    const [first, ...others] = await Promise.all(
      databases.map(async (database) => {
        const { type, ...rest } = await profileOn(database, ...asked);
        assert.ok(type.length > 0);
        return rest;
      }),
    );
    assert.equal(others.length, 1);
    for (const other of others) assert.deepEqual(other, first);
    return first!;
  }

  it('of texts has nulls, distinct and common values, ends', async () => {
    assert.deepEqual(await profile('orders.status'), {
      ...{ name: 'orders.status', kind: 'dimension', rows: 40, nulls: 10, distinct: 2, min: 'open', max: 'paid' },
      ...{
        common: [
          { value: 'paid', count: 20 },
          { value: 'open', count: 10 },
        ],
        histogram: [],
      },
      ...{ total: undefined, isCut: false, notKnown: [] },
    });
  });

  it('of numbers has a histogram, also of a hidden member, and whatever access policies say', async () => {
    const { rows, nulls, distinct, min, max, common, histogram } = await profile('orders.amount');
    assert.deepEqual([rows, nulls, distinct, Number(min), Number(max), common], [40, 4, 36, 0.5, 18, []]);
    assert.deepEqual(
      histogram.map(({ from, to, count }) => `${from}-${to}: ${count}`),
      ['0-2: 3', ...[2, 4, 6, 8, 10, 12, 14, 16].map((at) => `${at}-${at + 2}: 4`), '18-20: 1'],
    );
  });

  it('of times has units of the calendar', async () => {
    const { min, max, histogram } = await profile('orders.created_at');
    assert.match(min!, /^2023-01-15[ T]10:00:00/);
    assert.match(max!, /^2026-04-15/);
    assert.equal(histogram.length, 14);
    assert.deepEqual(histogram[0], { from: '2023-01', to: '2023-04', count: 3 });
    assert.deepEqual(histogram.at(-1), { from: '2026-04', to: '2026-07', count: 1 });
  });

  it('of booleans and of values that cannot be compared has what can be counted', async () => {
    const { distinct, min, common } = await profile('orders.is_paid');
    assert.deepEqual(
      [distinct, min, common.map(({ value, count }) => `${value} ${count}`)],
      [2, null, ['true 30', 'false 10']],
    );
    const note = await profileOn(databases[1]!, 'orders.note');
    assert.deepEqual([note.rows, note.nulls, note.distinct, note.common], [40, 0, null, []]);
  });

  it('keeps every digit of its ends, and reads joined tables and views', async () => {
    const { min, max, histogram, notKnown } = await profile('orders.big');
    assert.deepEqual([min, max, histogram], ['9007199254740994', '9007199254741033', []]);
    assert.match(notKnown[0]!.reason, /too close together/);
    assert.deepEqual(
      (await profile('orders.city')).common.map(({ value, count }) => `${value} ${count}`),
      ['Kyiv 20', 'Oslo 20'],
    );
    assert.equal((await profile('sales.status')).rows, 40);
  });

  it('of a measure has what each row adds, and its total', async () => {
    const { rows, nulls, total, max } = await profile('orders.paid', 'measure');
    assert.deepEqual([rows, nulls, Number(total), Number(max)], [40, 13, 243, 17.5]);
    const count = await profile('orders.count', 'measure');
    assert.deepEqual([count.distinct, count.total, count.common], [1, '40', [{ value: '1', count: 40 }]]);
  });

  it('reads at most so many rows, and says so', async () => {
    const { rows, isCut } = await profile('orders.is_paid', 'dimension', { maxRows: 7 });
    assert.deepEqual([rows, isCut], [7, true]);
  });

  it('says why a member cannot be read', async () => {
    await assert.rejects(profile('orders.lost'), (failure: Error) => /losst/.test(failure.message));
    await assert.rejects(profile('orders.shifted', 'measure'), /several stages/);
    await assert.rejects(profile('orders.nothing'), /not found/);
  });

  it('can be cancelled', async () => {
    const signal = AbortSignal.abort(new CancelledError());
    await assert.rejects(profile('orders.status', 'dimension', { signal }), CancelledError);
  });
});
