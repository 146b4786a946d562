/** Definitions and references of the symbol at a position. */

import assert from 'node:assert/strict';
import { definitionAt, referencesAt, type SourceLocation } from '../../../src/model/index/lookup.ts';
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
  const location = definitionAt(index, file, at(file, text, into));
  return location ? shown(location) : 'nothing';
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
    assert.equal(definitionAt(index, 'model/none.yml', { line: 0, character: 0 }), undefined);
  });

  it('finds all references to a member', () => {
    const locations = referencesAt(
      index,
      'model/cubes/customers.yml',
      at('model/cubes/customers.yml', 'name: city', 7),
    );
    assert.deepEqual(locations.map(shown), [
      'cubes/customers.yml: - name: «city»',
      'cubes/orders.yml: sql: "{customers.«city»}"',
      'cubes/orders.yml: - customers.«city»',
      'cubes/orders.yml: - customers.«city»',
      'cubes/orders.yml: - customers.«city»',
      'views/sales.yml: - «customers_city»',
    ]);
  });
});
