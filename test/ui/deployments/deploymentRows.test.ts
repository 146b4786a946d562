import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { PlatformError } from '../../../src/platform/platformError.ts';
import { outline, rowsById } from '../tree/outline.ts';
import { acme, connection, deployment, failed, ready, rows, state, text } from './sampleDeployments.ts';

describe('deploymentRows', () => {
  it('returns no rows without a connection', () => {
    assert.deepEqual(text(state({ connections: [], unbound: ['shop'] })), []);
  });

  it('shows the user of a connection', () => {
    assert.deepEqual(text(state()), ['▾ [cloud] acme.example.com · kim@acme.example.com']);
  });

  it('says that a connection comes from environment variables', () => {
    assert.deepEqual(text(state({ connections: [connection({ origin: 'environment' })] })), [
      '▾ [plug] acme.example.com · kim@acme.example.com · from environment variables',
    ]);
  });

  it('collapses several connections except for those with a bound folder', () => {
    const other = connection({ id: 'emulator', label: 'Local emulator', origin: 'emulator', userName: undefined });
    const bound = [{ folder: 'shop', connectionId: acme, deploymentId: '1' }];
    assert.deepEqual(text(state({ connections: [connection(), other], bound })), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '▸ [device-desktop] Local emulator',
    ]);
  });

  it('suggests a binding while no folder is bound', () => {
    const elsewhere = { folder: 'shop', connectionId: 'https://other.example.com', deploymentId: '7' };
    assert.equal(text(state({ bound: [elsewhere] }))[0], '  [plug] Connect to other.example.com… · bound to shop');
    assert.deepEqual(text(state({ connections: [], bound: [elsewhere] })), [], 'the welcome text says it');
    assert.equal(text(state({ unbound: ['shop'] }))[0], '  [link] Bind “shop” to a deployment…');
    assert.equal(text(state({ unbound: ['shop', 'lab'] }))[0], '  [link] Bind a workspace folder to a deployment…');
  });

  it('shows the state of the production build', () => {
    const statuses = ['built', 'failed', 'building', 'none', 'warmup'];
    const deployments = ready(statuses.map((status, index) => ({ id: `${index}`, name: `d-${status}` })));
    const opened = new Map(
      statuses.map((status, index) => [`${index}`, deployment({ builds: new Map([['main', { status }]]) })]),
    );
    const shown = text(state({ connections: [connection({ deployments, opened })] })).filter((line) =>
      line.includes('d-'),
    );
    assert.deepEqual(shown, [
      '  ▸ [pass-filled] d-built',
      '  ▸ [error] d-failed · build failed',
      '  ▸ [loading~spin] d-building · building',
      '  ▸ [circle-large-outline] d-none · not built',
      '  ▸ [loading~spin] d-warmup · warming up',
    ]);
  });

  it('shows no state as certain while the platform cannot be reached', () => {
    const deployments = ready([{ id: '1', name: 'shop' }]);
    const builds = new Map([['main', { status: 'built' }]]);
    const pods = ready([{ name: 'api-0', status: 'Running', ready: true }]);
    const opened = new Map([['1', deployment({ builds, pods })]]);
    const of = (isUnreachable: boolean) => {
      const all = rowsById(rows(state({ connections: [connection({ deployments, opened, isUnreachable })] })));
      return [...all.values()]
        .filter(({ kind }) => ['connection', 'deployment', 'build', 'pod'].includes(kind))
        .map(({ icon, color, label, description }) => [icon, color, label, description]);
    };
    assert.deepEqual(of(false), [
      ['cloud', undefined, 'acme.example.com', 'kim@acme.example.com'],
      ['pass-filled', 'testing.iconPassed', 'shop', undefined],
      ['check', 'testing.iconPassed', 'Production', 'built'],
      ['vm-running', 'testing.iconPassed', 'api-0', 'Running'],
    ]);
    assert.deepEqual(of(true), [
      ['debug-disconnect', 'list.warningForeground', 'acme.example.com', 'no connection · kim@acme.example.com'],
      ['server', undefined, 'shop', 'last known: built'],
      ['circle-outline', undefined, 'Production', 'last known: built'],
      ['circle-outline', undefined, 'api-0', 'last known: Running'],
    ]);
  });

  it('sorts branches: production, open, shared, dev branches', () => {
    const branches = ready([
      { id: 1, name: 'alpha', parentBranch: 'main', isStagingEnvironmentEnabled: true },
      { id: 2, name: 'dev-kim-2', parentBranch: 'alpha' },
      { id: 3, name: 'main' },
      { id: 4, name: 'dev-kim-1', parentBranch: 'main' },
      { id: 5, name: 'feature/returns', parentBranch: 'alpha' },
    ]);
    const opened = new Map([
      [
        '7',
        deployment({
          branches,
          devMode: { known: true, branchName: 'dev-kim-2', parentBranch: 'alpha' },
          builds: new Map([['dev-kim-2', { status: 'building' }]]),
        }),
      ],
    ]);
    const bound = [{ folder: 'shop', connectionId: acme, deploymentId: '7', branchName: 'dev-kim-2' }];
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    assert.deepEqual(text(state({ connections: [connection({ deployments, opened })], bound })), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '  ▾ [server] Shop · bound to shop',
      '    ▾ [git-branch] Branches',
      '        [globe] main · production',
      '        [target] dev-kim-2 · open · from alpha · building',
      '        [git-branch] alpha · from main · staging on',
      '        [git-branch] feature/returns · from alpha',
      '        [account] dev-kim-1 · from main',
      '    ▸ [globe] Environments',
      '    ▸ [pulse] Build & pods',
      '        [loading~spin] dev-kim-2 · building',
      '    ▸ [variable-group] Variables',
      '    ▸ [versions] Versions',
    ]);
  });

  it('shows a followed branch that was deleted, instead of one that is open', () => {
    const branches = ready([{ id: 3, name: 'main' }]);
    const opened = new Map([['7', deployment({ branches })]]);
    const binding = { folder: 'shop', connectionId: acme, deploymentId: '7', branchName: 'dev-kim-2' };
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    const of = state({ connections: [connection({ deployments, opened })], bound: [{ ...binding, isGone: true }] });
    assert.deepEqual(text(of).slice(2, 5), [
      '    ▾ [git-branch] Branches',
      '        [warning] dev-kim-2 · deleted',
      '        [globe] main · production',
    ]);
    const row = [...rowsById(rows(of)).values()].find(({ label }) => label === 'dev-kim-2');
    assert.equal(row?.context, ';gone;');
    assert.equal(row.target.branchName, undefined, 'a command asks for another branch');
  });

  it('sets the context of branches for menus', () => {
    const branches = ready([
      { id: 1, name: 'main' },
      { id: 2, name: 'shared', parentBranch: 'main' },
      { id: 3, name: 'staged', parentBranch: 'main', isStagingEnvironmentEnabled: true },
      { id: 4, name: 'dev-kim', parentBranch: 'main' },
      { id: 5, name: 'dev-open', parentBranch: 'shared' },
    ]);
    const opened = new Map([['7', deployment({ branches, devMode: { known: true, branchName: 'dev-open' } })]]);
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    const all = rowsById(rows(state({ connections: [connection({ deployments, opened })] })));
    const contexts = [...all.values()]
      .filter(({ kind }) => kind === 'branch')
      .map(({ label, context }) => [label, context]);
    assert.deepEqual(Object.fromEntries(contexts), {
      main: ';branch;production;',
      shared: ';branch;shared;child;',
      staged: ';branch;shared;staging;child;',
      'dev-kim': ';branch;personal;child;',
      'dev-open': ';branch;personal;open;child;',
    });
  });

  it('highlights an open branch only if a folder follows it', () => {
    const branches = ready([{ id: 1, name: 'dev-open' }]);
    const opened = new Map([['7', deployment({ branches, devMode: { known: true, branchName: 'dev-open' } })]]);
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    const row = (branchName?: string) => {
      const bound = [{ folder: 'shop', connectionId: acme, deploymentId: '7', branchName }];
      const all = rowsById(rows(state({ connections: [connection({ deployments, opened })], bound })));
      return all.get(`${acme}/7/branch/dev-open`)!;
    };
    assert.equal(row('dev-open').context, ';branch;personal;open;followed;');
    assert.equal(row('dev-open').color, 'charts.blue');
    assert.equal(row('dev-other').context, ';branch;personal;open;');
    assert.equal(row().color, undefined);
    assert.match(row().tooltip!, /no folder in this window syncs with it/);
  });

  it('has labels for screen readers', () => {
    const branches = ready([
      { id: 1, name: 'shared', parentBranch: 'main' },
      { id: 2, name: 'dev-open' },
    ]);
    const opened = new Map([['7', deployment({ branches, devMode: { known: true, branchName: 'dev-open' } })]]);
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    const all = rowsById(rows(state({ connections: [connection({ deployments, opened })] })));
    assert.equal(all.get(`${acme}/7/branch/shared`)!.accessibleLabel, 'shared, shared, from main');
    assert.equal(all.get(`${acme}/7/branch/dev-open`)!.accessibleLabel, 'dev-open, dev branch, open in dev mode');
  });

  it('removes duplicates', () => {
    const twice = [
      { id: 1, name: 'alpha' },
      { id: 1, name: 'alpha' },
    ];
    const opened = new Map([['7', deployment({ branches: ready(twice), deployBranch: undefined })]]);
    const deployments = ready([
      { id: '7', name: 'Shop' },
      { id: 7, name: 'Shop' },
    ]);
    const lines = text(state({ connections: [connection({ deployments, opened })] }));
    assert.equal(lines.filter((line) => line.includes('alpha')).length, 1);
    assert.equal(lines.filter((line) => line.includes('Shop')).length, 1);
  });

  it('shows the production branch first even if its page is not loaded', () => {
    const opened = new Map([['7', deployment({ branches: ready([{ id: 2, name: 'alpha' }], true) })]]);
    const deployments = ready([{ id: 7, name: 'Shop' }]);
    const lines = text(state({ connections: [connection({ deployments, opened })] }));
    assert.deepEqual(lines.slice(3, 6), [
      '        [globe] main · production',
      '        [git-branch] alpha · shared',
      '        [ellipsis] Load More',
    ]);
  });

  it('shows environments, builds and pods', () => {
    const opened = new Map([
      [
        '7',
        deployment({
          environments: ready([
            { id: 'e1', name: 'Production', type: 'production', api_credentials: { rest: { url: `${acme}/v1` } } },
            { id: 'e2', name: 'alpha', type: 'staging', api_credentials: [{ type: 'rest', url: `${acme}/alpha/v1` }] },
            { id: 'e3', name: 'new', type: 'something-new' },
            // A type that every object inherits.
            { id: 'e4', name: 'odd', type: 'constructor' },
          ]),
          pods: ready([
            { name: 'api-1', status: 'Running', ready: true, containers: ['MAIN'] },
            { name: 'refresh-1', status: 'Pending', ready: false, restartCount: 3 },
          ]),
          builds: new Map([
            ['main', { status: 'failed', errorText: 'no data source' }],
            ['dev-kim', { status: 'dev_mode' }],
          ]),
          devMode: { known: true, branchName: 'dev-kim' },
        }),
      ],
    ]);
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    const all = rows(state({ connections: [connection({ deployments, opened })] }));
    assert.deepEqual(outline(all).slice(3), [
      '    ▸ [globe] Environments',
      '        [globe] Production',
      '        [beaker] alpha · staging',
      '        [server-environment] new · something-new',
      '        [server-environment] odd · constructor',
      '    ▸ [pulse] Build & pods',
      '        [error] Production · build failed',
      '        [check] dev-kim · ready',
      '        [vm-running] api-1 · Running',
      '        [vm-outline] refresh-1 · Pending · 3 restarts',
      '    ▸ [variable-group] Variables',
      '    ▸ [versions] Versions',
    ]);
    const byId = rowsById(all);
    assert.equal(byId.get(`${acme}/7/environment/e2`)?.target.url, `${acme}/alpha/v1`);
    assert.equal(byId.get(`${acme}/7/environment/e2`)?.context, ';environment;url;address;');
    assert.equal(byId.get(`${acme}/7/environment/e3`)?.context, ';environment;');
    assert.match(byId.get(`${acme}/7/build/main`)?.tooltip ?? '', /no data source/);
  });

  it('shows empty lists, and errors with cause and action', () => {
    const refused = new UserError('The host does not answer.', {
      where: 'acme.example.com, listBranches',
      action: 'Check the network.',
    });
    const opened = new Map([
      ['7', deployment({ branches: failed(refused), environments: ready([]), pods: failed(new Error('odd')) })],
    ]);
    const deployments = ready([{ id: '7', name: 'Shop' }]);
    const all = rows(state({ connections: [connection({ deployments, opened })] }));
    assert.deepEqual(outline(all).slice(2), [
      '    ▸ [git-branch] Branches',
      '        [warning] The host does not answer. · try again',
      '    ▸ [globe] Environments',
      '        No environments',
      '    ▸ [pulse] Build & pods',
      '        [warning] odd · try again',
      '    ▸ [variable-group] Variables',
      '    ▸ [versions] Versions',
    ]);
    const row = [...rowsById(all).values()].find(({ label }) => label === refused.message)!;
    assert.equal(row.command, 'dataModel.view.refreshRow');
    assert.match(row.tooltip!, /acme\.example\.com, listBranches/);
    assert.match(row.tooltip!, /Check the network/);
  });

  it('shows a connection that cannot be opened as an error row', () => {
    const broken = connection({ failure: new UserError('The key is not accepted.') });
    assert.deepEqual(text(state({ connections: [broken] })), [
      '▾ [warning] acme.example.com · kim@acme.example.com',
      '    [warning] The key is not accepted. · try again',
    ]);
  });

  it('offers to sign in again where the platform no longer accepts the key or the sign-in', () => {
    const ended = new PlatformError('sign-in-ended', ['acme.example.com'], {
      host: 'acme.example.com',
      operation: 'signIn',
    });
    const all = rows(state({ connections: [connection({ failure: ended })] }));
    const [row] = all[0]!.children;
    assert.equal(row?.label, 'The sign-in to acme.example.com has ended.');
    assert.equal(row?.description, 'sign in again');
    assert.equal(row?.command, 'dataModel.connection.signInAgain');
    assert.deepEqual(row?.target, { connectionId: acme }, 'so that the URL is known');
  });

  it('shows a bound deployment that is missing after all pages are loaded', () => {
    const bound = [{ folder: 'shop', connectionId: acme, deploymentId: '9' }];
    const missing = (hasMore: boolean) =>
      text(
        state({ connections: [connection({ deployments: ready([{ id: '7', name: 'Shop' }], hasMore) })], bound }),
      ).filter((line) => line.includes('9'));
    assert.deepEqual(missing(false), ['    [warning] Deployment 9 · not found · bound to shop']);
    assert.deepEqual(missing(true), []);
  });

  it('escapes names in tooltips', () => {
    const deployments = ready([{ id: '7', name: '[x](command:evil) <b>' }]);
    const all = rows(state({ connections: [connection({ deployments })] }));
    const row = rowsById(all).get(`${acme}/7`)!;
    assert.equal(row.label, '[x](command:evil) <b>');
    assert.match(row.tooltip!, /\\\[x\\\]\\\(command:evil\\\) \\<b\\>/);
  });

  it('has unique ids for rows with the same name', () => {
    const same = deployment({ branches: ready([{ id: 1, name: 'a/b' }]), deployBranch: 'build' });
    const deployments = ready([
      { id: '1', name: 'same' },
      { id: '2', name: 'same' },
    ]);
    const opened = new Map([
      ['1', same],
      ['2', same],
    ]);
    const all = rows(state({ connections: [connection({ deployments, opened })] }));
    const count = outline(all).length;
    assert.equal(rowsById(all).size, count);
  });
});
