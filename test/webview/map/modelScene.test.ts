import assert from 'node:assert/strict';
import { textsFrom } from '../../../src/base/browser/texts.ts';
import type { MapGraph } from '../../../src/contract/messages/mapChannel.ts';
import { mapTexts } from '../../../src/contract/messages/mapTexts.ts';
import { collapsedAtFirst, foldersOf } from '../../../src/webview/map/folders.ts';
import { folderBoxId, type ModelView, modelScene } from '../../../src/webview/map/modelScene.ts';
import { join, largeGraph, mapNode, shop } from './sampleGraph.ts';

const sceneOf = (graph: MapGraph, view: Partial<ModelView> = {}) =>
  modelScene(
    graph,
    { folders: foldersOf(graph), collapsed: new Set(), expanded: new Set(), around: null, ...view },
    textsFrom(mapTexts, {}),
  );
const box = (scene: ReturnType<typeof sceneOf>, id: string) =>
  scene.boxes.find((one) => one.id === id) ?? assert.fail(id);
const lines = (scene: ReturnType<typeof sceneOf>) =>
  scene.lines.map(({ kind, first, firstMark, lastMark, last }) => `${kind} ${first} ${firstMark}–${lastMark} ${last}`);

describe('the scene of a model', () => {
  it('marks the ends of joins by their cardinality, the side with many rows first', () => {
    assert.deepEqual(lines(sceneOf(shop)), [
      'join orders many–one customers',
      'join line_items many–one orders',
      'join line_items many–one products',
      'join products many–one categories',
      'join customers one–one profiles',
      'include sales none–arrow orders',
      'include sales none–arrow customers',
      'include assortment none–arrow products',
      'extends orders parent–none late_orders',
    ]);
  });

  it('says each relation in words, and draws two joins with one meaning as one line', () => {
    const graph = {
      nodes: [mapNode('a'), mapNode('b')],
      edges: [join('a', 'b'), join('b', 'a', 'one_to_many'), { ...join('a', 'b'), relationship: undefined }],
    };
    assert.deepEqual(
      sceneOf(graph).lines.map(({ words }) => words),
      [['Many rows of a share one row of b', 'A row of b has many rows of a'], ['a joins b']],
    );
  });

  it('has what the data says at the line of a join, and only what is wrong at the line between folders', () => {
    const counted = (result: 'ok' | 'wrong', label: string) => ({
      counted: { result, label, text: `All of ${label}` },
    });
    const nodes = [mapNode('a', { folder: 'one' }), mapNode('b', { folder: 'two' }), mapNode('c', { folder: 'two' })];
    const edges = [
      { ...join('a', 'b'), ...counted('ok', '✓ 3 rows') },
      { ...join('a', 'c'), ...counted('wrong', '✗ 1 key repeats') },
    ];
    const said = (view: Partial<ModelView>) =>
      sceneOf({ nodes, edges }, view).lines.map(({ words, counted: shown }) => [
        words,
        shown.map(({ label }) => label),
      ]);
    assert.deepEqual(said({}), [
      [['Many rows of a share one row of b', 'All of ✓ 3 rows'], ['✓ 3 rows']],
      [['Many rows of a share one row of c', 'All of ✗ 1 key repeats'], ['✗ 1 key repeats']],
    ]);
    assert.deepEqual(said({ collapsed: new Set(['two']) }), [
      [['2 lines between a and two', 'All of ✗ 1 key repeats'], ['✗ 1 key repeats']],
    ]);
  });

  it('shows the key, dimensions and measures first, and all members on request', () => {
    const { rows, more, expanded } = box(sceneOf(shop), 'orders');
    assert.deepEqual(
      [rows.map(({ name }) => name), more, expanded],
      [['id', 'status', 'channel', 'count', 'total_amount', 'average_amount'], 4, false],
    );
    const all = box(sceneOf(shop, { expanded: new Set(['orders']) }), 'orders');
    assert.deepEqual([all.rows.length, all.more, all.expanded], [10, 0, true]);
    const few = box(sceneOf(shop), 'products');
    assert.deepEqual([few.rows.length, few.more, few.expanded], [4, 0, false]);
  });

  it('shows a title below the name, unless it is the name in other letters', () => {
    const graph = {
      nodes: [mapNode('line_items', { title: 'Line Items' }), mapNode('b', { title: 'Bees' })],
      edges: [],
    };
    assert.deepEqual(
      sceneOf(graph).boxes.map(({ caption }) => caption),
      ['', 'Bees'],
    );
  });

  it('shows a collapsed folder as one box, with one line to each other box', () => {
    const scene = sceneOf(shop, { collapsed: new Set(['cubes/sales']) });
    const folder = box(scene, folderBoxId('cubes/sales'));
    assert.deepEqual([folder.name, folder.caption], ['cubes/sales', '3 cubes, 0 views']);
    assert.ok(!scene.boxes.some(({ id }) => id === 'orders'));
    const groups = scene.lines.filter(({ kind }) => kind === 'group');
    assert.deepEqual(
      groups.map(({ first, last }) => `${first} ${last}`),
      ['folder:cubes/sales customers', 'folder:cubes/sales products', 'sales folder:cubes/sales'],
    );
  });

  it('shows the neighbors of one box only, also those in collapsed folders', () => {
    const scene = sceneOf(shop, { around: 'customers', collapsed: new Set(['cubes/sales']) });
    assert.deepEqual(scene.boxes.map(({ id }) => id).sort(), ['customers', 'orders', 'profiles', 'sales']);
  });

  it('colors by folder, and starts a large model with its folders', () => {
    const colors = foldersOf(shop).map(({ folder, tint, cubes, views }) => `${folder} ${tint} ${cubes} ${views}`);
    assert.deepEqual(colors, ['cubes 0 4 0', 'cubes/sales 1 3 0', 'views 2 0 2']);
    assert.deepEqual(collapsedAtFirst(foldersOf(shop)), []);
    assert.equal(collapsedAtFirst(foldersOf(largeGraph(10, 100, 0))).length, 10);
    const mixed = [...largeGraph(1, 200, 0).nodes, ...shop.nodes];
    assert.deepEqual(collapsedAtFirst(foldersOf({ nodes: mixed, edges: [] })), ['cubes/area_0']);
  });
});
