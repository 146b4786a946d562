import assert from 'node:assert/strict';
import { findEntries } from '../../../src/webview/map/findEntries.ts';
import { nextBox } from '../../../src/webview/map/nextBox.ts';
import { Viewport } from '../../../src/webview/map/viewport.ts';
import { largeGraph, shop } from './sampleGraph.ts';

describe('search in the map', () => {
  const names = (query: string) =>
    findEntries({ mode: 'model', graph: shop }, query).entries.map(({ node, member }) =>
      member ? `${node}.${member}` : node,
    );

  it('finds cubes and views before members, and equal names before parts', () => {
    assert.deepEqual(names('sales'), ['sales']);
    assert.deepEqual(names('Order').slice(0, 3), ['orders', 'sales.orders_count', 'sales.orders_total_amount']);
    assert.deepEqual(names('orders.count'), ['orders.count']);
    assert.deepEqual(names('nothing like it'), []);
    assert.deepEqual(names('  '), []);
  });

  it('lists 30 and counts the others', () => {
    const { entries, more } = findEntries({ mode: 'model', graph: largeGraph(1, 40, 0) }, 'cube');
    assert.deepEqual([entries.length, more], [30, 10]);
  });
});

describe('arrow keys in the map', () => {
  const at = (x: number, y: number) => ({ x, y, width: 10, height: 10 });
  const others = new Map([
    ['start', at(0, 0)],
    ['right', at(100, 0)],
    ['farRight', at(180, 5)],
    ['below', at(10, 100)],
    ['above', at(0, -100)],
  ]);
  const next = (key: Parameters<typeof nextBox>[0], ...connected: string[]) =>
    nextBox(key, at(0, 0), others, new Set(connected));

  it('lead to the nearest box in their direction, to a connected one from further away', () => {
    assert.equal(next('ArrowRight'), 'right');
    assert.equal(next('ArrowRight', 'farRight'), 'farRight');
    assert.equal(next('ArrowDown'), 'below');
    assert.equal(next('ArrowUp'), 'above');
    assert.equal(next('ArrowLeft'), undefined);
  });
});

describe('the viewport of the map', () => {
  const make = () => {
    const viewport = new Viewport();
    viewport.window = { width: 1000, height: 600 };
    return viewport;
  };

  it('fits a large map and does not enlarge a small one', () => {
    const viewport = make();
    viewport.fit({ width: 4000, height: 1000 });
    const { x, y, width, height } = viewport.area();
    assert.ok(x <= 0 && y <= 0 && x + width >= 4000 && y + height >= 1000);
    viewport.fit({ width: 100, height: 100 });
    assert.deepEqual(viewport.state, { scale: 1, x: 450, y: 250 });
  });

  it('fits a map next to the legend or above it, where there is more room', () => {
    const viewport = make();
    viewport.corner = { width: 200, height: 150 };
    viewport.fit({ width: 400, height: 1200 });
    assert.ok(viewport.state.x >= 200, 'a high map is next to it');
    viewport.fit({ width: 4000, height: 600 });
    assert.ok(viewport.state.y + 600 * viewport.state.scale <= 450, 'a wide map is above it');
  });

  it('zooms around a point, within limits', () => {
    const viewport = make();
    viewport.zoom(2, { x: 100, y: 50 });
    assert.deepEqual(viewport.state, { scale: 2, x: -100, y: -50 });
    for (let i = 0; i < 50; i += 1) viewport.zoom(2);
    assert.equal(viewport.state.scale, 2.5);
    for (let i = 0; i < 50; i += 1) viewport.zoom(0.5);
    assert.equal(viewport.state.scale, 0.02);
  });

  it('keeps a box where it is on the screen when the map is arranged again', () => {
    const viewport = make();
    viewport.zoom(0.5, { x: 0, y: 0 });
    viewport.keep({ x: 300, y: 40 }, { x: 100, y: 80 });
    assert.deepEqual(viewport.state, { scale: 0.5, x: 100, y: -20 });
  });

  it('shows an area by moving as little as needed', () => {
    const viewport = make();
    viewport.show({ x: 100, y: 100, width: 50, height: 50 });
    assert.deepEqual(viewport.state, { scale: 1, x: 0, y: 0 });
    viewport.show({ x: 1100, y: -200, width: 100, height: 50 });
    assert.deepEqual(viewport.state, { scale: 1, x: -232, y: 232 });
  });
});
