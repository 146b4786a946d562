import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { placeFailure } from '../../../src/session/query/placeFailure.ts';
import { indexOf, markedText } from '../../model/models.ts';

const cube = `cubes:
  - name: orders
    sql_table: shop.ordrs
    joins:
      - name: customers
        sql: "{CUBE}.custmer_id = {customers.id}"
        relationship: many_to_one
    measures:
      - name: count
        type: count
      - name: amuont
        sql: "{CUBE}.amuont"
        type: sum
      - name: share
        sql: "1.0 * {amuont} / {count}"
        type: number
    dimensions:
      - { name: status, type: string, sql: status }
`;
const view = `views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [amuont] }
`;
const index = indexOf({ 'orders.yml': cube, 'sales.yml': view });

const query = `measures:
  - orders.share
  - ordres.count
dimensions:
  - orders.status
timeDimensions:
  - dimension: orders.created_at
    granularity: fortnight
`;

function refused(serverMessage: string, code: 'rejected-because' | 'server-because' = 'rejected-because') {
  return new PlatformError(code, ['host', serverMessage], { host: 'host', operation: 'data.load', serverMessage });
}

function place(failure: unknown, text = query): string {
  const { mentions } = readQueryDocument('a.query.yml', text);
  const placed = placeFailure(failure, mentions, index, []);
  switch (placed.at) {
    case 'nowhere':
      return 'nowhere';
    case 'query':
      return `query: ${text.slice(placed.span.start, placed.span.end)}`;
    case 'model':
      return placed.problems
        .map((one) => `${one.file.replace('model/', '')}:${one.range.start.line + 1} ${markedText(index, one)}`)
        .join(', ');
  }
}

describe('a failed query is placed', () => {
  it('at the member that the platform names', () => {
    assert.equal(place(refused("Cube 'ordres' not found for path 'ordres.count'")), 'query: ordres.count');
    assert.equal(
      place(refused("You requested hidden member: 'orders.status'. Please make it …")),
      'query: orders.status',
    );
    const granularity = refused("Granularity 'fortnight' is not defined for 'orders.created_at'");
    assert.equal(place(granularity), 'query: orders.created_at');
    const filter = refused('Values required for filter: {"member":"orders.status","operator":"equals"}');
    assert.equal(place(filter), 'query: orders.status');
  });

  it('at a member of the last cube that a message puts into quotes', () => {
    assert.equal(place(refused("Can't find join path to join 'orders', 'ordres'")), 'query: ordres.count');
  });

  it('not at a member whose name only contains that of the message', () => {
    const text = 'measures:\n  - orders.count_all\n  - orders.count\n';
    assert.equal(place(refused("'count' not found for path 'orders.count'"), text), 'query: orders.count');
  });

  it('at the start of the query if the platform names no member', () => {
    assert.equal(place(refused('Incorrect timezone Mars/Base')), 'query: ');
  });

  it('in the SQL behind the query, if the database refuses it', () => {
    assert.equal(place(refused('no such column: orders.amuont')), 'orders.yml:12 amuont');
    assert.equal(place(refused('no such table: shop.ordrs. The emulator …')), 'orders.yml:3 shop.ordrs');
    assert.equal(place(refused('no such column: orders.custmer_id')), 'orders.yml:6 custmer_id');
    const postgres = refused('Error: column "amuont" does not exist', 'server-because');
    assert.equal(place(postgres), 'orders.yml:12 amuont');
  });

  it('in the SQL behind the query, by each message of the emulator’s database', () => {
    const messages = [
      [
        'Binder Error: Table "orders" does not have a column named "amuont" Candidate bindings: : "amount"',
        'orders.yml:12 amuont',
      ],
      [
        'Binder Error: Referenced column "amuont" not found in FROM clause! Candidate bindings: "id"',
        'orders.yml:12 amuont',
      ],
      [
        'Catalog Error: Table with name ordrs does not exist! Did you mean "orders"? The emulator …',
        'orders.yml:3 ordrs',
      ],
    ] as const;
    for (const [message, expected] of messages) assert.equal(place(refused(message)), expected, message);
  });

  it('in the SQL of the cube whose member a view includes', () => {
    const text = 'measures: [sales.amuont]\n';
    assert.equal(place(refused('no such column: orders.amuont'), text), 'orders.yml:12 amuont');
    const own = 'measures: [orders.amuont]\n';
    assert.equal(place(refused('no such column: orders.amuont'), own), 'orders.yml:12 amuont', 'and not the query');
  });

  it('where the compiler places its errors', () => {
    const text = 'Compile errors:\norders cube: (measures.amuont.type = summ) must be one of [count, sum]';
    assert.equal(place(refused(text)), 'orders.yml:13 sum');
  });

  it('nowhere after an outage', () => {
    assert.equal(place(new PlatformError('timeout', ['host'], { host: 'host', operation: 'data.load' })), 'nowhere');
    assert.equal(place(refused('upstream is gone', 'server-because')), 'nowhere');
    assert.equal(place(new UserError("'orders.status'")), 'nowhere');
    assert.equal(place(new Error("'orders.status'")), 'nowhere');
  });
});
