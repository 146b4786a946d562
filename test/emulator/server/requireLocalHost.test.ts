/** A page of another site whose name resolves to this machine (DNS rebinding) reads nothing. */

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';

describe('the Host header of requests to the emulator', () => {
  let under: EmulatorUnderTest;
  before(async () => {
    under = await emulatorUnderTest();
  });
  after(() => under.close());

  const ask = async (path: string, host: string, method = 'GET') => {
    const headers = { host, origin: `http://${host}`, authorization: `Bearer ${under.emulator.adminApiKey}` };
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      request(`${under.emulator.url}${path}`, { method, headers }, resolve).once('error', reject).end();
    });
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };

  const port = () => new URL(under.emulator.url).port;

  for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]', 'dashboard.localhost', 'a.b-c.localhost']) {
    it(`may be ${name}, with any port`, async () => {
      for (const host of [name, `${name}:${port()}`, `${name}:1`]) {
        assert.equal((await ask('/build/api/v1/deployments/', host)).status, 200, host);
      }
    });
  }

  it('may be no other', async () => {
    const names = [
      'evil.example',
      'localhost.evil.example',
      'notlocalhost',
      '127.0.0.1.evil.example',
      '192.168.0.1',
      '[::2]',
    ];
    for (const host of names.flatMap((name) => [name, `${name}:${port()}`])) {
      const { status, body } = await ask('/build/api/v1/deployments/', host);
      assert.equal(status, 421, host);
      assert.match(JSON.parse(body).error, /does not serve the host/, host);
    }
  });

  it('is checked on every route, before anything else', async () => {
    const { deploymentId, dashboardPublicId, dataApiUrl } = under.emulator;
    const routes: [string, string?][] = [
      ['/'],
      ['/unknown'],
      ['/api/v1/spec'],
      [`/build/api/v1/deployments/${deploymentId}/branches`],
      [`${new URL(dataApiUrl).pathname}/meta`],
      [`${new URL(dataApiUrl).pathname}/load`, 'OPTIONS'],
      [`/embed/dashboard/${dashboardPublicId}`],
      ['/embed/_page/session'],
      ['/embed/_page/session', 'OPTIONS'],
      ['/api/v1/embed/session/token', 'OPTIONS'],
      ['/_emulator/faults'],
      ['/_emulator/embedded'],
    ];
    for (const [path, method] of routes) {
      const { status, headers, body } = await ask(path, `evil.example:${port()}`, method);
      assert.equal(status, 421, `${method ?? 'GET'} ${path}`);
      assert.match(headers['content-type'] ?? '', /^application\/json/);
      assert.deepEqual(Object.keys(JSON.parse(body)), ['error'], path);
      assert.equal(headers['access-control-allow-origin'], undefined, path);
      assert.match(headers['x-request-id'] as string, /^[\w-]{36}$/, path);
    }
  });
});
