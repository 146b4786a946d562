import assert from 'node:assert/strict';
import { layoutGraph, pack } from '../../../../src/webview/map/layout/layoutGraph.ts';
import type { LayoutInput } from '../../../../src/webview/map/layout/layoutTypes.ts';
import { largeGraph, shop } from '../sampleGraph.ts';

const size = { width: 180, height: 120, group: '' };
const inputOf = ({ nodes, edges }: typeof shop, direction: LayoutInput['direction'] = 'down'): LayoutInput => ({
  boxes: nodes.map(({ id }) => ({ id, ...size })),
  lines: edges.map(({ from, to }, at) => ({ id: `${at}`, first: from, last: to })),
  direction,
});

function assertNoOverlap(input: LayoutInput): void {
  const { places, width, height } = layoutGraph(input);
  const all = input.boxes.map((box) => ({ ...box, ...places.get(box.id)! }));
  for (const [at, a] of all.entries()) {
    assert.ok(a.x >= -0.01 && a.y >= -0.01 && a.x + a.width <= width + 0.01 && a.y + a.height <= height + 0.01, a.id);
    for (const b of all.slice(at + 1)) {
      const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      assert.ok(apart, `${a.id} and ${b.id}`);
    }
  }
}

describe('map layout', () => {
  it('places boxes side by side, also parts that are not connected and boxes without lines', () => {
    assertNoOverlap(inputOf(shop));
    assertNoOverlap(inputOf({ ...shop, edges: [] }));
    assertNoOverlap(inputOf(shop, 'right'));
    assertNoOverlap(inputOf(largeGraph(3, 30, 0)));
  });

  it('leads a line from border to border, with its ends apart from those of others', () => {
    const input = inputOf(shop);
    const { places, ways } = layoutGraph(input);
    const ends = new Set<string>();
    for (const { id, first, last } of input.lines) {
      const way = ways.get(id)!;
      for (const [end, box] of [
        [way[0]!, places.get(first)!],
        [way.at(-1)!, places.get(last)!],
      ] as const) {
        assert.ok(Math.abs(end.y - box.y) < 0.01 || Math.abs(end.y - box.y - size.height) < 0.01, `${id} at a border`);
        assert.ok(end.x > box.x && end.x < box.x + size.width, `${id} next to its box`);
        ends.add(`${end.x.toFixed(1)} ${end.y.toFixed(1)}`);
      }
    }
    assert.equal(ends.size, 2 * input.lines.length);
  });

  it('places the first box of a line above the last one, or left of it', () => {
    const line = { id: 'l', first: 'a', last: 'b' };
    const boxes = ['b', 'a'].map((id) => ({ id, ...size }));
    const down = layoutGraph({ boxes, lines: [line], direction: 'down' }).places;
    assert.ok(down.get('a')!.y + size.height < down.get('b')!.y);
    const right = layoutGraph({ boxes, lines: [line], direction: 'right' }).places;
    assert.ok(right.get('a')!.x + size.width < right.get('b')!.x);
  });

  it('copes with circles, a line from a box to itself, several lines between two boxes, and unknown boxes', () => {
    const boxes = ['a', 'b', '__proto__', 'constructor'].map((id) => ({ id, ...size }));
    const pairs = ['a b', 'b a', 'a b', 'a a', 'a missing', '__proto__ constructor', 'constructor a'];
    const lines = pairs.map((pair, at) => ({ id: `${at}`, first: pair.split(' ')[0]!, last: pair.split(' ')[1]! }));
    const { ways, places } = layoutGraph({ boxes, lines, direction: 'down' });
    assert.deepEqual([...ways.keys()].sort(), ['0', '1', '2', '5', '6']);
    assert.equal(places.size, 4);
    assertNoOverlap({ boxes, lines, direction: 'down' });
  });

  it('of nothing is empty', () => {
    assert.deepEqual(layoutGraph({ boxes: [], lines: [], direction: 'down' }), {
      places: new Map(),
      ways: new Map(),
      width: 0,
      height: 0,
    });
  });
});

describe('packing', () => {
  it('gives many equal boxes about the shape of a window', () => {
    const { width, height } = pack(
      Array.from({ length: 500 }, () => ({ width: 180, height: 60 })),
      48,
    );
    assert.ok(width / height > 1 && width / height < 2.5, `${width} × ${height}`);
  });
});
