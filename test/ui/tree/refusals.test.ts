import assert from 'node:assert/strict';
import { silentLog } from '../../../src/base/log.ts';
import type { Client } from '../../../src/platform/client.ts';
import { Connections } from '../../../src/session/connections.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import type { ViewId } from '../../../src/ui/manifest/ids.ts';
import { Refusals } from '../../../src/ui/tree/refusals.ts';
import { waitFor } from '../../run/waitFor.ts';

const url = 'https://acme.example.com';

interface Policy {
  actions: string[];
  effect: string;
  resourceType: string;
  resources: string[];
}

const allow = (actions: string[], ...resources: string[]): Policy => ({
  actions,
  effect: 'allow',
  resourceType: 'Deployment',
  resources,
});

async function setUp(viewId: ViewId, policies: Policy[]) {
  const server = { policies, requests: [] as string[], failure: undefined as Error | undefined };
  const answers: Record<string, () => unknown> = {
    getMe: () => ({ id: 1, userPolicies: server.policies }),
    getSpec: () => ({ openapi: '3.1.0', paths: { '/other': { get: {} } } }),
  };
  const client = {
    async call({ id }: { id: string }) {
      server.requests.push(id);
      if (server.failure) throw server.failure;
      return answers[id]!();
    },
    dispose() {},
  } as unknown as Client;
  const connections = new Connections({
    secrets: { get: async () => undefined, store: async () => {}, delete: async () => {} },
    records: { read: () => [], write: async () => {} },
    openPlatform: async (_endpoint, connection) => new PlatformSession(client, connection.id, silentLog),
    environment: { url, apiKey: 'k' },
    log: silentLog,
  });
  const refusals = new Refusals(viewId, connections);
  const of = (deploymentId?: string) => {
    const target = { connectionId: url, ...(deploymentId === undefined ? {} : { deploymentId }) };
    return refusals.keywords(target).split(';').filter(Boolean).sort();
  };
  const read = (deploymentId?: string) =>
    refusals.read({ connectionId: url, ...(deploymentId === undefined ? {} : { deploymentId }) });
  return { server, connections, refusals, of, read };
}

describe('Refusals', () => {
  it('hide no command and send no request before the connection is open', async () => {
    const { server, of, read } = await setUp('dataModel.deployments', []);
    await read();
    assert.deepEqual(of(), []);
    assert.deepEqual(server.requests, []);
  });

  it('are those of a deployment, and of the connection until a deployment is read', async () => {
    const policies = [allow(['SchemaRead', 'DeploymentRead'], '*'), allow(['SchemaUpdate'], '1')];
    const { connections, of, read } = await setUp('dataModel.deployments', policies);
    await connections.get(url)!.open();
    await read();
    const inAny = ['no-createUsageAnalyticsToken', 'no-exportAuditLog', 'no-startDashboardExport'];
    assert.deepEqual(of(), inAny);
    assert.deepEqual(of('2'), inAny);
    await read('1');
    await read('2');
    assert.deepEqual(of('1'), inAny);
    const changes = ['commit', 'createBranch', 'deleteBranch', 'merge', 'mergeToDefault', 'pull'];
    const devMode = ['setStagingEnvironment', 'startDashboardExport', 'startDevMode', 'stopDevMode'];
    const creation = ['advanceCreationStep', 'createDeployment', 'createUsageAnalyticsToken', 'resetCreationStep'];
    const deployment = ['deleteDeployment', 'exportAuditLog', 'setEnvVars', 'updateDeployment'];
    const all = [...changes, ...devMode, ...creation, ...deployment].map((id) => `no-${id}`).sort();
    assert.deepEqual(of('2'), all);
  });

  it('are those of the commands of the view', async () => {
    const { connections, of, read } = await setUp('dataModel.dbtSyncs', [allow(['SchemaRead', 'DeploymentRead'], '*')]);
    await connections.get(url)!.open();
    await read('1');
    assert.deepEqual(of('1'), ['no-cancelDbtSync', 'no-startDbtSync', 'no-startDevMode']);
  });

  it('follow the account when it is read again, and fire then', async () => {
    const { server, connections, refusals, of, read } = await setUp('dataModel.dbtSyncs', [allow(['SchemaRead'], '*')]);
    const session = await connections.get(url)!.open();
    await read('1');
    assert.ok(of('1').includes('no-startDbtSync'));
    server.policies = [allow(['*'], '*')];
    let changes = 0;
    refusals.onChange(() => changes++);
    await session.reloadAccount();
    await waitFor('nothing is refused', () => of('1').length === 0);
    assert.ok(changes > 0);
  });

  it('are read again after an outage', async () => {
    const { server, connections, of, read } = await setUp('dataModel.dbtSyncs', [allow(['SchemaRead'], '*')]);
    await connections.get(url)!.open();
    server.failure = new Error('offline');
    await read('1');
    assert.deepEqual(of('1'), []);
    server.failure = undefined;
    await read('1');
    assert.ok(of('1').includes('no-startDbtSync'));
  });
});
