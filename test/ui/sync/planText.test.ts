import assert from 'node:assert/strict';
import { syncReasons } from '../../../src/sync/plan/syncReasons.ts';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';
import { planDetail, planDocument, planLines, planSummary, planWarnings } from '../../../src/ui/sync/planText.ts';
import { conflict, firstSync, massDelete, plan, pull, push, refused, sides } from '../samplePlans.ts';

const both = ['pull', 'push'] as const;

describe('plan text', () => {
  const mixed = plan([
    pull('model/cubes/orders.yml', 'add'),
    pull('model/cubes/users.yml', 'edit'),
    pull('model/cubes/old.yml', 'delete'),
    push('model/views/sales.yml', 'edit'),
    push('model/views/b.yml', 'rename', { from: 'model/views/a.yml' }),
    push('model/cubes/gone.yml', 'delete'),
    conflict('model/cubes/items.yml', 'both-changed'),
    refused('model/.env', syncReasons.message('environment-file')),
  ]);

  it('summarizes each kind of step in one sentence', () => {
    assert.deepEqual(planSummary(mixed, sides, both, l10n), [
      'Pull 2 files from dev-anna into “sales”.',
      'Move 1 file of “sales” to the trash (deleted on dev-anna).',
      'Push 2 files from “sales” to dev-anna.',
      'Delete 1 file on dev-anna (deleted in “sales”).',
      'Keep both versions of 1 conflict until you resolve it.',
      'Skip 1 file on both sides.',
    ]);
  });

  it('contains only the selected direction', () => {
    assert.deepEqual(planSummary(mixed, sides, ['pull'], l10n).slice(0, 3), [
      'Pull 2 files from dev-anna into “sales”.',
      'Move 1 file of “sales” to the trash (deleted on dev-anna).',
      'Keep both versions of 1 conflict until you resolve it.',
    ]);
    assert.ok(!planLines(mixed, ['pull'], l10n).some((line) => line.startsWith('↑')));
  });

  it('lists steps before conflicts and skipped files', () => {
    const marks = planLines(mixed, both, l10n).map(([mark]) => mark);
    assert.equal(marks.join(''), '↓↓↓↑↑↑⚠–');
  });

  it('lists the first files and counts the others', () => {
    const many = plan(
      Array.from({ length: 12 }, (_, n) => pull(`model/cubes/c${String(n).padStart(2, '0')}.yml`, 'add')),
    );
    assert.equal(
      planDetail(many, sides, both, l10n, 3),
      [
        'Pull 12 files from dev-anna into “sales”.',
        '',
        '↓ model/cubes/c00.yml (new)',
        '↓ model/cubes/c01.yml (new)',
        '↓ model/cubes/c02.yml (new)',
        '… and 9 more',
      ].join('\n'),
    );
  });

  it('warns of every halt except for the first sync', () => {
    const halts = { push: [firstSync, massDelete], pull: [firstSync] };
    const warned = plan([push('model/cubes/gone.yml', 'delete')], { halts });
    assert.deepEqual(planWarnings(warned, both, l10n), ['25 of 30 files would be deleted on the branch: a.yml.']);
    assert.match(
      planDetail(warned, sides, both, l10n),
      /^Warning: 25 of 30 files would be deleted on the branch: a\.yml\.$/m,
    );
    assert.deepEqual(planWarnings(warned, ['pull'], l10n), []);
  });

  it('is a document with one section for each kind, conflicts first', () => {
    assert.equal(
      planDocument(mixed, sides, l10n),
      `“sales” and dev-anna

Conflicts (both versions are kept until you resolve them)
  ⚠ model/cubes/items.yml (changed locally and on the branch)

Pull from dev-anna into “sales”
  ↓ model/cubes/orders.yml (new)
  ↓ model/cubes/users.yml (changed)
  ↓ model/cubes/old.yml (deleted)

Push from “sales” to dev-anna
  ↑ model/views/sales.yml (changed)
  ↑ model/views/a.yml → model/views/b.yml (renamed)
  ↑ model/cubes/gone.yml (deleted)

Skipped
  – model/.env (Files with environment variables are never sent: they contain secrets.)
`,
    );
    assert.equal(planDocument(plan([]), sides, l10n), '“sales” and dev-anna\n\nNo differences.\n');
  });

  it('describes the reason of each conflict', () => {
    const lines = planLines(
      plan([
        conflict('a.yml', 'both-changed', { local: undefined }),
        conflict('b.yml', 'both-changed', { remote: undefined }),
        conflict('c.yml', 'both-added', { base: undefined }),
      ]),
      both,
      l10n,
    );
    assert.deepEqual(lines, [
      '⚠ a.yml (deleted locally, changed on the branch)',
      '⚠ b.yml (changed locally, deleted on the branch)',
      '⚠ c.yml (added locally and on the branch with different content)',
    ]);
  });
});
