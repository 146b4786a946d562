import assert from 'node:assert/strict';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from '../../../src/language/navigation/callHierarchy.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { fixture, fixtures, indexOf, markedText, type Texts } from '../../model/models.ts';
import { type Place, placeAt, placeIn, uriOf } from '../places.ts';

type Item = ReturnType<typeof prepareCallHierarchy>[number];

const bakery = indexOf(fixture('bakery'));
const orders = 'model/cubes/orders.yml';

/** `revenue (orders · sum)` */
const show = ({ name, detail }: Item) => `${name} (${detail})`;

const textAt = (index: ModelIndex, uri: string, range: Item['range']) =>
  markedText(index, { file: uri.replace('test:/', ''), range });

function itemAt({ index, path, position }: Place): Item {
  const [item, ...more] = prepareCallHierarchy(index, path, position, uriOf);
  assert.ok(item && more.length === 0);
  return item;
}

/** `name (detail): «text» «text»` */
function outgoing(index: ModelIndex, item: Item): string[] {
  return outgoingCalls(index, item, uriOf).map(
    ({ to, fromRanges }) =>
      `${show(to)}:${fromRanges.map((range) => ` «${textAt(index, uriOf(item.data.file), range)}»`).join('')}`,
  );
}

function incoming(index: ModelIndex, item: Item): string[] {
  return incomingCalls(index, item, uriOf).map(
    ({ from, fromRanges }) =>
      `${show(from)}:${fromRanges.map((range) => ` «${textAt(index, uriOf(from.data.file), range)}»`).join('')}`,
  );
}

function checkBoth(index: ModelIndex, place: Place, expected: { outgoing: string[]; incoming: string[] }): void {
  const item = itemAt(place);
  assert.deepEqual({ outgoing: outgoing(index, item), incoming: incoming(index, item) }, expected);
}

const chain: Texts = {
  'a.yml': [
    'cubes:',
    '  - name: base',
    '    sql_table: t',
    '    joins:',
    '      - {name: other, sql: "{CUBE}.o = {other.id}", relationship: many_to_one}',
    '    dimensions:',
    '      - {name: id, sql: id, type: number, primary_key: true}',
    '      - {name: at, sql: at, type: time, granularities: [{name: sprint, interval: 2 weeks}]}',
    '    measures:',
    '      - {name: total, sql: x, type: sum}',
    '      - {name: share, sql: "{total} / {CUBE.total} + {other.id}", type: number}',
    '  - name: child',
    '    extends: base',
    '    measures:',
    '      - {name: more, sql: "{total} + {at.sprint}", type: number}',
    '  - name: other',
    '    sql_table: o',
    '    dimensions:',
    '      - {name: id, sql: id, type: number, primary_key: true}',
  ].join('\n'),
  'v.yml': [
    'views:',
    '  - name: sales',
    '    cubes:',
    '      - join_path: base',
    '        prefix: true',
    '        includes: [{name: total, alias: sum}, at]',
    '      - {join_path: base.other, includes: "*"}',
    '    folders:',
    '      - {name: f, includes: [base_sum]}',
    '  - name: outer',
    '    cubes:',
    '      - {join_path: sales, includes: [base_sum]}',
  ].join('\n'),
};
const model = indexOf(chain);

describe('call hierarchy', () => {
  it('goes from a measure to what it is made of, and to what is made of it', () => {
    checkBoth(bakery, placeAt(bakery, orders, '{completed_count} /', 4), {
      outgoing: [],
      incoming: ['completed_share (orders · number): «completed_count»'],
    });
    const share = itemAt(placeAt(bakery, orders, 'name: completed_share', 8));
    assert.equal(show(share), 'completed_share (orders · number)');
    assert.deepEqual(outgoing(bakery, share), [
      'completed_count (orders · count): «completed_count»',
      'count (orders · count): «count»',
    ]);
    assert.deepEqual(incoming(bakery, share), ['done_share (sales · number): «done_share»']);
  });

  it('counts each place, and leads over inherited members', () => {
    checkBoth(model, placeAt(model, 'model/a.yml', 'name: total', 7), {
      outgoing: [],
      incoming: [
        'share (base · number): «total» «total»',
        'more (child · number): «total»',
        'base_sum (sales · sum): «sum»',
      ],
    });
    checkBoth(model, placeAt(model, 'model/a.yml', 'name: share', 7), {
      outgoing: ['total (base · sum): «total» «total»', 'id (other · number): «id»'],
      incoming: [],
    });
  });

  it('leads through the members of views, and views over views', () => {
    checkBoth(model, placeAt(model, 'model/v.yml', 'alias: sum', 8), {
      outgoing: ['total (base · sum): «sum»'],
      incoming: ['base_sum (outer · sum): «base_sum»'],
    });
    const outer = placeAt(model, 'model/v.yml', '[base_sum]}\n  - name: outer', 3);
    assert.equal(show(itemAt(outer)), 'base_sum (sales · sum)');
  });

  it('leads to a member of a view by the name it has there, and once where a view extends another', () => {
    const views = [
      'views:',
      '  - {name: first, cubes: [{join_path: base, includes: [total]}]}',
      '  - {name: second, cubes: [{join_path: first, includes: [{name: total, alias: all}]}]}',
      '  - {name: third, extends: first}',
    ].join('\n');
    const index = indexOf({ 'a.yml': chain['a.yml']!, 'v.yml': views });
    const all = itemAt(placeAt(index, 'model/v.yml', 'alias: all', 8));
    assert.deepEqual(outgoing(index, all), ['total (first · sum): «all»']);
    const total = itemAt(placeAt(index, 'model/a.yml', 'name: total', 7));
    assert.deepEqual(
      incoming(index, total).filter((one) => !/base|child/.test(one)),
      ['total (first · sum): «total»'],
    );
  });

  it('leads through all members that a view includes', () => {
    const other = itemAt(placeAt(model, 'model/a.yml', 'other.id}", relationship', 7));
    assert.deepEqual(incoming(model, other), [
      'base (cube): «id»',
      'share (base · number): «id»',
      'id (sales · number): «*»',
    ]);
  });

  it('of a cube shows joins and what extends it, of a view its cubes', () => {
    checkBoth(model, placeAt(model, 'model/a.yml', 'name: base', 7), {
      outgoing: ['other (cube): «other»', 'id (other · number): «id»'],
      incoming: ['child (cube): «base»', 'sales (view): «base»'],
    });
    checkBoth(model, placeAt(model, 'model/v.yml', 'name: sales', 7), {
      outgoing: ['base (cube): «base»', 'other (cube): «other»'],
      incoming: ['outer (view): «sales»'],
    });
    checkBoth(model, placeAt(model, 'model/a.yml', 'extends: base', 10), {
      outgoing: ['other (cube): «other»', 'id (other · number): «id»'],
      incoming: ['child (cube): «base»', 'sales (view): «base»'],
    });
  });

  it('takes the dimension for its granularity', () => {
    const at = itemAt(placeAt(model, 'model/a.yml', 'name: sprint', 7));
    assert.equal(show(at), 'at (base · time)');
    assert.deepEqual(incoming(model, at), ['more (child · number): «sprint»', 'base_at (sales · time): «at»']);
  });

  it('works in JavaScript', () => {
    const fleet = indexOf(fixture('fleet'));
    const share = itemAt(placeAt(fleet, 'model/cubes/Trips.js', 'lateShare:', 2));
    assert.deepEqual(outgoing(fleet, share), [
      'lateCount (trips · count): «lateCount»',
      'count (trips · count): «count»',
    ]);
    assert.deepEqual(incoming(fleet, share), ['lateShare (delivery · number): «lateShare»']);
  });

  it('finds an item again after an edit, and nothing when it is gone', () => {
    const place = placeIn({ 'a.yml': 'cubes:\n  - {name: a, sql_table: t, measures: [{name: ▮n, type: count}]}\n' });
    const item = itemAt(place);
    const use = '  - {name: b, sql_table: t, measures: [{name: m, sql: "{a.n}", type: number}]}\n';
    place.index.set(place.path, `# moved\n${place.index.file(place.path)!.text}${use}`);
    assert.deepEqual(incoming(place.index, item), ['m (b · number): «n»']);
    place.index.set(place.path, 'cubes: []\n');
    assert.deepEqual([...incoming(place.index, item), ...outgoing(place.index, item)], []);
  });

  it('has nothing for templates and where nothing is named', () => {
    const ferry = indexOf(fixture('ferry'));
    const { index, path, position } = placeAt(ferry, 'model/cubes/crossings.yml', 'macros.key', 8);
    assert.deepEqual(prepareCallHierarchy(index, path, position, uriOf), []);
    assert.deepEqual(prepareCallHierarchy(bakery, orders, { line: 0, character: 0 }, uriOf), []);
  });

  it('agrees in both directions, for every part of every model', () => {
    let calls = 0;
    for (const { name, texts } of fixtures()) {
      const index = indexOf(texts);
      const items = new Map<string, Item>();
      const key = ({ data }: Item) => JSON.stringify(data);
      const out = new Set<string>();
      const into = new Set<string>();
      const edge = (from: Item, to: Item, ranges: readonly Item['range'][]) =>
        JSON.stringify([key(from), key(to), ranges]);
      const visit = (item: Item) => {
        if (items.has(key(item))) return;
        items.set(key(item), item);
        for (const { to, fromRanges } of outgoingCalls(index, item, uriOf)) {
          out.add(edge(item, to, fromRanges));
          visit(to);
        }
        for (const { from, fromRanges } of incomingCalls(index, item, uriOf)) {
          into.add(edge(from, item, fromRanges));
          visit(from);
        }
      };
      for (const { definitions, lines, path } of index.files)
        for (const { nameSpan } of definitions.flatMap((one) => [one, ...one.members]))
          for (const item of prepareCallHierarchy(index, path, lines.positionAt(nameSpan.start), uriOf)) visit(item);
      assert.deepEqual([...out].sort(), [...into].sort(), name);
      calls += out.size;
    }
    assert.ok(calls > 100, `${calls} calls`);
  });
});
