/** Refactorings in YAML and JavaScript: members of views, extracted and inlined SQL, joins, and the other language. */

import assert from 'node:assert/strict';
import { fixture, type Texts } from '../../model/models.ts';
import { actionsAt, apply, changes, changesOf, textsOf, titles } from './actions.ts';

const orders = (sql: string): Texts => ({
  'orders.yml': `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: net
        sql: amount - discount
        type: number
    measures:
      - name: count
        type: count
      - name: total
        sql: ${sql}
        type: number # of all
`,
});

const trips = (sql: string): Texts => ({
  'Trips.js': `cube(\`trips\`, {
  sqlTable: \`trips\`,
  dimensions: {
    net: { sql: 'amount - discount', type: 'number' },
  },
  measures: {
    total: {
      sql: ${sql},
      type: \`number\`,
    },
  },
});
`,
});

const view = (includes: string): Texts => ({
  'views.yml': `views:
  - name: sales
    cubes:
      - join_path: orders
        includes:${includes}
  - name: everything
    cubes:
      - join_path: orders
        includes: "*"
`,
});

describe('refactorings', () => {
  it('add a member to a view', () => {
    const cube = { 'orders.yml': orders('"{count}"')['orders.yml']!.replace('- name: net', '- name: ne▮t') };
    const title = "Add 'net' to the view 'sales'";
    assert.deepEqual(changesOf({ ...cube, ...view('\n          - count\n') }, title), ['+           - net']);
    assert.deepEqual(changesOf({ ...cube, ...view(' [count, id]') }, title), [
      '-         includes: [count, id]',
      '+         includes: [count, id, net]',
    ]);
    const taken = view('\n          - name: count\n            alias: net');
    assert.deepEqual(changesOf({ ...cube, ...taken }, title), [
      '+           - name: net',
      '+             alias: orders_net',
    ]);
    assert.deepEqual(titles(actionsAt({ ...cube, ...view('\n          - net') }).actions, 'refactor.rewrite'), []);
  });

  it('extract what a text says, not how it is written', () => {
    const extracted = (sql: string, title: string | RegExp = /^Extract/) => changesOf(orders(sql), title);
    assert.deepEqual(extracted(`"▮COALESCE({net}, \\"a\\\\b\\")▮ + 1"`), [
      '+       - name: new_dimension',
      '+         sql: "COALESCE({net}, \\"a\\\\b\\")"',
      '+         type: number',
      '-         sql: "COALESCE({net}, \\"a\\\\b\\") + 1"',
      '+         sql: "{new_dimension} + 1"',
    ]);
    assert.deepEqual(extracted("'▮COALESCE({net}, ''x'')▮ + 1'"), [
      '+       - name: new_dimension',
      `+         sql: "COALESCE({net}, 'x')"`,
      '+         type: number',
      "-         sql: 'COALESCE({net}, ''x'') + 1'",
      "+         sql: '{new_dimension} + 1'",
    ]);
    assert.deepEqual(extracted('"▮CURRENT_DATE▮ - {net}"').slice(0, 2), [
      '+       - name: new_dimension',
      '+         sql: "(CURRENT_DATE)"',
    ]);
  });

  it('extract nothing out of a name, a string or a comment', () => {
    for (const sql of [
      '"\'a ▮b▮ c\' || {net}"',
      '"{CUBE}.▮amount▮ + 1"',
      '"am▮ount▮ + 1"',
      '"▮sum▮({net})"',
      '"1 /* ▮{net}▮ */"',
    ])
      assert.deepEqual(titles(actionsAt(orders(sql)).actions, 'refactor.extract'), [], sql);
  });

  it('keep the type of a time when they extract from it', () => {
    const texts = {
      'a.yml': `cubes:
  - name: a
    sql_table: a
    dimensions:
      - name: at
        sql: "DATE_TRUNC('day', ▮CAST({CUBE}.at AS TIMESTAMP)▮)"
        type: time
`,
    };
    assert.deepEqual(changesOf(texts, /^Extract/).at(-1), '+         type: time');
  });

  it('add a member to a view in JavaScript, over a join', () => {
    const { 'cubes/Trips.js': text = '', ...others } = fixture('fleet');
    const vans = others['cubes/Vans.js']!.replace('depot:', 'dep▮ot:');
    const views = { 'views/v.js': 'view(`v`, { cubes: [{ joinPath: trips, includes: [`count`] }] });\n' };
    const texts = { 'cubes/Trips.js': text, 'cubes/Vans.js': vans, ...views };
    assert.deepEqual(changesOf(texts, "Add 'depot' to the view 'v'"), [
      '- view(`v`, { cubes: [{ joinPath: trips, includes: [`count`] }] });',
      '+ view(`v`, { cubes: [{ joinPath: trips, includes: [`count`] }, {',
      '+   joinPath: trips.vans,',
      '+   includes: [`depot`],',
      '+ }] });',
    ]);
  });

  it('extract a part of SQL', () => {
    assert.deepEqual(changesOf(orders('▮SUM({CUBE}.amount)▮ / NULLIF({count}, 0)'), /^Extract/), [
      '-         sql: SUM({CUBE}.amount) / NULLIF({count}, 0)',
      '+         sql: "{new_measure} / NULLIF({count}, 0)"',
      '+       - name: new_measure',
      '+         sql: "{CUBE}.amount"',
      '+         type: sum',
    ]);
    assert.deepEqual(changesOf(orders('"SUM(▮{CUBE}.amount * 2▮)"'), "Extract to dimension 'new_dimension'"), [
      '+       - name: new_dimension',
      '+         sql: "{CUBE}.amount * 2"',
      '+         type: number',
      '-         sql: "SUM({CUBE}.amount * 2)"',
      '+         sql: "SUM({new_dimension})"',
    ]);
    assert.deepEqual(changesOf(trips("'▮COUNT(DISTINCT van)▮ * 2'"), "Extract to measure 'new_measure'"), [
      "-       sql: 'COUNT(DISTINCT van) * 2',",
      '+       sql: `${new_measure} * 2`,',
      '+     new_measure: {',
      '+       sql: `van`,',
      '+       type: `count_distinct`,',
      '+     },',
    ]);
    for (const cut of ['"SUM({CU▮BE}.amo▮unt)"', '"SUM(▮{CUBE}.amount) /▮ 2"', '"▮ ▮"'])
      assert.deepEqual(titles(actionsAt(orders(cut)).actions, 'refactor.extract'), [], cut);
  });

  it('inline the SQL of a member', () => {
    assert.deepEqual(changesOf(orders('"SUM({n▮et}) / {count}"'), "Inline 'net'"), [
      '-         sql: "SUM({net}) / {count}"',
      '+         sql: "SUM((amount - discount)) / {count}"',
    ]);
    assert.deepEqual(changesOf(trips('`SUM(${CUBE.n▮et}) / 2`'), "Inline 'net'"), [
      '-       sql: `SUM(${CUBE.net}) / 2`,',
      '+       sql: `SUM((amount - discount)) / 2`,',
    ]);
    const atName = {
      'orders.yml': orders('"SUM({net}) + MAX({CUBE.net})"')['orders.yml']!.replace('- name: net', '- name: ne▮t'),
    };
    assert.deepEqual(changesOf(atName, "Inline 'net' where the SQL of 'orders' uses it"), [
      '-         sql: "SUM({net}) + MAX({CUBE.net})"',
      '+         sql: "SUM((amount - discount)) + MAX((amount - discount))"',
    ]);
    assert.deepEqual(titles(actionsAt(orders('"{cou▮nt} * 2"')).actions, 'refactor.inline'), [
      "Inline 'count' (The SQL of this measure is aggregated by its type.)",
    ]);
  });

  it('add the join that a reference needs', () => {
    const { 'cubes/customers.yml': customers = '' } = fixture('bakery');
    const texts = { ...orders('"{customers.co▮unt} * 2"'), 'customers.yml': customers };
    assert.deepEqual(changesOf(texts, "Join 'customers' to 'orders' (many_to_one)"), [
      '+     joins:',
      '+       - name: customers',
      '+         sql: "{CUBE}.customer_id = {customers.id}"',
      '+         relationship: many_to_one',
    ]);
  });
});

describe('conversion of a file', () => {
  const yaml = `# Orders.
cubes:
  # One row an order.
  - name: ord▮ers
    sql: |
      SELECT *
        FROM orders
    title: "It's 5 > 3"

    # Members.
    measures:
      - name: count
        type: count
        drill_members: [id, customers.city]
      - name: users
        sql: "{CUBE}.user_id" # distinct
        type: count_distinct
`;
  const javaScript = `// Orders.
// One row an order.
cube(\`orders\`, {
  sql: \`SELECT *
  FROM orders\`,
  title: \`It's 5 > 3\`,

  // Members.
  measures: {
    count: {
      type: \`count\`,
      drillMembers: [id, customers.city],
    },
    users: {
      sql: \`\${CUBE}.user_id\`, // distinct
      type: \`count_distinct\`,
    },
  },
});
`;

  const convert = (texts: Texts): Texts => {
    const { index, actions } = actionsAt(texts);
    return apply(
      index,
      actions.find(({ title }) => title.startsWith('Convert')) ?? assert.fail(titles(actions).join()),
    );
  };

  it('goes both ways, with comments', () => {
    assert.deepEqual(convert({ 'cubes/orders.yml': yaml }), { 'cubes/orders.js': javaScript });
    assert.deepEqual(convert({ 'cubes/orders.js': javaScript.replace('orders`', 'ord▮ers`') }), {
      'cubes/orders.yml': yaml
        .replace('▮', '')
        .replace('# Orders.\ncubes:\n  # One', 'cubes:\n  # Orders.\n  # One')
        .replace('[id, customers.city]', '\n          - id\n          - customers.city')
        .replace('members: \n', 'members:\n'),
    });
  });

  it('says what would be lost', () => {
    const refused = (texts: Texts) => titles(actionsAt(texts).actions, 'refactor.rewrite');
    assert.deepEqual(
      refused({
        'a.js': 'const t = 1;\ncube(`▮a`, { sqlTable: `a`, measures: { b: { sql: f(1), type: `sum` } } });\n',
      }),
      ['Convert the file to YAML (This would be lost: the rest of the program, a value that is a program (line 2).)'],
    );
    assert.deepEqual(refused({ 'a.yml': 'cubes:\n  - name: a▮\n    sql_table: "{{ t }}"\n' }), [
      'Convert the file to JavaScript (This would be lost: template tags, a value that is a program (line 3).)',
    ]);
    assert.deepEqual(refused({ 'a.yml': 'cubes:\n  - name: a▮\n    sql_table: t\n', 'a.js': '' }), [
      "Convert the file to JavaScript (There is already a file 'model/a.js'.)",
    ]);
    assert.deepEqual(changes(textsOf(actionsAt({ 'a.js': 'cube(`a▮`, {' }).index), { 'a.js': 'cube(`a`, {' }), []);
  });
});
