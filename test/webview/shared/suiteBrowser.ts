/** The browser of tests that open a page of a webview. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../../vscode/browser/browser.ts';
import { browserExecutable } from '../../vscode/install/systemPackages.ts';
import { repository } from '../../vscode/locations.ts';

const isBuilt = existsSync(path.join(repository, 'dist/webview'));

/** Call inside `describe`. Its tests are skipped when there is no browser or the page is not built. */
export function suiteBrowser(): () => Browser {
  let browser: Browser | undefined;
  before(async function () {
    if (!browserExecutable() || !isBuilt) {
      console.log('    Skipped: Chromium was not found, or the page is not built.');
      this.skip();
    }
    browser = await sharedBrowser();
  });
  return () => browser!;
}
