import assert from 'node:assert/strict';
import { problemOfMessage } from '../../../../src/database/driver/published/messageProblem.ts';

const sql = 'SELECT "orders".statuss, upper("orders".name) FROM shop.ordrs AS "orders"';

/** Messages of servers and drivers. */
const columns: readonly [database: string, message: string][] = [
  ['Postgres', 'Error: column orders.statuss does not exist'],
  ['Postgres', 'column "statuss" does not exist. Perhaps you meant to reference the column "orders.status".'],
  ['DuckDB', 'Binder Error: Table "orders" does not have a column named "statuss" Candidate bindings: : "status"'],
  ['DuckDB', 'Binder Error: Referenced column "statuss" not found in FROM clause!'],
  ['MySQL', "ER_BAD_FIELD_ERROR: Unknown column 'orders.statuss' in 'field list'"],
  ['ClickHouse', "Missing columns: 'statuss' while processing query: 'SELECT statuss', required columns: 'statuss'"],
  ['ClickHouse', 'Unknown expression identifier `orders.statuss` in scope SELECT orders.statuss'],
  ['BigQuery', 'Unrecognized name: statuss; Did you mean status? at [1:8]'],
  ['Snowflake', "SQL compilation error: error line 1 at position 7\ninvalid identifier 'STATUSS'"],
  [
    'Databricks',
    '[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column, variable, or function parameter with name `orders`.`statuss` cannot be resolved.',
  ],
  ['Trino', "line 1:8: Column 'orders.statuss' cannot be resolved"],
  ['SQL Server', "Invalid column name 'statuss'."],
  ['SQLite', 'SQLITE_ERROR: no such column: orders.statuss'],
];
const tables: readonly [database: string, message: string][] = [
  ['Postgres', 'relation "shop.ordrs" does not exist'],
  ['DuckDB', 'Catalog Error: Table with name ordrs does not exist! Did you mean "orders"?'],
  ['MySQL', "ER_NO_SUCH_TABLE: Table 'shop.ordrs' doesn't exist"],
  ['ClickHouse', "Unknown table expression identifier 'shop.ordrs' in scope SELECT 1"],
  ['BigQuery', 'Not found: Table my-project:shop.ordrs was not found in location US'],
  ['Snowflake', "SQL compilation error: Object 'SHOP.ORDRS' does not exist or not authorized."],
  ['Databricks', '[TABLE_OR_VIEW_NOT_FOUND] The table or view `shop`.`ordrs` cannot be found.'],
  ['Trino', "line 1:15: Table 'hive.shop.ordrs' does not exist"],
  ['SQL Server', "Invalid object name 'shop.ordrs'."],
  ['SQLite', 'SQLITE_ERROR: no such table: shop.ordrs'],
];

describe('a message of a database about a statement', () => {
  for (const [database, message] of columns) {
    it(`names an unknown column: ${database}, ${message.slice(0, 60)}`, () => {
      const { kind, name, offset } = problemOfMessage(message, sql);
      assert.deepEqual([kind, name?.toLowerCase()], ['unknown-column', 'statuss']);
      if (offset !== undefined) assert.match(sql.slice(offset), /^(?:"orders"\.)?statuss/);
    });
  }

  for (const [database, message] of tables) {
    it(`names an unknown table: ${database}, ${message.slice(0, 60)}`, () => {
      const { kind, name, offset } = problemOfMessage(message, sql);
      assert.equal(kind, 'unknown-table');
      assert.match(name!.toLowerCase(), /^(?:shop\.)?ordrs$/);
      if (offset !== undefined) assert.match(sql.slice(offset), /^(?:shop\.)?ordrs/);
    });
  }

  it('is placed where the statement has the name', () => {
    const { offset } = problemOfMessage('column orders.statuss does not exist', sql);
    assert.equal(offset, sql.indexOf('"orders"'));
    assert.equal(problemOfMessage("Table 'hive.shop.ordrs' does not exist", sql).name, 'shop.ordrs');
  });

  it('is something else if it names neither', () => {
    for (const message of [
      'function shout(text) does not exist',
      'syntax error at or near "FROM"',
      'permission denied for table orders',
      'division by zero',
      'operator does not exist: text + integer',
      "Table 'orders' is locked",
    ]) {
      assert.deepEqual(problemOfMessage(`Error: ${message}`, sql), { message, kind: 'other' });
    }
  });

  it('is found at the beginning of a message of any length', () => {
    const message = `Unknown column statuss. ${'field '.repeat(500_000)}`;
    const { kind, name } = problemOfMessage(message, sql);
    assert.deepEqual([kind, name], ['unknown-column', 'statuss']);
    assert.equal(problemOfMessage('field '.repeat(500_000), sql).kind, 'other');
  });
});
