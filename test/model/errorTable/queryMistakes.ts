/** Mistakes that the compiler accepts, and what happens to a query then. */

import { customers, fleet, orders, type QueryMistakeRow, trips, vans } from './mistakeRow.ts';

const endless = /^Maximum call stack size exceeded$/;
const day = [{ dimension: 'orders.created_at', granularity: 'day', dateRange: ['2024-01-01', '2024-01-31'] }];
const ofDay = { measures: ['orders.count'], dimensions: ['orders.status'], timeDimensions: day };
const ofStatus = { measures: ['orders.count'], dimensions: ['orders.status'] };

export const queryMistakes: readonly QueryMistakeRow[] = [
  {
    name: 'CUBE in lower case',
    edits: [[orders, `sql: "{CUBE}.source = 'web'"\n        desc`, `sql: "{«cube»}.source = 'web'"\n        desc`]],
    query: { measures: ['orders.count'], segments: ['orders.online'] },
    result: /WHERE \(\(name, cube\) => \{/,
    code: 'sandbox-function',
  },
  {
    name: 'CUBE in lower case before a member',
    edits: [[orders, '{CUBE}.customer_id = {customers.id}', '{«cube».id} = {customers.id}']],
    query: { measures: ['orders.count'], dimensions: ['customers.country'] },
    result: /ON undefined = "customers"\.id/,
    code: 'sandbox-function',
  },
  {
    name: 'CUBE in lower case (JavaScript)',
    base: fleet,
    edits: [[trips, '(HOUR FROM ${CUBE}.', '(HOUR FROM ${«cube»}.']],
    query: { measures: ['trips.count'], segments: ['trips.night'] },
    result: /FROM \(name, cube\) => \{/,
    code: 'sandbox-function',
  },
  {
    name: 'no mistake: a parameter named cube',
    base: fleet,
    edits: [[trips, 'sql: `EXTRACT(HOUR FROM ${CUBE}.', 'sql: (cube = CUBE) => `EXTRACT(HOUR FROM ${cube}.']],
  },
  {
    name: 'measure that refers to itself',
    edits: [[orders, 'sql: "{revenue} / NULLIF({CUBE.count}, 0)"', 'sql: "{«CUBE.average_order»} / 2"']],
    query: { measures: ['orders.average_order'] },
    result: endless,
    code: 'circular-reference',
  },
  {
    name: 'dimension that refers to itself',
    edits: [
      [
        orders,
        `- sql: "{CUBE}.source = 'web'"\n              label`,
        `- sql: "{«channel»} = 'web'"\n              label`,
      ],
    ],
    query: { dimensions: ['orders.channel'] },
    result: endless,
    code: 'circular-reference',
  },
  {
    name: 'two measures that refer to each other',
    edits: [
      [orders, 'sql: "{revenue} / NULLIF({CUBE.count}, 0)"', 'sql: "{«completed_share»} / 2"'],
      [orders, '"1.0 * {completed_count} / NULLIF({count}, 0)"', '"{«CUBE.average_order»} * 2"'],
    ],
    query: { measures: ['orders.completed_share'] },
    result: endless,
    code: 'circular-reference',
  },
  {
    name: 'measures that refer to each other (JavaScript)',
    base: fleet,
    edits: [
      [trips, '`${distance} / NULLIF(${CUBE.count}, 0)`', '`${«lateShare»} / 2`'],
      [trips, '100.0 * ${lateCount} / NULLIF(${count}, 0)', '100.0 * ${«averageDistance»}'],
    ],
    query: { measures: ['trips.lateShare'] },
    result: endless,
    code: 'circular-reference',
  },
  {
    name: 'no mistake: a member that refers to its parent',
    edits: [
      [
        'cubes/customers.yml',
        '- name: wholesale_share\n        sql: "1.0 * {count}',
        '- name: newest\n        sql: "{customers.newest}',
      ],
    ],
  },
  {
    name: 'unknown granularity of a pre-aggregation',
    edits: [[orders, 'granularity: day', 'granularity: «fortnight»']],
    query: ofStatus,
    result: /^Granularity "fortnight" does not exist in dimension orders\.created_at$/,
    code: 'unknown-granularity',
  },
  {
    name: 'unknown granularity of one of several time dimensions',
    edits: [
      [
        orders,
        '        time_dimension: created_at\n        granularity: day',
        '        time_dimensions:\n          - dimension: created_at\n            granularity: «fortnight»',
      ],
    ],
    query: ofStatus,
    result: /^Granularity "fortnight" does not exist in dimension orders\.created_at$/,
    code: 'unknown-granularity',
  },
  { name: 'no mistake: an own granularity', edits: [[orders, 'granularity: day', 'granularity: sprint']] },
  {
    name: 'unknown granularity of a pre-aggregation (JavaScript)',
    base: fleet,
    edits: [[trips, 'granularity: `day`', 'granularity: `«fortnight»`']],
    code: 'unknown-granularity',
  },
  {
    name: 'time dimension that is not a time',
    edits: [[orders, 'time_dimension: created_at\n        gran', 'time_dimension: «status»\n        gran']],
    // It can be built if the texts are times, but no query of times uses it.
    severity: 'warning',
    query: ofDay,
    result: /FROM stb_pre_aggregations\.orders_originals/,
    code: 'no-time-dimension',
  },
  {
    name: 'measure as time dimension',
    edits: [[orders, 'time_dimension: created_at\n        gran', 'time_dimension: «revenue»\n        gran']],
    query: ofStatus,
    result: /^'revenue' not found for path 'orders\.revenue'$/,
    code: 'wrong-member',
  },
  {
    name: 'dimension among the measures of a pre-aggregation',
    edits: [[orders, '- CUBE.count\n          - revenue\n', '- CUBE.count\n          - «status»\n']],
    query: ofStatus,
    result: /^'status' not found for path 'orders\.status'$/,
    code: 'wrong-member',
  },
  {
    name: 'measure among the dimensions of a pre-aggregation (JavaScript)',
    base: fleet,
    edits: [[trips, 'dimensions: [purpose,', 'dimensions: [«distance»,']],
    code: 'wrong-member',
  },
  {
    name: 'measure as a level of a hierarchy that no view includes',
    edits: [[orders, '          - customers.country', '          - «count»']],
    severity: 'warning',
    code: 'level-no-dimension',
  },
  {
    name: 'unknown member of a row filter as text (JavaScript)',
    base: fleet,
    edits: [[trips, 'member: purpose', 'member: `«purpos»`']],
    code: 'unknown-member',
  },
  {
    name: 'unknown member of a row filter behind CUBE (JavaScript)',
    base: fleet,
    edits: [[trips, 'member: purpose', 'member: `${CUBE}.«purpos»`']],
    code: 'unknown-member',
  },
  {
    name: 'member of another cube in a row filter (JavaScript)',
    base: fleet,
    edits: [[trips, 'member: purpose', "member: '«vans.plate»'"]],
    code: 'unknown-member',
  },
  {
    name: 'no mistake: texts of members in a row filter (JavaScript)',
    base: fleet,
    edits: [
      [
        trips,
        'member: purpose, operator: `equals`, values: [`Delivery`] }',
        'member: `purpose`, operator: `set` }, { member: `${CUBE}.depot`, operator: `set` }, { member: `trips.id`, operator: `set` }',
      ],
    ],
  },
  {
    name: 'unknown granularity of a window',
    edits: [
      [orders, 'trailing: 1 month\n          offset: start', 'type: to_date\n          granularity: «fortnight»'],
    ],
    severity: 'warning',
    query: { measures: ['orders.revenue_last_month'], timeDimensions: day },
    result: /date_trunc\('undefined'/,
    code: 'unknown-granularity',
  },
  {
    name: 'no mistake: windows of common and own granularities',
    edits: [
      [orders, 'trailing: 1 month\n          offset: start', 'type: to_date\n          granularity: quarter'],
      [
        orders,
        '      - name: buyers\n',
        '      - name: of_sprint\n        sql: total_price\n        type: sum\n        rolling_window:\n          type: to_date\n          granularity: sprint\n\n      - name: buyers\n',
      ],
    ],
  },
  {
    name: 'brace that nothing opens',
    edits: [[orders, 'sql: "{customers.city}"', 'sql: "customers.city«}»"']],
    severity: 'warning',
    query: { dimensions: ['orders.customer_city'] },
    result: /^SELECT customers\.city} /,
    code: 'stray-brace',
  },
  {
    name: 'quote that is never closed',
    edits: [[orders, `sql: "{CUBE}.status = 'completed'"`, `sql: "{CUBE}.status = «'»completed"`]],
    query: { measures: ['orders.completed_count'] },
    result: /WHEN \("orders"\.status = 'completed\) THEN/,
    code: 'unbalanced-sql',
  },
  {
    name: 'parenthesis that is never closed',
    edits: [[orders, 'sql: "{customers.city}"', 'sql: "UPPER«(»{customers.city}"']],
    query: { dimensions: ['orders.customer_city'] },
    result: /^SELECT UPPER\("customers__city" "orders__customer_city"/,
    code: 'unbalanced-sql',
  },
  {
    name: 'no mistake: quotes and parentheses in strings and comments',
    edits: [[orders, 'sql: "{customers.city}"', `sql: "CONCAT({customers.city}, 'it''s (', /* ' */ ')')"`]],
  },
  {
    name: 'braces without a name as the whole SQL',
    edits: [[orders, 'sql: "{customers.city}"', 'sql: "«{}»"']],
    severity: 'warning',
    query: { dimensions: ['orders.customer_city'] },
    result: /^SELECT \{\} /,
    code: 'empty-braces',
  },
  {
    name: 'dollar sign before a reference in YAML',
    edits: [[orders, `sql: "{CUBE}.status = 'completed'"`, `sql: "«\${CUBE}».status = 'completed'"`]],
    severity: 'warning',
    query: { measures: ['orders.completed_count'] },
    result: /WHEN \(\$"orders"\.status = /,
    code: 'dollar-brace',
  },
  {
    name: 'no mistake: braces in texts and comments of SQL',
    edits: [
      [orders, 'sql: "{customers.city}"', `sql: "REPLACE({CUBE}.city, '}', '\\\\{') -- don't }"`],
      [orders, 'sql: "{CUBE}.lat"', `sql: '{CUBE}.lat /* } */ || ''}'' || "a}"'`],
      [orders, 'sql: "{CUBE}.lon"', `sql: "CAST('\\\\{\\"a\\": 1\\\\}' AS text)"`],
    ],
  },
  {
    name: 'reference without quotes as SQL (JavaScript)',
    base: fleet,
    edits: [[vans, 'plate: { sql: `plate`', 'plate: { sql: «plate»']],
    query: { dimensions: ['vans.plate'] },
    result: /^vans\.plate\.match cannot be resolved/,
    code: 'bare-reference',
  },
  {
    name: 'member of CUBE without quotes as SQL (JavaScript)',
    base: fleet,
    edits: [[trips, 'sql: `metres`,\n      type: `max`', 'sql: «CUBE.driverId»,\n      type: `max`']],
    query: { measures: ['trips.longest'] },
    result: /^trips\.driverId\.match cannot be resolved/,
    code: 'bare-reference',
  },
  {
    name: 'no mistake: SQL of a declared name, and of a function (JavaScript)',
    base: fleet,
    edits: [
      [vans, 'cube(`vans`', "const depot = 'depot';\ncube(`vans`"],
      [vans, 'depot: { sql: `depot`', 'depot: { sql: () => depot'],
    ],
  },
  {
    name: 'reference without a dollar sign (JavaScript)',
    base: fleet,
    edits: [[trips, 'filters: [{ sql: `${CUBE}.late` }]', 'filters: [{ sql: `«{CUBE}».late` }]']],
    severity: 'warning',
    query: { measures: ['trips.lateCount'] },
    result: /WHEN \(\{CUBE\}\.late\)/,
    code: 'plain-brace',
  },
  {
    name: 'reference in plain quotes (JavaScript)',
    base: fleet,
    edits: [[trips, 'filters: [{ sql: `${CUBE}.late` }]', "filters: [{ sql: '«${CUBE}».late' }]"]],
    severity: 'warning',
    query: { measures: ['trips.lateCount'] },
    result: /WHEN \(\$\{CUBE\}\.late\)/,
    code: 'plain-brace',
  },
  {
    name: 'no mistake: braces that are not references (JavaScript)',
    base: fleet,
    edits: [
      [
        trips,
        'filters: [{ sql: `${CUBE}.late` }]',
        "filters: [{ sql: `${CUBE}.late = '{CUBE}' OR x = {d '2024-01-01'}` }]",
      ],
    ],
  },
  {
    name: 'filter on an unknown cube',
    edits: [[customers, 'FILTER_PARAMS.customers.', 'FILTER_PARAMS.«customer».']],
    severity: 'warning',
    query: { measures: ['customers.count'] },
    result: /^Cube 'customer' not found/,
    code: 'unknown-cube',
  },
  {
    name: 'filter on an unknown member',
    edits: [[customers, 'FILTER_PARAMS.customers.created_at', 'FILTER_PARAMS.customers.«created»']],
    severity: 'warning',
    query: {
      measures: ['customers.count'],
      timeDimensions: [{ dimension: 'customers.created_at', dateRange: ['2024-01-01', '2024-01-31'] }],
    },
    result: /WHERE \(1 = 1\)/,
    code: 'unknown-member',
  },
];
