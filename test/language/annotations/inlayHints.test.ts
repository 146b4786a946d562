import assert from 'node:assert/strict';
import { inlayHints } from '../../../src/language/annotations/inlayHints.ts';
import { indexOf, type Texts } from '../../model/models.ts';

/** The lines of the first file with hints, each hint in `«»`. */
function hinted(texts: Texts, lines: readonly [first: number, last: number] = [0, 999]): string[] {
  const index = indexOf(texts);
  const [name, text] = Object.entries(texts)[0]!;
  const range = { start: { line: lines[0], character: 0 }, end: { line: lines[1], character: 999 } };
  const rows = text.split('\n');
  const changed = new Set<number>();
  for (const { position, label } of inlayHints(index, `model/${name}`, range).reverse()) {
    const { line, character } = position;
    rows[line] = `${rows[line]!.slice(0, character)}«${label}»${rows[line]!.slice(character)}`;
    changed.add(line);
  }
  return [...changed].sort((a, b) => a - b).map((line) => rows[line]!.trim());
}

const orders = [
  'cubes:',
  '  - name: orders',
  '    sql_table: t',
  '    dimensions:',
  '      - {name: created_at, sql: created_at, type: time}',
  '    measures:',
  '      - {name: count, type: count, drill_members: [created_at.day, CUBE.count]}',
  '      - {name: share, sql: "{count} / {CUBE.count} + {orders.count} + {CUBE}.x", type: number}',
  '  - name: late_orders',
  '    extends: orders',
  '    measures:',
  '      - {name: twice, sql: "2 * { count }", type: number}',
].join('\n');

describe('inlay hints', () => {
  it('show the cube of a member that is named without it, also of an inherited one', () => {
    assert.deepEqual(hinted({ 'a.yml': orders }), [
      '- {name: count, type: count, drill_members: [«orders.»created_at.day, CUBE.count]}',
      '- {name: share, sql: "{«orders.»count} / {CUBE.count} + {orders.count} + {CUBE}.x", type: number}',
      '- {name: twice, sql: "2 * { «orders.»count }", type: number}',
    ]);
  });

  it('are only those of the range', () => {
    assert.equal(hinted({ 'a.yml': orders }, [11, 11]).length, 1);
  });

  it('are the same in JavaScript', () => {
    const text = [
      'cube(`a`, {',
      '  sql_table: `t`,',
      '  measures: { n: { type: `count` }, m: { sql: `${n} + ${CUBE.n}`, type: `number`, drillMembers: [n] } },',
      '  accessPolicy: [{ group: `*`, rowLevel: { filters: [{ member: `${CUBE}.n`, operator: `set` }] } }],',
      '});',
    ].join('\n');
    assert.deepEqual(hinted({ 'a.js': text }), [
      'measures: { n: { type: `count` }, m: { sql: `${«a.»n} + ${CUBE.n}`, type: `number`, drillMembers: [«a.»n] } },',
    ]);
  });

  it('of a view show the cube only where the member has the same name there', () => {
    const view = [
      'views:',
      '  - name: sales',
      '    cubes:',
      '      - {join_path: orders, includes: [count, {name: share, alias: part}]}',
      '    folders:',
      '      - {name: f, includes: [count, part]}',
    ].join('\n');
    assert.deepEqual(hinted({ 'v.yml': view, 'a.yml': orders }), ['- {name: f, includes: [«orders.»count, part]}']);
  });

  it('are none for a file that is not part of the model', () => {
    const start = { line: 0, character: 0 };
    assert.deepEqual(inlayHints(indexOf({}), 'model/a.yml', { start, end: start }), []);
  });
});
