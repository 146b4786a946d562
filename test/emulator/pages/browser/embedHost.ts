/** A minimal host page: another origin, one iframe. Records the events of the embedded page and sends actions. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../../../vscode/browser/browser.ts';

export interface RecordedMessage {
  origin: string;
  // biome-ignore lint/suspicious/noExplicitAny: the page may post anything
  data: any;
}

/** `waitForMessage` resolves with the message, also when it arrived before the call. */
const script = `
  window.messages = [];
  const waiting = new Set();
  addEventListener('message', ({ origin, data, source }) => {
    if (source !== document.querySelector('iframe')?.contentWindow) return;
    window.messages.push({ origin, data });
    for (const check of waiting) check();
  });
  window.embed = (address) => {
    const frame = document.createElement('iframe');
    frame.style = 'border:0;width:100vw;height:100vh';
    frame.src = address;
    document.body.replaceChildren(frame);
    return window.messages.splice(0);
  };
  window.act = (name, payload, changes) =>
    document.querySelector('iframe').contentWindow.postMessage(
      { source: 'svc-embed', direction: 'action', type: 'svc:action:' + name, payload, timestamp: Date.now(), ...changes }, '*');
  window.waitForMessage = (type, count, timeoutMs) => new Promise((resolve, reject) => {
    const end = (settle) => {
      waiting.delete(check);
      clearTimeout(timer);
      settle();
    };
    const check = () => {
      const found = window.messages.filter(({ data }) => data.type === type)[count - 1];
      if (found) end(() => resolve(found.data));
    };
    const timer = setTimeout(() => {
      const received = window.messages.map(({ data }) => data.type).join(', ');
      end(() => reject(new Error('Timed out waiting for ' + count + ' × ' + type + '; received: ' + received)));
    }, timeoutMs);
    waiting.add(check);
    check();
  });`;

export class EmbedHost {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(): Promise<EmbedHost> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><body style="margin:0"><script>${script}</script>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    const browser = await launchBrowser();
    const options = { viewport: { width: 1200, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' } as const;
    const { page } = await openPage(browser, options);
    // The platform is on 127.0.0.1: another origin.
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    return new EmbedHost(page);
  }

  /** Replaces the iframe. Returns the messages of the previous page and starts a new list. */
  embed(address: string): Promise<RecordedMessage[]> {
    return this.page.evaluate(`window.embed(${JSON.stringify(address)})`) as Promise<RecordedMessage[]>;
  }

  /** @param changes replace fields of the envelope */
  act(name: string, payload: object = {}, changes: object = {}): Promise<unknown> {
    return this.page.evaluate(`window.act(...${JSON.stringify([name, payload, changes])})`);
  }

  messages(): Promise<RecordedMessage[]> {
    return this.page.evaluate('window.messages') as Promise<RecordedMessage[]>;
  }

  /** Returns the messages and starts a new list. */
  takeMessages(): Promise<RecordedMessage[]> {
    return this.page.evaluate('window.messages.splice(0)') as Promise<RecordedMessage[]>;
  }

  /** Waits for the event of that name and number since the last `embed` or `takeMessages`. */
  event(name: string, count = 1): Promise<RecordedMessage['data']> {
    return this.page.evaluate(`window.waitForMessage('svc:event:${name}', ${count}, 90_000)`);
  }

  frame(): Frame {
    const [, frame] = this.page.frames();
    if (!frame) throw new Error('The host page has no iframe');
    return frame;
  }

  /** An attribute of the embedded page's root element. */
  attribute(name: string): Promise<string | null> {
    return this.frame().locator('html').getAttribute(name);
  }
}
