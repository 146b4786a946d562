/** dbt manifests for tests, in the form that dbt writes. */

type Json = Record<string, unknown>;

export const manifestVersion = (version: number | string, kind = 'manifest') =>
  `https://schemas.getdbt.com/dbt/${kind}/v${version}.json`;

interface ModelInput {
  columns?: Record<string, Json>;
  [more: string]: unknown;
}

/** A manifest around nodes. */
export function manifestOf(parts: { nodes?: Json; metadata?: Json; [more: string]: unknown }): Json {
  const { nodes = {}, metadata, ...others } = parts;
  return {
    metadata: {
      dbt_schema_version: manifestVersion(12),
      dbt_version: '1.9.2',
      generated_at: '2026-05-04T10:11:12.131415Z',
      adapter_type: 'postgres',
      project_name: 'jaffle_shop',
      ...metadata,
    },
    nodes,
    sources: {},
    macros: {},
    docs: {},
    exposures: {},
    metrics: {},
    semantic_models: {},
    disabled: {},
    ...others,
  };
}

export function model(name: string, { columns = {}, ...more }: ModelInput = {}): Json {
  const named = Object.entries(columns).map(([column, rest]) => [
    column,
    { name: column, description: '', meta: {}, data_type: null, quote: null, tags: [], constraints: [], ...rest },
  ]);
  return {
    [`model.jaffle_shop.${name}`]: {
      resource_type: 'model',
      unique_id: `model.jaffle_shop.${name}`,
      name,
      alias: name,
      package_name: 'jaffle_shop',
      database: 'jaffle',
      schema: 'main',
      relation_name: `"jaffle"."main"."${name}"`,
      description: '',
      config: { enabled: true, materialized: 'table', tags: [], meta: {} },
      columns: Object.fromEntries(named),
      depends_on: { macros: [], nodes: [] },
      raw_code: 'select 1',
      compiled_code: 'select 1',
      constraints: [],
      version: null,
      ...more,
    },
  };
}

/** A generic test of one column. */
export function test(name: string, modelName: string, column: string | null, more: Json = {}): Json {
  const { kwargs, nodes, ...others } = more as { kwargs?: Json; nodes?: string[] };
  const attached = `model.jaffle_shop.${modelName}`;
  return {
    [`test.jaffle_shop.${name}_${modelName}_${column ?? 'table'}`]: {
      resource_type: 'test',
      name: `${name}_${modelName}_${column}`,
      package_name: 'jaffle_shop',
      test_metadata: {
        name,
        kwargs: { column_name: column, model: `{{ get_where_subquery(ref('${modelName}')) }}`, ...kwargs },
        namespace: null,
      },
      column_name: column,
      attached_node: attached,
      config: { severity: 'ERROR', where: null },
      depends_on: { macros: [], nodes: [...(nodes ?? []), attached] },
      columns: {},
      ...others,
    },
  };
}

export function relationship(modelName: string, column: string, to: string, field: string): Json {
  const target = `model.jaffle_shop.${to}`;
  return test('relationships', modelName, column, { kwargs: { to: `ref('${to}')`, field }, nodes: [target] });
}

const key = (modelName: string, column: string) => ({
  ...test('unique', modelName, column),
  ...test('not_null', modelName, column),
});

/** The project of dbt’s tutorial: customers, orders with a status, payments. */
export function jaffleShop(): Json {
  return manifestOf({
    nodes: {
      ...model('customers', {
        description: 'One row per customer, with "lifetime" values',
        columns: {
          customer_id: { description: 'Primary key', data_type: 'integer' },
          first_name: { description: 'PII', data_type: 'character varying(256)' },
          first_order: { data_type: 'date' },
          is_active: { data_type: 'boolean' },
        },
      }),
      ...model('orders', {
        description: 'One row per order',
        columns: {
          order_id: { data_type: 'bigint' },
          customer_id: { data_type: 'bigint' },
          order_date: { data_type: 'timestamp without time zone' },
          status: { description: 'placed, shipped, completed' },
          amount: { data_type: 'numeric(10,2)' },
        },
      }),
      ...model('stg_payments', { relation_name: null, config: { materialized: 'ephemeral' } }),
      ...key('customers', 'customer_id'),
      ...key('orders', 'order_id'),
      ...relationship('orders', 'customer_id', 'customers', 'customer_id'),
      'seed.jaffle_shop.raw_orders': { resource_type: 'seed', name: 'raw_orders', columns: {} },
    },
    sources: { 'source.jaffle_shop.raw.payments': { name: 'payments', resource_type: 'source' } },
    macros: { 'macro.dbt.ref': { name: 'ref' }, 'macro.jaffle_shop.cents': { name: 'cents' } },
  });
}

/** A model `events` whose columns have no types. */
export function untyped(): Json {
  return manifestOf({ nodes: model('events', { columns: { id: {}, happened_at: {}, note: {} } }) });
}

/** A catalog of one model: types by column. */
export function catalogOf(modelName: string, types: Record<string, string>): Json {
  const columns = Object.entries(types).map(([name, type], index) => [name, { name, type, index, comment: null }]);
  return {
    metadata: { dbt_schema_version: manifestVersion(1, 'catalog') },
    nodes: { [`model.jaffle_shop.${modelName}`]: { columns: Object.fromEntries(columns), stats: {} } },
    sources: {},
    errors: null,
  };
}

/** A semantic model of `orders`, with metrics. */
export function semanticShop(): Json {
  const shop = jaffleShop() as { nodes: Json };
  const input = (name: string, more: Json = {}) => ({ name, filter: null, alias: null, ...more });
  const metric = (name: string, type: string, typeParams: Json, more: Json = {}) => ({
    [`metric.jaffle_shop.${name}`]: {
      name,
      type,
      label: name.replaceAll('_', ' '),
      description: `Metric ${name}`,
      type_params: typeParams,
      filter: null,
      ...more,
    },
  });
  return {
    ...shop,
    semantic_models: {
      'semantic_model.jaffle_shop.orders': {
        name: 'orders',
        label: 'Orders of customers',
        model: "ref('orders')",
        primary_entity: null,
        depends_on: { nodes: ['model.jaffle_shop.orders'], macros: [] },
        entities: [
          { name: 'order', type: 'primary', expr: 'order_id' },
          { name: 'customer', type: 'foreign', expr: 'customer_id' },
        ],
        dimensions: [
          { name: 'ordered_at', type: 'time', expr: 'order_date', type_params: { time_granularity: 'day' } },
          { name: 'status', type: 'categorical', label: 'Order status' },
          { name: 'is_large', type: 'categorical', expr: "case when amount > 50 then '{yes}' else 'no' end" },
        ],
        measures: [
          { name: 'revenue', agg: 'sum', expr: 'amount', description: 'Sum of amounts' },
          { name: 'order_count', agg: 'count', expr: 1 },
          { name: 'buyers', agg: 'count_distinct', expr: 'customer_id' },
          { name: 'median_amount', agg: 'median', expr: 'amount' },
          { name: 'large_orders', agg: 'sum_boolean', expr: 'amount > 50' },
        ],
      },
      'semantic_model.jaffle_shop.customers': {
        name: 'customers',
        depends_on: { nodes: ['model.jaffle_shop.customers'] },
        entities: [{ name: 'customer', type: 'primary', expr: 'customer_id' }],
        dimensions: [],
        measures: [{ name: 'customers', agg: 'count', expr: 'customer_id' }],
      },
    },
    metrics: {
      ...metric('revenue', 'simple', { measure: input('revenue') }),
      ...metric(
        'large_revenue',
        'simple',
        { measure: input('revenue') },
        { filter: { where_filters: [{ where_sql_template: "{{ Dimension('order__is_large') }} = '{yes}'" }] } },
      ),
      ...metric('revenue_per_buyer', 'ratio', { numerator: input('revenue'), denominator: input('buyer_count') }),
      ...metric('buyer_count', 'simple', { measure: input('buyers') }),
      ...metric('small_revenue', 'derived', {
        expr: 'all_revenue - large_revenue',
        metrics: [input('revenue', { alias: 'all_revenue' }), input('large_revenue')],
      }),
      ...metric('revenue_7d', 'cumulative', { measure: input('revenue'), window: { count: 7, granularity: 'days' } }),
      ...metric('revenue_mtd', 'cumulative', {
        measure: input('revenue'),
        cumulative_type_params: { window: null, grain_to_date: 'month' },
      }),
      ...metric('revenue_ever', 'cumulative', { measure: input('revenue') }),
      ...metric('visits_to_orders', 'conversion', { measure: null }),
      ...metric(
        'revenue_of_names',
        'simple',
        { measure: input('revenue') },
        { filter: { where_filters: [{ where_sql_template: "{{ Dimension('customer__first_name') }} = 'Ada'" }] } },
      ),
    },
  };
}
