import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { silentLog } from '../../../src/base/log.ts';
import { PlatformSession } from '../../../src/session/platformSession.ts';
import { emptyViews } from '../../../src/ui/shell/permissions.ts';
import { closeAll, serveAndConnect } from '../../platform/clientUnderTest.ts';
import { json } from '../../platform/http/testServer.ts';
import { repository } from '../../vscode/locations.ts';

const { contributes } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
  contributes: {
    views: Record<string, { id: string; when: string }[]>;
  };
};

describe('a view', () => {
  afterEach(closeAll);

  const emptyFor = async (paths: object) => {
    const { client, server } = await serveAndConnect(({ url }, response) =>
      json(response, url === '/api/v1/spec' ? { openapi: '3.1.0', paths } : { id: 1, role: 'viewer' }),
    );
    const session = new PlatformSession(client, server.url, silentLog);
    return emptyViews(session);
  };

  it('has a context key in its condition if it can be hidden', () => {
    const { views } = contributes;
    for (const { id, when } of views.dataModel!) {
      if (id === 'dataModel.deployments') continue;
      assert.equal(when, `dataModel.connected && !${id.replace('dataModel.', 'dataModel.hidden.')}`);
    }
  });

  it('is hidden on a platform that has nothing of it', async () => {
    const all = ['dataModel.content', 'dataModel.resources', 'dataModel.embedding', 'dataModel.dbtSyncs'];
    assert.deepEqual(await emptyFor({ '/notifications': { post: {} }, '/api/v1/deployments': { get: {} } }), all);
  });

  it('is shown if one of its operations is there, also where the platform does not say', async () => {
    const some = { '/api/v1/users/me': { get: {} }, '/api/v1/embed-tenants': { get: {} } };
    assert.deepEqual(await emptyFor(some), ['dataModel.dbtSyncs']);
    assert.deepEqual(await emptyFor({}), []);
  });
});
