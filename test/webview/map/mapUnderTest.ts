/** The built page of the model map in a browser, with its real content security policy. The test answers for the extension. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { Channel, type Requests } from '../../../src/base/channel.ts';
import {
  type MapConfig,
  type MapContent,
  type MapExtensionRequests,
  type MapGraph,
  type MapState,
  mapExtensionRequests,
  mapPageRequests,
} from '../../../src/contract/messages/mapChannel.ts';
import { type Ask, requestHandlers, requestSender } from '../../../src/contract/messages/typedRequests.ts';
import { mapHtml } from '../../../src/ui/map/mapHtml.ts';
import { waitFor } from '../../run/waitFor.ts';
import { openPage } from '../../vscode/browser/browser.ts';
import { repository } from '../../vscode/locations.ts';
import { suiteBrowser } from '../page/suiteBrowser.ts';

export interface MapUnderTest {
  readonly page: Page;
  readonly ask: Ask<MapExtensionRequests>;
  /** Names of the requests that the page made, with their arguments. */
  readonly asked: [name: string, argument: unknown][];
  box(id: string): Locator;
  /** What the page stored last. */
  stored(): Promise<MapState | undefined>;
  /** Loads the page again, as after it was hidden: it has its stored state. */
  reload(): Promise<void>;
  /** Waits until the map is drawn as it stays. */
  drawn(): Promise<void>;
}

const files = { 'map.js': 'text/javascript', 'mapWorker.js': 'text/javascript', 'map.css': 'text/css' };

export const model = (graph: MapGraph): MapContent => ({ mode: 'model', graph });

/** Call inside `describe`. Every test ends without an error of the page and without a violation of its policy. */
export function mapPages(): (
  content: MapContent,
  over?: Partial<MapConfig>,
  options?: BrowserContextOptions,
) => Promise<MapUnderTest> {
  const browser = suiteBrowser();
  let close: (() => Promise<void>) | undefined;
  let problems: string[] = [];

  afterEach(async () => {
    await close?.();
    close = undefined;
    assert.deepEqual(problems, []);
  });

  return async (content, over = {}, options = {}) => {
    problems = [];
    const html = mapHtml({
      nonce: 'n',
      script: 'map.js',
      style: 'map.css',
      worker: 'mapWorker.js',
      assets: "'self'",
      language: 'en',
      title: 'Model Map',
    });
    const server = createServer((request, response) => {
      const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1);
      const type = files[name as keyof typeof files];
      if (name === '') response.setHeader('content-type', 'text/html').end(html);
      else if (type)
        response.setHeader('content-type', type).end(readFileSync(path.join(repository, 'dist/webview', name)));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { page } = await openPage(browser(), { viewport: { width: 1200, height: 800 }, ...options });
    close = async () => {
      await page.context().close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (failure) => problems.push(failure.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text());
    });

    const asked: [string, unknown][] = [];
    const config: MapConfig = { folder: '/shop', title: 'Shop', texts: {}, content, selected: null, ...over };
    const note = (name: string) => (argument: unknown) => {
      asked.push([name, argument]);
      return {};
    };
    const listeners = new Set<(message: unknown) => void>();
    const channel = new Channel<Requests>(
      {
        post: (message) =>
          void page.evaluate(`window.postMessage(${JSON.stringify(message)}, window.origin)`).catch(() => {}),
        onMessage: (listener) => {
          listeners.add(listener);
          return { dispose: () => listeners.delete(listener) };
        },
      },
      requestHandlers(mapPageRequests, {
        loadMap: () => config,
        openDefinition: note('openDefinition'),
        showModel: note('showModel'),
        exportSvg: note('exportSvg'),
      }),
    );
    await page.exposeFunction('toExtension', (message: unknown) => {
      for (const listener of listeners) listener(message);
    });
    await page.addInitScript(`
      globalThis.acquireVsCodeApi = () => ({
        postMessage: (message) => toExtension(message),
        setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
        getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
      });`);
    const stored = async () =>
      JSON.parse((await page.evaluate("sessionStorage.getItem('state') ?? 'null'")) as string) ?? undefined;
    const drawn = async () => {
      let last = '';
      await waitFor('the map is drawn', async () => {
        const now = (await page.evaluate(
          "[...document.querySelectorAll('.map > g')].map((one) => one.outerHTML).join('') + document.querySelector('.notice')?.textContent",
        )) as string;
        const isSame = now === last && /<g class="box |\.$/.test(now);
        last = now;
        return isSame;
      });
    };
    const opened = { page, asked, stored, drawn };
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await drawn();
    return {
      ...opened,
      ask: requestSender(mapExtensionRequests, (name, argument, more) => channel.call(name, argument, more)),
      box: (id) => page.locator(`.boxes > [data-box="${id}"]`),
      async reload() {
        await page.reload();
        await drawn();
      },
    };
  };
}
