/** Rules of the contract that hold for every operation. Spec: Authentication, Errors, Conventions, Versioning; notes: Conventions. */

import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { type AnyOperation, errorTextOf, type Platform, platformUnderTest } from '../platformUnderTest.ts';

const table = Object.values(operations) as AnyOperation[];

export function everywhereRules(): void {
  describe('every operation', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });

    // The exchange of a session id needs no credential besides the id. Notes: Embedding.
    for (const operation of table.filter(({ access }) => access !== 'public')) {
      it(`${operation.id}: Authentication 1, notes: 401 for a missing, malformed or unknown credential`, async () => {
        const unknown = ['Bearer no-such-key', 'Api-Key sk-no-such-key', 'Bearer', 'Basic eDp5', 'nonsense', ''];
        for (const authorization of [null, ...unknown]) {
          const answer = await platform.sendRaw(operation, {}, authorization);
          assert.equal(answer.status, 401, `${authorization}: ${answer.text.slice(0, 100)}`);
          assert.match(String(answer.headers['www-authenticate']), /^Bearer/, 'RFC 9110, 15.5.2');
          errorTextOf(answer);
        }
      });
    }

    for (const operation of table.filter(({ path }) => path.includes('{deploymentId}'))) {
      it(`${operation.id}: 404 for a deployment that does not exist`, async () => {
        const body = bodies[operation.id];
        for (const deploymentId of [999_999, 'no-such-deployment']) {
          const input = { params: { deploymentId }, query: queries[operation.id] ?? {}, body };
          const caller = operation.access === 'admin' ? 'admin' : 'user';
          const answer = await platform.sendRaw(operation, input, `Bearer ${platform.keyOf(caller)}`);
          assert.equal(answer.status, 404, `${deploymentId}: ${answer.text.slice(0, 100)}`);
          errorTextOf(answer);
        }
      });
    }

    for (const operation of table.filter(({ method, encoding }) => method !== 'GET' && encoding === 'json')) {
      it(`${operation.id}: a body that is not JSON is rejected with a JSON error`, async () => {
        const { deploymentId } = platform.emulator;
        if (!bodies[operation.id]) return;
        const answer = await platform.sendRaw(operation, { params: { deploymentId }, body: '{"open":' });
        assert.equal(answer.status, 400, answer.text.slice(0, 100));
        errorTextOf(answer);
      });
    }
  });

  /** A valid input of each operation with a body, so that only the deployment is wrong. */
  const file = { path: 'model/a.yml', content: '' };
  const bodies: Record<string, Record<string, unknown>> = {
    createDeployment: { name: 'x' },
    updateDeployment: {},
    advanceCreationStep: {},
    setEnvVars: { env_variables: [] },
    createDeploymentToken: { expiresIn: 60 },
    setStagingEnvironment: { enabled: true, branchName: 'x' },
    createBranch: { name: 'x' },
    startDevMode: { branchName: 'main' },
    commit: {},
    pull: {},
    merge: {},
    mergeToDefault: {},
    connectGithub: { repository: 'a/b' },
    putFiles: { files: [file] },
    deleteFiles: { files: [{ path: file.path }] },
    renameFiles: { files: [{ path: file.path, newPath: 'model/b.yml' }] },
    startUpload: {},
    uploadFile: { transaction: '{"id":"1"}', fileName: file.path, file: Buffer.from('') },
    createMetaSyncToken: { security_context: {} },
    setEmbedAccess: {},
    startDashboardExport: { dashboardPublicId: 'x', format: 'png' },
    bulkDeleteWorkspace: { items: [{ type: 'REPORT', id: 1 }] },
    bulkMoveWorkspace: { items: [{ type: 'REPORT', id: 1 }], folderId: null },
    upsertWorkbook: { name: 'x' },
    setAiWidgetThread: { widgetId: 'x', threadId: 'x' },
    upsertReport: { name: 'x' },
    connectReport: { host: 'EXCEL', externalWorkbookId: 'x', sheetName: 'x', anchorCell: 'A1' },
    disconnectReport: { placementId: 1 },
    refreshReport: { placementId: 1 },
    finishUpload: { transaction: { id: '1' }, files: {} },
  };
  const queries: Record<string, Record<string, unknown>> = { deleteBranch: { branchName: 'x' } };

  describe('the platform as a whole', () => {
    let platform: Platform;
    before(async () => {
      platform = await platformUnderTest();
    });

    it('Authentication 1–2: accepts a key as Bearer and as Api-Key', async () => {
      for (const scheme of ['Bearer', 'bearer', 'Api-Key']) {
        const { status } = await platform.sendRaw(operations.getMe, {}, `${scheme} ${platform.keyOf('user')}`);
        assert.equal(status, 200, scheme);
      }
    });

    it('G: users/me returns the user of the credential with their policies', async () => {
      const user = await platform.call(operations.getMe, {}, 'user');
      const admin = await platform.call(operations.getMe, {}, 'admin');
      for (const each of [user, admin]) {
        assert.equal(typeof each.id, 'number', 'notes: user ids are integers in bodies');
        assert.equal(typeof each.email, 'string');
        assert.ok(Array.isArray(each.userPolicies));
      }
      assert.notEqual(user.id, admin.id);
    });

    it('notes: an unknown route answers 200 with a page', async () => {
      for (const path of ['/api/v1/no-such-thing', '/build/api/v1/nothing', '/', '/api/v2/deployments']) {
        const answer = await platform.sendRaw({ method: 'GET', path });
        assert.equal(answer.status, 200, path);
        assert.match(String(answer.headers['content-type']), /^text\/html/);
        assert.match(answer.text, /<html/i);
      }
    });

    it('Versioning 1: serves an OpenAPI 3.1.0 document with every operation', async () => {
      const spec = (await platform.call(operations.getSpec, {})) as unknown as {
        openapi: string;
        info: { version: string };
        paths: Record<string, Record<string, { operationId?: string }>>;
      };
      assert.equal(spec.openapi, '3.1.0');
      assert.equal(spec.info.version, '1.0.0');
      for (const { path, method } of table) {
        assert.ok(spec.paths[path]?.[method.toLowerCase()], `${method} ${path}`);
      }
    });

    it('every response has a request id', async () => {
      const ids = new Set<string>();
      for (const path of ['/api/v1/users/me', '/api/v1/deployments', '/api/v1/deployments/999999']) {
        const { headers } = await platform.sendRaw({ method: 'GET', path });
        ids.add(String(headers['x-request-id']));
      }
      assert.equal(ids.size, 3);
    });
  });
}
