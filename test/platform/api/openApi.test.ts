import assert from 'node:assert/strict';
import { openApiDocument } from '../../../src/contract/openApi.ts';
import { operations } from '../../../src/contract/operations.ts';
import { readApiDocument } from '../../../src/platform/api/openApi.ts';

describe('an API document', () => {
  it('of the contract has every operation, each parameter and each body', () => {
    const { operations: read } = readApiDocument(openApiDocument());
    const wanted = Object.values(operations).map(({ id, method, path }) => `${id} ${method} ${path}`);
    assert.deepEqual(read.map(({ id, method, path }) => `${id} ${method} ${path}`).sort(), wanted.sort());
    const finish = read.find(({ id }) => id === 'putFiles')!;
    assert.deepEqual(
      finish.parameters.map(({ name, in: place, required }) => [name, place, required]),
      [['deploymentId', 'path', true]],
    );
    assert.deepEqual([finish.body?.mediaType, finish.body?.required], ['application/json', true]);
    assert.equal(read.find(({ id }) => id === 'uploadFile')!.body?.mediaType, 'multipart/form-data');
  });

  it('of another server may share parameters, refer to them and have no operation ids', () => {
    const { operations: read } = readApiDocument({
      paths: {
        '/things/{id}': {
          parameters: [
            { $ref: '#/components/parameters/Id' },
            { name: 'lang', in: 'query', schema: { type: 'string' } },
          ],
          get: {
            parameters: [
              { name: 'lang', in: 'query', required: true },
              { name: 'x-trace', in: 'header' },
            ],
          },
          head: {},
        },
      },
      components: { parameters: { Id: { name: 'id', in: 'path', schema: { type: 'integer' } } } },
    });
    assert.equal(read.length, 1);
    assert.equal(read[0]!.id, 'GET /things/{id}');
    assert.deepEqual(
      read[0]!.parameters.map(({ name, required }) => [name, required]),
      [
        ['id', true],
        ['lang', true],
      ],
    );
  });

  it('with names of the prototype is read like any other', () => {
    const { operations: read, schemas } = readApiDocument(
      JSON.parse(
        '{"paths":{"/__proto__":{"get":{"operationId":"constructor","requestBody":{"$ref":"#/components/toString/x"}}}},"components":{"schemas":{"__proto__":{"type":"string"}}}}',
      ),
    );
    assert.deepEqual([read[0]!.id, read[0]!.path, read[0]!.body], ['constructor', '/__proto__', undefined]);
    assert.ok(Object.hasOwn(schemas, '__proto__'));
  });

  it('without an operation is refused', () => {
    for (const value of [null, 'x', [], {}, { paths: null }, { paths: { '/a': { get: null } } }]) {
      assert.throws(() => readApiDocument(value), { code: 'no-operations' });
    }
  });
});
