import assert from 'node:assert/strict';
import { questionWords, stemOf, wordsOf } from '../../../../src/cli/mcp/shared/searchWords.ts';

describe('the words of a search', () => {
  it('have one form for each of these', () => {
    const same = [
      ['category', 'categories'],
      ['status', 'statuses'],
      ['box', 'boxes'],
      ['price', 'prices', 'pricing', 'priced'],
      ['cancel', 'cancelled', 'canceled', 'cancelling', 'cancellation'],
      ['ship', 'ships', 'shipping', 'shipped'],
      ['hire', 'hiring', 'hired'],
    ];
    for (const forms of same) assert.equal(new Set(forms.map(stemOf)).size, 1, forms.map(stemOf).join(' '));
    const different = ['rate', 'rating', 'station', 'state', 'address', 'red', 'ring', 'bus'];
    assert.equal(new Set(different.map(stemOf)).size >= different.length - 1, true, different.map(stemOf).join(' '));
    assert.equal(stemOf('the'), null);
  });

  it('are parts of names', () => {
    assert.deepEqual(wordsOf('orderTotal_amount in €/day'), ['order', 'Total', 'amount', 'in', 'day']);
  });

  it('of a question are also words for the same thing, joined words and initials', () => {
    const all = questionWords('annual recurring revenue').flatMap(({ word, related }) => [word, ...related]);
    for (const one of ['revenue', 'turnover', 'year', 'arr', 'annualrecurring']) assert.ok(all.includes(one), one);
  });
});
