import assert from 'node:assert/strict';
import type { Definition } from '../../../src/model/index/definitions.ts';
import { type Derivation, DerivedValues } from '../../../src/model/index/derivedValues.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { indexOf } from '../models.ts';

const cube = (name: string, ...lines: string[]) =>
  ['cubes:', `  - name: ${name}`, '    sql_table: t', ...lines.map((line) => `    ${line}`), ''].join('\n');

describe('derived values', () => {
  /** The names of the definitions whose members were counted, in this order. */
  let computed: string[];
  const memberCount: Derivation<ModelIndex, Definition, number> = {
    compute(index, definition) {
      computed.push(definition.name);
      return index.members(definition).size;
    },
  };

  beforeEach(() => {
    computed = [];
  });

  it('are computed again only for what an edit concerns, also over several steps', () => {
    const index = indexOf({
      'a.yml': cube('a', 'segments:', '  - name: new', '    sql: x'),
      'b.yml': cube('b', 'extends: a'),
      'c.yml': cube('c', 'extends: b'),
      'd.yml': cube('d'),
    });
    const all = () => ['a', 'b', 'c', 'd'].map((name) => index.derive(memberCount, index.cube(name)!));
    assert.deepEqual(all(), [1, 1, 1, 0]);
    computed = [];
    index.set('model/d.yml', cube('d', 'segments:', '  - name: new', '    sql: x'));
    assert.deepEqual(all(), [1, 1, 1, 1]);
    assert.deepEqual(computed, ['d']);
    computed = [];
    index.set('model/a.yml', cube('a'));
    assert.deepEqual(all(), [0, 0, 0, 1]);
    assert.deepEqual(computed, ['a', 'b', 'c']);
  });

  it('are computed again when a name that was missing is defined', () => {
    const index = indexOf({ 'b.yml': cube('b', 'extends: a') });
    assert.equal(index.derive(memberCount, index.cube('b')!), 0);
    index.set('model/a.yml', cube('a', 'segments:', '  - name: new', '    sql: x'));
    assert.equal(index.derive(memberCount, index.cube('b')!), 1);
  });

  it('are taken from an index with the same sources, except for what differs', () => {
    const index = indexOf({ 'a.yml': cube('a'), 'b.yml': cube('b', 'extends: a'), 'c.yml': cube('c') });
    const all = (asked: ModelIndex) => ['a', 'b', 'c'].map((name) => asked.derive(memberCount, asked.cube(name)!));
    assert.deepEqual(all(index), [0, 0, 0]);
    const other = new ModelIndex();
    for (const file of index.files) other.add(file);
    other.set('model/a.yml', cube('a', 'segments:', '  - name: new', '    sql: x'));
    other.takeDerived(index);
    computed = [];
    assert.deepEqual(all(other), [1, 1, 0]);
    assert.deepEqual(computed, ['a', 'b']);
  });

  it('are not kept if they read more than can be named', () => {
    const cubes: Derivation<ModelIndex, ModelIndex, number> = { compute: (index) => index.definitions.length };
    const index = indexOf({ 'a.yml': cube('a') });
    assert.equal(index.derive(cubes, index), 1);
    index.set('model/b.yml', cube('b'));
    assert.equal(index.derive(cubes, index), 2);
  });

  it('are computed again after an exception', () => {
    const values = new DerivedValues();
    let isBroken = true;
    const fragile: Derivation<undefined, object, number> = {
      compute() {
        if (isBroken) throw new Error('broken');
        return 1;
      },
    };
    const about = {};
    assert.throws(() => values.get(fragile, undefined, about), /broken/);
    isBroken = false;
    assert.equal(values.get(fragile, undefined, about), 1);
  });
});
