/** The built page of a query's result in a browser. The test answers for the extension. */

import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import {
  type QueryConfig,
  type QueryContent,
  type QueryExtensionRequests,
  type QueryPageState,
  queryExtensionRequests,
  queryPageRequests,
} from '../../../src/contract/messages/queryChannel.ts';
import { type Ask, requestHandlers, requestSender } from '../../../src/contract/messages/typedRequests.ts';
import { pageHtml } from '../../../src/ui/shell/pageHtml.ts';
import { type ServedPage, servedPages } from '../shared/servedPage.ts';

export interface QueryUnderTest {
  readonly page: Page;
  readonly ask: Ask<QueryExtensionRequests>;
  readonly grid: Locator;
  /** Names of the requests that the page made, with their arguments. */
  readonly asked: [name: string, argument: unknown][];
  readonly served: ServedPage;
  /** The texts of the visible cells, row by row, as they are on the screen. */
  cells(): Promise<string[][]>;
  /** The active cell, as `row,column` from 0 on; the titles are row -1. */
  active(): Promise<string>;
  stored(): Promise<QueryPageState | undefined>;
  reload(): Promise<void>;
}

export const queryPageHtml = pageHtml({
  script: { nonce: 'n', address: 'query.js' },
  style: 'query.css',
  assets: "'self'",
  language: 'en',
  title: 'Query',
});

export const queryPageFiles = ['query.js', 'query.css'];

/** @param asked collects the requests of the page */
export function queryAnswers(config: QueryConfig, asked: [string, unknown][]) {
  const note = (name: string) => (argument: unknown) => {
    asked.push([name, argument]);
    return {};
  };
  return requestHandlers(queryPageRequests, {
    loadQuery: () => config,
    run: note('run'),
    saveAndRun: note('saveAndRun'),
    cancel: note('cancel'),
    compareWith: note('compareWith'),
    why: note('why'),
    history: note('history'),
    edit: note('edit'),
    saveAs: note('saveAs'),
    export: note('export'),
    openSql: note('openSql'),
    openSqlDiff: note('openSqlDiff'),
    copy: note('copy'),
    openDefinition: note('openDefinition'),
  });
}

/** Call inside `describe`. Every test ends without an error of the page and without a violation of its policy. */
export function queryPages(): (
  content: QueryContent,
  browserOptions?: BrowserContextOptions,
  over?: Partial<QueryConfig>,
) => Promise<QueryUnderTest> {
  const serve = servedPages();
  return async (content, browserOptions = {}, over = {}) => {
    const asked: [string, unknown][] = [];
    const config: QueryConfig = { texts: {}, language: 'en', content, ...over };
    const served = await serve({
      html: queryPageHtml,
      files: queryPageFiles,
      answers: queryAnswers(config, asked),
      browserOptions,
    });
    const { page, channel, load } = served;
    const shown = () => page.locator('.query-page').waitFor();
    await load();
    await shown();
    return {
      page,
      served,
      asked,
      grid: page.getByRole('grid'),
      ask: requestSender(queryExtensionRequests, (name, argument, more) => channel.call(name, argument, more)),
      cells: () =>
        page.evaluate(`[...document.querySelectorAll('.grid-body .grid-row')]
          .sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
          .map((row) => [...row.querySelectorAll('.grid-cell')].map((cell) => cell.textContent))`) as Promise<
          string[][]
        >,
      active: () =>
        page.evaluate(`(() => {
          const cell = document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant'));
          const first = document.querySelectorAll('.grid-head .grid-lead').length + 1;
          return (cell.closest('.grid-row').ariaRowIndex - 2) + ',' + (cell.ariaColIndex - first);
        })()`) as Promise<string>,
      stored: async () => (await served.stored()) as QueryPageState | undefined,
      async reload() {
        await page.reload();
        await shown();
      },
    };
  };
}
