/** Outline, workspace symbols, selection ranges and folding. */

import assert from 'node:assert/strict';
import { documentSymbols } from '../../../src/language/navigation/documentSymbols.ts';
import { foldingRanges } from '../../../src/language/navigation/foldingRanges.ts';
import { selectionRanges } from '../../../src/language/navigation/selectionRanges.ts';
import { workspaceSymbols } from '../../../src/language/navigation/workspaceSymbols.ts';
import type { DocumentSymbol, SelectionRange } from '../../../src/language/protocol/protocol.ts';
import { fixture, indexOf, markedText } from '../../model/models.ts';
import { type Place, placeAt, placeIn, uriOf } from '../places.ts';

const bakery = indexOf(fixture('bakery'));
const fleet = indexOf(fixture('fleet'));

function tree(symbols: readonly DocumentSymbol[], indent = ''): string[] {
  return symbols.flatMap(({ name, detail, kind, children = [] }) => [
    `${indent}${kind} ${name}${detail ? ` (${detail})` : ''}`,
    ...tree(children, `${indent}  `),
  ]);
}

describe('document symbols', () => {
  it('show a cube with its members and joins in the order of the text, each kind differently', () => {
    const [orders] = documentSymbols(bakery, 'model/cubes/orders.yml');
    const children = tree(orders!.children!);
    assert.equal(orders!.name, 'orders');
    assert.deepEqual(children.slice(0, 3), ['25 customers (many_to_one)', '25 stores (many_to_one)', '8 id (number)']);
    assert.ok(children.includes('12 revenue (sum)'));
    assert.ok(children.includes('17 big_orders'));
    assert.ok(children.includes('23 originals (original_sql)'));
    assert.ok(children.includes('18 place'));
    assert.ok(children.includes('  13 sprint (2 weeks)'));
  });

  it('show a view with its join paths and the names of its members', () => {
    assert.deepEqual(tree(documentSymbols(fleet, 'model/views/Delivery.js')), [
      '11 delivery',
      '  25 trips',
      '    12 count (count)',
      '    12 distance (sum)',
      '    12 lateShare (number)',
      '    8 start (time)',
      '  25 trips.vans (* vans_)',
      '  25 trips.drivers',
      '    8 name (string)',
      '    8 licence (string)',
    ]);
  });

  it('show the macros of a template', () => {
    const symbols = documentSymbols(indexOf(fixture('ferry')), 'model/macros.jinja');
    assert.deepEqual(tree(symbols), ['6 key (macro)', '6 totals (macro)']);
  });

  it('leave out what a YAML alias takes from another place', () => {
    const text =
      'cubes:\n  - name: a\n    sql_table: t\n    measures: &m\n      - name: n\n        type: count\n' +
      '  - name: b\n    sql_table: t\n    measures: *m\n';
    const index = indexOf({ 'a.yml': text });
    assert.deepEqual(tree(documentSymbols(index, 'model/a.yml')), ['5 a', '  12 n (count)', '5 b']);
  });
});

describe('workspace symbols', () => {
  const found = (query: string) =>
    workspaceSymbols(bakery, query, uriOf).map(({ name, containerName }) =>
      containerName ? `${containerName}.${name}` : name,
    );

  it('rank an exact name before its beginning, a word in it, and letters in the same order', () => {
    const [first, ...rest] = found('revenue');
    assert.match(first!, /\.revenue$/);
    assert.ok(rest.includes('orders.revenue_last_month'));
    assert.ok(found('cmplsh').includes('orders.completed_share'));
    assert.ok(found('orders.rev').includes('orders.revenue'));
    assert.deepEqual(found('no such name'), []);
  });

  it('are the whole model without a query', () => {
    assert.ok(found('').length > 40);
  });
});

/** The selected texts from the smallest to the largest; long ones by their first line. */
function expanding({ index, path, position }: Place): string[] {
  const steps: string[] = [];
  for (let at: SelectionRange | undefined = selectionRanges(index, path, [position])![0]; at; at = at.parent) {
    const text = markedText(index, { file: path, range: at.range });
    steps.push(text.includes('\n') ? `${text.split('\n')[0]} …` : text);
  }
  return steps;
}

describe('selection ranges', () => {
  it('grow from a part of a name to the file in YAML', () => {
    assert.deepEqual(expanding(placeAt(bakery, 'model/cubes/orders.yml', '{customers.city}', 13)), [
      'city',
      'customers.city',
      '{customers.city}',
      'sql: "{customers.city}',
      'name: customer_city …',
      '- name: id …',
      'dimensions: …',
      'name: orders …',
      '- name: orders …',
      'cubes: …',
      '# Orders of a small chain of bakeries, one row an order. …',
    ]);
  });

  it('grow from a part of a name to the file in JavaScript', () => {
    assert.deepEqual(expanding(placeAt(fleet, 'model/cubes/Trips.js', '${vans.depot}', 9)), [
      'depot',
      'vans.depot',
      '${vans.depot}',
      'sql: `${vans.depot}',
      '{ …',
      'depot: { …',
      '{ …',
      'dimensions: { …',
      '{ …',
      'cube(`trips`, { …',
      "import { kilometres } from './units'; …",
    ]);
  });
});

describe('folding', () => {
  const folds = (index: Place['index'], path: string) =>
    foldingRanges(index, path)?.map(({ startLine, endLine, kind }) => {
      const line = index.file(path)!.text.split('\n')[startLine]!.trim();
      return `${startLine + 1}-${endLine + 1} ${kind ? `${kind} ` : ''}${line}`;
    });

  it('covers entries, items, block texts, comments, regions and blocks of templates', () => {
    const text = [
      '# One',
      '# two',
      'cubes:',
      '  - name: a',
      '    sql: >',
      '      SELECT 1',
      '      FROM t',
      '    # region Measures',
      '    measures:',
      '      {%- for x in [1, 2] %}',
      '      - name: m{{ x }}',
      '        type: count',
      '      {%- endfor %}',
      '    # endregion',
      '',
    ].join('\n');
    assert.deepEqual(folds(indexOf({ 'a.yml': text }), 'model/a.yml'), [
      '1-2 comment # One',
      '3-12 cubes:',
      '4-12 - name: a',
      '5-7 sql: >',
      '8-14 region # region Measures',
      '9-12 measures:',
      '10-12 {%- for x in [1, 2] %}',
      '11-12 - name: m{{ x }}',
    ]);
  });

  it('keeps the line of a closing bracket', () => {
    const found = folds(fleet, 'model/cubes/Vans.js');
    assert.ok(found?.includes('1-14 cube(`vans`, {'), found?.join('\n'));
    assert.ok(found?.includes('4-8 dimensions: {'), found?.join('\n'));
  });

  it('leaves a text with errors to the editor', () => {
    const { index, path } = placeIn({ 'a.yml': 'cubes:\n  - name: "a▮\n    sql: b\n' });
    assert.equal(foldingRanges(index, path), undefined);
  });
});
