import assert from 'node:assert/strict';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { filterDimensions, locateMember } from '../../../src/session/dashboard/modelMembers.ts';

describe('the members of a dashboard in the model', () => {
  const index = new ModelIndex();
  const cube = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - name: count
        type: count
    dimensions:
      - name: status
        title: Order status
        sql: status
        type: string
      - name: secret
        sql: secret
        type: string
        public: false
      - name: created_at
        sql: created_at
        type: time
`;
  const view = `views:
  - name: sales
    title: Sales
    cubes:
      - join_path: orders
        includes:
          - count
          - name: status
            alias: state
          - created_at
`;
  index.set('model/cubes/orders.yml', cube);
  index.set('model/views/sales.yml', view);
  const definitionOf = (member: string) => {
    const location = locateMember(index, member);
    if (!location) return undefined;
    const { start, end } = location.range;
    const line = (location.file.includes('views') ? view : cube).split('\n')[start.line]!;
    return `${location.file.replace('model/', '')}:${line.slice(start.character, end.character)}`;
  };

  it('are located at their definition, also through a view', () => {
    assert.equal(definitionOf('orders.count'), 'cubes/orders.yml:count');
    assert.equal(definitionOf('sales.count'), 'cubes/orders.yml:count');
    assert.equal(definitionOf('sales.state'), 'cubes/orders.yml:status');
    assert.equal(definitionOf('orders.created_at.month'), 'cubes/orders.yml:created_at');
  });

  it('fall back to their cube or view, and to nothing where that is unknown', () => {
    assert.equal(definitionOf('sales.unknown'), 'views/sales.yml:sales');
    assert.equal(definitionOf('sales'), 'views/sales.yml:sales');
    assert.equal(definitionOf('count'), 'cubes/orders.yml:count');
    for (const member of ['', '.', 'nothing.count', '__proto__.x', 'constructor'])
      assert.equal(definitionOf(member), undefined);
  });

  it('are listed as filters by view and cube, views first, without hidden members', () => {
    assert.deepEqual(
      filterDimensions(index).map(({ view: name, title, dimensions }) => [name, title, dimensions.map((d) => d.name)]),
      [
        ['sales', 'Sales', ['state', 'created_at']],
        ['orders', 'orders', ['status', 'created_at']],
      ],
    );
    assert.deepEqual(filterDimensions(index)[0]!.dimensions[0], {
      name: 'state',
      title: 'Order status',
      type: 'string',
    });
  });
});
