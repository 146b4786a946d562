import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { closeAll, failureOf, secretToken, serveAndConnect } from './clientUnderTest.ts';

describe('a request outside the contract', () => {
  afterEach(closeAll);

  it('is sent once with the credential, and any status is an answer', async () => {
    const seen: string[] = [];
    const { client } = await serveAndConnect((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"later"}');
    });
    const answer = await client.exchange({ operation: 'x', method: 'DELETE', path: '/new/thing?a=b' });
    assert.deepEqual([answer.status, answer.text], [503, '{"error":"later"}']);
    assert.deepEqual(seen, [`DELETE /new/thing?a=b Bearer ${secretToken}`]);
  });

  it('gives the text of an answer without the key, and the bytes of a file', async () => {
    const { client } = await serveAndConnect((request, response) => {
      if (request.url === '/file') response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1, 2, 3]));
      else {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(gzipSync(JSON.stringify({ key: secretToken, token: 'eyJhbGciOiJ.x.y' })));
      }
    });
    const { text } = await client.exchange({ operation: 'x', method: 'GET', path: '/echo' });
    assert.equal(text, '{"key":"…","token":"eyJhbGciOiJ.x.y"}');
    const file = await client.exchange({ operation: 'x', method: 'GET', path: '/file' });
    assert.deepEqual([file.text, [...file.bytes]], [undefined, [1, 2, 3]]);
  });

  it('without a response fails like every call', async () => {
    const { client } = await serveAndConnect((_, response) => void response.destroy());
    const failure = await failureOf(client.exchange({ operation: 'x', method: 'GET', path: '/' }));
    assert.equal(failure.kind, 'reset');
  });
});
