/** The browser of a suite that opens the host page. */

import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../vscode/browser/browser.ts';
import { browserExecutable } from '../../vscode/install/systemPackages.ts';
import { isBuilt } from './hostUnderTest.ts';

/** Call inside `describe`: started before its tests and closed after them. Without a browser they are skipped, and it is said. */
export function suiteBrowser(): () => Browser {
  let browser: Browser | undefined;
  before(async function () {
    if (!browserExecutable() || !isBuilt) {
      console.log('    no Chromium to drive, or the page is not built: skipped');
      this.skip();
    }
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  return () => browser!;
}
