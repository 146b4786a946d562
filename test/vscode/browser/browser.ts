/** A headless Chromium that sends no request outside this machine. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { UserError } from '../../../src/base/errors.ts';
import { browserExecutable } from '../install/systemPackages.ts';

export interface IsolatedPage {
  readonly page: Page;
  /** Addresses outside this machine that the page requested. Each request was refused. */
  readonly externalRequests: readonly string[];
}

/** Starts a browser, which ends with this process at the latest. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = browserExecutable();
  if (!executablePath) throw new UserError('Chromium was not found.', { action: 'Set CHROMIUM_PATH.' });
  return chromium.launch({
    executablePath,
    headless: true,
    // Containers have a small /dev/shm, and root has no sandbox.
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-sync',
      '--no-first-run',
      // Refuses what is not on this machine: nothing listens on that port. Request routes of playwright would switch off the cache.
      '--proxy-server=127.0.0.1:1',
    ],
  });
}

let shared: Promise<Browser> | undefined;

/** The one browser of this process. It starts on first use and ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

/** Opens a page in a new browser context, because VS Code keeps secrets and global state in the browser. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<IsolatedPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  context.setDefaultTimeout(90_000);
  const externalRequests: string[] = [];
  // Requests that a service worker answers do not reach the proxy.
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText.includes('ERR_PROXY_CONNECTION_FAILED')) externalRequests.push(request.url());
  });
  return { page: await context.newPage(), externalRequests };
}

/**
 * Without a graphics card, each frame takes up to 30 ms of a processor. Spinners and progress bars keep still, and a window is
 * drawn only for screenshots: what is fully transparent has its layout and its events, but no pixels.
 */
const undrawn = `{
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { animation: none !important; }');
  const transparent = new CSSStyleSheet();
  transparent.replaceSync(':root { opacity: 0; }');
  document.adoptedStyleSheets.push(still, transparent);
  globalThis.drawWindow = (drawn) => { transparent.disabled = drawn; };
}`;

/** Draws the frames of a page of `openWindowPage`, or draws them no more. Other pages are always drawn. */
async function drawFrames(page: Page, drawn: boolean): Promise<void> {
  // A frame may disappear in the meantime.
  await Promise.all(page.frames().map((frame) => frame.evaluate(`globalThis.drawWindow?.(${drawn})`).catch(() => {})));
}

/** Writes what a page shows, also a page of `openWindowPage`, to a PNG file. */
export async function saveScreenshot(page: Page, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  // Not the option “style” of the screenshot, which the policy of an embedded page refuses.
  await drawFrames(page, true);
  await page.screenshot({ path: file, animations: 'disabled' });
  await drawFrames(page, false);
}

/** The server would compress 20 MB for each window, more than a quarter of the processor's time of its start. */
const uncompressed = { 'Accept-Encoding': 'identity' };

/** Opens a page of the shared browser for a window of VS Code. */
export async function openWindowPage(options?: BrowserContextOptions): Promise<IsolatedPage> {
  const opened = await openPage(await sharedBrowser(), { extraHTTPHeaders: uncompressed, ...options });
  await opened.page.context().addInitScript(undrawn);
  return opened;
}
