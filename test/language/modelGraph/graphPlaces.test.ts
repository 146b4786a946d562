import assert from 'node:assert/strict';
import { graphPlaceAt, sourceOf } from '../../../src/language/modelGraph/graphPlaces.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { placeAt, shown } from '../places.ts';

const shop: Texts = {
  'cubes/orders.yml': `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
  - name: late_orders
    extends: orders
`,
  'cubes/customers.js': 'cube(`customers`, {\n  dimensions: { city: { sql: `city`, type: `string` } },\n});\n',
  'views/sales.yml': `views:
  - name: sales
    cubes:
      - join_path: orders
        prefix: true
        includes:
          - name: count
            alias: number
      - join_path: customers
        includes: "*"
`,
};

describe('places of the model graph', () => {
  const index = indexOf(shop);
  const source = (node: string, member: string | null) => {
    const found = sourceOf(index, { node, member });
    return found && shown(index, found.file, found.range);
  };
  const at = (file: string, text: string, into = 0) => {
    const { path, position } = placeAt(index, `model/${file}`, text, into);
    return graphPlaceAt(index, path, position);
  };

  it('lead to the name of a cube, view and member, also of an inherited one', () => {
    assert.equal(source('orders', null), 'cubes/orders.yml: - name: «orders»');
    assert.equal(source('late_orders', 'count'), 'cubes/orders.yml: - name: «count»');
    assert.equal(
      source('customers', 'city'),
      'cubes/customers.js: dimensions: { «city»: { sql: `city`, type: `string` } },',
    );
  });

  it('lead to the name of a member in the view, or to what includes all', () => {
    assert.equal(source('sales', 'orders_number'), 'views/sales.yml: alias: «number»');
    assert.equal(source('sales', 'city'), 'views/sales.yml: includes: "«*»"');
  });

  it('lead to the file of a saved query, and to no other file', () => {
    assert.equal(sourceOf(index, { node: 'query:queries/a.query.yml', member: null })?.file, 'queries/a.query.yml');
    assert.equal(sourceOf(index, { node: 'test:a.test.yml', member: null })?.file, 'a.test.yml');
    assert.equal(sourceOf(index, { node: 'query:../a.query.yml', member: null }), undefined);
    assert.equal(sourceOf(index, { node: 'query:.env', member: null }), undefined);
  });

  it('lead nowhere for what the model does not define', () => {
    assert.equal(source('orders', 'nothing'), undefined);
    assert.equal(source('nothing', null), undefined);
  });

  it('come from anywhere in a cube, member or view', () => {
    assert.deepEqual(at('cubes/orders.yml', 'sql_table'), { node: 'orders', member: null });
    assert.deepEqual(at('cubes/orders.yml', 'type: count', 7), { node: 'orders', member: 'count' });
    assert.deepEqual(at('cubes/customers.js', '`string`', 2), { node: 'customers', member: 'city' });
    assert.deepEqual(at('views/sales.yml', 'alias: number', 8), { node: 'sales', member: 'orders_number' });
    assert.deepEqual(at('views/sales.yml', '"*"', 1), { node: 'sales', member: null });
    assert.equal(at('cubes/orders.yml', 'cubes:'), undefined);
  });
});
