/** The symbol at a position, and the places that name it. */

import assert from 'node:assert/strict';
import { locationOf, occurrenceAt, occurrencesOf, type SourceLocation } from '../../../src/model/index/lookup.ts';
import { fixture, indexOf, markedText } from '../models.ts';

const index = indexOf({
  ...fixture('bakery'),
  ...Object.fromEntries(Object.entries(fixture('fleet')).map(([name, text]) => [`fleet/${name}`, text])),
});

/** The position in the first occurrence of a text, `into` characters after its start. */
function at(file: string, text: string, into = 0) {
  const source = index.file(file)!;
  const offset = source.text.indexOf(text);
  assert.ok(offset >= 0, text);
  return source.lines.positionAt(offset + into);
}

/** The file and the line of a location, with its «range» marked. */
function shown(location: SourceLocation): string {
  const line = index.file(location.file)!.text.split('\n')[location.range.start.line]!.trim();
  const text = markedText(index, location);
  return `${location.file.replace('model/', '')}: ${line.replace(text, `«${text}»`)}`;
}

function define(file: string, text: string, into: number): string {
  const found = occurrenceAt(index, file, at(file, text, into));
  return found ? shown(locationOf(index, found.symbol)) : 'nothing';
}

/** All places that name what is `into` characters after the start of a text. */
function uses(file: string, text: string, into: number): string[] {
  const found = occurrenceAt(index, file, at(file, text, into));
  assert.ok(found, text);
  return occurrencesOf(index, found.symbol).map((one) =>
    shown({ file: one.file, range: index.rangeOf(one.file, one.span) }),
  );
}

describe('lookup', () => {
  it('finds the definition of a member in the braces of SQL', () => {
    assert.equal(
      define('model/cubes/orders.yml', '{completed_count}', 3),
      'cubes/orders.yml: - name: «completed_count»',
    );
    assert.equal(define('model/cubes/orders.yml', '{customers.city}', 3), 'cubes/customers.yml: - name: «customers»');
    assert.equal(define('model/cubes/orders.yml', '{customers.city}', 12), 'cubes/customers.yml: - name: «city»');
    assert.equal(define('model/cubes/orders.yml', '{CUBE.count}', 7), 'cubes/orders.yml: - name: «count»');
    assert.equal(define('model/cubes/orders.yml', '"{CUBE}.status"', 9), 'cubes/orders.yml: - name: «status»');
  });

  it('finds the definition for joins, extends, includes and folders', () => {
    assert.equal(define('model/cubes/orders.yml', 'name: stores', 7), 'cubes/order_items.yaml: - name: «stores»');
    assert.equal(
      define('model/cubes/customers.yml', 'extends: customers', 10),
      'cubes/customers.yml: - name: «customers»',
    );
    assert.equal(define('model/views/sales.yml', 'orders.customers', 8), 'cubes/customers.yml: - name: «customers»');
    assert.equal(
      define('model/views/sales.yml', '- name: completed_share', 9),
      'cubes/orders.yml: - name: «completed_share»',
    );
    assert.equal(define('model/views/sales.yml', '- done_share', 3), 'cubes/orders.yml: - name: «completed_share»');
    assert.equal(define('model/views/sales.yml', '- customers_city', 3), 'cubes/customers.yml: - name: «city»');
    assert.equal(define('model/views/sales.yml', '- items', 3), 'views/sales.yml: - name: «items»');
  });

  it('finds definitions in JavaScript', () => {
    assert.equal(
      define('model/fleet/cubes/Trips.js', '${vans.depot}', 8),
      'fleet/cubes/Vans.js: «depot»: { sql: `depot`, type: `string` },',
    );
    assert.equal(
      define('model/fleet/cubes/Trips.js', 'timeDimension: startedAt', 16),
      'fleet/cubes/Trips.js: «startedAt»: {',
    );
    assert.equal(define('model/fleet/cubes/Vans.js', 'extends: vans', 10), 'fleet/cubes/Vans.js: cube(`«vans»`, {');
    assert.equal(define('model/fleet/views/Delivery.js', '`lateShare`', 3), 'fleet/cubes/Trips.js: «lateShare»: {');
  });

  it('finds nothing at text that is not a name', () => {
    assert.equal(define('model/cubes/orders.yml', 'sql_table: shop', 3), 'nothing');
    assert.equal(define('model/cubes/orders.yml', '# Orders', 3), 'nothing');
    assert.equal(occurrenceAt(index, 'model/none.yml', { line: 0, character: 0 }), undefined);
  });

  it('finds members in pre-aggregations, policies, time shifts and default filters', () => {
    const orders = 'model/cubes/orders.yml';
    assert.equal(define(orders, 'time_dimension: created_at', 18), 'cubes/orders.yml: - name: «created_at»');
    assert.equal(define(orders, '- CUBE.count', 8), 'cubes/orders.yml: - name: «count»');
    assert.equal(define(orders, 'columns:\n              - status', 28), 'cubes/orders.yml: - name: «status»');
    assert.equal(define(orders, '- big_orders', 4), 'cubes/orders.yml: - name: «big_orders»');
    assert.equal(define(orders, '- average_order\n\n      - group', 4), 'cubes/orders.yml: - name: «average_order»');
    assert.equal(define(orders, 'member: channel', 10), 'cubes/orders.yml: - name: «channel»');
    assert.equal(define(orders, '- customers.country', 14), 'cubes/customers.yml: - name: «country»');
    assert.equal(
      define('model/views/sales.yml', 'member: products_kind', 10),
      'cubes/order_items.yaml: - name: «kind»',
    );
  });

  it('finds the member behind an alias, a filter parameter and a granularity', () => {
    assert.equal(
      define('model/views/sales.yml', 'alias: done_share', 8),
      'cubes/orders.yml: - name: «completed_share»',
    );
    assert.equal(
      define('model/fleet/cubes/Trips.js', 'FILTER_PARAMS.trips.startedAt', 22),
      'fleet/cubes/Trips.js: «startedAt»: {',
    );
    assert.equal(
      define('model/fleet/cubes/Trips.js', 'FILTER_PARAMS.trips', 15),
      'fleet/cubes/Trips.js: cube(`«trips»`, {',
    );
    assert.equal(define('model/cubes/orders.yml', 'name: sprint', 8), 'cubes/orders.yml: - name: «sprint»');
  });

  it('finds a definition whose name a template writes', () => {
    const ferry = indexOf(fixture('ferry'));
    const text = ferry.file('model/views/boarding.yml')!.text;
    ferry.set('model/views/boarding.yml', text.replace('join_path: crossings\n', 'join_path: north_tickets\n'));
    const file = ferry.file('model/views/boarding.yml')!;
    const position = file.lines.positionAt(file.text.indexOf('north_tickets') + 3);
    const found = occurrenceAt(ferry, file.path, position);
    assert.ok(found);
    const location = locationOf(ferry, found.symbol);
    assert.equal(location.file, 'model/cubes/tickets.yml');
    assert.equal(markedText(ferry, location), '{{ port | safe }}_tickets');
  });

  it('finds all places that name a member, also in views under another name', () => {
    assert.deepEqual(uses('model/cubes/customers.yml', 'name: city', 7), [
      'cubes/customers.yml: - name: «city»',
      'cubes/orders.yml: sql: "{customers.«city»}"',
      'cubes/orders.yml: - customers.«city»',
      'cubes/orders.yml: - customers.«city»',
      'cubes/orders.yml: - customers.«city»',
      'views/sales.yml: - «customers_city»',
    ]);
    assert.deepEqual(uses('model/views/sales.yml', 'alias: done_share', 8), [
      'cubes/orders.yml: - name: «completed_share»',
      'views/sales.yml: - name: «completed_share»',
      'views/sales.yml: alias: «done_share»',
      'views/sales.yml: - «done_share»',
    ]);
  });

  it('counts columns of the first line without a byte order mark', () => {
    const text = '\ufeffcubes: [{ name: a, sql_table: t }]\r\n';
    const marked = indexOf({ 'a.yml': text });
    const found = occurrenceAt(marked, 'model/a.yml', { line: 0, character: text.indexOf('a,') - 1 });
    assert.ok(found);
    assert.equal(locationOf(marked, found.symbol).range.start.character, text.indexOf('a,') - 1);
  });
});
