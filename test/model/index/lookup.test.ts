/** From a word in a model to what it means, and to everything else that means it. */

import assert from 'node:assert/strict';
import { definitionAt, referencesAt, type SourceLocation } from '../../../src/model/index/lookup.ts';
import { fixture, indexOf, markedText } from '../models.ts';

const index = indexOf({
  ...fixture('bakery'),
  ...Object.fromEntries(Object.entries(fixture('fleet')).map(([name, text]) => [`fleet/${name}`, text])),
});

/** The position inside the `nth` occurrence of a text. */
function at(file: string, text: string, into = 0) {
  const source = index.file(file)!;
  const offset = source.text.indexOf(text);
  assert.ok(offset >= 0, text);
  return source.lines.positionAt(offset + into);
}

/** The file, the line and, in it, the words of a place. */
function shown(place: SourceLocation): string {
  const line = index.file(place.file)!.text.split('\n')[place.range.start.line]!.trim();
  const words = markedText(index, place);
  return `${place.file.replace('model/', '')}: ${line.replace(words, `«${words}»`)}`;
}

function define(file: string, text: string, into: number): string {
  const place = definitionAt(index, file, at(file, text, into));
  return place ? shown(place) : 'nothing';
}

describe('looking up names', () => {
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

  it('finds the definition behind joins, parents, includes and folders', () => {
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

  it('finds them in JavaScript too', () => {
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

  it('finds nothing where nothing is named', () => {
    assert.equal(define('model/cubes/orders.yml', 'sql_table: shop', 3), 'nothing');
    assert.equal(define('model/cubes/orders.yml', '# Orders', 3), 'nothing');
    assert.equal(definitionAt(index, 'model/none.yml', { line: 0, character: 0 }), undefined);
  });

  it('finds every use of a member, whoever uses it', () => {
    const places = referencesAt(index, 'model/cubes/customers.yml', at('model/cubes/customers.yml', 'name: city', 7));
    assert.deepEqual(places.map(shown), [
      'cubes/customers.yml: - name: «city»',
      'cubes/orders.yml: sql: "{customers.«city»}"',
      'cubes/orders.yml: - customers.«city»',
      'cubes/orders.yml: - customers.«city»',
      'cubes/orders.yml: - customers.«city»',
      'views/sales.yml: - «customers_city»',
    ]);
  });
});
