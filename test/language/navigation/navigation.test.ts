/** Definition, type definition, implementation, references and highlights. */

import assert from 'node:assert/strict';
import { definition, implementation, typeDefinition } from '../../../src/language/navigation/definition.ts';
import { documentHighlights, references } from '../../../src/language/navigation/references.ts';
import type { LocationLink } from '../../../src/language/protocol/protocol.ts';
import { fixture, indexOf } from '../../model/models.ts';
import { type Place, placeAt, placeIn, shown, uriOf } from '../places.ts';

const bakery = indexOf(fixture('bakery'));
const fleet = indexOf(fixture('fleet'));

const orders = 'model/cubes/orders.yml';
const sales = 'model/views/sales.yml';

function targets({ index, path, position }: Place, feature: typeof definition): string[] {
  return feature(index, path, position, uriOf).map(({ targetUri, targetSelectionRange }) =>
    shown(index, targetUri, targetSelectionRange),
  );
}

function uses({ index, path, position }: Place, includeDeclaration = true): string[] {
  return references(index, path, position, { includeDeclaration }, uriOf).map(({ uri, range }) =>
    shown(index, uri, range),
  );
}

describe('definition', () => {
  it('links the name under the cursor to the whole definition', () => {
    const { index, path, position } = placeAt(bakery, orders, '{customers.city}', 13);
    const [link] = definition(index, path, position, uriOf) as [LocationLink];
    assert.equal(shown(index, path, link.originSelectionRange), 'cubes/orders.yml: sql: "{customers.«city»}"');
    assert.match(link.targetUri, /cubes\/customers\.yml$/);
    assert.ok(link.targetRange.end.line > link.targetSelectionRange.end.line);
  });

  it('finds nothing outside of names, and in files that are not part of the model', () => {
    assert.deepEqual(targets(placeAt(bakery, orders, 'title: Orders', 1), definition), []);
    assert.deepEqual(definition(bakery, 'other.yml', { line: 0, character: 0 }, uriOf), []);
  });

  it('has ranges in UTF-16, also after astral characters, tabs and CRLF', () => {
    const text = 'cubes:\r\n  - name: a\r\n    sql_table: t\r\n    measures:\r\n      - {name: m, type: count}\r\n';
    const used = '      - {name: n, type: number, sql: "\'🥐🥐\' ||\t{▮m}"}\r\n';
    const { index, path, position } = placeIn({ 'a.yml': text + used });
    const [link] = definition(index, path, position, uriOf) as [LocationLink];
    assert.equal(link.originSelectionRange.start.character, used.indexOf('▮'));
    assert.deepEqual(link.targetSelectionRange.start, { line: 4, character: 15 });
  });
});

describe('type definition', () => {
  it('is the cube of a member, and the base of a cube', () => {
    assert.deepEqual(targets(placeAt(bakery, sales, '- done_share', 3), typeDefinition), [
      'cubes/orders.yml: - name: «orders»',
    ]);
    assert.deepEqual(targets(placeAt(fleet, 'model/cubes/Vans.js', "'electric_vans'", 3), typeDefinition), [
      'cubes/Vans.js: cube(`«vans»`, {',
    ]);
  });
});

describe('implementation', () => {
  it('finds the definitions that extend a cube', () => {
    assert.deepEqual(targets(placeAt(fleet, 'model/cubes/Trips.js', '${vans.id}', 3), implementation), [
      "cubes/Vans.js: cube('«electric_vans»', {",
    ]);
  });

  it("finds the cube's member behind that of a view", () => {
    assert.deepEqual(targets(placeAt(bakery, sales, '- customers_city', 5), implementation), [
      'cubes/customers.yml: - name: «city»',
    ]);
  });

  it('finds the members that override a member', () => {
    const cube = (name: string, extra: string) => `  - name: ${name}\n    ${extra}\n    measures:\n`;
    const base = `cubes:\n${cube('base', 'sql_table: t')}      - name: ▮total\n        type: count\n`;
    const child = `${cube('child', 'extends: base')}      - name: total\n        type: count\n`;
    assert.deepEqual(targets(placeIn({ 'a.yml': base + child }), implementation), ['a.yml: - name: «total»']);
  });
});

describe('references', () => {
  it('include the names of a member in views', () => {
    const place = placeAt(bakery, orders, 'name: completed_share', 8);
    assert.deepEqual(uses(place), [
      'cubes/orders.yml: - name: «completed_share»',
      'views/sales.yml: - name: «completed_share»',
      'views/sales.yml: alias: «done_share»',
      'views/sales.yml: - «done_share»',
    ]);
    assert.equal(uses(place, false).length, 3);
  });

  it('of a cube are its names in joins, paths, hierarchies and SQL, not `CUBE`', () => {
    const found = uses(placeAt(bakery, sales, 'orders.stores', 9), true);
    assert.equal(found[0], 'cubes/order_items.yaml: - name: «stores»');
    assert.ok(found.includes('cubes/orders.yml: - name: «stores»'));
    assert.ok(found.includes('cubes/orders.yml: sql: "{CUBE}.store_id = {«stores».id}"'));
    assert.ok(found.includes('views/sales.yml: - join_path: orders.«stores»'));
    assert.ok(found.every((one) => !one.includes('«CUBE»')));
  });

  it('are found in JavaScript', () => {
    assert.deepEqual(uses(placeAt(fleet, 'model/cubes/Vans.js', 'plate:', 1)), [
      'cubes/Vans.js: «plate»: { sql: `plate`, type: `string` },',
      'cubes/Trips.js: drillMembers: [id, purpose, vans.«plate»],',
      'cubes/Trips.js: dimensions: [purpose, vans.«plate»],',
      'cubes/Trips.js: levels: [vans.depot, vans.«plate»],',
      'views/Delivery.js: { name: `Vans`, includes: [`«vans_plate»`] },',
    ]);
  });
});

describe('document highlights', () => {
  it('are the places of one file, the definition as a write', () => {
    const { index, path, position } = placeAt(bakery, orders, '{completed_count}', 4);
    const found = documentHighlights(index, path, position);
    assert.deepEqual(
      found.map(({ range, kind }) => `${kind} ${shown(index, path, range)}`),
      [
        '3 cubes/orders.yml: - name: «completed_count»',
        '2 cubes/orders.yml: sql: "1.0 * {«completed_count»} / NULLIF({count}, 0)"',
      ],
    );
  });

  it('of a cube are also its `CUBE`s', () => {
    const { index, path, position } = placeAt(fleet, 'model/cubes/Trips.js', '${CUBE}.van_id', 4);
    const found = documentHighlights(index, path, position).map(({ range }) => shown(index, path, range));
    assert.ok(found.includes('cubes/Trips.js: cube(`«trips»`, {'));
    assert.ok(found.includes('cubes/Trips.js: sql: `${distance} / NULLIF(${«CUBE».count}, 0)`,'), found.join('\n'));
  });
});
