import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import type { CubeRelation } from '../../../src/compiler/modelRequest.ts';
import { type Examined, examine } from '../../../src/local/doctor/examine.ts';
import { isWrong } from '../../../src/local/doctor/report.ts';

const cube = (name: string): CubeRelation => ({
  name,
  dataSource: 'default',
  fileName: null,
  alias: name,
  from: { sql: `${name} ${name}` },
  primaryKey: [{ name: 'id', sql: `${name}.id` }],
  measures: ['total'],
  dimensions: ['id'],
});
const examined = (more: Partial<Examined> = {}): Examined => ({
  relations: {
    cubes: [cube('orders'), cube('users')],
    joins: [{ from: 'orders', to: 'users', relationship: 'many_to_one', sql: 'orders.user_id = users.id' }],
  },
  row: async (_, sql) => (sql.includes('repeated_from') ? [10, 1, 4, 0, 2] : [0, 0]),
  total: async () => '1',
  placeOfJoin: () => ({ file: 'model/a.yml', line: 5 }),
  placeOfCube: () => ({ file: 'model/a.yml', line: 1 }),
  ...more,
});

describe('an examination of joins', () => {
  it('says what was not examined because the budget was used up', async () => {
    let statements = 0;
    const row: Examined['row'] = async () => {
      statements += 1;
      return [0, 0];
    };
    const report = await examine(examined({ row }), { limits: { statements: 2, seconds: 60 } });
    assert.equal(statements, 2);
    assert.equal(report.joins[0]!.result, 'unknown');
    assert.equal(report.joins[0]!.rows, null);
    assert.match(report.joins[0]!.reason!, /limit of 2 statements/);
    assert.match(report.problems[0]!.message, /Not everything was examined: the limit of 2 statements/);
    assert.equal(isWrong(report), false);
  });

  it('does not judge what the database refuses', async () => {
    const row: Examined['row'] = async (_, sql) => {
      if (sql.includes('repeated_from')) throw new UserError('column user_id does not exist');
      return [0, 0];
    };
    const { joins, problems } = await examine(examined({ row }));
    assert.deepEqual([joins[0]!.result, joins[0]!.reason], ['unknown', 'column user_id does not exist']);
    assert.deepEqual(problems, []);
  });

  it('accepts many rows on the side of many, rows without a key and rows without a partner', async () => {
    const [join] = (await examine(examined())).joins;
    const { result, rows, nulls, unmatched, duplicates, suggested } = join!;
    assert.deepEqual(
      { result, rows, nulls, unmatched, duplicates, suggested },
      { result: 'ok', rows: 10, nulls: 1, unmatched: 2, duplicates: 0, suggested: null },
    );
  });

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController();
    const running = examine(examined(), { signal: cancel.signal, onProgress: () => cancel.abort() });
    await assert.rejects(running, { name: 'CancelledError' });
  });

  it('reports a measure that another fact multiplies although each join is right', async () => {
    const relations = {
      cubes: [cube('users'), cube('orders'), cube('tickets')],
      joins: ['orders', 'tickets'].map((to) => {
        const sql = `users.id = ${to}.user_id`;
        return { from: 'users', to, relationship: 'one_to_many' as const, sql };
      }),
    };
    const row: Examined['row'] = async (_, sql) => (sql.includes('repeated_from') ? [10, 0, 0, 4, 0] : [0, 0]);
    const total: Examined['total'] = async ({ measures }) =>
      measures[0] === 'orders.total' && measures[1] === 'tickets.total' ? '150' : '100';
    const report = await examine(examined({ relations, row, total }));
    assert.deepEqual(
      report.problems.map(({ kind, message }) => [kind, message]),
      [['total', '`orders.total` grows by 50 % (100 → 150) when `tickets.total` is in the same query.']],
    );
    assert.equal(isWrong(report), true);
  });
});
