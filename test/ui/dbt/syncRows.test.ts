import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import type { DbtSyncRun } from '../../../src/contract/dataModel/syncSchemas.ts';
import type { LiveSync } from '../../../src/session/dbt/dbtSyncs.ts';
import type { AcceptEntry } from '../../../src/session/dbt/generatedFiles.ts';
import { syncReasons } from '../../../src/sync/plan/syncReasons.ts';
import { type ComparedFiles, type SyncedDeployment, type SyncRow, syncRows } from '../../../src/ui/dbt/syncRows.ts';
import { durationLabel } from '../../../src/ui/dbt/syncTexts.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';

const target = { connectionId: 'https://acme.example.com', deploymentId: '7', deploymentName: 'Shop' };
const texts = { l10n: plainLocalizer, time: (stamp: string) => `at ${stamp}` };

function deployment(
  items: readonly DbtSyncRun[],
  more: Partial<SyncedDeployment> & { live?: [string, LiveSync][]; hasMore?: boolean; filter?: object } = {},
): SyncedDeployment {
  const { live = [], hasMore = false, filter = {}, ...rest } = more;
  const runs = { phase: 'ready', items, hasMore, failure: undefined } as const;
  return {
    target,
    syncs: { runs, live: new Map(live), filter },
    bound: true,
    files: new Map(),
    ...rest,
  };
}

const line = ({ icon, label, description }: SyncRow) =>
  `${icon ? `[${icon}] ` : ''}${label}${description ? ` · ${description}` : ''}`;
const outline = (rows: readonly SyncRow[], depth = 0): string[] =>
  rows.flatMap((row) => [`${'  '.repeat(depth)}${line(row)}`, ...outline(row.children, depth + 1)]);
const show = (...deployments: SyncedDeployment[]) => outline(syncRows(deployments, texts));

const completed: DbtSyncRun = {
  syncJobId: 'a',
  status: 'COMPLETED',
  trigger: 'api',
  source: 'manifest',
  output: 'files',
  startedAt: 'ten',
  durationMs: 1_500,
  phases: [
    { phase: 'INITIALIZING', startedOffsetMs: 0, durationMs: 400, outcome: 'completed' },
    { phase: 'FINALIZING', startedOffsetMs: 400, durationMs: 61_000, outcome: 'completed' },
  ],
};

describe('the rows of dbt syncs', () => {
  it('show the history with timings', () => {
    assert.deepEqual(show(deployment([completed])), [
      '[pass] Manifest · 1.5 s · at ten',
      '  [files] Generated Files',
      '  [pass] Initializing · 400 ms',
      '  [pass] Finalizing · 1 min 1 s',
    ]);
  });

  it('show the phase and the percentage of a running sync', () => {
    const run: DbtSyncRun = { syncJobId: 'b', status: 'RUNNING', source: 'git', dbtRef: 'v1', startedAt: 'now' };
    const status = {
      syncJobId: 'b',
      status: 'COMPILING_DBT',
      progress: { stage: 'COMPILING_DBT', percentComplete: 55 },
    };
    assert.deepEqual(show(deployment([run])), ['[loading~spin] Repository at v1 · Starting · at now']);
    assert.deepEqual(show(deployment([run], { live: [['b', { status, ended: false }]] })), [
      '[loading~spin] Repository at v1 · Compiling dbt project 55% · at now',
    ]);
    const lost: LiveSync = { status, ended: false, failure: new UserError('Connection lost') };
    assert.match(show(deployment([run], { live: [['b', lost]] }))[0]!, /no connection, trying again/);
    const [row] = syncRows([deployment([run])], texts);
    assert.match(row!.context, /;running;/);
  });

  it('show the end that the last poll found before the history does', () => {
    const run: DbtSyncRun = { syncJobId: 'b', status: 'RUNNING', source: 'manifest' };
    const ended = (status: string): [string, LiveSync] => ['b', { ended: true, status: { syncJobId: 'b', status } }];
    assert.deepEqual(show(deployment([run], { live: [ended('COMPLETED')] })), ['[pass] Manifest']);
    assert.deepEqual(show(deployment([run], { live: [ended('FAILED')] })), ['[error] Manifest · failed']);
  });

  it('say where a sync failed, and why', () => {
    const failed = {
      ...completed,
      status: 'FAILED',
      failedPhase: 'COMPILING_DBT',
      errorMessage: 'No manifest',
      phases: [],
    };
    const [row] = syncRows([deployment([failed])], texts);
    assert.equal(line(row!), '[error] Manifest · failed in Compiling dbt project · 1.5 s · at ten');
    assert.match(row!.tooltip!, /No manifest/);
    const others = ['CANCELLED', 'UNKNOWN', 'NEW_STATE'].map((status, id) => {
      return { syncJobId: String(id), status, source: 'git' };
    });
    assert.deepEqual(show(deployment(others)), [
      '[circle-slash] Repository · cancelled',
      '[question] Repository · unknown',
      '[question] Repository · new state',
    ]);
  });

  it('show the new branch of a sync that commits', () => {
    const [row] = syncRows(
      [deployment([{ ...completed, output: 'branch', branchName: 'dbt-sync-1', phases: [] }])],
      texts,
    );
    assert.deepEqual(outline(row!.children), ['[git-branch] dbt-sync-1 · new branch']);
    assert.equal(row!.children[0]!.target.branchName, 'dbt-sync-1');
    assert.doesNotMatch(row!.context, /;files;/);
  });

  it('show what of the generated files is new, changed, accepted or refused', () => {
    const entry = (path: string, state: AcceptEntry['state'], more: Partial<AcceptEntry> = {}): AcceptEntry => {
      return { path, content: '', state, local: undefined, edited: false, ...more };
    };
    const entries = [
      entry('model/cubes/a.yml', 'new'),
      entry('model/cubes/b.yml', 'changed'),
      entry('model/cubes/c.yml', 'changed', { edited: true }),
      entry('model/cubes/d.yml', 'unchanged'),
      entry('../e.yml', 'refused', { reason: syncReasons.message('dot-folder') }),
    ];
    const files = new Map<string, ComparedFiles>([['a', { entries }]]);
    const [run] = syncRows([deployment([completed], { files })], texts);
    const [group] = run!.children;
    assert.deepEqual(outline([group!]), [
      '[files] Generated Files · 3 to accept',
      '  [diff-added] a.yml · new · model/cubes',
      '  [diff-modified] b.yml · changed · model/cubes',
      '  [diff-modified] c.yml · replaces local edits · model/cubes',
      '  [check] d.yml · accepted · model/cubes',
      '  [circle-slash] e.yml · refused · ..',
    ]);
    assert.deepEqual(
      group!.children.map(({ context }) => context.includes(';acceptable;')),
      [true, true, true, false, false],
    );
    const [unbound] = syncRows([deployment([completed], { files, bound: false })], texts);
    assert.ok(unbound!.children[0]!.children.every(({ context }) => !context.includes(';acceptable;')));
  });

  it('show an error in place of files, with its reason', () => {
    const files = new Map<string, ComparedFiles>([['a', { failure: new UserError('The files are gone.') }]]);
    const [run] = syncRows([deployment([completed], { files })], texts);
    assert.match(outline(run!.children)[1]!, /The files are gone\./);
  });

  it('have a row for each deployment only if there are several', () => {
    const other = { ...deployment([completed]), target: { ...target, deploymentId: '8', deploymentName: 'Bikes' } };
    const rows = syncRows([deployment([]), other], texts);
    assert.deepEqual(
      rows.map(({ label, children }) => [label, children.length]),
      [
        ['Shop', 1],
        ['Bikes', 1],
      ],
    );
    const ids = new Set<string>();
    const add = (row: SyncRow) => {
      assert.ok(!ids.has(row.id), row.id);
      ids.add(row.id);
      row.children.forEach(add);
    };
    rows.forEach(add);
  });

  it('say that there is none, that there are more, and what failed', () => {
    assert.deepEqual(show(deployment([])), ['No syncs yet']);
    assert.deepEqual(show(deployment([], { filter: { status: 'FAILED' } })), ['No matching syncs']);
    assert.deepEqual(show(deployment([{ ...completed, phases: [], output: 'branch' }], { hasMore: true })), [
      '[pass] Manifest · 1.5 s · at ten',
      '[ellipsis] Load More',
    ]);
    assert.match(show(deployment([], { failure: new UserError('No way.') }))[0]!, /\[warning\] No way\./);
  });
});

describe('durationLabel', () => {
  it('is as exact as it is short', () => {
    const labels = [0, 999.4, 1_000, 59_940, 59_960, 61_000, 3_600_000].map((ms) => durationLabel(ms, plainLocalizer));
    assert.deepEqual(labels, ['0 ms', '999 ms', '1.0 s', '59.9 s', '1 min 0 s', '1 min 1 s', '60 min 0 s']);
  });
});
