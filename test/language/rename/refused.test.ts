/** Symbols that cannot be renamed, with the reason, and new names that are refused. */

import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { prepareRename } from '../../../src/language/rename/rename.ts';
import { fixture, indexOf, markedText } from '../../model/models.ts';
import { type Place, placeAt, placeIn } from '../places.ts';
import { renameAt } from './edited.ts';

const bakery = indexOf(fixture('bakery'));
const clinic = indexOf(fixture('clinic'));
const ferry = indexOf(fixture('ferry'));
const fleet = indexOf(fixture('fleet'));

const orders = 'model/cubes/orders.yml';
const sales = 'model/views/sales.yml';

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (failure) {
    assert.ok(failure instanceof UserError, String(failure));
    return failure.message;
  }
  return 'allowed';
}

const prepared = ({ index, path, position }: Place): string => {
  const { range, placeholder } = prepareRename(index, path, position);
  assert.equal(markedText(index, { file: path, range }), placeholder);
  return placeholder;
};
const refused = ({ index, path, position }: Place) => refusal(() => prepareRename(index, path, position));

describe('a name to rename', () => {
  it('is the whole name, at its start and its end', () => {
    assert.equal(prepared(placeAt(bakery, orders, '{completed_count}', 1)), 'completed_count');
    assert.equal(prepared(placeAt(bakery, orders, '{completed_count}', 16)), 'completed_count');
    assert.equal(prepared(placeAt(bakery, orders, 'name: customers', 8)), 'customers');
    assert.equal(prepared(placeAt(fleet, 'model/cubes/Trips.js', 'FILTER_PARAMS.trips.startedAt', 22)), 'startedAt');
    assert.equal(prepared(placeAt(bakery, orders, 'name: sprint', 8)), 'sprint');
  });

  it('is behind the prefix of a view', () => {
    assert.equal(prepared(placeAt(bakery, sales, '- customers_city', 5)), 'city');
    assert.equal(prepared(placeAt(bakery, sales, 'member: products_kind', 10)), 'kind');
  });

  it('is the alias of a view', () => {
    assert.equal(prepared(placeAt(bakery, sales, '- done_share', 5)), 'done_share');
  });
});

describe('rename is refused', () => {
  it('for CUBE, keys, columns, and built-in names', () => {
    assert.match(refused(placeAt(bakery, orders, '{CUBE.count}', 2)), /`CUBE` means the cube that contains it/);
    assert.match(refused(placeAt(bakery, orders, 'sql_table', 2)), /`sql_table` is a key/);
    assert.match(
      refused(placeAt(bakery, orders, 'sql: total_price', 8)),
      /Columns and tables get their names in the database/,
    );
    assert.match(refused(placeAt(bakery, orders, '{CUBE}.customer_id', 9)), /Columns and tables/);
    assert.match(refused(placeAt(fleet, 'model/cubes/Trips.js', 'FILTER_PARAMS', 4)), /`FILTER_PARAMS` is built in/);
    const day = 'cubes:\n  - name: a\n    sql_table: t\n    dimensions:\n      - { name: at, sql: at, type: time }\n';
    const own = '        granularities:\n          - { name: ▮quarter, sql: q }\n';
    const dimension = '      - name: at\n        sql: at\n        type: time\n';
    assert.match(refused(placeIn({ 'a.yml': `${day}${dimension}${own}` })), /`quarter` is built in/);
    const used = '      - { name: on, sql: "{at.▮day}", type: time }\n';
    assert.match(refused(placeIn({ 'a.yml': day + used })), /`day` is built in/);
  });

  it('for names that a template or a program writes', () => {
    assert.match(
      refused(placeAt(clinic, 'model/cubes/visits.yml', '{total_fee}', 3)),
      /`total_fee` is written by a template/,
    );
    assert.match(refused(placeAt(clinic, 'model/cubes/visits.yml', 'name: total_', 8)), /is written by a template/);
    assert.match(refused(placeAt(ferry, 'model/cubes/tickets.yml', '}}_tickets', 4)), /is written by a template/);
    assert.match(refused(placeAt(ferry, 'model/cubes/tickets.yml', 'name: income', 8)), /name of the cube of `income`/);
  });

  it('for functions of Python, unknown names and other text', () => {
    const place = placeIn({ 'a.yml': 'cubes: []\n# {{ ▮tables() }}\n' });
    place.index.set('model/globals.py', 'def tables():\n    return []\n');
    assert.match(refused(place), /`tables` is a Python function in model\/globals\.py/);
    const text =
      'cubes:\n  - name: a\n    sql_table: t\n    measures:\n      - { name: n, type: number, sql: "{▮nope}" }\n';
    assert.match(refused(placeIn({ 'a.yml': text })), /Nothing in the model has the name `nope`/);
    assert.match(refused(placeAt(bakery, orders, 'title: Orders', 9)), /Only names of cubes/);
    assert.match(refused(placeAt(bakery, orders, '# Orders', 3)), /Only names of cubes/);
  });
});

describe('a new name is refused', () => {
  const to = (place: Place, name: string) => refusal(() => renameAt(place, name));
  const revenue = placeAt(bakery, orders, 'name: revenue', 7);

  it('if it is not a name, or reserved', () => {
    for (const name of ['', '1a', 'a-b', 'a b', 'ä'])
      assert.match(to(revenue, name), /cannot be a name: only letters/, name);
    for (const name of ['CUBE', 'constructor', 'class', 'and', 'True', 'null', 'sql', 'FILTER_PARAMS', 'Date'])
      assert.match(to(revenue, name), /is reserved/, name);
    assert.equal(to(revenue, '_a1'), 'allowed');
  });

  it('if another member has it, of any kind, inherited or inheriting', () => {
    assert.match(to(revenue, 'status'), /`orders` already has a member with the name `status`/);
    assert.match(to(revenue, 'main'), /`orders` already has a member/);
    const customers = 'model/cubes/customers.yml';
    assert.match(to(placeAt(bakery, customers, 'name: newest', 7), 'vat_number'), /`wholesale_customers` already has/);
    assert.match(
      to(placeAt(bakery, customers, 'name: wholesale_share', 7), 'city'),
      /`wholesale_customers` already has/,
    );
  });

  it('if a join has it, or a view would have it twice', () => {
    assert.match(to(revenue, 'stores'), /`orders` joins a cube with the name `stores`/);
    assert.match(to(revenue, 'street'), /The view `sales` would have two members with the name `street`/);
    assert.match(to(placeAt(bakery, sales, 'alias: done_share', 8), 'revenue'), /The view `sales` would have two/);
    assert.match(to(placeAt(bakery, sales, '- done_share', 8), 'customers_city'), /The view `sales` would have two/);
  });

  it('if a cube or view has it, or a template may write it', () => {
    assert.match(to(placeAt(bakery, orders, 'name: customers', 7), 'products'), /already a cube, view or view group/);
    assert.match(to(placeAt(bakery, orders, 'name: customers', 7), 'sales'), /already a cube/);
    assert.match(to(placeAt(ferry, 'model/cubes/ships.yml', 'name: ships', 7), 'east_tickets'), /already a cube/);
  });

  it('if a reference would mean something else', () => {
    assert.match(
      to(placeAt(bakery, orders, 'name: stores', 7), 'completed_count'),
      /a reference in `orders` would change its meaning/,
    );
    assert.match(
      to(placeAt(bakery, orders, 'name: completed_count', 7), 'products'),
      /a reference in `orders` would change/,
    );
    assert.equal(to(placeAt(bakery, orders, 'name: buyers', 7), 'products'), 'allowed');
  });

  it('if another granularity or a built-in one has it', () => {
    const sprint = placeAt(bakery, orders, 'name: sprint', 7);
    assert.match(to(sprint, 'fiscal_year'), /`created_at` already has a granularity/);
    assert.match(to(sprint, 'week'), /is reserved/);
  });

  it('if a template has it', () => {
    assert.match(to(placeAt(ferry, 'model/macros.jinja', 'macro totals', 8), 'key'), /already a name of the template/);
    assert.match(to(placeAt(ferry, 'model/macros.jinja', 'macro totals', 8), 'endif'), /is reserved/);
  });
});
