/** Runs an extension's tests in the web build of VS Code. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openWindowPage, saveScreenshot } from '../browser/browser.ts';
import { artifacts } from '../locations.ts';
import { startServer } from './vsCodeServer.ts';

/** For all tests of one window. */
const timeoutMinutes = 10;

const exitCodes = { timeOut: 97, serverEnded: 98, pageCrashed: 99 };

export interface WebTestRun {
  /** The folder to open. */
  folder: string;
  extensionDevelopmentPath: string;
  extensionTestsPath: string;
  /** Environment of the extension host. */
  env: Record<string, string>;
  /** VSIX files to install, because the web build accepts only one extension under development. */
  extensions?: readonly string[];
  /** Observes the window while the tests run. */
  onPage?: (page: Page) => void;
  /** The file for a screenshot of a failed run. */
  screenshot?: string;
}

/** The log of the extension host and the window. Shown when a run ends without a report. */
class WindowLog {
  readonly #lines: string[] = [];

  add(line: string): void {
    if (/^(Ignoring fetching|Creating a socket|Resolv|\[(AccountPolicyGate|AgentHost|Service Worker))/.test(line))
      return;
    this.#lines.push(line);
    if (this.#lines.length > 200) this.#lines.shift();
  }

  show(): void {
    process.stderr.write(`The end of the window's log:\n${this.#lines.slice(-60).join('\n')}\n`);
  }
}

async function waitForTestExit(page: Page, url: string, log: WindowLog, signal: AbortSignal): Promise<number> {
  const exit = new Promise<number>((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
    page.once('crash', () => resolve(exitCodes.pageCrashed));
  });
  await page.exposeFunction('codeAutomationLog', (_type: string, parts: unknown[]) => log.add(parts.join(' ')));
  page.on('pageerror', (failure) => log.add(String(failure)));
  await page.goto(url);
  const timeOut = pause(timeoutMinutes * 60_000, exitCodes.timeOut, { signal }).catch(() => exitCodes.timeOut);
  return Promise.race([exit, timeOut]);
}

/** @returns the exit code of the test run: 0 when all tests passed. */
export async function runTestsInWebBuild(run: WebTestRun): Promise<number> {
  const { folder, extensionDevelopmentPath, extensionTestsPath, env, extensions = [] } = run;
  const { screenshot = path.join(artifacts, 'editor', 'failed.png') } = run;
  const server = await startServer({ env, testDriver: true, extensions });
  const { page } = await openWindowPage();
  run.onPage?.(page);
  const log = new WindowLog();
  const done = new AbortController();
  try {
    const url = server.windowUrl({
      open: folder,
      extensionDevelopmentPaths: [extensionDevelopmentPath],
      extensionTestsPath,
    });
    const code = await Promise.race([
      waitForTestExit(page, url, log, done.signal),
      server.waitForExit().then(() => exitCodes.serverEnded),
    ]);
    if (code !== 0) await saveScreenshot(page, screenshot).catch(() => {});
    const reason = Object.entries(exitCodes).find(([, value]) => value === code)?.[0];
    if (reason) process.stderr.write(`The tests did not finish: ${reason}\n`);
    if (code !== 0 && !existsSync(env.DATA_MODEL_REPORT ?? '')) log.show();
    return code;
  } finally {
    done.abort();
    await page.context().close();
    await server.stop();
  }
}
