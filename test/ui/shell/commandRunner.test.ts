import assert from 'node:assert/strict';
import { UserError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import {
  type ChooseTarget,
  type CommandHandlers,
  commandRunner,
  type SelectedDeployment,
} from '../../../src/ui/shell/commandRunner.ts';
import { plainLocalizer } from '../../../src/ui/shell/localizer.ts';
import { closeAll, serveAndConnect } from '../../platform/clientUnderTest.ts';
import { json } from '../../platform/http/testServer.ts';

describe('running a command', () => {
  afterEach(closeAll);

  /** @param actions that the user may do in deployment 1 */
  async function setUp(actions: string[]) {
    const userPolicies = [{ actions, effect: 'allow', resourceType: 'Deployment', resources: ['1'] }];
    const { client, server } = await serveAndConnect(({ url }, response) =>
      json(
        response,
        url === '/api/v1/spec' ? { openapi: '3.1.0', paths: {} } : { id: 1, role: 'viewer', userPolicies },
      ),
    );
    const session = new PlatformSession(client, server.url, silentLog);
    const calls: unknown[][] = [];
    const handler =
      (id: string) =>
      (...args: unknown[]) =>
        calls.push([id, ...args]);
    const handlers = new Proxy({}, { get: (_target, id: string) => handler(id) }) as CommandHandlers;
    const connection = { open: async () => session };
    const choose = {
      connection: async () => connection,
      deployment: async (argument: { id: string }) => ({ connection, deployment: { id: argument.id } }),
    } as unknown as ChooseTarget;
    const run = commandRunner(
      () => handlers,
      choose,
      plainLocalizer,
      () => calls.push(['written']),
    );
    return { run, calls };
  }

  it('gives the handler what the command acts on, and its arguments', async () => {
    const { run, calls } = await setUp(['SchemaUpdate']);
    await run('dataModel.branch.commit', { id: '1' });
    const [[id, target, argument], after] = calls as [[string, SelectedDeployment, unknown], unknown];
    assert.deepEqual(after, ['written']);
    assert.deepEqual([id, target.deployment.id, argument], ['dataModel.branch.commit', '1', { id: '1' }]);
  });

  it('does not call the handler if the user may not do it in this deployment', async () => {
    const { run, calls } = await setUp(['SchemaUpdate']);
    await assert.rejects(run('dataModel.branch.commit', { id: '2' }), { code: 'missing-permission' });
    assert.deepEqual(calls, []);
  });

  it('says that something was written only after a command that writes', async () => {
    const { run, calls } = await setUp(['SchemaUpdate', 'DeploymentRead', 'DeploymentManage']);
    await assert.rejects(run('dataModel.branch.commit', { id: '2' }));
    await run('dataModel.deployment.openSettings', { id: '1' });
    assert.ok(!calls.some(([id]) => id === 'written'));
  });

  it('asks for no permission if the command needs no operation', async () => {
    const { run, calls } = await setUp([]);
    await run('dataModel.branch.copyName', { id: '2' });
    await run('dataModel.log.show');
    assert.deepEqual(
      calls.map(([id]) => id),
      ['dataModel.branch.copyName', 'dataModel.log.show'],
    );
  });

  it('refuses a command of a row that is missing, but not one of a view’s title', async () => {
    const { run, calls } = await setUp([]);
    await assert.rejects(run('dataModel.branch.copyName', undefined, []), UserError);
    await run('dataModel.connection.remove', undefined, undefined);
    assert.deepEqual(
      calls.map(([id]) => id),
      ['dataModel.connection.remove'],
    );
  });
});
