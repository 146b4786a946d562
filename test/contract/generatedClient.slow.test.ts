/** A client that a public package makes from the API document drives the emulator. Spec: Versioning 1. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { AxiosResponse } from 'axios';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulator/emulatorUnderTest.ts';
import { type ApiDocument, DocumentSchemas, type OperationObject } from './documentSchemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape; the document's schemas check it
type Json = any;
type Call = (id: string, params?: Record<string, unknown> | null, body?: unknown) => Promise<Json>;

const cube = 'cubes:\n  - name: visits\n    sql_table: visits\n    measures: [{ name: count, type: count }]\n';

describe('a client generated from the API document', () => {
  let under: EmulatorUnderTest;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());

  /** A client that reads the document from its address, and whose answers must match it. */
  async function clientOf(key: string) {
    const { url } = under.emulator;
    const headers = { authorization: `Bearer ${key}` };
    const api = new OpenAPIClientAxios({
      definition: `${url}/api/v1/spec`,
      axiosConfigDefaults: { baseURL: url, headers, validateStatus: () => true },
    });
    const client = await api.getClient();
    const schemas = new DocumentSchemas(api.document as never as ApiDocument);
    const send = (id: string, params: object | null, body?: unknown) =>
      (client as unknown as Record<string, (...args: unknown[]) => Promise<AxiosResponse>>)[id]!(params, body);
    const call: Call = async (id, params = null, body) => {
      const { status, data } = await send(id, params, body);
      assert.ok(status < 300, `${id}: ${status} ${JSON.stringify(data)}`);
      schemas.assertResponse(id, status, data);
      return data;
    };
    const needsNoOtherId = ({ parameters }: OperationObject) =>
      parameters.every(({ name, required }) => name === 'deploymentId' || !required);
    const reads = Object.values(schemas.document.paths)
      .flatMap(({ get }) => (get && needsNoOtherId(get) ? [get] : []))
      .filter(({ responses }) => responses['200']?.content?.['application/json']);
    return { call, send, reads };
  }

  it('lists deployments, edits a branch, uploads, validates, builds, commits and reads the audit log', async () => {
    const { call } = await clientOf(under.emulator.apiKey);
    const { data } = await call('listDeployments', { limit: 5 });
    const { deploymentId } = under.emulator;
    assert.ok(data.deployments.some(({ id }: { id: string }) => id === String(deploymentId)));
    const { id } = await call('createDeployment', null, { name: 'Generated', creationMethod: 'upload' });
    const at = { deploymentId: id };
    assert.equal((await call('getDeployment', at)).name, 'Generated');

    await call('createBranch', at, { name: 'feature/visits' });
    const { branchName } = await call('startDevMode', at, { branchName: 'feature/visits' });
    assert.match(branchName, /^dev-/);

    const { transaction } = await call('startUpload', { ...at, branchName }, { branchName });
    const form = new FormData();
    form.set('transaction', JSON.stringify(transaction));
    form.set('fileName', 'model/cubes/visits.yml');
    form.set('file', new Blob([cube]), 'file');
    await call('uploadFile', { ...at, branchName }, form);
    const files = { 'model/cubes/visits.yml': { hash: createHash('sha1').update(cube).digest('hex') } };
    await call('finishUpload', { ...at, branchName }, { transaction, files, autoRemoveFiles: false });

    const report = await call('validate', { ...at, devMode: true });
    assert.deepEqual([report.valid, report.cubesCount, report.branchName], [true, 1, branchName]);
    const build = await call('getBuildStatus', { ...at, branchName, wait: true });
    assert.deepEqual([build.status, build.mode], ['built', 'dev_mode']);

    await call('commit', at, { branchName, message: 'Visits', exitDevMode: true });
    const tree = await call('listFiles', { ...at, branchName: 'feature/visits', withContent: true });
    assert.ok(JSON.stringify(tree).includes('sql_table: visits'));

    const admin = await clientOf(under.emulator.adminApiKey);
    const log = await admin.send('exportAuditLog', { search: 'feature/visits' });
    assert.match(String(log.headers['content-type']), /^text\/csv/);
    assert.match(log.data, /createBranch[\s\S]*startDevMode/);
  });

  it('reads every resource that needs no id but the one of the deployment', async () => {
    const { call, reads } = await clientOf(under.emulator.adminApiKey);
    assert.ok(reads.length > 25);
    const { deploymentId } = under.emulator;
    for (const { operationId, parameters } of reads)
      await call(operationId, parameters.some(({ required }) => required) ? { deploymentId } : null);
  });

  it('gets errors of the documented shape', async () => {
    const { send } = await clientOf(under.emulator.apiKey);
    for (const [id, params, status] of [
      ['getDeployment', { deploymentId: 999_999 }, 404],
      ['listUsers', {}, 403],
      ['listLogs', { deploymentId: under.emulator.deploymentId, container: 'none' }, 400],
    ] as const) {
      const answer = await send(id, params);
      assert.deepEqual([answer.status, typeof answer.data.error], [status, 'string'], id);
    }
  });
});
