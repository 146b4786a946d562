/** Common mistakes in a small valid model, with the errors of the schema compiler. */

export interface Mistake {
  name: string;
  /** The whole model: file name → text. */
  files: Record<string, string>;
  /** All reported errors in order: the start of the message or a pattern for it, and the file if the error names one. */
  errors: { message: string | RegExp; fileName?: string }[];
}

const orders = `cubes:
  - name: orders
    sql_table: public.orders

    joins:
      - name: users
        relationship: many_to_one
        sql: "{CUBE}.user_id = {users.id}"

    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true

      - name: status
        sql: status
        type: string

    measures:
      - name: count
        type: count

      - name: total
        sql: amount
        type: sum
        description: All money

    pre_aggregations:
      - name: by_status
        measures: [count]
        dimensions: [status]
`;

const users = `cubes:
  - name: users
    sql_table: public.users

    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true

      - name: city
        sql: city
        type: string

    measures:
      - name: count
        type: count
`;

const view = `views:
  - name: orders_overview
    cubes:
      - join_path: orders
        includes: [total, status]

      - join_path: orders.users
        includes: [city]
`;

const usersJs = `cube(\`users\`, {
  sql_table: \`public.users\`,
  dimensions: {
    id: { sql: \`id\`, type: \`number\`, primary_key: true },
    city: { sql: \`city\`, type: \`string\` },
  },
  measures: {
    count: { type: \`count\` },
  },
});
`;

export const validModel: Record<string, string> = {
  'cubes/orders.yml': orders,
  'cubes/users.yml': users,
  'views/orders_overview.yml': view,
};

/** Without the view, whose own complaints would follow. */
const cubesOnly: Record<string, string> = { 'cubes/orders.yml': orders, 'cubes/users.yml': users };

const soundJsModel: Record<string, string> = {
  'cubes/orders.yml': orders,
  'cubes/users.js': usersJs,
};

/** The valid model with `from` replaced by `to` in one file. */
function edit(fileName: string, from: string, to: string, base = validModel): Record<string, string> {
  const text = base[fileName];
  if (text === undefined || !text.includes(from)) throw new Error(`${fileName} does not hold ${from}`);
  return { ...base, [fileName]: text.replace(from, () => to) };
}

const inOrders = (from: string, to: string) => edit('cubes/orders.yml', from, to, cubesOnly);
const inView = (from: string, to: string, base = validModel) => edit('views/orders_overview.yml', from, to, base);
const inJs = (from: string, to: string) => edit('cubes/users.js', from, to, soundJsModel);

const esc = String.fromCharCode(27);

export const mistakes: Mistake[] = [
  { name: '1 unknown cube in the sql of a join', files: inOrders('{users.id}', '{nope.id}'), errors: [] },
  {
    name: '2 join to a missing cube',
    files: edit('cubes/orders.yml', '- name: users', '- name: customers', { 'cubes/orders.yml': orders }),
    errors: [{ message: "orders cube: Cube customers doesn't exist" }],
  },
  {
    name: '3 unknown member in the sql of a measure',
    files: inOrders('sql: amount', 'sql: "{totl}"'),
    errors: [{ message: /^totl is not defined$/ }],
  },
  {
    name: '4 unknown member of another cube',
    files: inOrders('sql: amount', 'sql: "{users.cty}"'),
    errors: [{ message: /^users\.cty cannot be resolved\. There's no such member or cube\.$/ }],
  },
  {
    name: '5 measure without sql',
    files: inOrders('        sql: amount\n', ''),
    errors: [{ message: /^orders cube: \(measures\.total\.sql\) is required$/ }],
  },
  {
    name: '6 dimension without sql',
    files: inOrders('        sql: status\n', ''),
    errors: [
      {
        message:
          /^orders cube: "dimensions\.status" does not match any of the allowed types\nPossible reasons \(one of\):\n.*\(dimensions\.status\.sql\) is required/s,
      },
    ],
  },
  {
    name: '7 neither sql nor sql_table',
    files: inOrders('    sql_table: public.orders\n', ''),
    errors: [
      { message: /^orders cube: \(value = \[object Object\]\) must contain at least one of \[sql, sqlTable\]$/ },
    ],
  },
  {
    name: '8 both sql and sql_table',
    files: inOrders('    sql_table: public.orders\n', '    sql_table: public.orders\n    sql: SELECT 1\n'),
    errors: [{ message: /^orders cube: You must use either sql or sqlTable within a model, but not both$/ }],
  },
  {
    name: '9 duplicate member',
    files: inOrders('      - name: total\n', '      - name: count\n'),
    errors: [
      {
        message: "Member names must be unique within a cube. Found duplicate measure 'count' in cube 'orders'.",
        fileName: 'cubes/orders.yml',
      },
    ],
  },
  {
    name: '10 measure and dimension of one name',
    files: inOrders('      - name: status\n', '      - name: total\n'),
    errors: [{ message: /^orders cube: total defined more than once$/ }],
  },
  {
    name: '11 duplicate cube',
    files: edit('cubes/users.yml', 'name: users', 'name: orders'),
    errors: [
      { message: "Found duplicate cube name 'orders'." },
      // The consequence, in the view.
      { message: "orders.users cannot be resolved. There's no such member or cube." },
    ],
  },
  {
    name: '12 wrong type of a measure',
    files: inOrders('type: sum', 'type: summ'),
    errors: [
      { message: /^orders cube: "measures\.total\.type" must be one of \[count, .*\]\. "measures\.total\.sql" / },
    ],
  },
  {
    name: '13 wrong type of a dimension',
    files: inOrders('sql: status\n        type: string', 'sql: status\n        type: text'),
    errors: [
      {
        message: /\(dimensions\.status\.type = text\) must be one of \[string, number, boolean, time, geo\]/,
      },
    ],
  },
  {
    name: '15 unknown property of a cube',
    files: inOrders('    dimensions:\n', '    dimnsions: []\n    dimensions:\n'),
    errors: [{ message: /^orders cube: \(dimnsions = \) is not allowed$/ }],
  },
  {
    name: '15 unknown property of a measure',
    files: inOrders('description: All money', 'descripton: x'),
    errors: [{ message: 'orders cube: (measures.total.descripton = x) is not allowed' }],
  },
  {
    name: '18 unknown relationship',
    files: inOrders('many_to_one', 'manyToMany'),
    errors: [{ message: /^orders cube: \(joins\[0\]\.relationship = manyToMany\) must be one of \[/ }],
  },
  {
    name: '19 unknown top-level key',
    files: edit('cubes/users.yml', 'cubes:', 'cube:', cubesOnly),
    errors: [
      {
        message: "Unexpected YAML key: cube. Only 'cubes', 'views', and 'view_groups' are allowed here.",
        fileName: 'cubes/users.yml',
      },
      { message: "orders cube: Cube users doesn't exist" },
    ],
  },
  {
    name: '20 bad indent',
    files: inOrders('        sql: id\n', '       sql: id\n'),
    errors: [{ message: /^YAMLException: .+ \(\d+:\d+\)\n\n/ }],
  },
  {
    name: '21 tab',
    files: inOrders('        sql: id\n', '\tsql: id\n'),
    errors: [{ message: /^YAMLException: .+ \(12:\d+\)\n\n/ }],
  },
  {
    name: '22 duplicate key',
    files: inOrders('        sql: id\n', '        sql: id\n        sql: id\n'),
    errors: [{ message: /^YAMLException: duplicated mapping key \(13:\d+\)\n\n/ }],
  },
  {
    name: '23 open quote',
    files: inOrders('sql: status', 'sql: "status'),
    errors: [{ message: /^YAMLException: .+ \(\d+:\d+\)\n\n/ }],
  },
  {
    name: '24 circular extends',
    files: {
      'a.yml': 'cubes:\n  - name: a\n    sql_table: a\n    extends: b\n  - name: b\n    sql_table: b\n    extends: a\n',
    },
    errors: [{ message: 'Maximum call stack size exceeded' }],
  },
  {
    name: '25 extends a missing cube',
    files: edit('cubes/users.yml', '    sql_table', '    extends: nope\n    sql_table'),
    errors: [{ message: /^nope is not defined$/ }],
  },
  {
    name: '26 view includes an unknown member',
    files: inView('[total, status]', '[totall, status]'),
    errors: [
      {
        message: /^orders_overview cube: Member 'totall' is included in 'orders_overview' but not defined in any cube$/,
      },
    ],
  },
  {
    name: '27 view of a missing cube',
    files: inView('join_path: orders\n', 'join_path: nope\n'),
    errors: [{ message: /^nope is not defined$/ }],
  },
  {
    name: '28 view along a path that is not joined',
    files: inView('orders.users', 'users.orders'),
    errors: [
      { message: "orders_overview cube: Member 'city' is included in 'orders_overview' but not defined in any cube" },
    ],
  },
  {
    name: '29 two included members of one name',
    files: inView('includes: [total, status]', 'includes: [count]', inView('[city]', '[count]')),
    errors: [
      {
        message: "orders_overview cube: Included member 'count' conflicts with existing member of 'orders_overview'.",
      },
    ],
  },
  {
    name: '30 JavaScript syntax',
    files: inJs('primary_key: true },', 'primary_key: true '),
    errors: [
      { message: /^Unexpected token, expected "," \(5:4\)$/ },
      { message: "orders cube: Cube users doesn't exist" },
    ],
  },
  {
    name: '33 wrong type in JavaScript',
    files: inJs('city: { sql: `city`, type: `string` }', 'city: { sql: `city`, type: `text` }'),
    errors: [
      { message: /^users cube: .*\(dimensions\.city\.type = text\) must be one of/s },
      { message: "orders cube: Cube users doesn't exist" },
    ],
  },
  {
    name: '34 duplicate key in JavaScript',
    files: inJs('count: { type: `count` },', 'count: { type: `count` },\n    count: { type: `count` },'),
    errors: [
      {
        // The code frame is coloured.
        message: new RegExp(`^Syntax Error: Duplicate property parsing count\\n.*${esc}\\[.*> ?${esc}.* 9 \\|`, 's'),
        fileName: 'cubes/users.js',
      },
    ],
  },
  {
    name: '35 open Jinja block',
    files: { ...validModel, 'cubes/j.yml': 'cubes:\n{% for n in [1] %}\n  - name: a\n    sql_table: a\n' },
    errors: [{ message: /^syntax error: unexpected end of input, expected end of block \(in cubes\/j\.yml:2\)$/ }],
  },
  {
    name: '36 unknown Jinja function',
    files: { ...validModel, 'cubes/j.yml': 'cubes:\n  - name: {{ nope() }}\n    sql_table: a\n' },
    errors: [{ message: /^unknown function: nope is unknown \(in cubes\/j\.yml:2\)$/ }],
  },
  {
    name: '41 expression that is not Python',
    files: inOrders('sql: amount', 'sql: "{CUBE.amount ||}"'),
    errors: [{ message: 'Failed to parse Python expression. ', fileName: 'cubes/orders.yml' }],
  },
  {
    name: '42 unknown member in a pre-aggregation',
    files: inOrders('measures: [count]', 'measures: [cont]'),
    errors: [],
  },
  {
    name: '45 empty sql',
    files: inOrders('sql: amount', 'sql:'),
    errors: [{ message: /^Unexpected input during yaml transpiling: null$/ }],
  },
  {
    name: 'mistyped key whose value holds {CUBE}',
    files: inOrders('sql: amount', 'sqll: "{CUBE}.amount"'),
    errors: [{ message: /^CUBE is not defined$/ }],
  },
];
