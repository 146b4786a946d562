import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';
import { Transport } from '../../src/platform/http/transport.ts';
import { checkPlatform } from '../../src/platform/reach.ts';
import { emulatorUnderTest } from '../emulator/emulatorUnderTest.ts';
import { type Answer, json, serve } from './http/testServer.ts';

/** The code of the failure; undefined if a platform answers. */
async function problemAt(url: string): Promise<string | undefined> {
  const transport = new Transport({ environment: {} });
  try {
    await checkPlatform(url, transport, undefined);
    return undefined;
  } catch (failure) {
    return failure instanceof UserError ? failure.code : String(failure);
  } finally {
    transport.dispose();
  }
}

async function problemOf(answer: Answer, options?: { tls: boolean }): Promise<string | undefined> {
  const server = await serve(answer, options);
  try {
    const problem = await problemAt(server.url);
    assert.ok(server.received.every(({ headers }) => headers.authorization === undefined));
    return problem;
  } finally {
    await server.close();
  }
}

const page: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Acme</title>');
};

describe('whether a platform answers at an address', () => {
  it('accepts the emulator, which asks for a key', async () => {
    const { emulator, close } = await emulatorUnderTest();
    assert.equal(await problemAt(emulator.url), undefined);
    await close();
  });

  it('accepts a platform behind a redirect of its own', async () => {
    const answer: Answer = ({ url }, response) => {
      if (url.endsWith('/')) json(response, { error: 'Unauthorized' }, 401);
      else response.writeHead(308, { location: `${url}/` }).end();
    };
    assert.equal(await problemOf(answer), undefined);
  });

  it('refuses a web site, whatever its answer', async () => {
    assert.equal(await problemOf(page), 'not-a-platform');
    const notFound: Answer = (_request, response) => json(response, { error: 'Not found' }, 404);
    assert.equal(await problemOf(notFound), 'not-a-platform');
    const elsewhere: Answer = ({ url }, response) => {
      if (url === '/login') page({} as never, response, {} as never);
      else response.writeHead(302, { location: '/login' }).end();
    };
    assert.equal(await problemOf(elsewhere), 'not-a-platform');
    assert.equal(await problemOf((_request, response) => json(response, ['a'])), 'not-a-platform');
  });

  it('names the address that a host redirects to', async () => {
    const answer: Answer = (_request, response) => {
      response.writeHead(301, { location: 'https://acme.example.com/api/v1/users/me' }).end();
    };
    assert.equal(await problemOf(answer), 'redirected-to');
  });

  it('tells a broken server, an untrusted certificate and an address without a server apart', async () => {
    assert.match((await problemOf((_request, response) => json(response, {}, 500))) ?? '', /^server/);
    assert.equal(await problemOf((_request, response) => json(response, {}, 401), { tls: true }), 'tls');
    assert.equal(await problemAt('http://127.0.0.1:9'), 'refused');
  });
});
