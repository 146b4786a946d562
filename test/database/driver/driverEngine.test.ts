import assert from 'node:assert/strict';
import { DriverEngine, type DriverKnowledge } from '../../../src/database/driver/driverEngine.ts';
import type { Cancellable, DriverRows } from '../../../src/database/driver/published/publishedDriver.ts';
import { driverSource } from './drivers.ts';

const source = driverSource('bigquery', 1, 'shop', { user: 'u', password: 'hunter2' });
const never = new AbortController().signal;

/** An engine whose driver answers this. */
function engineOf(answer: DriverRows | Error, knowledge: DriverKnowledge = {}) {
  const statements: string[] = [];
  let isCancelled = false;
  const driver = {
    testConnection: async () => {},
    query: async () => [],
    downloadQueryResults: (sql: string): Cancellable<DriverRows> => {
      statements.push(sql);
      const result: Cancellable<DriverRows> =
        answer instanceof Error
          ? Promise.reject(answer)
          : answer.rows.length > 0 && answer.rows[0]!.endless
            ? new Promise<DriverRows>(() => {})
            : Promise.resolve(answer);
      result.cancel = async () => {
        isCancelled = true;
      };
      return result;
    },
    tablesSchema: async () => ({
      shop: {
        orders: [
          { name: 'id', type: 'INT64', attributes: ['primaryKey'] },
          { name: 'user', type: 'STRING', foreign_keys: [{ target_table: 'users', target_column: 'id' }] },
        ],
      },
    }),
  };
  return { engine: new DriverEngine(source, driver, knowledge), statements, isCancelled: () => isCancelled };
}

const column = (name: string, type: string) => ({ name, type });

describe('a database through a driver that nothing more is known about', () => {
  const valuesOf = async (type: string, ...values: readonly unknown[]) => {
    const { engine } = engineOf({ rows: values.map((a) => ({ a })), types: [column('a', type)] });
    return (await engine.query({ sql: 'SELECT 1', params: [] }, never)).values.map(([value]) => value);
  };

  it('answers with times in UTC without a zone, and keeps what is exact', async () => {
    assert.deepEqual(
      await valuesOf(
        'timestamp',
        new Date('2026-03-29T01:30:00Z'),
        { value: '2026-03-29T01:30:00.000Z' },
        '2026-03-29 03:30:00+02:00',
        '2026-03-29T01:30:00.123456',
        { value: '2026-03-29' },
        null,
      ),
      [
        '2026-03-29T01:30:00.000',
        '2026-03-29T01:30:00.000',
        '2026-03-29T01:30:00.000',
        '2026-03-29T01:30:00.123456',
        '2026-03-29',
        null,
      ],
    );
    assert.deepEqual(await valuesOf('decimal', '9007199254740993.0001', 9007199254740993n, 1.5, undefined), [
      '9007199254740993.0001',
      '9007199254740993',
      1.5,
      null,
    ]);
    assert.deepEqual(await valuesOf('text', true, 'Süd', { a: [1] }, Buffer.from([255])), [
      true,
      'Süd',
      '{"a":[1]}',
      '0xff',
    ]);
    assert.deepEqual(await valuesOf('double', 0.1 + 0.2, Number.NaN), [0.30000000000000004, 'NaN']);
  });

  it('refuses numbers that the driver has rounded, and columns that it cannot tell apart', async () => {
    await assert.rejects(valuesOf('bigint', 9007199254740992), /rounds numbers.*“a”/);
    await assert.rejects(valuesOf('decimal', 0.1 + 0.2), /rounds numbers.*“a”/);
    const twice = engineOf({ rows: [{ id: 1 }], types: [column('id', 'int'), column('id', 'int')] });
    await assert.rejects(twice.engine.query({ sql: 'SELECT 1', params: [] }, never), /two columns with the name “id”/);
  });

  it('gets only one statement that begins as a query does', async () => {
    const { engine, statements } = engineOf({ rows: [], types: [] });
    for (const sql of ['DROP TABLE t', 'SELECT 1; DROP TABLE t', "SELECT ';'", '/*! DROP TABLE t */ SELECT 1']) {
      await assert.rejects(engine.query({ sql, params: [] }, never), /can only read|no semicolon/, sql);
      assert.ok('problem' in (await engine.describe(sql, never)), sql);
    }
    assert.deepEqual(statements, []);
    await engine.query({ sql: '(SELECT 1);', params: [] }, never);
    assert.equal(statements.length, 1);
  });

  it('describes a statement by one that returns no row', async () => {
    const { engine, statements } = engineOf({ rows: [], types: [column('id', 'int')] });
    assert.deepEqual(await engine.describe('SELECT id FROM t -- all', never), {
      columns: [{ name: 'id', type: 'int', kind: 'number' }],
    });
    assert.match(statements[0]!, /^SELECT \* FROM \(\nSELECT id FROM t -- all\n\) described WHERE 1 = 0$/);
    const unreadable = engineOf(new Error('Unable to detect column types for pre-aggregation on empty values'));
    assert.deepEqual(await unreadable.engine.describe('SELECT 1', never), { columns: [] });
  });

  it('tells the driver to stop, and shows no password of its messages', async () => {
    const endless = engineOf({ rows: [{ endless: true }], types: [] });
    const caller = new AbortController();
    const running = endless.engine.query({ sql: 'SELECT 1', params: [] }, caller.signal);
    caller.abort();
    await assert.rejects(running, { name: 'CancelledError' });
    assert.equal(endless.isCancelled(), true);
    const failing = engineOf(new Error('cannot log in with u:hunter2'));
    await assert.rejects(failing.engine.query({ sql: 'SELECT 1', params: [] }, never), (failure: Error) => {
      assert.match(failure.message, /cannot log in with u:•••/);
      assert.doesNotMatch(failure.stack!, /hunter2/);
      return true;
    });
  });

  it('has a catalog that may lack tables', async () => {
    const { readAt, ...catalog } = await engineOf({ rows: [], types: [] }).engine.catalog(never);
    assert.ok(readAt);
    assert.deepEqual(catalog, {
      ...{ dialect: 'bigquery', searchPath: ['shop'], isCut: true },
      tables: [
        {
          ...{ schema: 'shop', name: 'orders', primaryKey: ['id'] },
          columns: [
            { name: 'id', type: 'INT64', kind: 'number', nullable: true },
            { name: 'user', type: 'STRING', kind: 'text', nullable: true },
          ],
          foreignKeys: [{ columns: ['user'], schema: 'shop', table: 'users', references: ['id'] }],
        },
      ],
    });
  });
});
