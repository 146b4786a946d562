/** Opens the host page in one browser for a suite, closes it after each test, and watches it for errors. */

import assert from 'node:assert/strict';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openPage } from '../../vscode/browser/browser.ts';
import { suiteBrowser } from '../shared/suiteBrowser.ts';
import { embeddedFrame } from './embeddedFrame.ts';
import { type HostUnderTest, startHostPage, untilState } from './hostUnderTest.ts';

export interface OpenedPage {
  readonly page: Page;
  readonly host: HostUnderTest;
  /** Errors of the page itself; every test ends with none. */
  readonly problems: string[];
  button(name: string, within?: Locator): Locator;
  /** Sends an event from the embedded page. */
  say(name: string, payload: object): Promise<void>;
  /** The actions of this name that the embedded page received, oldest first. */
  told(name: string): Promise<Record<string, unknown>[]>;
  /** Arguments of what the page asked of the extension by this name. */
  asked(name: string): unknown[];
}

type Started = Parameters<typeof startHostPage>;

/** Call inside `describe`. @returns opens a page; it waits until the embed has loaded unless `waits` is false. */
export function openedPages(): (
  embed: Started[0],
  over?: Started[1],
  answers?: Started[2],
  options?: BrowserContextOptions & { waits?: boolean },
) => Promise<OpenedPage> {
  const browser = suiteBrowser();
  let opened: OpenedPage | undefined;

  afterEach(async () => {
    await opened?.page.context().close();
    await opened?.host.close();
    const problems = opened?.problems ?? [];
    opened = undefined;
    assert.deepEqual(problems, []);
  });

  return async (embed, over = {}, answers = {}, { waits = true, ...options } = {}) => {
    const host = await startHostPage(embed, over, answers);
    const { page } = await openPage(browser(), options);
    const problems: string[] = [];
    page.on('pageerror', (failure) => problems.push(failure.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('favicon')) problems.push(message.text());
    });
    opened = {
      page,
      host,
      problems,
      button: (name, within) => (within ?? page).getByRole('button', { name, exact: true }),
      say: async (name, payload) => {
        await (await embeddedFrame(page)).evaluate(`say(${JSON.stringify(name)}, ${JSON.stringify(payload)})`);
      },
      told: async (name) => {
        const all = (await (await embeddedFrame(page)).evaluate('told')) as {
          type: string;
          payload: Record<string, unknown>;
        }[];
        return all.filter(({ type }) => type === `svc:action:${name}`).map(({ payload }) => payload);
      },
      asked: (name) => host.asked.filter(([asked]) => asked === name).map(([, argument]) => argument),
    };
    await page.goto(host.url);
    if (waits) await untilState(host, ({ ready, loaded }) => ready && loaded);
    await painted(page);
    return opened;
  };
}

/** Waits until what the page has to draw by now is drawn: it draws in a frame, and pauses for 100 ms between two drawings. */
export async function painted(page: Page): Promise<void> {
  const drawn =
    'new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 100))';
  await page.evaluate(drawn);
}
