/** The host page in a real browser: how it gets, keeps and sends the secret of its channel. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { toDisposable } from '../../../../src/base/lifetime.ts';
import { LoopbackServer } from '../../../../src/ui/dashboard/outside/loopbackServer.ts';
import { hostHtml, hostPolicy } from '../../../../src/ui/dashboard/preview/hostHtml.ts';
import { waitFor } from '../../../run/waitFor.ts';
import { openPage, sharedBrowser } from '../../../vscode/browser/browser.ts';
import { repository } from '../../../vscode/locations.ts';

describe('the outside page', () => {
  let server: LoopbackServer;
  let connections = 0;
  let messages = 0;

  beforeEach(async () => {
    connections = 0;
    messages = 0;
    const asset = (name: string, type: string) => ({
      type,
      read: () => readFile(path.join(repository, 'dist/webview', name)),
    });
    const options = {
      nonce: 'abc123',
      tenantOrigin: 'http://127.0.0.1:9',
      script: 'host.js',
      style: 'host.css',
      assets: "'self'",
      connect: "'self'",
      environment: 'browser',
      language: 'en',
      title: 'Outside',
    } as const;
    server = await LoopbackServer.start({
      page: () => ({ html: hostHtml(options), policy: hostPolicy(options) }),
      assets: { 'host.js': asset('host.js', 'text/javascript'), 'host.css': asset('host.css', 'text/css') },
      onConnect(port) {
        connections += 1;
        return port.onMessage(() => {
          messages += 1;
        });
      },
    });
  });
  afterEach(() => server.dispose());

  it('connects, hides the secret from its address, and connects again after a reload', async () => {
    const { page } = await openPage(await sharedBrowser());
    await page.goto(`${server.origin}/enter/${server.issueToken()}`);
    await waitFor('the page connects', () => connections === 1 && messages > 0);
    assert.equal(await page.evaluate('location.href'), `${server.origin}/`);
    const sent = messages;
    await page.reload();
    await waitFor('the page connects again', () => connections === 2 && messages > sent);
    await page.context().close();
  });

  it('sends the secret to no other server of this machine, and gets no channel without it', async () => {
    const headers: string[] = [];
    const other = createServer((request, response) => {
      headers.push(JSON.stringify(request.headers) + request.url);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>other</title>');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const closing = toDisposable(() => other.close());
    const { page } = await openPage(await sharedBrowser());
    let secret = '';
    page.on('request', (request) => {
      secret ||= /[?&]page=([^&]+)/.exec(request.url())?.[1] ?? '';
    });
    await page.goto(`${server.origin}/enter/${server.issueToken()}`);
    await waitFor('the page connects', () => connections === 1);
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    assert.equal(await page.evaluate('JSON.stringify(sessionStorage)'), '{}');
    assert.ok(secret.length >= 40);
    assert.ok(headers.length > 0);
    // The cookie is why the secret exists.
    assert.match(headers[0]!, /"cookie":"dashboard-/);
    assert.ok(!headers.join().includes(secret));
    const second = await page.context().newPage();
    const refused = second.waitForResponse((response) => response.url().endsWith('/message'));
    await second.goto(`${server.origin}/`);
    assert.equal((await refused).status(), 403);
    assert.equal(connections, 1);
    await page.context().close();
    closing.dispose();
  });
});
