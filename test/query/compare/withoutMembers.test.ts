import assert from 'node:assert/strict';
import { membersIn, withoutMembers } from '../../../src/query/compare/withoutMembers.ts';

describe('a query without members', () => {
  const query = {
    measures: ['a.n', 'a.m'],
    dimensions: ['a.s'],
    segments: ['a.seg'],
    timeDimensions: [{ dimension: 'a.at', granularity: 'day' }],
    filters: [
      { member: 'a.n', operator: 'gt', values: ['a.m'] },
      { or: [{ member: 'a.m', operator: 'set' }, { and: [{ dimension: 'a.f', operator: 'set' }] }] },
    ],
    order: { 'a.m': 'asc', 'a.at.day': 'desc' },
    limit: 5,
  };

  it('names its members in all places, without granularities', () => {
    assert.deepEqual([...membersIn(query)].sort(), ['a.at', 'a.f', 'a.m', 'a.n', 'a.s', 'a.seg']);
  });

  it('has no column, filter or order of them', () => {
    const { query: rest, keepsRows } = withoutMembers(query, new Set(['a.m', 'a.f', 'a.seg', 'a.at']));
    assert.deepEqual(rest, {
      measures: ['a.n'],
      dimensions: ['a.s'],
      segments: [],
      timeDimensions: [],
      filters: [query.filters[0]],
      order: {},
      limit: 5,
    });
    assert.equal(keepsRows, false);
  });

  it('has the same rows only without measures that neither filter nor order', () => {
    const keeps = (over: object, name: string) => withoutMembers({ ...query, ...over }, new Set([name])).keepsRows;
    assert.equal(keeps({ filters: [], order: [] }, 'a.m'), true);
    assert.equal(keeps({ filters: undefined, order: undefined }, 'a.m'), true);
    assert.equal(keeps({ filters: [], order: [['a.m', 'asc']] }, 'a.m'), false);
    assert.equal(keeps({ order: [{ id: 'a.s', desc: true }] }, 'a.m'), false, 'a filter');
    assert.equal(keeps({}, 'a.s'), false);
  });

  it('does not exist without a column', () => {
    assert.equal(withoutMembers({ measures: ['a.m'] }, new Set(['a.m'])).query, undefined);
    assert.equal(
      withoutMembers({ measures: ['a.m'], timeDimensions: [{ dimension: 'a.at' }] }, new Set(['a.m'])).query,
      undefined,
    );
  });
});
