import assert from 'node:assert/strict';
import { CancelledError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { operations } from '../../src/contract/operations.ts';
import { PlatformSession } from '../../src/session/platformSession.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { clientOf, closeAll, serveAndConnect } from '../platform/clientUnderTest.ts';
import { type Answer, json } from '../platform/http/testServer.ts';

const spec = {
  openapi: '3.1.0',
  paths: {
    '/api/v1/deployments/': { get: {} },
    '/api/v1/deployments/{deployment_id}': { get: {}, put: {}, parameters: [] },
    '/build/api/v1/deployments/{id}/data-model/files': { GET: {} },
  },
};
const { listDeployments, getDeployment, updateDeployment, listFiles, validate, putFiles, deleteDeployment } =
  operations;

/** A platform of which only the API document answers. */
async function tenant(answer: Answer) {
  const { client, server } = await serveAndConnect(
    (request, response, incoming) =>
      request.url === '/api/v1/spec' ? answer(request, response, incoming) : json(response, { id: 1 }),
    { retry: { attempts: 1 } },
  );
  const session = new PlatformSession(client, server.url, silentLog);
  const requests = () => server.received.map(({ url }) => url).sort();
  const codeOf = async (operation: Parameters<PlatformSession['unavailable']>[0]) =>
    (await session.unavailable(operation))?.code;
  return { session, requests, codeOf };
}

// Notes: “Old hosts lack newer operations: probe /api/v1/spec, gate features on it, say which is missing.”
describe('unavailable operations', () => {
  afterEach(closeAll);

  it('are those that the platform’s document lacks, whatever it calls the parameters', async () => {
    const { session, requests, codeOf } = await tenant((_, response) => json(response, spec));
    const wanted = [listDeployments, getDeployment, updateDeployment, listFiles, validate, putFiles, deleteDeployment];
    const codes = await Promise.all(wanted.map(codeOf));
    assert.deepEqual(
      wanted.filter((_, index) => codes[index] !== undefined),
      [validate, putFiles, deleteDeployment],
    );
    const failure = await session.unavailable(validate, '1');
    assert.match(failure!.message, /^This platform does not have the operation GET \/build\/api\/v1\/.*\/validate\.$/);
    assert.deepEqual(requests(), ['/api/v1/spec', '/api/v1/users/me']);
  });

  it('are not those below a root that the document does not have at all', async () => {
    const { '/build/api/v1/deployments/{id}/data-model/files': _, ...paths } = spec.paths;
    const { codeOf } = await tenant((__, response) => json(response, { ...spec, paths }));
    assert.equal(await codeOf(validate), undefined);
    assert.equal(await codeOf(deleteDeployment), 'no-route');
    assert.equal(await codeOf(operations.listNotifications), undefined);
  });

  const documentless: [string, Answer][] = [
    ['a page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['404', (_, response) => json(response, { error: 'no' }, 404)],
    ['403', (_, response) => json(response, { error: 'no' }, 403)],
    ['a document without operations', (_, response) => json(response, { openapi: '3.1.0', paths: { '/x': null } })],
    ['JSON that is not a document', (_, response) => json(response, { status: 'ok' })],
  ];
  for (const [name, answer] of documentless) {
    it(`are none on a platform that answers ${name}, and it is asked once`, async () => {
      const { requests, codeOf } = await tenant(answer);
      assert.equal(await codeOf(validate), undefined);
      assert.equal(await codeOf(operations.merge), undefined);
      assert.deepEqual(requests(), ['/api/v1/spec', '/api/v1/users/me']);
    });
  }

  it('are looked up again after an outage', async () => {
    let up = false;
    const { codeOf } = await tenant((_, response) => (up ? json(response, spec) : json(response, {}, 503)));
    assert.equal(await codeOf(validate), undefined);
    up = true;
    assert.equal(await codeOf(validate), 'no-route');
  });

  it('are looked up until the caller cancels', async () => {
    const { session } = await tenant(() => {});
    const cancel = new AbortController();
    const answer = session.unavailable(validate, '1', cancel.signal);
    cancel.abort();
    await assert.rejects(answer, CancelledError);
    session.dispose();
  });

  it('do not read the user for an operation without a permission', async () => {
    const { requests, codeOf } = await tenant((_, response) => json(response, spec));
    assert.equal(await codeOf(listDeployments), undefined);
    assert.deepEqual(requests(), ['/api/v1/spec']);
  });

  it('are those that the emulator refuses to the user', async () => {
    const users = [{ username: 'reader', actions: ['SchemaRead'], deniedActions: ['DeploymentRead'] }];
    const emulator = await startTestEmulator({ sample: false, buildMs: 0, users });
    const sessionOf = (key: string) =>
      new PlatformSession(clientOf(emulator.url, { credential: { token: key } }), emulator.url, silentLog);
    try {
      const reader = sessionOf(emulator.keys.reader!);
      const id = String(emulator.deploymentId);
      assert.equal(await reader.unavailable(validate, id), undefined);
      assert.match((await reader.unavailable(putFiles, id))!.message, /SchemaUpdateDevBranches, SchemaUpdate/);
      assert.match((await reader.unavailable(getDeployment))!.message, /You need the permission DeploymentRead/);
      assert.equal((await reader.unavailable(operations.listUsers))?.code, 'administrators-only');
      assert.equal(await sessionOf(emulator.adminApiKey).unavailable(operations.listUsers), undefined);
    } finally {
      await emulator.close();
    }
  });
});
