/** A headless Chromium that never leaves this machine. Knows nothing of the page it shows. */

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { UserError } from '../../../src/base/errors.ts';
import { browserExecutable } from '../install/systemPackages.ts';

export interface IsolatedPage {
  readonly page: Page;
  /** Addresses outside this machine that something asked for; each was refused. */
  readonly externalRequests: readonly string[];
}

/** Starts the browser; it ends with this process at the latest. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = browserExecutable();
  if (!executablePath) throw new UserError('There is no Chromium to drive.', { action: 'Set CHROMIUM_PATH.' });
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
    ],
  });
}

function isLocal(url: URL): boolean {
  return !/^(https?|wss?):$/.test(url.protocol) || /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(url.hostname);
}

/** A window with state of its own (VS Code keeps secrets and global state in the browser). */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<IsolatedPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  context.setDefaultTimeout(30_000);
  const offSite: string[] = [];
  await context.route(
    (url) => !isLocal(url),
    (route) => {
      offSite.push(route.request().url());
      return route.abort();
    },
  );
  return { page: await context.newPage(), externalRequests: offSite };
}
