import assert from 'node:assert/strict';
import { semanticTokens } from '../../../src/language/annotations/semanticTokens.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Range } from '../../../src/model/source/range.ts';
import { fixture, indexOf, markedText, type Texts } from '../../model/models.ts';
import { tokensOf } from './tokens.ts';

/** `line:column type text` */
function tokens(index: ModelIndex, path: string, within?: Range): string[] {
  return tokensOf(index, path, within).map(
    ({ range, type }) =>
      `${range.start.line}:${range.start.character} ${type} ${markedText(index, { file: path, range })}`,
  );
}

function tokensIn(texts: Texts, name = Object.keys(texts)[0]!): string[] {
  return tokens(indexOf(texts), `model/${name}`).map((one) => one.replace(/^\S+ /, ''));
}

const cubes = [
  'cubes:',
  '  - name: orders',
  '    sql_table: shop.orders',
  '    joins:',
  '      - name: customers',
  '        sql: "{CUBE}.customer_id = {customers.id}"',
  '        relationship: many_to_one',
  '    dimensions:',
  '      - name: created_at',
  '        sql: created_at',
  '        type: time',
  '        granularities:',
  '          - name: sprint',
  '            interval: 2 weeks',
  '    measures:',
  '      - name: count',
  '        type: count',
  '        drill_members: [created_at.sprint, customers.nam]',
  '      - name: share',
  '        sql: "{count} / {cuont} + {custommers.id}"',
  '        type: number',
  '    segments:',
  '      - name: large',
  '        sql: "{CUBE}.total > 100"',
  '  - name: customers',
  '    sql_table: shop.customers',
  '    dimensions:',
  '      - {name: id, sql: id, type: number, primary_key: true}',
].join('\n');

describe('semantic tokens', () => {
  it('tell cubes, measures, dimensions, segments, granularities and unknown names apart in YAML', () => {
    assert.deepEqual(tokensIn({ 'a.yml': cubes }), [
      'class.declaration orders',
      'class customers',
      'class customers',
      'dimension id',
      'dimension.declaration created_at',
      'granularity.declaration sprint',
      'function.declaration count',
      'dimension created_at',
      'granularity sprint',
      'class customers',
      'variable.unresolved nam',
      'function.declaration share',
      'function count',
      'variable.unresolved cuont',
      'variable.unresolved custommers',
      'enumMember.declaration large',
      'class.declaration customers',
      'dimension.declaration id',
    ]);
  });

  it('tell a view and the names of its members', () => {
    const view = [
      'views:',
      '  - name: sales',
      '    cubes:',
      '      - join_path: orders.customers',
      '        prefix: true',
      '        includes: [id, {name: id, alias: key}, nothing]',
      '    folders:',
      '      - {name: a, includes: [customers_key]}',
    ].join('\n');
    assert.deepEqual(tokensIn({ 'v.yml': view, 'a.yml': cubes }), [
      'view.declaration sales',
      'class orders',
      'class customers',
      'dimension id',
      'dimension id',
      'dimension.declaration key',
      'variable.unresolved nothing',
      'dimension customers_key',
    ]);
  });

  it('are the same in JavaScript', () => {
    const text = [
      'cube(`trips`, {',
      '  sql: `SELECT * FROM trips WHERE ${FILTER_PARAMS.trips.startedAt.filter(`x`)}`,',
      '  joins: { vans: { sql: `${CUBE}.van_id = ${vans.id}`, relationship: `many_to_one` } },',
      '  dimensions: { startedAt: { sql: `x`, type: `time` } },',
      "  measures: { 'count': { type: `count`, drillMembers: [startedAt, vans.plate] } },",
      '});',
      'cube(`vans`, { sql_table: `vans`, dimensions: { id: { sql: `id`, type: `number`, primary_key: true } } });',
    ].join('\n');
    assert.deepEqual(tokensIn({ 'a.js': text }), [
      'class.declaration trips',
      'class trips',
      'dimension startedAt',
      'class vans',
      'class vans',
      'dimension id',
      'dimension.declaration startedAt',
      'function.declaration count',
      'dimension startedAt',
      'class vans',
      'variable.unresolved plate',
      'class.declaration vans',
      'dimension.declaration id',
    ]);
  });

  it('cover macros and variables of templates, without overlaps in generated names', () => {
    const text = [
      '{% macro key(column) %}{{ column }}{% endmacro %}',
      'cubes:',
      '{% for port in ["a"] %}',
      '  - name: {{ port }}_tickets',
      '    sql_table: {{ key(port) }}',
      '    measures:',
      '      - {name: count, type: count}',
      '{% endfor %}',
    ].join('\n');
    assert.deepEqual(tokensIn({ 'a.yml': text }), [
      'macro.declaration key',
      'variable.declaration column',
      'variable column',
      'variable.declaration port',
      'variable port',
      'macro key',
      'variable port',
      'function.declaration count',
    ]);
  });

  it('call no name unknown that a template or a text with errors may define', () => {
    const isUnresolved = (one: string) => one.includes('unresolved');
    const ferry = indexOf(fixture('ferry'));
    for (const { path } of ferry.files) assert.deepEqual(tokens(ferry, path).filter(isUnresolved), [], path);
    const broken = cubes.replace('type: count', 'type: "count');
    assert.deepEqual(tokensIn({ 'a.yml': broken }).filter(isUnresolved), []);
  });

  it('have columns in UTF-16, after a byte order mark, tabs, CRLF and astral characters', () => {
    const text = '\ufeffcubes:\r\n  - {name: a, title: 🥐\t, measures: [{name: m, type: count}]}\r\n';
    const line = text.split('\r\n')[1]!;
    assert.deepEqual(tokens(indexOf({ 'a.yml': text }), 'model/a.yml'), [
      `1:${line.indexOf('a,')} class.declaration a`,
      `1:${line.indexOf('m,')} function.declaration m`,
    ]);
  });

  it('of a range are those of the file in it', () => {
    const index = indexOf({ 'a.yml': cubes });
    const line = (one: string) => Number(one.split(':')[0]);
    const range = { start: { line: 15, character: 0 }, end: { line: 20, character: 0 } };
    assert.deepEqual(
      tokens(index, 'model/a.yml', range),
      tokens(index, 'model/a.yml').filter((one) => line(one) >= 15 && line(one) < 20),
    );
  });

  it('are declared once at a place that several cubes share', () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: t\n    measures: &m\n      - {name: n, type: count}\n' +
      '  - name: b\n    sql_table: t\n    measures: *m\n';
    assert.deepEqual(tokensIn({ 'a.yml': text }), [
      'class.declaration a',
      'function.declaration n',
      'class.declaration b',
    ]);
  });

  it('are undefined for a file that is not part of the model', () => {
    assert.equal(semanticTokens(indexOf({}), 'model/a.yml'), undefined);
  });
});
