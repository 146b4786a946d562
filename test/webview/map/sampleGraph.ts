/** Contents of the model map for tests. */

import type { MapEdge, MapGraph, MapLineage, MapMember, MapNode } from '../../../src/contract/messages/mapChannel.ts';

export function mapNode(id: string, over: Partial<MapNode> = {}): MapNode {
  return { id, name: id, kind: 'cube', folder: 'cubes', members: [], ...over };
}

export function join(from: string, to: string, relationship: MapEdge['relationship'] = 'many_to_one'): MapEdge {
  return { kind: 'join', from, to, relationship };
}

const measures = (...names: string[]): MapMember[] => names.map((name) => ({ name, kind: 'measure', type: 'sum' }));
const dimensions = (...names: string[]): MapMember[] =>
  names.map((name) => ({ name, kind: 'dimension', type: 'string' }));
const id: MapMember = { name: 'id', kind: 'dimension', type: 'number', primaryKey: true };

/** A shop: six cubes in two folders, two views over them. */
export const shop: MapGraph = {
  nodes: [
    mapNode('orders', {
      folder: 'cubes/sales',
      members: [
        ...measures('count', 'total_amount', 'average_amount', 'completed_count', 'completed_share'),
        id,
        ...dimensions('status', 'channel'),
        { name: 'created_at', kind: 'dimension', type: 'time' },
        { name: 'completed', kind: 'segment' },
      ],
    }),
    mapNode('line_items', {
      folder: 'cubes/sales',
      members: [...measures('count', 'quantity'), id, ...dimensions('product_id')],
    }),
    mapNode('products', { members: [...measures('count'), id, ...dimensions('name', 'brand')] }),
    mapNode('categories', { members: [id, ...dimensions('name')] }),
    mapNode('customers', {
      title: 'All customers of the shop',
      members: [...measures('count'), id, ...dimensions('city', 'country')],
    }),
    mapNode('profiles', { members: [id, ...dimensions('language')] }),
    mapNode('sales', {
      kind: 'view',
      folder: 'views',
      members: [...measures('orders_count', 'orders_total_amount'), ...dimensions('customers_city')],
    }),
    mapNode('assortment', { kind: 'view', folder: 'views', members: dimensions('name', 'brand') }),
    mapNode('late_orders', { folder: 'cubes/sales', members: measures('late_count') }),
  ],
  edges: [
    join('orders', 'customers'),
    join('orders', 'line_items', 'one_to_many'),
    join('line_items', 'products'),
    join('products', 'categories'),
    join('customers', 'profiles', 'one_to_one'),
    { kind: 'include', from: 'sales', to: 'orders' },
    { kind: 'include', from: 'sales', to: 'customers' },
    { kind: 'include', from: 'assortment', to: 'products' },
    { kind: 'extends', from: 'late_orders', to: 'orders' },
  ],
};

/** `folders` × `each` cubes with `members` members, joined in chains, and across the folders. */
export function largeGraph(folders: number, each: number, members: number): MapGraph {
  const name = (folder: number, at: number) => `cube_${folder}_${at}`;
  const nodes: MapNode[] = [];
  const edges: MapEdge[] = [];
  for (let folder = 0; folder < folders; folder += 1) {
    for (let at = 0; at < each; at += 1) {
      const own = Array.from(
        { length: members },
        (_, i): MapMember => ({ name: `member_${i}`, kind: i % 3 ? 'dimension' : 'measure', type: 'sum' }),
      );
      nodes.push(mapNode(name(folder, at), { folder: `cubes/area_${folder}`, members: own }));
      if (at > 0) edges.push(join(name(folder, at), name(folder, Math.floor(at / 4))));
      if (at === 0 && folder > 0) edges.push(join(name(folder, 0), name(folder - 1, 0)));
    }
  }
  return { nodes, edges };
}

export const totalLineage: MapLineage = {
  subject: 'orders.total',
  nodes: [
    { id: 'column:orders.amount', kind: 'column', name: 'amount', owner: 'orders' },
    { id: 'orders.total', kind: 'measure', name: 'total', owner: 'orders' },
    { id: 'sales.total', kind: 'measure', name: 'total', owner: 'sales', inView: true },
  ],
  edges: [
    { from: 'column:orders.amount', to: 'orders.total' },
    { from: 'orders.total', to: 'sales.total' },
  ],
};

/** A chain of ten members, of which the subject is the fifth. */
export const longLineage: MapLineage = {
  subject: 'orders.total',
  nodes: Array.from({ length: 10 }, (_, at) => ({
    id: at === 4 ? 'orders.total' : `cube_${at}.member_${at}`,
    kind: 'measure',
    name: at === 4 ? 'total' : `member_${at}`,
    owner: at === 4 ? 'orders' : `cube_${at}`,
  })),
  edges: Array.from({ length: 9 }, (_, at) => {
    const id = (index: number) => (index === 4 ? 'orders.total' : `cube_${index}.member_${index}`);
    return { from: id(at), to: id(at + 1) };
  }),
};
