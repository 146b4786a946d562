import { strict as assert } from 'node:assert';
import { branchOperations } from '../../../src/contract/dataModel/branches.ts';
import { dataModelOperations } from '../../../src/contract/dataModel/dataModel.ts';
import { deploymentOperations } from '../../../src/contract/deployments/deployments.ts';
import type { Client, Reader, ResourceWriter } from '../../../src/platform/client.ts';
import type { DeploymentSession } from '../../../src/session/deploymentSession.ts';
import { HaltError } from '../../../src/sync/plan/halt.ts';
import { guardedCall } from '../../../src/sync/remote/guardedCall.ts';
import type { PlatformCaller, RemoteBranch } from '../../../src/sync/remote/remoteBranch.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';

const { commit, merge, deleteBranch } = branchOperations;
const { putFiles } = dataModelOperations;
const { deleteDeployment, getDeployment } = deploymentOperations;
const params = { deploymentId: 1 };
const branchName = 'dev-a';

/** Never called: `npm run types` compiles it. Each line after `@ts-expect-error` must be an error of its types, all others none. */
function typesOfClients(
  session: DeploymentSession,
  engine: SyncEngine,
  branch: RemoteBranch,
  whole: Client,
  caller: PlatformCaller,
): unknown[] {
  const target = { deploymentId: 1, branchName };
  return [
    // A session's clients change no branch: its methods, the engine and the guard do.
    session.client.call(getDeployment, { params }),
    session.writer.call(deleteDeployment, { params }),
    // @ts-expect-error
    session.client.call(deleteDeployment, { params }),
    // @ts-expect-error
    session.client.call(commit, { params, body: { branchName } }),
    // @ts-expect-error
    session.writer.call(commit, { params, body: { branchName } }),
    // @ts-expect-error
    session.writer.call(merge, { params, body: { branchName } }),
    // @ts-expect-error
    session.writer.call(deleteBranch, { params, query: { branchName } }),
    // @ts-expect-error
    session.writer.call(putFiles, { params, body: { branchName, files: [] } }),
    // @ts-expect-error
    session.caller.call(putFiles, { params, body: { branchName, files: [] } }),
    // @ts-expect-error A request of the user's own needs more than a client that reads.
    session.client.exchange({ operation: 'x', method: 'PUT', path: '/' }),
    // @ts-expect-error A listing of a branch has no method that changes it.
    branch.put([]),
    // @ts-expect-error Writes of files need a plan.
    guardedCall(caller, target, putFiles, { body: { branchName, files: [] } }),
    guardedCall(caller, target, commit, { body: { branchName } }),
    // A narrower client is not a wider one.
    whole satisfies ResourceWriter satisfies Reader,
    // @ts-expect-error
    session.client satisfies ResourceWriter,
    // @ts-expect-error
    session.writer satisfies Client,
    // @ts-expect-error
    guardedCall(session.caller, target, commit, { body: { branchName } }),
    // @ts-expect-error
    engine.guard,
  ];
}

describe('guardedCall', () => {
  it('is the only way to change a branch apart from file sync: other calls are type errors', () => {
    assert.ok(typesOfClients);
  });

  const client = { call: () => assert.fail('a request was sent') };

  for (const [why, asked, named, message] of [
    ['does not name its branch', 'dev-a', undefined, /does not name its branch/],
    ['names another branch', 'dev-a', 'dev-b', /does not name its branch/],
    ['names no branch at all', '', '', /does not name its branch/],
    ['commits a shared branch', 'main', 'main', /“main” is not a personal dev branch/],
  ] as const) {
    it(`sends no request that ${why}`, async () => {
      const body = named === undefined ? {} : { branchName: named };
      const sent = guardedCall(client, { deploymentId: 1, branchName: asked }, commit, { body });
      await assert.rejects(sent, (failure) => failure instanceof HaltError && message.test(failure.halt.message));
    });
  }
});
