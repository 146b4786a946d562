import assert from 'node:assert/strict';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import { type ApiOperation, readApiDocument } from '../../../src/platform/api/openApi.ts';
import {
  newRequestText,
  type RequestDocument,
  readRequestDocument,
  requestSchema,
  toApiRequest,
} from '../../../src/platform/api/requestDocument.ts';

const api = readApiDocument(openApiDocument());
const operationOf = (id: string): ApiOperation => api.operations.find((operation) => operation.id === id)!;
const request = (id: string, parts: Partial<RequestDocument> = {}) =>
  toApiRequest({ platform: undefined, operation: id, parameters: {}, body: undefined, ...parts }, operationOf(id));

describe('the document of an API request', () => {
  it('is new with a place for everything that is required, for every operation', () => {
    for (const operation of api.operations) {
      const text = newRequestText(operation, api, { schema: 'x:/y', platform: 'emulator', parameters: {} });
      const { parameters, body, ...rest } = readRequestDocument(text);
      assert.deepEqual(rest, { platform: 'emulator', operation: operation.id });
      const required = operation.parameters.filter((parameter) => parameter.required);
      assert.deepEqual(
        Object.keys(parameters),
        required.map(({ name }) => name),
        operation.id,
      );
      assert.equal(body !== undefined, operation.body?.required === true, operation.id);
    }
  });

  it('is new with the known deployment and the required fields of the body', () => {
    const known = { schema: 'x:/y', platform: 'emulator', parameters: { deploymentId: '7' } };
    const { parameters, body } = readRequestDocument(newRequestText(operationOf('renameFiles'), api, known));
    assert.deepEqual(parameters, { deploymentId: '7' });
    assert.deepEqual(body, { files: [] });
  });

  it('has a schema with the parameters, the body and every named schema', () => {
    const { properties, components } = requestSchema(operationOf('listLogs'), api) as {
      properties: { parameters: { properties: object; required: string[] }; operation: { enum: string[] } };
      components: { schemas: object };
    };
    const names = ['deploymentId', 'source', 'container', 'pod', 'first', 'after'];
    assert.deepEqual(Object.keys(properties.parameters.properties), names);
    assert.deepEqual(properties.parameters.required, ['deploymentId']);
    assert.ok(properties.operation.enum.includes('putFiles'));
    assert.ok('DeploymentLogLine' in components.schemas);
  });

  it('becomes a request with an encoded path and query', () => {
    const parameters = { deploymentId: 1, branchName: 'a/b c&d', wait: true };
    const { method, path, body } = request('getBuildStatus', { parameters });
    assert.deepEqual([method, body], ['GET', undefined]);
    assert.equal(path, '/api/v1/deployments/1/build-status?branchName=a%2Fb+c%26d&wait=true');
  });

  it('cannot reach another path by a parameter', () => {
    for (const [value, segment] of [
      ['..', '%2E%2E'],
      ['a/../../b', 'a%2F..%2F..%2Fb'],
      ['x?y#z', 'x%3Fy%23z'],
    ]) {
      const { path } = request('getDeployment', { parameters: { deploymentId: value } });
      const url = new URL(path, 'https://host.example/base/');
      assert.equal(path, `/api/v1/deployments/${segment}`);
      assert.equal(url.search, '');
    }
  });

  it('with a mistake is refused before it is sent', () => {
    const parameters = { deploymentId: 1 };
    assert.throws(() => request('getDeployment'), { code: 'missing-parameter' });
    assert.throws(() => request('getDeployment', { parameters: { deploymentId: '' } }), { code: 'missing-parameter' });
    assert.throws(() => request('getDeployment', { parameters: { ...parameters, first: 1 } }), {
      code: 'unknown-parameter',
    });
    assert.throws(() => request('listLogs', { parameters: { ...parameters, pod: ['a'] } }), { code: 'bad-parameter' });
    assert.throws(() => request('getDeployment', { parameters, body: {} }), { code: 'no-body' });
    assert.throws(() => request('putFiles', { parameters }), { code: 'missing-body' });
    for (const text of [
      '',
      '[]',
      'null',
      '{"operation":1}',
      '{"operation":"a","parameters":[]}',
      '{"operation":"a",}',
    ]) {
      assert.throws(() => readRequestDocument(text), { code: 'not-a-request' }, text);
    }
  });

  it('leaves out parameters that are null', () => {
    const { path } = request('listLogs', { parameters: { deploymentId: 1, pod: null } });
    assert.equal(path, '/api/v1/deployments/1/logs');
  });

  it('of a form tells texts from files', () => {
    const body = { transaction: '{"id":"1"}', fileName: 'model/a.yml', file: 'a.yml' };
    const { body: form } = request('uploadFile', { parameters: { deploymentId: 1 }, body });
    assert.deepEqual(form, {
      mediaType: 'multipart/form-data',
      fields: { transaction: '{"id":"1"}', fileName: 'model/a.yml', file: { file: 'a.yml' } },
    });
  });
});
