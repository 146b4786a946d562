/** Members that loops, macros and programs write: known to hover and completion. */

import assert from 'node:assert/strict';
import { referenceCompletion } from '../../src/language/completion/referenceCompletion.ts';
import { hover } from '../../src/language/hover/hover.ts';
import { queryCompletion } from '../../src/language/queries/completion.ts';
import { generatedMembers } from '../../src/model/index/generatedMembers.ts';
import { indexOf, type Texts } from '../model/models.ts';
import { placeIn, uriOf } from './places.ts';

const macros = `{% macro counted(name, state='new') %}
- name: {{ name }}_count
  type: count
  filters:
    - sql: "{CUBE}.state = '{{ state }}'"
{% endmacro %}
{% macro part(name) -%}
name: {{ name | lower }}_part
        sql: "{CUBE}.{{ name }}"
        type: string
        granularities:
          - name: deeper
{%- endmacro %}
`;
const orders = `{% from 'macros.jinja' import counted, part as piece %}
{% set states = ['new', 'paid'] %}
cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: total, type: sum, sql: x }
      {% for state in states %}
      - name: {{ state }}_total
        type: sum
        sql: "{CUBE}.amount"
      {% endfor %}
      {% for one in [{'name': 'a', 'type': 'min'}, {'name': 'b', 'type': 'max'}] -%}
      - name: {{ 'amount_' ~ one.name }}
        type: {{ one.type }}
        sql: amount
      {% endfor %}
      {{ counted('late') | indent(6) }}
      {{ counted(name='lost', state='paid') }}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - {{ piece('TOWN') }}
      {% for unknown in env_var('NAMES') %}
      - name: {{ unknown }}
        sql: x
        type: string
      {% endfor %}
`;
const names = ['new_total', 'paid_total', 'amount_a', 'amount_b', 'late_count', 'lost_count', 'town_part'];
const model = (more = ''): Texts => ({ 'macros.jinja': macros, 'orders.yml': orders + more });

function membersIn(texts: Texts, cube = 'orders'): string[] {
  const index = indexOf(texts);
  const found = [...generatedMembers(index, index.cube(cube)!).values()];
  return found.map(({ name, kind, node }) => {
    const type = node.kind === 'map' ? node.entries[0]?.value : undefined;
    return `${kind} ${name} ${type?.kind === 'scalar' ? type.value : ''}`.trim();
  });
}

describe('members that a template writes', () => {
  it('are known from literal lists, variables and arguments of macros', () => {
    assert.deepEqual(membersIn(model()), [
      'measure new_total sum',
      'measure paid_total sum',
      'measure amount_a',
      'measure amount_b',
      'measure late_count count',
      'measure lost_count count',
      'dimension town_part string',
    ]);
  });

  it('are inherited', () => {
    assert.equal(membersIn(model('  - name: late_orders\n    extends: orders\n'), 'late_orders').length, names.length);
  });

  it('are shown by a hover', () => {
    const use = '    segments:\n      - { name: s, sql: "{CUBE.▮late_count} > {new_total}" }\n';
    const { index, path, position } = placeIn(model(use));
    assert.equal(
      hover(index, path, position, uriOf)?.contents.value,
      '**measure** `orders.late_count` · `count`\n\nWritten by a template · Defined in [model/orders\\.yml\\:18](test:/model/orders.yml#L18)',
    );
  });

  it('are offered in sources and queries', () => {
    const use =
      '  - name: b\n    sql_table: b\n    joins: [{ name: orders, sql: x, relationship: many_to_one }]\n    measures:\n      - { name: m, type: number, sql: "{orders.▮}" }\n';
    const { index, path, position } = placeIn(model(use));
    const labels = referenceCompletion(index, path, index.offsetAt(path, position))!.map(({ label }) => label);
    for (const name of names) assert.ok(labels.includes(name), `${name} in ${labels.join()}`);
    const query = { path: 'a.query.yml', text: 'measures:\n  - orders.\n' };
    const items = queryCompletion(index, query, { line: 1, character: 11 }).items.map(({ label }) => label);
    assert.ok(items.includes('orders.lost_count'), items.join());
    assert.ok(!items.includes('orders.town_part'), items.join());
  });

  it('are limited, also where macros call each other', () => {
    const text = `{% macro a(x) %}\n{{ b(x ~ 'a') }}\n{{ b(x ~ 'b') }}\n- name: {{ x }}\n{% endmacro %}\n{% macro b(x) %}\n{{ a(x) }}\n{% endmacro %}
cubes:\n  - name: orders\n    sql_table: t\n    measures:\n      {{ a('x') }}\n`;
    const found = membersIn({ 'a.yml': text });
    assert.ok(found.includes('measure xab'), found.join());
    assert.ok(found.length <= 1000);
  });
});

describe('members that a program writes', () => {
  const cube = (measures: string, before = '') =>
    `${before}cube('orders', { sql_table: 'o', measures: ${measures}, dimensions: { id: { sql: 'id', type: 'number', primary_key: true } } });\n`;
  const states = "const STATES = ['new', 'paid'];\n";

  it('are known from lists, calls and constants', () => {
    const measures = (text: string, before?: string) => membersIn({ 'a.js': cube(text, before) });
    const both = ['measure new_total sum', 'measure paid_total sum'];
    const item = "{ [`${one}_total`]: { type: 'sum', sql: 'x' } }";
    const inReduce = `STATES.reduce((all, one) => ({ ...all, ...${item} }), { total: { type: 'count' } })`;
    assert.deepEqual(measures(inReduce, states).sort(), [...both, 'measure total count'].sort());
    assert.deepEqual(
      measures(`{ ...STATES.map((one) => (${item})).reduce((a, b) => Object.assign(a, b)) }`, states),
      both,
    );
    const helper = `${states}const part = (one) => (${item});\n`;
    assert.deepEqual(
      measures('Object.assign({ n: { type: "count" } }, STATES.map(part).reduce((a, b) => ({ ...a, ...b })))', helper),
      both,
    );
    assert.deepEqual(measures("{ ...part('new'), ...part('paid') }", helper), both);
    const items =
      "[{ id: 'a', sql: 'x' }, { id: 'b', sql: 'y' }].map((e) => ({ [`by_${e.id}`]: { type: 'max', sql: e.sql } }))";
    assert.deepEqual(measures(`{ ...${items} }`), ['measure by_a max', 'measure by_b max']);
  });

  it('are not guesses', () => {
    const text = cube(
      "{ [name]: { type: 'sum' }, ...load().map((one) => ({ [one.id]: { type: 'count', rollingWindow: { offset: 'end' } } })) }",
    );
    assert.deepEqual(membersIn({ 'a.js': `const name = load();\n${text}` }), []);
  });

  it('are offered and shown', () => {
    const text = cube(
      '{ ...part("new"), half: { type: "number", sql: `${CUBE.▮new_total}` } }',
      'const part = (one) => ({ [`${one}_total`]: { type: "sum", sql: "x" } });\n',
    );
    const { index, path, position } = placeIn({ 'a.js': text });
    assert.match(
      hover(index, path, position, uriOf)!.contents.value,
      /^\*\*measure\*\* `orders.new_total` · `sum`\n\nWritten by a program/,
    );
    const labels = referenceCompletion(index, path, index.offsetAt(path, position))!.map(({ label }) => label);
    assert.ok(labels.includes('new_total'), labels.join());
  });

  it('are limited, also where functions call each other', () => {
    const loop =
      "const a = (x) => ({ ...b(`${x}a`), ...b(`${x}b`), [x]: { type: 'count' } });\nconst b = (x) => ({ ...a(x), ...a(x) });\n";
    assert.deepEqual(membersIn({ 'a.js': cube("{ ...a('x') }", loop) }), ['measure x count']);
  });
});
