/** Runs an extension's tests in the web build of VS Code. Accepts the command line of the desktop version. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser, openPage } from '../browser/browser.ts';
import { artifacts } from '../locations.ts';
import { startServer } from './vsCodeServer.ts';

/** For all tests of one window. */
const timeoutMinutes = 10;

const exitCodes = { timeOut: 97, serverEnded: 98, pageCrashed: 99 };

function parse(commandLine: string[]) {
  const { values, positionals } = parseArgs({
    args: commandLine,
    allowPositionals: true,
    strict: false,
    options: {
      extensionDevelopmentPath: { type: 'string', multiple: true },
      extensionTestsPath: { type: 'string' },
    },
  });
  return {
    open: positionals[0],
    developmentPaths: (values.extensionDevelopmentPath ?? []) as string[],
    testsPath: values.extensionTestsPath as string | undefined,
  };
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

async function waitForTestExit(page: Page, url: string, chatter: WindowLog, signal: AbortSignal): Promise<number> {
  const exit = new Promise<number>((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code));
    page.once('crash', () => resolve(exitCodes.pageCrashed));
  });
  await page.exposeFunction('codeAutomationLog', (_type: string, parts: unknown[]) => chatter.add(parts.join(' ')));
  page.on('pageerror', (failure) => chatter.add(String(failure)));
  await page.goto(url);
  const timeOut = pause(timeoutMinutes * 60_000, exitCodes.timeOut, { signal }).catch(() => exitCodes.timeOut);
  return Promise.race([exit, timeOut]);
}

/**
 * @param extensions VSIX files to install beside the extension under development: the web build takes only one of those
 * @returns the exit code of the test run: 0 when all passed.
 */
export async function runTestsInWebBuild(commandLine: string[], extensions: readonly string[] = []): Promise<number> {
  const { open, developmentPaths, testsPath } = parse(commandLine);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('DATA_MODEL_')));
  const server = await startServer({ env, testDriver: true, extensions });
  const browser = await launchBrowser();
  const chatter = new WindowLog();
  const done = new AbortController();
  try {
    const { page } = await openPage(browser);
    const url = server.windowUrl({
      ...(open === undefined ? {} : { open: path.resolve(open) }),
      extensionDevelopmentPaths: developmentPaths.map((folder) => path.resolve(folder)),
      ...(testsPath === undefined ? {} : { extensionTestsPath: path.resolve(testsPath) }),
    });
    const code = await Promise.race([
      waitForTestExit(page, url, chatter, done.signal),
      server.waitForExit().then(() => exitCodes.serverEnded),
    ]);
    if (code !== 0) {
      const picture = process.env.DATA_MODEL_PICTURE ?? path.join(artifacts, 'editor', 'failed.png');
      await mkdir(path.dirname(picture), { recursive: true });
      await page.screenshot({ path: picture }).catch(() => {});
    }
    const reason = Object.entries(exitCodes).find(([, value]) => value === code)?.[0];
    if (reason) process.stderr.write(`The tests did not finish: ${reason}\n`);
    if (code !== 0 && !existsSync(process.env.DATA_MODEL_REPORT ?? '')) chatter.show();
    return code;
  } finally {
    done.abort();
    await browser.close();
    await server.stop();
  }
}
