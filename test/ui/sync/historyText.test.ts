import assert from 'node:assert/strict';
import { halt } from '../../../src/sync/plan/halt.ts';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';
import { historyDocument } from '../../../src/ui/sync/historyText.ts';

describe('historyDocument', () => {
  it('shows one line for each sync, with its files below', () => {
    const entry = {
      when: 5,
      action: 'push',
      branchName: 'dev-anna',
      planId: 'p',
      done: [{ path: 'model/cubes/orders.yml', direction: 'push', change: 'edit' }],
      conflicts: ['model/cubes/items.yml'],
      halt: { kind: 'mass-delete', message: halt('mass-delete-branch', [30, 40, 'model/a.yml']) },
      verified: true,
      requests: 3,
      ms: 41.6,
    } as const;
    const text = historyDocument(
      [{ ...entry, done: [...entry.done], conflicts: [...entry.conflicts] }],
      'sales',
      (ms) => `t${ms}`,
      l10n,
    );
    assert.equal(
      text.split('\n\n')[1],
      [
        't5  pushed 1 file to dev-anna (verified, 3 requests, 42 ms)',
        '  Stopped: 30 of 40 files would be deleted on the branch: model/a.yml.',
        '  ↑ model/cubes/orders.yml (changed)',
        '  ⚠ model/cubes/items.yml (conflict)\n',
      ].join('\n'),
    );
    assert.match(historyDocument([], 'sales', String, l10n), /No sync yet\.\n$/);
  });
});
