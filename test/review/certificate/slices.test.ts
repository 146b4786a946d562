import assert from 'node:assert/strict';
import type { DataMeta } from '../../../src/contract/dataApi.ts';
import { slicesOf } from '../../../src/review/certificate/slices.ts';

const members = (owner: string, names: readonly string[]) =>
  names.map((name) => ({ name: `${owner}.${name}`, type: 'number' }));

function meta(cubes: readonly { name: string; component: number; isView?: boolean }[]): DataMeta {
  return {
    cubes: cubes.map(({ name, component, isView = false }) => ({
      name,
      type: isView ? 'view' : 'cube',
      connectedComponent: component,
      measures: members(name, ['a', 'b', 'c']),
      dimensions: members(name, ['x', 'y']),
      segments: members(name, ['s']),
    })),
  } as unknown as DataMeta;
}

const before = meta([
  { name: 'p', component: 1 },
  { name: 'q', component: 1 },
  { name: 'r', component: 2 },
  { name: 't', component: 2 },
  { name: 'v', component: 3, isView: true },
]);
const after = meta([
  { name: 'p', component: 1 },
  { name: 'q', component: 1 },
  { name: 'r', component: 1 },
  { name: 't', component: 4 },
  { name: 'v', component: 3, isView: true },
]);
const slices = (most: number, used: readonly string[] = []) =>
  slicesOf(before, after, { renames: new Map(), used: new Set(used), most });

describe('the slices of two models', () => {
  it('beyond a number are counted', () => {
    const all = slices(10_000);
    // 25 members alone and 9 pairs in each of 5; p, q and r with each other, and r with t as before: 6 pairs each way.
    assert.equal(all.shared.length, 25 + 5 * 9 + (3 + 1) * 2 * 6);
    assert.equal(all.beyond, 0);
    for (const most of [0, 1, 24, 60, all.shared.length]) {
      const few = slices(most);
      assert.deepEqual(few.shared, all.shared.slice(0, most));
      assert.equal(few.shared.length + few.beyond, all.shared.length);
    }
  });

  it('begin with those of used members', () => {
    const names = slices(4, ['q.b', 'q.x', 'p.y']).shared.map(({ measure, by }) => [measure, by]);
    assert.deepEqual(names, [
      ['q.b', 'q.x'],
      ['q.b', 'p.y'],
      ['q.b', null],
      [null, 'p.y'],
    ]);
  });

  it('include each granularity that a model defines, also one with a standard name that only one model defines', () => {
    const withTime = (granularities: readonly string[]) => {
      const at = { name: 'p.at', type: 'time', granularities: granularities.map((name) => ({ name })) };
      return { cubes: [{ name: 'p', type: 'cube', measures: members('p', ['a']), dimensions: [at], segments: [] }] };
    };
    const found = slicesOf(
      withTime(['fiscal', 'old']) as unknown as DataMeta,
      withTime(['fiscal', 'week']) as unknown as DataMeta,
      { renames: new Map(), used: new Set(), most: 100 },
    );
    const queries = found.shared
      .filter(({ measure }) => measure === 'p.a')
      .map(({ by, queries }) => [by, queries.before]);
    const byTime = (granularity: string) => ({
      measures: ['p.a'],
      timeDimensions: [{ dimension: 'p.at', granularity }],
    });
    assert.deepEqual(queries, [
      [null, { measures: ['p.a'] }],
      ['p.at', byTime('day')],
      ['p.at.fiscal', byTime('fiscal')],
      ['p.at.week', byTime('week')],
    ]);
    // `old` alone, and the measure by it.
    assert.deepEqual([found.added, found.removed], [0, 2]);
  });
});
