/** What the formatter writes, and what it leaves as it is. */

import assert from 'node:assert/strict';
import { formatText } from '../../../src/language/format/formatText.ts';
import { documentKind } from '../../../src/model/documents/documentKind.ts';

function formatted(text: string, path = 'model/orders.yml'): string {
  const kind = documentKind(path, 'model');
  const found = formatText(path, text, kind);
  assert.equal(found.kept, undefined, found.kept?.describe());
  assert.equal(formatText(path, found.text, kind).text, found.text, 'formatting twice gives the same');
  return found.text;
}

function reason(text: string, path = 'model/orders.yml'): string | undefined {
  const found = formatText(path, text, documentKind(path, 'model'));
  assert.equal(found.text, text);
  return found.kept?.code;
}

/** A cube with a measure whose value is this SQL, as YAML. */
const measure = (value: string) =>
  `cubes:\n  - name: orders\n    measures:\n      - name: total\n        sql: ${value}\n`;
const sqlOf = (text: string) => /sql: ([\s\S]*)\n$/.exec(text)![1]!.replaceAll(/^ {10}/gm, '');
const sql = (value: string) => sqlOf(formatted(measure(value)));

describe('the formatter', () => {
  it('orders keys, and indents', () => {
    const text = `cubes:
- measures:
    -   type: count
        name: count
  sql_table:   shop.orders
  name: orders
`;
    assert.equal(
      formatted(text),
      `cubes:
  - name: orders
    sql_table: shop.orders
    measures:
      - name: count
        type: count
`,
    );
  });

  it('keeps the order of dimensions and measures, of members, and of keys that are data', () => {
    const text = `views:
  - name: sales
    meta:
      z: 1
      a: { y: 1, x: 2 }
    cubes:
      - join_path: b
        includes: "*"
      - join_path: a
        includes: "*"
cubes:
  - name: orders
    measures:
      - name: b
        type: count
      - name: a
        type: count
    dimensions: []
`;
    assert.equal(formatted(text), text);
  });

  it('keeps comments at what they are about', () => {
    const text = `# The file.

cubes:
# First.
- measures: # all
  - type: count # how
    # The name.
    name: count
    # sql: old
  # Before the second.
  - name: other
    type: count

  # After the measures.
  # Title of the cube.
  title: Orders
  name: orders
  # End of the cube.
# End of the file.
`;
    assert.equal(
      formatted(text),
      `# The file.

cubes:
  # First.
  - name: orders

    # After the measures.
    # Title of the cube.
    title: Orders
    measures: # all
      # The name.
      - name: count
        type: count # how
        # sql: old
      # Before the second.
      - name: other
        type: count
    # End of the cube.
# End of the file.
`,
    );
  });

  it('writes double quotes unless they would need escapes, and keeps plain texts', () => {
    const text = `cubes:
  - name: 'orders'
    title: 'It''s “all”'
    description: 'with "quotes"'
    meta: { a: '1', b: "2", c: 3, d: 'back\\slash' }
`;
    assert.equal(
      formatted(text),
      `cubes:
  - name: "orders"
    title: "It's “all”"
    description: 'with "quotes"'
    meta: { a: "1", b: "2", c: 3, d: 'back\\slash' }
`,
    );
  });

  it('writes short lists on one line if they were, and long ones as blocks', () => {
    const long = Array.from({ length: 8 }, (_, i) => `a_long_member_name_${i}`);
    const text = `views:
  - name: v
    cubes:
      - join_path: a
        includes: [ a,b,
          "c" ]
      - join_path: b
        includes:
          - a
      - {includes: [${long.join(', ')}], join_path: c}
`;
    assert.equal(
      formatted(text),
      `views:
  - name: v
    cubes:
      - join_path: a
        includes: [a, b, "c"]
      - join_path: b
        includes:
          - a
      - join_path: c
        includes:
${long.map((one) => `          - ${one}\n`).join('')}`,
    );
  });

  it('writes SQL of one line on one line, and other SQL with one item on each', () => {
    assert.equal(sql('"{CUBE}.amount*2"'), '"{CUBE}.amount * 2"');
    assert.equal(sql('amount*2'), 'amount * 2');
    assert.equal(sql("'COALESCE( {total} ,0)'"), '"COALESCE({total}, 0)"');
    assert.equal(sql('SELECT a,b FROM t'), '"SELECT a, b FROM t"');
    assert.equal(
      sql(
        '>\n          SELECT a,b FROM {orders.sql()} AS o\n          WHERE {FILTER_PARAMS.orders.date.filter("a,  b")}',
      ),
      '|\n  SELECT\n    a,\n    b\n  FROM\n    {orders.sql()} AS o\n  WHERE\n    {FILTER_PARAMS.orders.date.filter("a,  b")}'.replaceAll(
        '\n  ',
        '\n',
      ),
    );
    const cases = Array.from({ length: 4 }, (_, i) => `WHEN {CUBE}.status = 'status ${i}' THEN ${i}`);
    assert.equal(sql(`"CASE ${cases.join(' ')} END"`), `|-\nCASE\n${cases.map((one) => `  ${one}\n`).join('')}END`);
  });

  it('changes nothing in SQL but white space without a meaning', () => {
    for (const kept of [
      `"{CUBE}.tags->>'a  b'"`,
      '"my_function({CUBE}.a) > 1e-5"',
      `"'{CUBE}  x' || {a}{b}_c"`,
      '"{CUBE}.a::int"',
      `"E'a\\\\nb' || c"`,
      '"$${CUBE}  x$$"',
      '"`a  b`.c"',
      '"a # no comment everywhere"',
      '"ARRAY[1,  2]"',
      '"it\'s not closed"',
      '"{CUBE"',
      'id',
    ])
      assert.equal(sql(kept), kept);
  });

  it('does not end a comment of SQL elsewhere', () => {
    const text = '|\nSUM(a) -- the sum\n  / b';
    assert.equal(sql(text.replaceAll('\n', '\n          ')), text.replace('\n  /', '\n/'));
    const long = `${'aaaaaaaaaa + '.repeat(9)}b -- end`;
    assert.equal(sql(long), long);
  });

  it('keeps anchors, merges and blocks of text', () => {
    const text = `cubes:
  - name: a
    measures: &shared
      - &first
        name: count
        type: count
  - name: b
    <<: { public: false }
    description: >-
      One
      two

        three
    title: "a
      b"
    measures: *shared
`;
    assert.equal(formatted(text), text);
  });

  it('keeps expressions of templates, line breaks and the byte order mark', () => {
    const text = '\ufeffcubes:\r\n- sql_table: "{{ COMPILE_CONTEXT.schema }}.orders"\r\n  name: orders_{{ x }}\r\n';
    assert.equal(
      formatted(text),
      '\ufeffcubes:\r\n  - name: orders_{{ x }}\r\n    sql_table: "{{ COMPILE_CONTEXT.schema }}.orders"\r\n',
    );
  });

  it('orders query and test documents as their keys are documented', () => {
    assert.equal(
      formatted('# What it is.\nlimit: 5\nmeasures: [ orders.count ]\n', 'a.query.yml'),
      '# What it is.\nmeasures: [orders.count]\nlimit: 5\n',
    );
    const test = `tests:
  - expect: { tolerance: 1, scalar: 2 }
    name: A
    given: { orders: [{ sql: "a  b", id: 1 }], other: { sql: "select 1 as id,2 as b" } }
    query: { limit: 1, measures: [orders.count] }
`;
    assert.equal(
      formatted(test, 'tests/a.test.yml'),
      `tests:
  - name: A
    given: { orders: [{ sql: "a  b", id: 1 }], other: { sql: "select 1 as id, 2 as b" } }
    query: { measures: [orders.count], limit: 1 }
    expect: { scalar: 2, tolerance: 1 }
`,
    );
    assert.equal(
      formatted('{"limit": 1e2, "measures":["orders.count"],\n"filters": []}', 'a.query.json'),
      '{\n  "measures": ["orders.count"],\n  "filters": [],\n  "limit": 1e2\n}\n',
    );
  });

  it('leaves what it cannot read as it is, with the reason', () => {
    assert.equal(reason('cubes:\n{% for a in b %}\n- name: a\n{% endfor %}\n'), 'template');
    assert.equal(reason('cubes:\n  - name: {{ f() }}\n'), 'lines');
    assert.equal(reason('cubes:\n  {{ cubes }}\n'), 'lines');
    assert.equal(reason('cubes: [\n'), 'broken');
    assert.equal(reason('cubes: []\ncubes: []\n'), 'broken');
    assert.equal(reason('a: 1\n---\nb: 1\n'), 'broken');
    assert.equal(reason('cubes:\n  - ? name\n    : a\n'), 'form');
    assert.equal(reason('cubes:\n  - !!map\n    name: a\n'), 'form');
    assert.equal(reason('cubes:\n  - title: |+\n      a\n\n    name: a\n'), 'form');
    assert.equal(reason('cube(`a`, {});\n', 'model/a.js'), 'program');
    assert.equal(reason('cubes: []\n', 'model/a.jinja'), 'template');
    assert.equal(reason('{', 'a.query.json'), 'broken');
    assert.equal(reason('cubes: []\rviews: []\n'), 'breaks');
    assert.equal(formatted(''), '');
    assert.equal(formatted('# only a comment\n'), '# only a comment\n');
    assert.equal(formatted('---\ncubes:   []\n'), '---\ncubes: []\n');
  });
});
