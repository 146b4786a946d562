import assert from 'node:assert/strict';
import { ContentReads } from '../../../src/session/review/contentReads.ts';
import { searchContent } from '../../../src/session/review/searchContent.ts';

const report = { kind: 'report', name: 'Revenue', record: { measures: ['sales.revenue'] } } as const;

describe('content that is searched for names', () => {
  it('has the names of its members and of their cubes and views', () => {
    const { users, readAt } = searchContent({ items: [{ ...report, content: { id: 'r1' } }], notRead: [] }, 5);
    assert.deepEqual(
      users.map(({ kind, id, name, names }) => [kind, id, name, [...names]]),
      [['report', 'r1', 'Revenue', ['sales', 'sales.revenue']]],
    );
    assert.equal(readAt, 5);
  });

  it('leaves out, and says so, what may be about another deployment; says what is too large', () => {
    const notification = { kind: 'notification', name: '1', record: ['sales.revenue'], mayBeElsewhere: true } as const;
    const large = { ...report, record: 'x'.repeat(3_000_000) };
    const { users, notRead } = searchContent({ items: [notification, large], notRead: [] }, 0);
    assert.deepEqual(
      users.map(({ kind }) => kind),
      ['report'],
    );
    assert.deepEqual(
      notRead.map(({ message }) => message),
      [
        'Notifications that may be about dashboards of another deployment, so that they were not counted: 1',
        'Too large to be searched as a whole: 1',
      ],
    );
  });

  it('is kept for its deployment only', () => {
    const reads = new ContentReads();
    let changes = 0;
    reads.onChange(() => {
      changes += 1;
    });
    const content = searchContent({ items: [report], notRead: [] }, 0);
    reads.set({ connectionId: 'https://a.example', deploymentId: '1' }, content);
    assert.equal(reads.of({ connectionId: 'https://a.example', deploymentId: '1' }), content);
    assert.equal(reads.of({ connectionId: 'https://a.example', deploymentId: '2' }), undefined);
    assert.equal(changes, 1);
  });
});
