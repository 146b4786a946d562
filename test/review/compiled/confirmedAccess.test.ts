import assert from 'node:assert/strict';
import { confirmationMessages, disagreement, nothingConfirmed } from '../../../src/review/compiled/confirmedAccess.ts';

const measure = (name: string, more: object = {}) => ({ name, type: 'number', ...more });
const meta = {
  cubes: [
    {
      ...{ name: 'sales', type: 'view' },
      measures: [measure('sales.total'), measure('sales.margin'), measure('sales.internal', { public: false })],
      dimensions: [measure('sales.city'), measure('sales.city___link_map_url')],
    },
  ],
};

describe('access that a platform shows', () => {
  it('is confirmed if exactly the members are visible that the policies say', () => {
    const caller = { groups: [], members: ['sales.city', 'sales.margin', 'sales.total'], masked: [], rows: {} };
    assert.equal(disagreement('main', caller, meta), undefined);
    const masking = { ...caller, members: ['sales.city', 'sales.total'], masked: ['sales.margin'] };
    assert.equal(disagreement('main', masking, meta), undefined);
  });

  it('differs by members that only one of both shows, in text too', () => {
    const found = disagreement(
      'main',
      { groups: ['a', 'b'], members: ['sales.total', 'sales.count'], masked: [], rows: {} },
      meta,
    )!;
    assert.deepEqual(found, {
      ...{ branch: 'main', group: 'a+b' },
      more: ['sales.city', 'sales.margin'],
      less: ['sales.count'],
    });
    const confirmation = { asked: 2, equal: 1, different: [found], notConfirmed: [] };
    assert.deepEqual(
      confirmationMessages(confirmation).map(({ message }) => message),
      [
        'Access confirmed with metadata tokens: 1 of 2 answers of the platform are what the access policies say.',
        'On main, the platform shows users in a+b more than the access policies say: sales.city, sales.margin',
        'On main, the platform shows users in a+b less than the access policies say: sales.count',
      ],
    );
  });

  it('is not confirmed without an answer', () => {
    const reason = 'No answer.';
    const missing = [{ reason }, { branch: 'dev', reason }, { branch: 'dev', group: '*', reason }];
    const notConfirmed = [...missing, { branch: 'dev', group: 'a', reason }];
    const { asked, equal } = nothingConfirmed(reason);
    assert.deepEqual([asked, equal], [0, 0]);
    assert.deepEqual(
      confirmationMessages({ ...nothingConfirmed(reason), notConfirmed }).map(({ message }) => message),
      [
        'Access is not confirmed: No answer.',
        'What users see on dev is not confirmed: No answer.',
        'What users without groups see on dev is not confirmed: No answer.',
        'What users in a see on dev is not confirmed: No answer.',
      ],
    );
  });
});
