/** A built page of a webview in a browser, with its real content security policy. The test answers for the extension. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { Channel, type Requests } from '../../../src/base/channel.ts';
import { openPage } from '../../vscode/browser/browser.ts';
import { repository } from '../../vscode/locations.ts';
import { suiteBrowser } from './suiteBrowser.ts';

export interface ServedPage {
  readonly page: Page;
  /** The extension's end. */
  readonly channel: Channel<Requests>;
  /** Errors of the page and violations of its policy. */
  readonly problems: string[];
  /** The last state that the page stored. */
  stored(): Promise<unknown>;
  /** Loads the page; again, as after it was hidden: it has its stored state. */
  load(): Promise<void>;
  close(): Promise<void>;
}

export interface ServedOptions {
  html: string;
  /** Names in dist/webview. */
  files: readonly string[];
  /** The extension's answers. */
  answers: Requests;
  browserOptions?: BrowserContextOptions;
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

export async function servePage(browser: Browser, options: ServedOptions): Promise<ServedPage> {
  const { html, files, answers, browserOptions } = options;
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1);
    if (name === '') response.setHeader('content-type', 'text/html').end(html);
    else if (files.includes(name)) {
      response.setHeader('content-type', types[path.extname(name)]!);
      response.end(readFileSync(path.join(repository, 'dist/webview', name)));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { page } = await openPage(browser, { viewport: { width: 1200, height: 800 }, ...browserOptions });
  const problems: string[] = [];
  page.on('pageerror', (failure) => problems.push(failure.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text());
  });
  const listeners = new Set<(message: unknown) => void>();
  const channel = new Channel<Requests>(
    {
      post: (message) => {
        // A browser reads a large object from JSON much faster than from a script.
        const json = JSON.stringify(JSON.stringify(message));
        page.evaluate(`window.postMessage(JSON.parse(${json}), window.origin)`).catch(() => {});
      },
      onMessage: (listener) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    },
    answers,
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
  return {
    page,
    channel,
    problems,
    stored: async () =>
      JSON.parse((await page.evaluate("sessionStorage.getItem('state') ?? 'null'")) as string) ?? undefined,
    load: async () => {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    },
    async close() {
      await page.context().close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Call inside `describe`. Every test ends without an error of the page and without a violation of its policy. */
export function servedPages(): (options: ServedOptions) => Promise<ServedPage> {
  const browser = suiteBrowser();
  let served: ServedPage | undefined;
  afterEach(async () => {
    const ended = served;
    served = undefined;
    await ended?.close();
    assert.deepEqual(ended?.problems ?? [], []);
  });
  return async (options) => {
    served = await servePage(browser(), options);
    return served;
  };
}
