import assert from 'node:assert/strict';
import { halt } from '../../src/sync/plan/halt.ts';
import { buildAppearance, isBuildRunning } from '../../src/ui/deployments/buildAppearance.ts';
import { logDocument, logEntry, plainText } from '../../src/ui/logs/logText.ts';
import { plainLocalizer as l10n } from '../../src/ui/shell/localizer.ts';
import { fileSyncStatuses, groupChangedFiles } from '../../src/ui/sync/changedFiles.ts';
import { haltMessage } from '../../src/ui/sync/haltMessages.ts';
import { historyDocument } from '../../src/ui/sync/historyText.ts';
import { conflict, plan, pull, push } from './samplePlans.ts';

describe('a build in words', () => {
  it('shows each phase, and takes an unknown one for work under way', () => {
    const words = (status: string, errorText?: string) => buildAppearance({ status, errorText }, l10n).label;
    assert.equal(words('built'), 'built');
    assert.equal(words('failed', 'orders cube'), 'build failed');
    assert.equal(words('warmup'), 'warming up');
    assert.equal(words('queued_for_pods'), 'queued for pods');
    assert.ok(isBuildRunning({ status: 'queued_for_pods' }));
    assert.ok(!isBuildRunning({ status: 'dev_mode' }));
  });

  it('does not take an inactive branch, which says “building” for ever, for one that builds', () => {
    assert.equal(buildAppearance({ status: 'building', errorText: 'Branch is not active' }, l10n).label, 'not running');
    assert.ok(!isBuildRunning({ status: 'building', errorText: 'Bad branch' }));
    assert.ok(isBuildRunning({ status: 'building' }));
  });
});

describe('log lines as text', () => {
  it('have no colours, links or control characters left', () => {
    const esc = '\u001b';
    assert.equal(
      plainText(`${esc}[1;31mred${esc}[0m ${esc}]8;;https://x.example${esc}\\link${esc}]8;;\u0007 a\u0008b`),
      'red link ab',
    );
    assert.equal(plainText('one\r\ntwo\rthree'), 'one\ntwo\nthree');
    assert.equal(plainText('Größe\t✓'), 'Größe\t✓');
  });

  it('keep a message together, so that it folds', () => {
    const line = { date: '2026-11-21T01:02:03.004Z', pod: 'api-1', message: '\u001b[31mError: x\n    at y\u001b[0m\n' };
    assert.equal(logEntry(line), '2026-11-21T01:02:03.004Z [api-1] Error: x\n        at y');
    assert.equal(logEntry(line, { pod: 'api-1' }), '2026-11-21T01:02:03.004Z Error: x\n        at y');
    assert.equal(logEntry({ message: 'bare', date: null, pod: null }), 'bare');
  });

  it('make a document that says what it shows', () => {
    const head = {
      deployment: 'Sales',
      filter: { source: 'dev', container: 'MAIN' },
      read: '01:02',
      cut: true,
    } as const;
    assert.equal(
      logDocument([{ date: 'd', pod: 'p', message: 'm' }], head, l10n),
      '# Logs of Sales (dev mode, MAIN) at 01:02\n# Older lines are omitted.\n\nd [p] m\n',
    );
    assert.match(logDocument([], { ...head, filter: {}, cut: false }, l10n), /\(all sources\).*\n\nNo log lines\.\n$/);
  });
});

describe('the rows of the Source Control view', () => {
  const orders = conflict('model/cubes/orders.yml', 'both-changed');
  const shown = plan([
    orders,
    push('model/cubes/new.yml', 'add'),
    push('model/cubes/b.yml', 'rename', { from: 'model/cubes/a.yml' }),
    pull('model/views/sales.yml', 'delete', { remote: undefined }),
  ]);

  it('stand in three groups, with a tooltip that says which side has what', () => {
    const rows = groupChangedFiles({ plan: shown, conflicts: [orders] }, 'dev-anna', l10n);
    assert.deepEqual(
      [...rows.conflicts, ...rows.local, ...rows.remote].map(({ group, tooltip, gone }) => [group, tooltip, gone]),
      [
        ['conflicts', 'model/cubes/orders.yml: changed locally and on the branch', false],
        ['local', 'model/cubes/new.yml: new locally, not pushed to dev-anna yet', false],
        ['local', 'model/cubes/a.yml → model/cubes/b.yml: renamed locally, not pushed to dev-anna yet', false],
        ['remote', 'model/views/sales.yml: deleted on dev-anna, not pulled yet', true],
      ],
    );
  });

  it('show a file that became a conflict since the plan once only', () => {
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

  it('mark as verified only what was sent and then seen equal', () => {
    const tree = (hash: string) =>
      new Map([
        ['sent.yml', hash],
        ['other.yml', hash],
      ]);
    const sent = new Set(['sent.yml', 'gone.yml']);
    assert.deepEqual(
      [...fileSyncStatuses({ plan: plan([], { local: tree('a'), remote: tree('a') }), conflicts: [] }, sent)],
      [['sent.yml', 'verified']],
    );
    const edited = plan([push('sent.yml', 'edit')], { local: tree('b'), remote: tree('a') });
    assert.deepEqual([...fileSyncStatuses({ plan: edited, conflicts: [] }, sent)], [['sent.yml', 'local']]);
    const stopped = conflict('sent.yml', 'both-changed');
    assert.deepEqual([...fileSyncStatuses({ plan: edited, conflicts: [stopped] }, sent)], [['sent.yml', 'conflict']]);
  });
});

describe('a halt put to a person', () => {
  it('offers exactly one remedy, named after what it does', () => {
    const button = (kind: Parameters<typeof halt>[0]) => haltMessage(halt(kind), l10n).button;
    assert.equal(button('session-moved'), 'Reopen in Dev Mode');
    assert.equal(button('mass-delete-branch'), 'Delete and Continue');
    assert.equal(button('git-busy'), 'Continue');
    assert.equal(button('verify-mismatch'), 'Show Differences');
    assert.equal(button('remote-moved'), 'Try Again');
    assert.equal(button('missing-folder'), undefined);
  });

  it('names the files, and how many more', () => {
    const paths = Array.from({ length: 10 }, (_, n) => `f${n}.yml`);
    const { detail } = haltMessage(halt('verify-mismatch', ['f0.yml'], paths), l10n);
    assert.match(detail, /^Compare these files [^\n]*\n\nf0\.yml\n(?:f\d\.yml\n){6}f7\.yml\n… and 2 more$/);
  });
});

describe('the history of a folder', () => {
  it('reads as sentences with what was done below', () => {
    const entry = {
      when: 5,
      action: 'push',
      branchName: 'dev-anna',
      planId: 'p',
      done: [{ path: 'model/cubes/orders.yml', direction: 'push', change: 'edit' }],
      conflicts: ['model/cubes/items.yml'],
      halt: { kind: 'mass-delete', message: 'Too many deletes.' },
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
        '  Stopped: Too many deletes.',
        '  ↑ model/cubes/orders.yml (changed)',
        '  ⚠ model/cubes/items.yml (conflict)\n',
      ].join('\n'),
    );
    assert.match(historyDocument([], 'sales', String, l10n), /No sync yet\.\n$/);
  });
});
