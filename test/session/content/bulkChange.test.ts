import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors.ts';
import type { WorkspaceObject } from '../../../src/contract/content/workspace.ts';
import { changeInBulk, deletionOrder } from '../../../src/session/content/bulkChange.ts';

const reports = (count: number): WorkspaceObject[] =>
  Array.from({ length: count }, (_, id) => ({ type: 'REPORT' as const, id }));

describe('a change of many items', () => {
  it('reports the items that stay with their reasons, and does the rest', async () => {
    const failure = { type: 'REPORT', id: '3', error: 'You need edit access' };
    const result = await changeInBulk(reports(5), async () => [failure]);
    assert.deepEqual(
      result.done.map(({ id }) => id),
      [0, 1, 2, 4],
    );
    assert.deepEqual(result.failures, [{ object: { type: 'REPORT', id: 3 }, reason: 'You need edit access' }]);
  });

  it('sends a part at a time and shows its progress', async () => {
    const sizes: number[] = [];
    const progress: number[] = [];
    const send = async (chunk: WorkspaceObject[]) => {
      sizes.push(chunk.length);
      return [];
    };
    const { done } = await changeInBulk(reports(120), send, { onProgress: (sent) => progress.push(sent) });
    assert.equal(done.length, 120);
    assert.deepEqual(sizes, [50, 50, 20]);
    assert.deepEqual(progress, [50, 100, 120]);
  });

  it('stops between two requests when it is cancelled: the rest was not sent', async () => {
    const cancel = new AbortController();
    const send = async () => {
      cancel.abort();
      return [];
    };
    const { done, failures } = await changeInBulk(reports(60), send, { signal: cancel.signal });
    assert.equal(done.length, 50);
    assert.equal(failures.length, 10);
    assert.ok(failures.every(({ reason }) => reason instanceof CancelledError));
  });

  it('throws when the first request fails, and keeps what was done when a later one fails', async () => {
    const down = new Error('down');
    await assert.rejects(
      changeInBulk(reports(60), () => Promise.reject(down)),
      down,
    );
    let calls = 0;
    const send = async () => {
      calls += 1;
      if (calls > 1) throw down;
      return [];
    };
    const { done, failures } = await changeInBulk(reports(160), send);
    assert.deepEqual([calls, done.length, failures.length], [2, 50, 110]);
    assert.ok(failures.every(({ reason }) => reason === down));
  });

  it('deletes what a folder holds before the folder', () => {
    const objects: WorkspaceObject[] = [
      { type: 'FOLDER', id: 1 },
      { type: 'REPORT', id: 2 },
      { type: 'FOLDER', id: 3 },
      { type: 'WORKBOOK', id: 4 },
    ];
    const depths: Record<number, number> = { 1: 0, 3: 1 };
    assert.deepEqual(
      deletionOrder(objects, (id) => depths[id]!).map(({ id }) => id),
      [2, 4, 3, 1],
    );
  });
});
