import assert from 'node:assert/strict';
import { silentLog } from '../../src/base/log.ts';
import { operations } from '../../src/contract/operations.ts';
import { PlatformSession } from '../../src/session/platformSession.ts';
import { closeAll, serveAndConnect } from '../platform/clientUnderTest.ts';
import { json } from '../platform/http/testServer.ts';

const spec = {
  openapi: '3.1.0',
  paths: {
    '/build/api/v1/deployments/{id}/data-model/validate': {
      get: { parameters: [{ name: 'branch', in: 'query' }] },
    },
  },
};
const params = { deploymentId: '1' };

describe('a platform that names a branch otherwise', () => {
  afterEach(closeAll);

  async function connect(answerSpec: () => object | undefined) {
    const { client, server } = await serveAndConnect(
      ({ url }, response) => {
        if (url !== '/api/v1/spec') return json(response, { valid: true, branchName: 'dev-a', errors: [], items: [] });
        const answer = answerSpec();
        json(response, answer ?? {}, answer ? 200 : 503);
      },
      { retry: { attempts: 1 } },
    );
    const session = new PlatformSession(client, server.url, silentLog);
    return { session, urls: () => server.received.map(({ url }) => url) };
  }

  it('is asked for the branch by its own name, from the first call', async () => {
    const { session, urls } = await connect(() => spec);
    await session.client.call(operations.validate, { params, query: { branchName: 'dev-a' } });
    await session.client.call(operations.validate, { params, query: { branchName: 'dev-b' } });
    const validate = '/build/api/v1/deployments/1/data-model/validate';
    assert.deepEqual(urls(), ['/api/v1/spec', `${validate}?branch=dev-a`, `${validate}?branch=dev-b`]);
    session.dispose();
  });

  it('is not asked for its document by a call without such a name', async () => {
    const { session, urls } = await connect(() => spec);
    await session.client.call(operations.listBranches, { params, query: { first: 50 } });
    await session.client.call(operations.validate, { params });
    assert.ok(!urls().includes('/api/v1/spec'), String(urls()));
    session.dispose();
  });

  it('gets our name in an outage of its document, which delays one call, and its own name once it has answered', async () => {
    let up = false;
    const { session, urls } = await connect(() => (up ? spec : undefined));
    const validate = () => session.client.call(operations.validate, { params, query: { branchName: 'x' } });
    await validate();
    await validate();
    up = true;
    assert.equal(await session.unavailable(operations.validate), undefined);
    await validate();
    assert.deepEqual(
      urls().map((url) => url!.replace(/.*\//, '')),
      ['spec', 'validate?branchName=x', 'validate?branchName=x', 'spec', 'me', 'validate?branch=x'],
    );
    session.dispose();
  });
});
