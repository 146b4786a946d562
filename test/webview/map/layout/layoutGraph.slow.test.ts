import assert from 'node:assert/strict';
import { layoutGraph } from '../../../../src/webview/map/layout/layoutGraph.ts';
import { largeGraph } from '../sampleGraph.ts';

describe('map layout of a large model', () => {
  it('places the boxes of a folder together, and gives 1,000 of them about the shape of a window', () => {
    const { nodes, edges } = largeGraph(10, 100, 0);
    const boxes = nodes.map(({ id, folder }) => ({ id, width: 150, height: 36, group: folder }));
    const lines = edges.map(({ from, to }, at) => ({ id: `${at}`, first: from, last: to }));
    const { places, ways, width, height } = layoutGraph({ boxes, lines, direction: 'right' });
    assert.ok(width / height > 0.5 && width / height < 4, `${width} × ${height}`);
    assert.equal(ways.size, edges.length);
    const areas = [...new Set(boxes.map(({ group }) => group))].map((group) => {
      const own = boxes.filter((box) => box.group === group).map(({ id }) => places.get(id)!);
      const [xs, ys] = [own.map(({ x }) => x), own.map(({ y }) => y)];
      return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    });
    for (const [at, a] of areas.entries())
      for (const b of areas.slice(at + 1))
        assert.ok(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top);
  });
});
