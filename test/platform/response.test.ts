import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { dataOperations } from '../../src/contract/dataApi.ts';
import { readFileHashes } from '../../src/contract/dataModel/dataModel.ts';
import { operations } from '../../src/contract/operations.ts';
import { clientOf, closeAll, failureOf, serveAndConnect, serverOf } from './clientUnderTest.ts';
import { json } from './http/testServer.ts';

const params = { deploymentId: 1 };

async function clientAnswering(body: unknown, status = 200) {
  return (await serveAndConnect((_, response) => json(response, body, status))).client;
}

// Notes: “parse liberally, keep unknown fields”, “optional fields come as null as often as they are absent”.
describe('responses', () => {
  afterEach(closeAll);

  it('keep unknown fields', async () => {
    const client = await clientAnswering({ id: 1, name: 'a', novel: { deep: [1] } }, 201);
    assert.deepEqual(await client.call(operations.getDeployment, { params }), {
      id: 1,
      name: 'a',
      novel: { deep: [1] },
    });
  });

  it('may have null for optional fields, and unknown enum values', async () => {
    const client = await clientAnswering({ cloudProvider: 'moon', deployMode: null, deployBranchName: null });
    assert.equal((await client.call(operations.getDeploymentSettings, { params })).cloudProvider, 'moon');
    const building = await clientAnswering({ status: 'polishing', errorText: null, buildJobId: null });
    assert.equal((await building.call(operations.getBuildStatus, { params })).status, 'polishing');
  });

  it('that are files are decompressed bytes; a page, JSON or an empty body is not a file', async () => {
    const file = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254]);
    const call = async (headers: Record<string, string>, body: Uint8Array | string, status = 200) => {
      const server = await serverOf((_, response) => void response.writeHead(status, headers).end(body));
      const input = { params: { ...params, jobId: 'x' } };
      return clientOf(server.url).call(operations.downloadDashboardExport, input);
    };
    assert.deepEqual(Buffer.from(await call({ 'content-type': 'image/png' }, file)), file);
    assert.deepEqual(Buffer.from(await call({}, file)), file);
    assert.deepEqual(Buffer.from(await call({ 'content-encoding': 'gzip' }, gzipSync(file))), file);
    const json = { 'content-type': 'application/json' };
    const kinds = async (...args: Parameters<typeof call>) => (await failureOf(call(...args))).kind;
    assert.equal(await kinds({ 'content-type': 'text/html; charset=utf-8' }, '<html></html>'), 'not-json');
    assert.equal(await kinds(json, '{"error":"no"}'), 'rejected');
    assert.equal(await kinds(json, '{"jobId":1}'), 'unexpected-shape');
    assert.equal(await kinds({}, ''), 'unexpected-shape');
    const refused = await failureOf(call(json, '{"error":"The dashboard is still being rendered"}', 409));
    assert.deepEqual([refused.status, refused.serverMessage], [409, 'The dashboard is still being rendered']);
  });

  it('have a limited depth', async () => {
    const levels = (count: number) => `{"id":1,"name":"a","novel":${'['.repeat(count)}${']'.repeat(count)}}`;
    const call = async (body: string) => {
      const server = await serverOf((_, response) => {
        response.writeHead(201, { 'content-type': 'application/json' }).end(body);
      });
      return clientOf(server.url).call(operations.getDeployment, { params });
    };
    assert.equal((await call(levels(950))).id, 1);
    for (const count of [1001, 100_000]) {
      const failure = await failureOf(call(levels(count)));
      assert.equal(failure.code, 'too-deep');
      assert.match(
        failure.describe(),
        /answered getDeployment with objects and lists that are more than 1000 levels deep/,
      );
    }
  });

  it('of rows describe a limited number of members; a failure names the place, however long its name is', async () => {
    const call = async (annotation: object) => {
      const server = await serverOf((_, response) => json(response, { data: [], annotation }));
      return failureOf(clientOf(server.url).call(dataOperations.load, { body: { query: {} } }));
    };
    const members = Object.fromEntries(Array.from({ length: 10_001 }, (_, place) => [`a.m${place}`, {}]));
    assert.match((await call({ measures: members })).message, /annotation\.measures: expected at most 10000 members/);
    const failure = await call({ measures: { ['x'.repeat(1e6)]: 1 } });
    assert.match(failure.message, /annotation\.measures\.xxx/);
    assert.ok(failure.message.length < 700);
  });

  it('may be empty for a write but not for a read', async () => {
    const server = await serverOf((_, response) => void response.writeHead(204).end());
    const client = clientOf(server.url);
    assert.equal(await client.call(operations.stopDevMode, { params }), undefined);
    assert.equal(await client.call(operations.deleteDeployment, { params }), undefined);
    assert.equal((await failureOf(client.call(operations.getFileHashes, { params }))).kind, 'unexpected-shape');
    assert.equal((await failureOf(client.call(operations.startUpload, { params }))).kind, 'unexpected-shape');
  });

  it('may be JSON with another content type and a byte order mark', async () => {
    const server = await serverOf((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('\uFEFF {"id": 3} ');
    });
    assert.equal((await clientOf(server.url).call(operations.getMe)).id, 3);
  });

  const hash = '0'.repeat(40);
  const forms: [string, unknown][] = [
    ['a map', { '/model/a.yml': { hash }, '/files': { hash } }],
    ['a map under files', { files: { '/model/a.yml': { hash }, '/files': { hash } } }],
    [
      'a list',
      [
        { path: '/model/a.yml', hash },
        { path: '/files', hash },
      ],
    ],
    [
      'a list under files',
      {
        files: [
          { path: '/model/a.yml', hash },
          { path: '/files', hash },
        ],
      },
    ],
  ];
  for (const [form, body] of forms) {
    it(`accept file hashes as ${form}`, async () => {
      const client = await clientAnswering(body);
      const hashes = readFileHashes(await client.call(operations.getFileHashes, { params }));
      assert.deepEqual(
        [...hashes],
        [
          ['/model/a.yml', hash],
          ['/files', hash],
        ],
      );
    });
  }

  it('may contain a file named files', async () => {
    const client = await clientAnswering({ files: { hash }, 'a.yml': { hash } });
    const hashes = readFileHashes(await client.call(operations.getFileHashes, { params }));
    assert.deepEqual([...hashes.keys()].sort(), ['a.yml', 'files']);
  });

  it('of an unexpected shape are never read as an empty list of files', async () => {
    for (const body of [{ error: 'x' }, { data: [] }, { files: null }, 'x', null]) {
      const client = await clientAnswering(body);
      const failure = await failureOf(client.call(operations.getFileHashes, { params }));
      assert.ok(['unexpected-shape', 'rejected'].includes(failure.kind), JSON.stringify(body));
    }
  });

  it('of validate contain compile errors as a result, not as a failure', async () => {
    const client = await clientAnswering({
      valid: false,
      errors: [{ message: 'm', fileName: null }, { message: 'n' }],
    });
    const validation = await client.call(operations.validate, { params });
    assert.equal(validation.valid, false);
    assert.deepEqual(
      validation.errors.map(({ message }) => message),
      ['m', 'n'],
    );
  });

  it('may contain an error in addition to a result', async () => {
    const client = await clientAnswering({ status: 'failed', errorText: 'bad', error: 'bad' });
    assert.equal((await client.call(operations.getBuildStatus, { params })).errorText, 'bad');
  });
});
