import assert from 'node:assert/strict';
import { convertManifest } from '../../../src/emulator/dbt/convertManifest.ts';
import { readManifest } from '../../../src/emulator/dbt/readManifest.ts';
import { compilerOfCubes, convert } from './convertedCubes.ts';
import { jaffleShop, manifestOf, manifestVersion, model, relationship, semanticShop, test } from './manifests.ts';

describe('a dbt manifest as cubes', () => {
  const compile = compilerOfCubes();

  it('has one cube for each model with a table, in a file of its own', async () => {
    const { files, cubes, warnings } = convert(jaffleShop());
    assert.deepEqual(
      files.map(({ path }) => path),
      ['model/cubes/customers.yml', 'model/cubes/orders.yml'],
    );
    assert.equal(cubes.get('orders')!.sql_table, '"jaffle"."main"."orders"');
    assert.equal(cubes.get('customers')!.description, 'One row per customer, with "lifetime" values');
    assert.ok(warnings.some((line) => line.includes('stg_payments')));
    assert.equal((await compile(files)).cubes, 2);
  });

  it('types dimensions by the data types of columns', () => {
    const { member } = convert(jaffleShop());
    const type = (name: string) => member(name.split('.')[0]!, name.split('.')[1]!)?.type;
    assert.deepEqual(['orders.order_id', 'orders.amount', 'orders.order_date', 'orders.status'].map(type), [
      'number',
      'number',
      'time',
      'string',
    ]);
    assert.deepEqual(['customers.first_name', 'customers.first_order', 'customers.is_active'].map(type), [
      'string',
      'time',
      'boolean',
    ]);
    assert.equal(member('orders', 'status')?.description, 'placed, shipped, completed');
  });

  it('types the data types of common databases', () => {
    const expected = {
      INT64: 'number',
      'NUMBER(38,0)': 'number',
      'double precision': 'number',
      'Nullable(Float64)': 'number',
      TIMESTAMP_NTZ: 'time',
      'timestamp(6) with time zone': 'time',
      DATETIME: 'time',
      BOOL: 'boolean',
      'time without time zone': 'string',
      interval: 'string',
      daterange: 'string',
      VARIANT: 'string',
      text: 'string',
    };
    const columns = Object.fromEntries(Object.keys(expected).map((type, index) => [`c${index}`, { data_type: type }]));
    const { cubes } = convert(manifestOf({ nodes: model('types', { columns }) }));
    const types = cubes.get('types')!.dimensions.map(({ type }) => type);
    assert.deepEqual(types, Object.values(expected));
  });

  it('takes the primary key from tests, and joins from tests of relationships', () => {
    const { member, cubes } = convert(jaffleShop());
    assert.equal(member('orders', 'order_id')?.primary_key, true);
    assert.equal(member('customers', 'customer_id')?.primary_key, true);
    assert.equal(member('orders', 'customer_id')?.primary_key, undefined);
    assert.deepEqual(cubes.get('orders')!.joins, [
      { name: 'customers', sql: '{CUBE}.customer_id = {customers}.customer_id', relationship: 'many_to_one' },
    ]);
  });

  it('takes the primary key from constraints, and from columns that are unique together', async () => {
    const { files, cubes } = convert(
      manifestOf({
        nodes: {
          ...model('stated', { columns: { a: { constraints: [{ type: 'primary_key' }] }, b: {} } }),
          ...model('together', { columns: { a: {}, b: {}, c: {} } }),
          ...model('partly', { columns: { a: {} } }),
          ...test('unique', 'partly', 'a', { config: { where: 'b = 1' } }),
          ...test('unique_combination_of_columns', 'together', null, {
            kwargs: { combination_of_columns: ['a', 'b'] },
          }),
        },
      }),
    );
    const keys = (cube: string) =>
      cubes
        .get(cube)!
        .dimensions.filter((each) => each.primary_key)
        .map(({ name }) => name);
    assert.deepEqual(['stated', 'together', 'partly'].map(keys), [['a'], ['a', 'b'], []]);
    await compile(files);
  });

  it('leaves out joins that the compiler would refuse, and says so', async () => {
    const { files, cubes, warnings } = convert(
      manifestOf({
        nodes: {
          ...model('a', { columns: { id: {}, b_id: {}, other_b_id: {}, parent_id: {} } }),
          ...model('b', { columns: { id: {} } }),
          ...model('keyless', { columns: { a_id: {} } }),
          ...test('unique', 'a', 'id'),
          ...test('unique', 'b', 'id'),
          ...relationship('a', 'b_id', 'b', 'id'),
          ...relationship('a', 'other_b_id', 'b', 'id'),
          ...relationship('a', 'parent_id', 'a', 'id'),
          ...relationship('keyless', 'a_id', 'a', 'id'),
        },
      }),
    );
    assert.deepEqual(
      cubes.get('a')!.joins?.map(({ sql }) => sql),
      ['{CUBE}.b_id = {b}.id'],
    );
    assert.equal(cubes.get('keyless')!.joins, undefined);
    for (const column of ['a.other_b_id', 'a.parent_id', 'keyless.a_id']) {
      assert.ok(
        warnings.some((line) => line.startsWith(column)),
        column,
      );
    }
    await compile(files);
  });

  it('has the dimensions, measures and joins of semantic models', async () => {
    const { files, cubes, member } = convert(semanticShop());
    assert.equal(cubes.get('orders')!.title, 'Orders of customers');
    assert.equal(member('orders', 'ordered_at')?.type, 'time');
    assert.equal(member('orders', 'ordered_at')?.sql, '{CUBE}.order_date');
    assert.equal(member('orders', 'status')?.title, 'Order status');
    assert.deepEqual(
      ['revenue', 'order_count', 'buyers', 'median_amount', 'large_orders'].map((name) => member('orders', name)?.type),
      ['sum', 'count', 'count_distinct', 'number', 'sum'],
    );
    assert.equal(member('orders', 'order_count')?.sql, undefined);
    assert.equal(member('orders', 'revenue')?.sql, '{CUBE}.amount');
    assert.equal(cubes.get('orders')!.joins?.[0]?.name, 'customers');
    await compile(files);
  });

  it('has metrics as measures, and names those without an equivalent', async () => {
    const { files, member, warnings } = convert(semanticShop());
    assert.equal(member('orders', 'revenue')?.description, 'Metric revenue');
    assert.equal((member('orders', 'large_revenue')?.filters as unknown[] | undefined)?.length, 1);
    assert.equal(member('orders', 'revenue_per_buyer')?.sql, '1.0 * {revenue} / NULLIF({buyer_count}, 0)');
    assert.equal(member('orders', 'small_revenue')?.sql, '{revenue} - {large_revenue}');
    assert.deepEqual(member('orders', 'revenue_7d')?.rolling_window, { trailing: '7 day' });
    assert.deepEqual(member('orders', 'revenue_mtd')?.rolling_window, { type: 'to_date', granularity: 'month' });
    assert.deepEqual(member('orders', 'revenue_ever')?.rolling_window, { trailing: 'unbounded' });
    for (const name of ['visits_to_orders', 'revenue_of_names']) {
      assert.equal(member('orders', name), undefined);
      assert.ok(
        warnings.some((line) => line.startsWith(`Metric ${name} is left out`)),
        name,
      );
    }
    await compile(files);
  });

  it('gives every cube a count, and a name of its own to everything', async () => {
    const twice = Object.values(model('orders'))[0] as object;
    const { files, cubes } = convert(
      manifestOf({
        nodes: {
          ...model('orders', { columns: { count: {}, Count: {}, 'order id': {}, 'order-id': {} } }),
          ...model('Orders', { columns: { a: {} } }),
          'model.other.orders': { ...twice, package_name: 'other' },
          ...model('v', { version: 2 }),
        },
      }),
    );
    assert.deepEqual([...cubes.keys()], ['orders', 'jaffle_shop_Orders', 'other_orders', 'v_v2']);
    const { dimensions, measures } = cubes.get('orders')!;
    const names = [...dimensions, ...measures].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.ok(measures.some(({ type, sql }) => type === 'count' && sql === undefined));
    assert.equal(new Set(files.map(({ path }) => path.toLowerCase())).size, files.length);
    await compile(files);
  });

  it('quotes columns as the adapter does', () => {
    const columns = { plain: {}, 'two words': {}, order: {}, Upper: { quote: true } };
    const sqlOf = (adapter: string) => {
      const { cubes } = convert(manifestOf({ nodes: model('t', { columns }), metadata: { adapter_type: adapter } }));
      return cubes.get('t')!.dimensions.map(({ sql }) => sql);
    };
    assert.deepEqual(sqlOf('postgres'), ['{CUBE}.plain', '{CUBE}."two words"', '{CUBE}."order"', '{CUBE}."Upper"']);
    assert.deepEqual(sqlOf('bigquery'), ['{CUBE}.plain', '{CUBE}.`two words`', '{CUBE}.`order`', '{CUBE}.`Upper`']);
  });

  it('is read in the versions 9 to 12', () => {
    for (const version of [9, 10, 11, 12]) {
      const metadata = { dbt_schema_version: manifestVersion(version) };
      assert.equal(convert({ ...jaffleShop(), metadata }).files.length, 2, String(version));
    }
    // Before version 10 there were no semantic models.
    const { semantic_models: _, metrics: __, ...old } = jaffleShop();
    const metadata = { dbt_schema_version: manifestVersion(9) };
    const metrics = {
      'metric.jaffle_shop.m': { name: 'm', label: 'M', calculation_method: 'sum', expression: 'amount' },
    };
    assert.match(convert({ ...old, metadata, metrics }).warnings.join('\n'), /Metric m is left out/);
  });

  it('reads the single filter of a metric in version 10', () => {
    const shop = semanticShop() as { metrics: Record<string, object>; metadata: object };
    const id = 'metric.jaffle_shop.large_revenue';
    const filter = { where_sql_template: "{{ Dimension('order__is_large') }} = '{yes}'" };
    const metrics = { ...shop.metrics, [id]: { ...shop.metrics[id], filter } };
    const metadata = { ...shop.metadata, dbt_schema_version: manifestVersion(10) };
    const { member } = convert({ ...shop, metadata, metrics });
    assert.deepEqual(
      member('orders', 'large_revenue')?.filters,
      convert(semanticShop()).member('orders', 'large_revenue')?.filters,
    );
  });

  it('converts 500 models', () => {
    const nodes: Record<string, unknown> = {};
    for (let index = 0; index < 500; index += 1) {
      const columns = {
        id: {},
        parent_id: {},
        ...Object.fromEntries(Array.from({ length: 20 }, (_, c) => [`c${c}`, {}])),
      };
      Object.assign(nodes, model(`m${index}`, { columns }), test('unique', `m${index}`, 'id'));
      if (index > 0) Object.assign(nodes, relationship(`m${index}`, 'parent_id', `m${index - 1}`, 'id'));
    }
    const { cubes, warnings } = convertManifest(readManifest(manifestOf({ nodes })));
    assert.equal(cubes.length, 500);
    assert.equal(cubes.filter(({ joins }) => joins[0]?.relationship === 'many_to_one').length, 499);
    assert.deepEqual(warnings, []);
  });
});
