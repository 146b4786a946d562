import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import type { Loaded } from '../../../src/session/loadable.ts';
import { deploymentRows } from '../../../src/ui/deployments/deploymentRows.ts';
import type {
  ConnectionState,
  DeploymentState,
  DeploymentsState,
} from '../../../src/ui/deployments/deploymentsState.ts';
import { countMatchingRows } from '../../../src/ui/shell/filterRows.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { outline, rowsById } from '../treeOutline.ts';

const acme = 'https://acme.example.com';

const idle: Loaded<never> = { phase: 'idle', items: [], hasMore: false, failure: undefined };
const ready = <T>(items: readonly T[], hasMore = false): Loaded<T> => ({
  phase: 'ready',
  items,
  hasMore,
  failure: undefined,
});
const failed = (failure: unknown): Loaded<never> => ({ phase: 'failed', items: [], hasMore: false, failure });

function connection(change: Partial<ConnectionState> = {}): ConnectionState {
  return {
    id: acme,
    label: 'acme.example.com',
    userName: 'kim@acme.example.com',
    origin: 'stored',
    failure: undefined,
    deployments: undefined,
    opened: new Map(),
    ...change,
  };
}

function deployment(change: Partial<DeploymentState> = {}): DeploymentState {
  return {
    deployBranch: 'main',
    branches: idle,
    environments: idle,
    pods: idle,
    builds: new Map(),
    devMode: { known: true },
    failure: undefined,
    ...change,
  };
}

function state(change: Partial<DeploymentsState> = {}): DeploymentsState {
  return { connections: [connection()], bound: [], unbound: [], filter: '', ...change };
}

const rows = (of: DeploymentsState) => deploymentRows(of, plainLocalizer);
const text = (of: DeploymentsState) => outline(rows(of));

describe('rows of the deployments tree', () => {
  it('are none without a connection, so that the welcome view shows', () => {
    assert.deepEqual(text(state({ connections: [], unbound: ['shop'] })), []);
  });

  it('begin with the platform, whose user is named', () => {
    assert.deepEqual(text(state()), ['▾ [cloud] acme.example.com · kim@acme.example.com']);
  });

  it('fold several platforms, except those a folder is bound to', () => {
    const other = connection({ id: 'emulator', label: 'emulator', origin: 'emulator', userName: undefined });
    const bound = [{ folder: 'shop', connectionId: acme, deploymentId: '1' }];
    assert.deepEqual(text(state({ connections: [connection(), other], bound })), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '▸ [device-desktop] Local emulator',
    ]);
  });

  it('ask for a binding while a folder is open and nothing is bound', () => {
    assert.equal(text(state({ unbound: ['shop'] }))[0], '  [link] Bind “shop” to a deployment…');
    assert.equal(text(state({ unbound: ['shop', 'lab'] }))[0], '  [link] Bind a workspace folder to a deployment…');
  });

  it('show a deployment by the state of its production build', () => {
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

  it('tell the branches apart, production first, then the open one, shared ones, personal ones', () => {
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
    ]);
  });

  it('let menus tell what can be done with a branch', () => {
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

  it('tell an open branch that a folder follows from one that none does', () => {
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

  it('say to a screen reader what icons say', () => {
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

  it('show once what a list names twice', () => {
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

  it('put the production branch first even while its page is not loaded', () => {
    const opened = new Map([['7', deployment({ branches: ready([{ id: 2, name: 'alpha' }], true) })]]);
    const deployments = ready([{ id: 7, name: 'Shop' }]);
    const lines = text(state({ connections: [connection({ deployments, opened })] }));
    assert.deepEqual(lines.slice(3, 6), [
      '        [globe] main · production',
      '        [git-branch] alpha · shared',
      '        [ellipsis] Load more',
    ]);
  });

  it('show environments, builds and pods', () => {
    const opened = new Map([
      [
        '7',
        deployment({
          environments: ready([
            { id: 'e1', name: 'Production', type: 'production', api_credentials: { rest: { url: `${acme}/v1` } } },
            { id: 'e2', name: 'alpha', type: 'staging', api_credentials: [{ type: 'rest', url: `${acme}/alpha/v1` }] },
            { id: 'e3', name: 'new', type: 'something-new' },
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
      '    ▸ [pulse] Build & pods',
      '        [error] Production · build failed',
      '        [check] dev-kim · ready',
      '        [vm-running] api-1 · Running',
      '        [vm-outline] refresh-1 · Pending · 3 restarts',
    ]);
    const byId = rowsById(all);
    assert.equal(byId.get(`${acme}/7/environment/e2`)?.target.url, `${acme}/alpha/v1`);
    assert.equal(byId.get(`${acme}/7/environment/e3`)?.context, ';environment;');
    assert.match(byId.get(`${acme}/7/build/main`)?.tooltip ?? '', /no data source/);
  });

  it('say where nothing is, and where something went wrong, with the cause and the way to try again', () => {
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
    ]);
    const row = [...rowsById(all).values()].find(({ label }) => label === refused.message)!;
    assert.equal(row.command, 'dataModel.deployments.refresh');
    assert.match(row.tooltip!, /acme\.example\.com, listBranches/);
    assert.match(row.tooltip!, /Check the network/);
  });

  it('show a connection that cannot be opened as a row, not as an empty list', () => {
    const broken = connection({ failure: new UserError('The key is not accepted.') });
    assert.deepEqual(text(state({ connections: [broken] })), [
      '▾ [warning] acme.example.com · kim@acme.example.com',
      '    [warning] The key is not accepted. · try again',
    ]);
  });

  it('name a bound deployment that is not there, once all are loaded', () => {
    const bound = [{ folder: 'shop', connectionId: acme, deploymentId: '9' }];
    const missing = (hasMore: boolean) =>
      text(
        state({ connections: [connection({ deployments: ready([{ id: '7', name: 'Shop' }], hasMore) })], bound }),
      ).filter((line) => line.includes('9'));
    assert.deepEqual(missing(false), ['    [warning] Deployment 9 · not found · bound to shop']);
    assert.deepEqual(missing(true), []);
  });

  it('show names from the platform as they are, also in tooltips', () => {
    const deployments = ready([{ id: '7', name: '[x](command:evil) <b>' }]);
    const all = rows(state({ connections: [connection({ deployments })] }));
    const row = rowsById(all).get(`${acme}/7`)!;
    assert.equal(row.label, '[x](command:evil) <b>');
    assert.match(row.tooltip!, /\\\[x\\\]\\\(command:evil\\\) \\<b\\>/);
  });

  it('have different ids, whatever names repeat', () => {
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

describe('the filter of the deployments tree', () => {
  const branches = ready([
    { id: 1, name: 'main' },
    { id: 2, name: 'returns' },
    { id: 3, name: 'dev-kim' },
  ]);
  const filteredState = (filter: string) =>
    state({
      filter,
      unbound: ['shop'],
      connections: [
        connection({
          deployments: ready([
            { id: '1', name: 'Shop EU' },
            { id: '2', name: 'Shop US' },
            { id: '3', name: 'Returns lab' },
          ]),
          opened: new Map([['1', deployment({ branches })]]),
        }),
      ],
    });

  it('keeps what matches and the way to it', () => {
    assert.deepEqual(text(filteredState(' RETURNS ')), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '  ▾ [server] Shop EU',
      '    ▾ [git-branch] Branches',
      '        [git-branch] returns · shared',
      '  ▸ [server] Returns lab',
      '    ▸ [git-branch] Branches',
      '    ▸ [globe] Environments',
      '    ▸ [pulse] Build & pods',
    ]);
  });

  it('asks for every word', () => {
    assert.deepEqual(
      text(filteredState('us shop')).filter((line) => line.includes('Shop')),
      ['  ▸ [server] Shop US'],
    );
  });

  it('keeps the platform and “Load more” when nothing matches', () => {
    const of = filteredState('nothing');
    const more = { ...of.connections[0]!, deployments: ready([{ id: '1', name: 'Shop' }], true) };
    assert.deepEqual(text({ ...of, connections: [more] }), [
      '▾ [cloud] acme.example.com · kim@acme.example.com',
      '    [ellipsis] Load more',
    ]);
  });

  it('counts what matches itself', () => {
    const of = filteredState('returns');
    assert.equal(countMatchingRows(rows({ ...of, filter: '' }), 'returns'), 2);
  });
});
