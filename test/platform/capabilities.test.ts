import assert from 'node:assert/strict';
import { operations } from '../../src/contract/operations.ts';
import { Capabilities } from '../../src/platform/capabilities.ts';
import { closeAll, serveAndConnect } from './clientUnderTest.ts';
import { type Answer, json } from './http/testServer.ts';

const spec = {
  openapi: '3.1.0',
  paths: {
    '/api/v1/deployments/': { get: {} },
    '/api/v1/deployments/{deployment_id}': { get: {}, put: {}, parameters: [] },
    '/build/api/v1/deployments/{id}/data-model/files': { GET: {} },
  },
};

async function host(answer: Answer) {
  const { client, server } = await serveAndConnect(answer, { retry: { attempts: 1 } });
  return { capabilities: new Capabilities(client), server };
}

// Notes: “Old hosts lack newer operations: probe /api/v1/spec, gate features on it, say which is missing.”
describe('capabilities', () => {
  afterEach(closeAll);

  it('are read once, by method and path, independent of parameter names', async () => {
    const { capabilities, server } = await host((_, response) => json(response, spec));
    const { listDeployments, getDeployment, updateDeployment, listFiles, validate, putFiles, deleteDeployment } =
      operations;
    const missing = await capabilities.missing([
      listDeployments,
      getDeployment,
      updateDeployment,
      listFiles,
      validate,
      putFiles,
      deleteDeployment,
    ]);
    assert.deepEqual(
      missing.map(({ id }) => id),
      ['validate', 'putFiles', 'deleteDeployment'],
    );
    assert.equal(await capabilities.has(operations.validate), false);
    assert.equal(server.received.length, 1);
  });

  it('are assumed for a family of paths that the document does not contain', async () => {
    const { '/build/api/v1/deployments/{id}/data-model/files': _, ...paths } = spec.paths;
    const { capabilities } = await host((_, response) => json(response, { ...spec, paths }));
    assert.equal(await capabilities.has(operations.validate), true);
    assert.equal(await capabilities.has(operations.deleteDeployment), false);
  });

  const documentless: [string, Answer][] = [
    ['a page', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['404', (_, response) => json(response, { error: 'no' }, 404)],
    ['403', (_, response) => json(response, { error: 'no' }, 403)],
  ];
  for (const [name, answer] of documentless) {
    it(`are all assumed, without a second request, for a host that answers ${name}`, async () => {
      const { capabilities, server } = await host(answer);
      assert.equal(await capabilities.has(operations.validate), true);
      assert.equal(await capabilities.has(operations.merge), true);
      assert.equal(server.received.length, 1);
    });
  }

  it('are read again after an outage', async () => {
    let up = false;
    const { capabilities } = await host((_, response) => (up ? json(response, spec) : json(response, {}, 503)));
    assert.equal(await capabilities.has(operations.validate), true);
    up = true;
    assert.equal(await capabilities.has(operations.validate), false);
  });

  it('are all assumed for an invalid document', async () => {
    for (const body of [
      { openapi: '3.1.0', paths: {} },
      { openapi: '3.1.0', paths: { '/x': null } },
    ]) {
      const { capabilities } = await host((_, response) => json(response, body));
      assert.equal(await capabilities.has(operations.validate), true);
    }
  });
});
