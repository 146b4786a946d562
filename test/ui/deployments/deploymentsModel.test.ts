import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Client } from '../../../src/platform/client.ts';
import { Connections } from '../../../src/session/connections.ts';
import { Folders } from '../../../src/session/folders.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { deploymentRows } from '../../../src/ui/deployments/deploymentRows.ts';
import { DeploymentsModel } from '../../../src/ui/deployments/deploymentsModel.ts';
import type { DeploymentsRow } from '../../../src/ui/deployments/deploymentsState.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { waitFor } from '../../run/waitFor.ts';
import { outline, rowsById } from '../tree/outline.ts';

const url = 'https://acme.example.com';

/** Answers and counts the requests of real sessions. */
class FakePlatform {
  readonly requests: string[] = [];
  #client: Client | undefined;
  readonly pagesOf: Record<string, unknown[][]> = {
    listDeployments: [
      [
        { id: '1', name: 'One' },
        { id: '2', name: 'Two' },
      ],
      [{ id: '3', name: 'Three' }],
    ],
    listBranches: [
      [
        { id: 1, name: 'main' },
        { id: 2, name: 'dev-kim', parentBranch: 'main' },
      ],
    ],
    listEnvironments: [[{ id: 'e', name: 'Production', type: 'production' }]],
    listPods: [[]],
    listEnvVars: [[{ name: 'HOST', value: 'db' }], [{ name: 'PORT', value: '1' }]],
    listVersions: [[{ releaseChannelVersion: 'a:v1', version: '1' }]],
  };
  readonly answers: Record<string, (input: { query?: { branchName?: string } }) => unknown> = {
    getDeploymentSettings: () => ({ deployBranchName: 'main' }),
    getBuildStatus: ({ query }) => ({ status: 'built', branchName: query?.branchName ?? 'dev-kim' }),
    getMe: () => ({ id: 1, email: 'kim@acme.example.com', userPolicies: this.policies }),
    getSpec: () => ({ openapi: '3.1.0', paths: this.paths }),
  };
  readonly failing = new Map<string, unknown>();
  policies = [{ actions: ['*'], effect: 'allow', resourceType: 'Deployment', resources: ['*'] }];
  paths: object = { '/other': { get: {} } };

  /** Without what is asked after the rows are shown: who the user is, and what the platform has. */
  get forRows(): string[] {
    return this.requests.filter((id) => id !== 'getMe' && id !== 'getSpec');
  }

  client(): Client {
    const platform = this;
    this.#client = {
      async call({ id }: { id: string }, input: { query?: { branchName?: string } } = {}) {
        platform.#record(id);
        return platform.answers[id]!(input);
      },
      async *pages({ id }: { id: string }) {
        const pages = platform.pagesOf[id]!;
        for (const [index, items] of pages.entries()) {
          platform.#record(id);
          yield { items, hasNextPage: index < pages.length - 1 };
        }
      },
      dispose() {},
    } as unknown as Client;
    return this.#client;
  }

  /** As the client says it after a call. */
  reached(isReached: boolean): void {
    this.#client?.onReached?.(isReached);
  }

  #record(id: string): void {
    this.requests.push(id);
    if (this.failing.has(id)) throw this.failing.get(id);
  }
}

function setUp(bound: string[] = []) {
  const server = new FakePlatform();
  const connections = new Connections({
    secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
    records: { read: () => [], write: async () => {} },
    openPlatform: async (_endpoint, connection) => {
      if (server.failing.has('open')) throw server.failing.get('open');
      return new PlatformSession(server.client(), connection.id, silentLog);
    },
    environment: { url, apiKey: 'k' },
    log: silentLog,
  });
  const folders = new Folders(async () => {
    throw new Error('no folder is opened in these tests');
  });
  folders.set(
    bound.map((deploymentId) => ({
      workspaceFolder: `/${deploymentId}`,
      name: `folder-${deploymentId}`,
      binding: { connectionId: url, deploymentId, projectFolder: `/${deploymentId}`, modelFolder: 'model' },
    })),
  );
  const model = new DeploymentsModel({
    connections,
    folders,
    unboundFolders: () => [],
    closedError: () => new UserError('The connection was closed.'),
  });
  const rows = () => deploymentRows(model.state(), plainLocalizer);
  const find = (kind: string, deploymentId?: string): DeploymentsRow => {
    const row = [...rowsById(rows()).values()].find(
      (each) => each.kind === kind && (deploymentId === undefined || each.target.deploymentId === deploymentId),
    );
    assert.ok(row, `no row ${kind}`);
    return row;
  };
  return { server, connections, model, rows, find, text: () => outline(rows()) };
}

describe('DeploymentsModel', () => {
  it('loads nothing before a row is expanded', () => {
    const { server, text } = setUp();
    text();
    assert.deepEqual(server.requests, []);
  });

  it('loads one page of deployments for a connection', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    assert.deepEqual(server.forRows, ['listDeployments']);
    assert.equal(text().at(-1), '    [ellipsis] Load More');
    await model.loadMore(find('more'));
    assert.equal(server.forRows.length, 2);
    assert.ok(text().some((line) => line.includes('Three')));
    assert.ok(!text().some((line) => line.includes('Load More')));
  });

  it('loads the production build and no branches for a deployment', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    server.requests.length = 0;
    await model.load(find('deployment', '1'));
    assert.deepEqual(server.forRows, ['getDeploymentSettings', 'getBuildStatus']);
    assert.equal(find('deployment', '1').icon, 'pass-filled');
  });

  it('shows no tick from the first call that does not reach the platform until one does', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    await model.load(find('deployment', '1'));
    server.reached(false);
    assert.equal(find('deployment', '1').icon, 'server');
    assert.equal(find('connection').icon, 'debug-disconnect');
    server.reached(true);
    assert.equal(find('deployment', '1').icon, 'pass-filled');
  });

  it('reads builds and pods again while they are visible, and pods after a build', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    await model.load(find('runtime', '1'));
    server.requests.length = 0;
    server.pagesOf.listPods = [[{ name: 'api-1', status: 'Running' }]];
    model.setVisible(true);
    await waitFor('the new pod is shown', () => text().some((line) => line.includes('api-1')));
    model.setVisible(false);
    assert.deepEqual(server.forRows.toSorted(), ['getBuildStatus', 'getBuildStatus', 'listPods']);
  });

  it('loads branches and the open dev branch once', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    await model.load(find('branches', '1'));
    assert.ok(text().includes('        [target] dev-kim · open · from main'));
    const { length } = server.forRows;
    await model.load(find('branches', '1'));
    await model.load(find('deployment', '1'));
    assert.equal(server.forRows.length, length);
  });

  it('loads variables and versions when they are expanded, page by page', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    await model.load(find('deployment', '1'));
    server.requests.length = 0;
    await model.load(find('variables', '1'));
    await model.load(find('versions', '1'));
    assert.deepEqual(server.requests, ['listEnvVars', 'listVersions']);
    assert.ok(text().includes('        [symbol-variable] HOST · db'));
    const more = find('variables', '1').children.at(-1)!;
    await model.loadMore(more);
    assert.ok(text().includes('        [symbol-variable] PORT · 1'));
    server.requests.length = 0;
    await model.reload(find('variables', '1'));
    assert.deepEqual(server.requests, ['listEnvVars', 'listEnvVars']);
  });

  it('finds a deployment on a later page', async () => {
    const { server, model, text } = setUp();
    await model.find({ connectionId: url, deploymentId: '3' });
    assert.deepEqual(server.requests, ['listDeployments', 'listDeployments']);
    assert.ok(text().some((line) => line.includes('Three')));
  });

  it('has the rows of a long list after one request, before the details of a few branches', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    server.requests.length = 0;
    let sent: string[] | undefined;
    model.onChange(() => {
      if (find('branches', '1').children.length > 0) sent ??= [...server.requests];
    });
    await model.load(find('branches', '1'));
    assert.deepEqual(sent, ['listBranches']);
    assert.ok(server.requests.includes('getBuildStatus'));
  });

  it('makes only the rows of new items again', async () => {
    const { model, find, rows } = setUp();
    await model.load(find('connection'));
    const before = rows()[0]!.children;
    await model.loadMore(find('more'));
    const after = rows()[0]!.children;
    assert.equal(after[0], before[0]);
    assert.equal(after[1], before[1]);
    await model.load(find('deployment', '1'));
    assert.notEqual(rows()[0]!.children[0], before[0], 'it shows its build now');
    assert.equal(rows()[0]!.children[1], before[1]);
  });

  it('loads pages until a bound deployment is listed', async () => {
    const { model, find, text } = setUp(['3']);
    await model.load(find('connection'));
    assert.ok(text().includes('  ▾ [server] Three · bound to folder-3'));
  });

  it('repeats a failed request only on reload', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    server.failing.set('listBranches', new UserError('The host does not answer.'));
    server.failing.set('getDeploymentSettings', new UserError('Not allowed.'));
    for (let i = 0; i < 3; i += 1) {
      await model.load(find('branches', '1'));
      await model.load(find('deployment', '1'));
    }
    assert.equal(server.requests.filter((id) => id === 'listBranches').length, 1);
    assert.equal(server.requests.filter((id) => id === 'getDeploymentSettings').length, 1);
    assert.ok(text().includes('        [warning] The host does not answer. · try again'));
    assert.ok(text().includes('      [warning] Not allowed. · try again'));

    server.failing.clear();
    const failures = [...rowsById(deploymentRows(model.state(), plainLocalizer)).values()].filter(
      ({ kind }) => kind === 'failure',
    );
    for (const failure of failures) await model.reload(failure);
    assert.ok(!text().some((line) => line.includes('try again')), text().join('\n'));
    assert.ok(text().some((line) => line.includes('main · production')));
  });

  it('shows a connection that cannot be opened, and opens it on reload', async () => {
    const { server, model, find, text } = setUp();
    server.failing.set('open', new UserError('The key is gone.'));
    await model.load(find('connection'));
    await model.load(find('connection'));
    assert.deepEqual(text().slice(1), ['    [warning] The key is gone. · try again']);
    server.failing.clear();
    await model.reload(find('failure'));
    await model.load(find('connection'));
    assert.ok(text().some((line) => line.includes('One')));
  });

  it('shows a connection that was closed', async () => {
    const { connections, model, find, text } = setUp();
    await model.load(find('connection'));
    connections.get(url)!.reset();
    assert.deepEqual(text().slice(1), ['    [warning] The connection was closed. · try again']);
    await model.reload(find('connection'));
    await model.load(find('connection'));
    assert.ok(text().some((line) => line.includes('One')));
  });

  it('reloads only what is loaded', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    await model.load(find('environments', '2'));
    server.requests.length = 0;
    await model.reload();
    assert.deepEqual(server.forRows.sort(), [
      'getBuildStatus',
      'getDeploymentSettings',
      'listDeployments',
      'listEnvironments',
    ]);
  });

  it('does not poll builds that ended', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    await model.load(find('runtime', '1'));
    const { length } = server.forRows;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(server.forRows.length, length);
  });

  it('searches all deployments, and branches of expanded deployments', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    await model.load(find('branches', '1'));
    server.requests.length = 0;
    await model.search(() => true);
    assert.deepEqual(server.forRows, ['listDeployments']);
    assert.equal(find('deployment', '3').label, 'Three');
  });

  it('fires onChange until it is disposed', async () => {
    const { model, find } = setUp();
    let changes = 0;
    model.onChange(() => {
      changes += 1;
    });
    await model.load(find('connection'));
    assert.ok(changes > 0);
    model.dispose();
    const before = changes;
    model.notifyWorkspaceChange();
    assert.equal(changes, before);
  });
});
