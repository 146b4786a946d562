/** The plainest host there is: a page of another origin with one iframe, which keeps what it hears and sends what it is told. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../vscode/browser/browser.ts';

export interface Heard {
  origin: string;
  /** The whole message. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever was posted
  data: any;
}

const script = `
  window.heard = [];
  addEventListener('message', ({ origin, data, source }) => {
    if (source === document.querySelector('iframe')?.contentWindow) window.heard.push({ origin, data });
  });
  window.embed = (address) => {
    const frame = document.createElement('iframe');
    frame.style = 'border:0;width:100vw;height:100vh';
    frame.src = address;
    document.body.replaceChildren(frame);
  };
  window.act = (name, payload, over) =>
    document.querySelector('iframe').contentWindow.postMessage(
      { source: 'svc-embed', direction: 'action', type: 'svc:action:' + name, payload, timestamp: Date.now(), ...over }, '*');
`;

export class EmbedHost {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #close: () => void;

  private constructor(page: Page, browser: Browser, close: () => void) {
    this.page = page;
    this.#browser = browser;
    this.#close = close;
  }

  static async open(): Promise<EmbedHost> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><body style="margin:0"><script>${script}</script>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await launchBrowser();
    const { page } = await openPage(browser, { viewport: { width: 1200, height: 900 }, colorScheme: 'light' });
    // Another origin than the platform's.
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    return new EmbedHost(page, browser, () => server.close());
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#close();
  }

  async embed(address: string): Promise<void> {
    // The host's script is its own; nothing here is typed.
    await this.page.evaluate(`window.heard = []; window.embed(${JSON.stringify(address)})`);
  }

  /** @param over takes the place of fields of the envelope */
  act(name: string, payload: object = {}, over: object = {}): Promise<unknown> {
    return this.page.evaluate(`window.act(...${JSON.stringify([name, payload, over])})`);
  }

  heard(): Promise<Heard[]> {
    return this.page.evaluate('window.heard') as Promise<Heard[]>;
  }

  /** Forgets what was heard so far. */
  async forget(): Promise<void> {
    await this.page.evaluate('window.heard = []');
  }

  /** The first event of that name since the last embed or forget. */
  async event(name: string, ms = 30_000): Promise<Heard['data']> {
    const found = `window.heard.find(({ data }) => data.type === ${JSON.stringify(`svc:event:${name}`)})`;
    const handle = await this.page.waitForFunction(found, undefined, { timeout: ms, polling: 50 });
    return ((await handle.jsonValue()) as Heard).data;
  }

  /** The embedded page itself. */
  frame(): Frame {
    const [, frame] = this.page.frames();
    if (!frame) throw new Error('Nothing is embedded');
    return frame;
  }

  attribute(name: string): Promise<string | null> {
    return this.frame().locator('html').getAttribute(name);
  }
}
