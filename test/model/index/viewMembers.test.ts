import assert from 'node:assert/strict';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';

const sources = `cubes:
  - name: ships
    sql_table: ships
    dimensions:
      - name: built_at
        sql: built_at
        type: time
views:
  - name: first
    cubes:
      - join_path: second
        includes: "*"
  - name: second
    cubes:
      - join_path: first
        includes: "*"
      - join_path: ships
        includes: "*"
  - name: outside
    cubes:
      - join_path: second
        includes: "*"
  - name: itself
    cubes:
      - join_path: itself
        includes: "*"
`;

describe('the members of views that include each other', () => {
  const names = ['first', 'second', 'outside', 'itself'];
  const membersOf = (order: readonly string[]) => {
    const index = new ModelIndex();
    index.set('model/ships.yml', sources);
    const answers = new Map(
      order.map((name) => {
        const { members, open } = index.viewMembers(index.cube(name)!);
        return [name, { members: [...members.keys()], open }];
      }),
    );
    return names.map((name) => answers.get(name));
  };

  it('are those that others include, whichever view is asked first', () => {
    const expected = [
      { members: [], open: true },
      { members: ['built_at'], open: true },
      { members: ['built_at'], open: true },
      { members: [], open: true },
    ];
    assert.deepEqual(membersOf(names), expected);
    assert.deepEqual(membersOf(names.toReversed()), expected);
    assert.deepEqual(membersOf(['outside', 'first', 'itself', 'second']), expected);
  });
});
