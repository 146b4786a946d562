import assert from 'node:assert/strict';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';
import { fileSyncStatuses, groupChangedFiles } from '../../../src/ui/sync/changedFiles.ts';
import { conflict, plan, pull, push } from '../samplePlans.ts';

describe('changed files', () => {
  const orders = conflict('model/cubes/orders.yml', 'both-changed');
  const shown = plan([
    orders,
    push('model/cubes/new.yml', 'add'),
    push('model/cubes/b.yml', 'rename', { from: 'model/cubes/a.yml' }),
    pull('model/views/sales.yml', 'delete', { remote: undefined }),
  ]);

  it('are grouped, with a tooltip for the side that changed', () => {
    const rows = groupChangedFiles({ plan: shown, conflicts: [orders] }, 'dev-anna', l10n);
    assert.deepEqual(
      [...rows.conflicts, ...rows.local, ...rows.remote].map(({ group, tooltip, deleted }) => [
        group,
        tooltip,
        deleted,
      ]),
      [
        ['conflicts', 'model/cubes/orders.yml: changed locally and on the branch', false],
        ['local', 'model/cubes/new.yml: new locally, not pushed to dev-anna yet', false],
        ['local', 'model/cubes/a.yml → model/cubes/b.yml: renamed locally, not pushed to dev-anna yet', false],
        ['remote', 'model/views/sales.yml: deleted on dev-anna, not pulled yet', true],
      ],
    );
  });

  it('are not listed twice when they became a conflict after the plan', () => {
    const late = conflict('model/cubes/new.yml', 'unsaved');
    const rows = groupChangedFiles({ plan: shown, conflicts: [orders, late] }, 'dev-anna', l10n);
    assert.deepEqual(
      rows.local.map(({ path }) => path),
      ['model/cubes/b.yml'],
    );
    assert.deepEqual(
      rows.conflicts.map(({ path }) => path),
      ['model/cubes/orders.yml', 'model/cubes/new.yml'],
    );
  });

  it('are verified only after a push and a listing with the same content', () => {
    const tree = (hash: string) =>
      new Map([
        ['pushed.yml', hash],
        ['other.yml', hash],
      ]);
    const pushed = new Set(['pushed.yml', 'deleted.yml']);
    assert.deepEqual(
      [...fileSyncStatuses({ plan: plan([], { local: tree('a'), remote: tree('a') }), conflicts: [] }, pushed)],
      [['pushed.yml', 'verified']],
    );
    const edited = plan([push('pushed.yml', 'edit')], { local: tree('b'), remote: tree('a') });
    assert.deepEqual([...fileSyncStatuses({ plan: edited, conflicts: [] }, pushed)], [['pushed.yml', 'local']]);
    const conflicting = conflict('pushed.yml', 'both-changed');
    assert.deepEqual(
      [...fileSyncStatuses({ plan: edited, conflicts: [conflicting] }, pushed)],
      [['pushed.yml', 'conflict']],
    );
  });
});
