/** The browser's isolation, which keeps tests on this machine, and windows without pixels. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { waitFor } from '../../run/waitFor.ts';
import { temporaryFolder } from '../process/temporaryFolder.ts';
import { type IsolatedPage, openPage, openWindowPage, saveScreenshot, sharedBrowser } from './browser.ts';

const outside = ['https://example.com/script.js', 'http://example.org/frame', 'http://192.0.2.1/data'];
const html = `<script src="${outside[0]}"></script><iframe src="${outside[1]}"></iframe>
  <script>fetch('${outside[2]}').catch(() => {}); fetch('/own').then(() => (document.title = 'loaded'));</script>`;

describe('a page of the tests', () => {
  let server: Server;
  let opened: IsolatedPage;

  before(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html').end(request.url === '/own' ? '' : html);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened = await openPage(await sharedBrowser());
  });
  after(async () => {
    await opened?.page.context().close();
    server.closeAllConnections();
    server.close();
  });

  for (const host of ['127.0.0.1', 'localhost', 'a.localhost']) {
    it(`loads from ${host}, and lists what it requests outside this machine, which is refused`, async () => {
      const { page, externalRequests } = opened;
      const before = externalRequests.length;
      await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction(`document.title === 'loaded'`);
      const refused = () => externalRequests.slice(before).sort();
      await waitFor('all are refused', () => refused().length >= outside.length, refused);
      assert.deepEqual(refused(), outside.toSorted());
    });
  }
});

describe('a page for a window of VS Code', () => {
  it('has no pixels, but its screenshots do', async () => {
    const folder = temporaryFolder('screenshot');
    const file = path.join(folder.path, 'shown/window.png');
    const drawn = await openPage(await sharedBrowser());
    const { page } = await openWindowPage();
    try {
      // As an embedded page, the frame allows no styles of others.
      const policy = `<meta http-equiv=Content-Security-Policy content=&quot;style-src 'none'&quot;>`;
      for (const each of [drawn.page, page])
        await each.setContent(`<h1>Window</h1><iframe srcdoc="${policy}<h2>View</h2>"></iframe>`);
      await saveScreenshot(page, file);
      const shown = await drawn.page.screenshot();
      assert.ok(shown.equals(await readFile(file)), 'the screenshot shows the window');
      assert.ok(!shown.equals(await page.screenshot()), 'the window is transparent without it');
    } finally {
      await Promise.all([page.context().close(), drawn.page.context().close()]);
      folder.remove();
    }
  });
});
