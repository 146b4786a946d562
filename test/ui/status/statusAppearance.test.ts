import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { plainLocalizer as l10n } from '../../../src/ui/shell/localizer.ts';
import { outageMessage } from '../../../src/ui/status/outageMessages.ts';
import { statusActions } from '../../../src/ui/status/statusActions.ts';
import { type StatusModel, statusAppearance } from '../../../src/ui/status/statusAppearance.ts';

const idle = { phase: 'idle', local: 0, remote: 0, conflicts: 0, compared: true } as const;
const open: StatusModel = {
  platform: 'acme.example.com',
  deployment: 'Sales',
  opened: true,
  branchName: 'dev-anna',
  parent: 'main',
  sync: idle,
  step: 'unchanged',
  problems: { errors: 0, warnings: 0 },
  pushOnSave: true,
};
const refused = outageMessage(
  'push',
  Object.assign(new Error('acme.example.com refused the connection.'), { kind: 'refused' }),
  l10n,
);
const moved = {
  kind: 'session-moved',
  short: 'dev mode moved',
  message: 'Dev mode is on dev-bob now.',
  action: 'Open it again.',
};

const notConnected: StatusModel = { ...open, opened: false, connect: 'dataModel.connection.add' };
const rejected = outageMessage(
  'comparison',
  Object.assign(new UserError('acme.example.com does not accept the key.'), { kind: 'unauthorized' }),
  l10n,
);

describe('statusAppearance', () => {
  it('asks to connect to the platform that the folder is bound to, and shows no state that is not known', () => {
    const { text, tooltip, label, tone } = statusAppearance(notConnected, l10n);
    assert.equal(text, '$(plug) not connected · $(database) acme.example.com · Sales');
    assert.match(tooltip, /\[Connect…\]\(command:dataModel\.connection\.add\)/);
    assert.match(label, /not connected/);
    assert.equal(tone, 'plain');
    assert.equal(statusActions(notConnected, undefined, l10n)[0]?.run, 'dataModel.connection.add');
    assert.match(statusActions(notConnected, undefined, l10n)[0]?.label ?? '', /^Connect to acme\.example\.com…$/);
  });

  it('offers to sign in again after the platform rejected the key', () => {
    const model = { ...open, outage: rejected };
    assert.match(
      statusAppearance(model, l10n).tooltip,
      /\[Sign In Again…\]\(command:dataModel\.connection\.signInAgain\)/,
    );
    assert.equal(statusActions(model, true, l10n)[0]?.run, 'dataModel.connection.signInAgain');
  });

  it('shows platform, deployment and branch', () => {
    assert.equal(statusAppearance(open, l10n).text, '$(database) acme.example.com · Sales · $(git-branch) dev-anna');
    assert.equal(statusAppearance(open, l10n).tone, 'plain');
  });

  it('counts conflicts, remote changes, local changes and errors', () => {
    const appearance = statusAppearance(
      { ...open, sync: { ...idle, conflicts: 1, remote: 2, local: 3 }, problems: { errors: 2, warnings: 1 } },
      l10n,
    );
    assert.equal(
      appearance.text,
      '$(database) acme.example.com · Sales · $(git-branch) dev-anna · $(warning)1 $(arrow-down)2 $(arrow-up)3 · $(error)2',
    );
    assert.equal(appearance.tone, 'warning');
    assert.match(appearance.tooltip, /\[Resolve 1 conflict\]\(command:dataModel\.sync\.review\)/);
    assert.match(appearance.label, /conflicts: 1, to pull: 2, to push: 3/);
  });

  it('shows that no branch is open in dev mode', () => {
    const appearance = statusAppearance({ ...open, branchName: undefined, parent: undefined, sync: undefined }, l10n);
    assert.equal(appearance.text, '$(database) acme.example.com · Sales · $(circle-slash) not in dev mode');
    assert.match(appearance.tooltip, /files that you save are not pushed/);
    assert.match(statusAppearance({ ...open, pushOnSave: false }, l10n).text, /push on save is off/);
  });

  it('shows no branch before the session of the folder is open', () => {
    const appearance = statusAppearance({ ...open, opened: false, branchName: undefined, sync: undefined }, l10n);
    assert.equal(appearance.text, '$(database) acme.example.com · Sales');
    assert.doesNotMatch(appearance.tooltip, /dev mode/);
  });

  it('spins during a transfer, a validation or a build', () => {
    assert.match(
      statusAppearance({ ...open, sync: { ...idle, phase: 'pushing' } }, l10n).text,
      /\$\(sync~spin\) pushing/,
    );
    assert.match(statusAppearance({ ...open, step: 'validating' }, l10n).text, /\$\(loading~spin\) validating/);
    const build = { icon: 'loading~spin', label: 'building', tone: 'working' } as const;
    assert.match(statusAppearance({ ...open, build }, l10n).text, / · \$\(loading~spin\) building$/);
  });

  it('says that folder and branch are in sync only after they were compared', () => {
    const inSync = /in sync/;
    assert.match(statusAppearance(open, l10n).tooltip, inSync);
    const never = { ...open, sync: { ...idle, compared: false } };
    assert.doesNotMatch(statusAppearance(never, l10n).tooltip, inSync);
  });

  it('says only that the branch was deleted, whatever was known before', () => {
    const gone: StatusModel = {
      ...open,
      step: 'branch gone',
      sync: { ...idle, verified: '10:00', local: 2 },
      build: { icon: 'check', label: 'built', tone: 'good' },
      outage: outageMessage('push', Object.assign(new Error('Not found (404).'), { kind: 'not-found' }), l10n),
    };
    const { text, tooltip, label, tone } = statusAppearance(gone, l10n);
    assert.equal(
      text,
      '$(warning) the branch was deleted · $(database) acme.example.com · Sales · $(git-branch) dev-anna',
    );
    assert.match(tooltip, /The branch was deleted/);
    assert.match(tooltip, /\[Open Another Branch…\]\(command:dataModel\.branch\.openDevMode\)/);
    assert.match(tooltip, /\[Create It Again from This Folder\]\(command:dataModel\.branch\.createAgain\)/);
    for (const shown of [text, tooltip, label]) assert.doesNotMatch(shown, /404|in sync|built|Last verified|Send/);
    assert.match(label, /the branch was deleted/);
    assert.equal(tone, 'warning');
    const actions = statusActions(gone, true, l10n).map(({ run }) => run);
    assert.deepEqual(actions.slice(0, 2), ['dataModel.branch.openDevMode', 'dataModel.branch.createAgain']);
    assert.ok(!actions.includes('dataModel.branch.commit') && !actions.includes('dataModel.sync.push'));
  });

  it('shows an outage and its cause', () => {
    const appearance = statusAppearance({ ...open, outage: refused }, l10n);
    assert.match(appearance.text, /^\$\(debug-disconnect\) no connection · /);
    assert.match(appearance.tooltip, /acme\\\.example\\\.com refused the connection/);
    assert.equal(appearance.tone, 'error');
  });

  it('has a short text for each kind of outage', () => {
    const short = (kind: string) => outageMessage('push', Object.assign(new Error('x'), { kind }), l10n).short;
    assert.deepEqual(['dns', 'timeout', 'unauthorized', 'server'].map(short), [
      'no connection',
      'no connection',
      'key rejected',
      'platform error',
    ]);
    assert.equal(outageMessage('push', new Error('bug'), l10n).short, 'last save not pushed');
    assert.equal(outageMessage('validation', new Error('bug'), l10n).short, 'not validated');
    assert.equal(outageMessage('comparison', new Error('bug'), l10n).short, 'not compared');
  });

  it('explains that dev mode moved to another branch', () => {
    const appearance = statusAppearance({ ...open, sync: { ...idle, phase: 'halted', halt: moved } }, l10n);
    assert.match(appearance.text, /^\$\(debug-pause\) dev mode moved · /);
    assert.match(appearance.tooltip, /Dev mode is on dev\\-bob now\\\. Open it again\\\./);
    assert.match(appearance.tooltip, /Sync is paused until you reopen the branch in dev mode\./);
    assert.equal(appearance.tone, 'warning');
  });

  it('does not warn about a pending first sync', () => {
    const waiting = { kind: 'first-sync', short: 'first sync pending', message: 'm', action: 'a' };
    const appearance = statusAppearance({ ...open, sync: { ...idle, halt: waiting } }, l10n);
    assert.match(appearance.text, /^\$\(debug-pause\) first sync pending · /);
    assert.equal(appearance.tone, 'plain');
  });

  it('escapes Markdown, links and icons in server texts', () => {
    const evil = '[click](command:x) $(bug) <img>\nnext';
    const { tooltip } = statusAppearance(
      {
        ...open,
        platform: evil,
        deployment: '`',
        branchName: '`b`',
        outage: { short: 'x', message: evil, needsSignIn: false },
      },
      l10n,
    );
    assert.ok(!tooltip.includes('[click](command:x)'));
    assert.ok(!/(^|[^\\])\$\(bug\)/.test(tooltip));
    assert.ok(!/(^|[^\\])<img>/.test(tooltip));
    assert.match(tooltip, /Dev branch `` `b` ``/);
  });

  it('cannot be left by a branch name with line breaks, and shows no icons of others', () => {
    const name = 'a\n\n[Repair](command:dataModel.sync.push)\n\n$(bug)';
    const { tooltip, text } = statusAppearance({ ...open, branchName: name, deployment: name, platform: name }, l10n);
    assert.match(tooltip, /Dev branch `a \[Repair\]\(command:dataModel\.sync\.push\) \$\(bug\)`/);
    assert.doesNotMatch(text, /(?<!\\)\$\(bug\)/);
  });
});

describe('statusActions', () => {
  const first = (model: StatusModel) => statusActions(model, true, l10n)[0]?.run;

  it('starts with the most important action', () => {
    const busy: StatusModel = {
      ...open,
      sync: { ...idle, phase: 'halted', halt: moved, conflicts: 1, remote: 1, local: 1 },
      outage: refused,
      problems: { errors: 1, warnings: 0 },
      build: { icon: 'error', label: 'build failed', tone: 'bad', detail: 'orders cube' },
    };
    assert.deepEqual(
      statusActions(busy, true, l10n)
        .slice(0, 7)
        .map(({ run }) => run),
      [
        'reopen',
        'workbench.view.scm',
        'dataModel.sync.refresh',
        'workbench.actions.view.problems',
        'dataModel.logs.open',
        'dataModel.sync.pull',
        'dataModel.sync.push',
      ],
    );
    assert.equal(first({ ...open, branchName: undefined, sync: undefined }), 'dataModel.branch.openDevMode');
    assert.equal(first(open), 'dataModel.branch.commit');
  });

  it('offers each action once', () => {
    const build = { icon: 'error', label: 'build failed', tone: 'bad' } as const;
    for (const model of [open, { ...open, build }, { ...open, outage: refused }, { ...open, branch: undefined }]) {
      const runs = statusActions(model, true, l10n).map(({ run }) => run);
      assert.deepEqual(runs, [...new Set(runs)]);
    }
  });

  it('offers to commit first where there is something to commit, and not where there is nothing', () => {
    const runs = (committable: boolean | undefined) => statusActions(open, committable, l10n).map(({ run }) => run);
    assert.equal(runs(true)[0], 'dataModel.branch.commit');
    assert.ok(!runs(false).includes('dataModel.branch.commit'));
    assert.ok(runs(undefined).indexOf('dataModel.branch.commit') > 0, 'the platform did not answer');
    const pending = { ...open, sync: { ...idle, local: 2 } };
    assert.equal(statusActions(pending, true, l10n)[0]?.run, 'dataModel.sync.push');
  });
});
