/** Parsing of YAML, JavaScript, templates and broken texts. */

import assert from 'node:assert/strict';
import { type Definition, definitionsOf } from '../../../src/model/index/definitions.ts';
import { maskJinja } from '../../../src/model/source/jinja.ts';
import { camelCase, closest, snakeCase } from '../../../src/model/source/names.ts';
import { parseJavaScript } from '../../../src/model/source/parseJavaScript.ts';
import { parseSource } from '../../../src/model/source/parseSource.ts';
import { LineIndex } from '../../../src/model/source/range.ts';

function read(
  path: string,
  text: string,
): { names: string[]; definitions: Definition[]; broken: boolean; generates: boolean } {
  const source = parseSource(path, text);
  const definitions = definitionsOf(path, text, source).filter((one) => !one.pattern);
  const names = definitions.flatMap((one) => [
    one.name,
    ...one.joins.map((join) => `${one.name}→${join.name}`),
    ...one.members.map((member) => `${one.name}.${member.name}`),
  ]);
  for (const one of definitions) {
    for (const named of [one, ...one.members, ...one.joins]) {
      assert.equal(text.slice(named.nameSpan.start, named.nameSpan.end), named.name);
    }
  }
  return { names, definitions, broken: source.broken, generates: source.generates };
}

const yaml = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - name: users
        sql: "1 = 1"
        relationship: many_to_one
    measures:
      - {name: count, type: count}
    dimensions:
      - name: "id"
        sql: id
        type: number
    pre_aggregations:
      - name: main
        measures: [count]
views:
  - name: all_orders
    cubes:
      - join_path: orders
        includes: "*"
`;

const javascript = `cube(\`orders\`, {
  sqlTable: 'orders',
  joins: { users: { sql: \`1 = 1\`, relationship: 'belongsTo' } },
  measures: { count: { type: 'count' } },
  dimensions: { 'id': { sql: \`id\`, type: 'number' } },
  pre_aggregations: { main: { measures: [CUBE.count] } },
});
view('all_orders', { cubes: [{ join_path: orders, includes: '*' }] });
`;

const expected = ['orders', 'orders→users', 'orders.count', 'orders.id', 'orders.main', 'all_orders'];

describe('parseSource', () => {
  it('reads the same definitions from YAML and JavaScript', () => {
    assert.deepEqual(read('a.yml', yaml).names, expected);
    assert.deepEqual(read('a.js', javascript).names, expected);
  });

  it('accepts Windows line endings and a byte order mark', () => {
    assert.deepEqual(read('a.yml', yaml.replaceAll('\n', '\r\n')).names, expected);
    assert.deepEqual(read('a.yml', `\ufeff${yaml}`).names, expected);
  });

  it('keeps definitions before and after a syntax error', () => {
    const broken = [
      yaml.replace('sql: id', ' sql id'),
      yaml.replace('many_to_one', '"many_to_one'),
      yaml.replace('        sql: id\n', '\tsql: id\n'),
      yaml.replace('[count]', '[count'),
    ];
    for (const text of broken) {
      const found = read('a.yml', text);
      assert.ok(found.broken, text);
      assert.ok(found.names.includes('orders') && found.names.includes('orders.count'), `${text}\n${found.names}`);
      assert.ok(found.definitions.every((one) => one.open));
    }
    const half = read('a.js', javascript.replace("type: 'count' }", "type: 'count' "));
    assert.ok(half.broken);
    assert.ok(half.names.includes('orders.count'));
  });

  it('resolves anchors and merge keys', () => {
    const text =
      'cubes:\n  - &base\n    name: a\n    dimensions: &d\n      - name: id\n        sql: id\n  - <<: *base\n    name: b\n  - name: c\n    dimensions: *d\n';
    const names = definitionsOf('a.yml', text, parseSource('a.yml', text)).flatMap((one) =>
      one.members.map((member) => `${one.name}.${member.name}`),
    );
    assert.deepEqual(names, ['a.id', 'b.id', 'c.id']);
  });

  it('masks template tags without changing offsets', () => {
    const text =
      'cubes:\n  - name: {{ a }}\n    {%- for x in y %}\n    # {# note #}\n    {{ lines() }}\n    {% endfor %}\n    sql: "{{ \'}}\' }} b"\n';
    const masked = maskJinja(text);
    assert.equal(masked.text.length, text.length);
    assert.equal(masked.text.replace(/[^\n]/g, ''), text.replace(/[^\n]/g, ''));
    assert.doesNotMatch(masked.text, /[{}%]/);
    assert.match(masked.text, /name: J+\n/);
    assert.match(masked.text, /sql: "J+ b"/);
    assert.deepEqual(masked.problems, []);
  });

  it('marks definitions that a template may extend as open', () => {
    const loop = 'cubes:\n{% for n in names %}\n  - name: {{ n }}\n    sql_table: t\n{% endfor %}\n';
    assert.ok(read('a.yml', loop).generates);
    const members =
      'cubes:\n  - name: a\n    measures:\n      - name: count\n        type: count\n      {% for n in names %}\n      - name: m_{{ n }}\n        type: count\n      {% endfor %}\n  - name: b\n    sql: x\n';
    const found = read('a.yml', members);
    assert.ok(!found.generates);
    assert.deepEqual(
      found.definitions.map((one) => one.open),
      ['generated', false],
    );
    assert.deepEqual(found.names, ['a', 'a.count', 'b']);
    assert.deepEqual(read('m.jinja', '{% macro d(x) %}\n  - name: {{ x }}\n{% endmacro %}\n').names, []);
  });

  it('ends where constants, calls and functions contain each other many times', () => {
    const constants = Array.from({ length: 60 }, (_, i) => `const A${i + 1} = [...A${i}, ...A${i}];\n`).join('');
    const nested = `${'f({ a: '.repeat(100)}1${' })'.repeat(100)}`;
    const chained = `[1]${'.map((x) => ({ [x]: [x].map((y) => x) }))'.repeat(100)}`;
    const text = `const A0 = ['a'];\n${constants}const f = (x) => ({ ...x, ...g(x), ...g(x) });\nconst g = (x) => f(f(x));
cube('c', { sql: 's', measures: { ...${nested}, ...${chained} } });\nview('v', { cubes: [{ joinPath: c, includes: A60 }] });\n`;
    const { definitions } = parseJavaScript(text);
    assert.deepEqual(
      definitions.map(({ name }) => name),
      ['c', 'v'],
    );
  });

  it('marks definitions that a program may extend as open', () => {
    assert.ok(read('a.js', 'names.forEach((n) => cube(n, {}));').generates);
    assert.ok(read('a.js', 'cube(`a_${n}`, { measures: {} });').generates);
    const spread = read(
      'a.js',
      'cube(`a`, { measures: { ...more, count: { type: `count` } } });\ncube(`b`, { measures: {} });',
    );
    assert.deepEqual(
      spread.definitions.map((one) => one.open),
      ['generated', false],
    );
    assert.ok(
      read(
        'a.js',
        'asyncModule(async () => { cube(`a`, { measures: { count: { type: `count` } } }); });',
      ).names.includes('a.count'),
    );
  });
});

describe('names', () => {
  it('are converted between snake_case and camelCase', () => {
    for (const [snake, camel] of [
      ['sql_table', 'sqlTable'],
      ['name', 'name'],
      ['pre_aggregations', 'preAggregations'],
      ['count_distinct_approx', 'countDistinctApprox'],
    ] as const) {
      assert.equal(camelCase(snake), camel);
      assert.equal(snakeCase(camel), snake);
      assert.equal(camelCase(camel), camel);
    }
  });

  it('are suggested only for likely typos', () => {
    assert.equal(closest('descripton', ['title', 'description']), 'description');
    assert.equal(closest('totl', ['total', 'count']), 'total');
    assert.equal(closest('xyz', ['total', 'count']), undefined);
    assert.equal(closest('ab', ['cd']), undefined);
  });
});

describe('LineIndex', () => {
  it('converts between offsets and positions for all line endings', () => {
    const text = 'a\r\nbc\n\rd🙂e';
    const lines = new LineIndex(text);
    assert.equal(lines.lineCount, 4);
    for (let offset = 0; offset <= text.length; offset += 1) {
      if (text[offset] === '\n' && text[offset - 1] === '\r') continue;
      assert.equal(lines.offsetAt(lines.positionAt(offset)), offset, `offset ${offset}`);
    }
    assert.deepEqual(lines.positionAt(text.indexOf('e')), { line: 3, character: 3 });
    assert.deepEqual(lines.positionAt(999), { line: 3, character: 4 });
    assert.equal(lines.offsetAt({ line: 99, character: 99 }), text.length);
  });

  it('has no column for a byte order mark, and no position inside of a line ending', () => {
    const lines = new LineIndex('\ufeffab\r\nc');
    assert.deepEqual(lines.positionAt(0), { line: 0, character: 0 });
    assert.equal(lines.offsetAt({ line: 0, character: 1 }), 2);
    assert.deepEqual(lines.positionAt(4), { line: 0, character: 2 });
    assert.equal(lines.offsetAt({ line: 0, character: 99 }), 3);
  });
});
