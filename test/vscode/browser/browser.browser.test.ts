/** What keeps the tests on this machine. */

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '../../run/waitFor.ts';
import { type IsolatedPage, openPage, sharedBrowser } from './browser.ts';

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
