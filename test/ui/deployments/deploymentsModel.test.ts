import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { Client } from '../../../src/platform/client.ts';
import { Connections } from '../../../src/session/connections.ts';
import { Folders } from '../../../src/session/folders.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { deploymentRows } from '../../../src/ui/deployments/deploymentRows.ts';
import { DeploymentsModel } from '../../../src/ui/deployments/deploymentsModel.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import type { RowKind, TreeRow } from '../../../src/ui/shell/treeRow.ts';
import { outline, rowsById } from '../treeOutline.ts';

const url = 'https://acme.example.com';

/** The sessions are real; the answers below them are scripted, so that every request can be counted. */
class Scripted {
  readonly asked: string[] = [];
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
  };
  readonly answers: Record<string, (input: { query?: { branchName?: string } }) => unknown> = {
    getDeploymentSettings: () => ({ deployBranchName: 'main' }),
    getBuildStatus: ({ query }) => ({ status: 'built', branchName: query?.branchName ?? 'dev-kim' }),
    getMe: () => ({ id: 1, email: 'kim@acme.example.com' }),
  };
  readonly failing = new Map<string, unknown>();

  client(): Client {
    const scripted = this;
    return {
      async call({ id }: { id: string }, input: { query?: { branchName?: string } } = {}) {
        scripted.#note(id);
        return scripted.answers[id]!(input);
      },
      async *pages({ id }: { id: string }) {
        const pages = scripted.pagesOf[id]!;
        for (const [index, items] of pages.entries()) {
          scripted.#note(id);
          yield { items, hasNextPage: index < pages.length - 1 };
        }
      },
      dispose() {},
    } as unknown as Client;
  }

  #note(id: string): void {
    this.asked.push(id);
    if (this.failing.has(id)) throw this.failing.get(id);
  }
}

function setUp(bound: string[] = []) {
  const server = new Scripted();
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
    throw new Error('no folder is opened here');
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
  const find = (kind: RowKind, deploymentId?: string): TreeRow => {
    const row = [...rowsById(rows()).values()].find(
      (each) => each.kind === kind && (deploymentId === undefined || each.target.deploymentId === deploymentId),
    );
    assert.ok(row, `no row ${kind}`);
    return row;
  };
  return { server, connections, model, rows, find, text: () => outline(rows()) };
}

describe('what the deployments tree loads', () => {
  it('nothing, before a row is unfolded', () => {
    const { server, text } = setUp();
    text();
    assert.deepEqual(server.asked, []);
  });

  it('one page of deployments for a platform', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    assert.deepEqual(server.asked, ['listDeployments']);
    assert.equal(text().at(-1), '    [ellipsis] Load more');
    await model.loadMore(find('more'));
    assert.equal(server.asked.length, 2);
    assert.ok(text().some((line) => line.includes('Three')));
    assert.ok(!text().some((line) => line.includes('Load more')));
  });

  it('the state of production when a deployment is unfolded, and no branch', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    server.asked.length = 0;
    await model.load(find('deployment', '1'));
    assert.deepEqual(server.asked, ['getDeploymentSettings', 'getBuildStatus']);
    assert.equal(find('deployment', '1').icon, 'pass-filled');
  });

  it('branches and the open one when they are unfolded, once', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    await model.load(find('branches', '1'));
    assert.ok(text().includes('        [target] dev-kim · open · from main'));
    const { length } = server.asked;
    await model.load(find('branches', '1'));
    await model.load(find('deployment', '1'));
    assert.equal(server.asked.length, length);
  });

  it('pages until a bound deployment is there', async () => {
    const { model, find, text } = setUp(['3']);
    await model.load(find('connection'));
    assert.ok(text().includes('  ▾ [server] Three · bound to folder-3'));
  });

  it('nothing again after a failure, until somebody asks', async () => {
    const { server, model, find, text } = setUp();
    await model.load(find('connection'));
    server.failing.set('listBranches', new UserError('The host does not answer.'));
    server.failing.set('getDeploymentSettings', new UserError('Not allowed.'));
    for (let i = 0; i < 3; i += 1) {
      await model.load(find('branches', '1'));
      await model.load(find('deployment', '1'));
    }
    assert.equal(server.asked.filter((id) => id === 'listBranches').length, 1);
    assert.equal(server.asked.filter((id) => id === 'getDeploymentSettings').length, 1);
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

  it('tells of a platform that cannot be opened, and tries again when asked', async () => {
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

  it('tells of a session that ended by itself', async () => {
    const { connections, model, find, text } = setUp();
    await model.load(find('connection'));
    connections.get(url)!.reset();
    assert.deepEqual(text().slice(1), ['    [warning] The connection was closed. · try again']);
    await model.reload(find('connection'));
    await model.load(find('connection'));
    assert.ok(text().some((line) => line.includes('One')));
  });

  it('reads anew what is on show, and nothing else', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    await model.load(find('environments', '2'));
    server.asked.length = 0;
    await model.reload();
    assert.deepEqual([...server.asked].sort(), [
      'getBuildStatus',
      'getDeploymentSettings',
      'listDeployments',
      'listEnvironments',
    ]);
  });

  it('polls nothing once builds have ended', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    await model.load(find('runtime', '1'));
    const { length } = server.asked;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(server.asked.length, length);
  });

  it('searches every deployment, and the branches of those that were opened', async () => {
    const { server, model, find } = setUp();
    await model.load(find('connection'));
    await model.load(find('branches', '1'));
    server.asked.length = 0;
    model.filter = 'three';
    await model.search();
    assert.deepEqual(server.asked, ['listDeployments']);
    assert.deepEqual(
      outline(deploymentRows(model.state(), plainLocalizer)).filter((line) => line.includes('Three')),
      ['  ▸ [server] Three'],
    );
  });

  it('tells when something on show changed', async () => {
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
