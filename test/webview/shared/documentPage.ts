/** The pages that are read like a document, health and review: one content, which the extension replaces. */

import type { Page } from 'playwright-core';
import { requestSender } from '../../../src/contract/messages/typedRequests.ts';
import { pageHtml } from '../../../src/ui/shell/pageHtml.ts';
import { type ServedOptions, servedPages } from './servedPage.ts';

export const hostileText = '<img src=x onerror="document.title=1"> & "quotes" </script>';

export interface DocumentPage<Content> {
  readonly page: Page;
  /** Names of the requests that the page made, with their arguments. */
  readonly asked: [name: string, argument: unknown][];
  show(content: Content): Promise<unknown>;
  /** The state that the page stored. */
  stored(): Promise<unknown>;
}

interface DocumentOptions {
  /** The name of its files in dist/webview. */
  name: 'health' | 'review';
  /** @param note answers a request with nothing */
  answers: (note: (name: string) => (argument: unknown) => Record<string, never>) => ServedOptions['answers'];
  /** The request of the extension that replaces the content. */
  requests: { contentChanged: Parameters<typeof requestSender>[0][string] };
}

/** Call inside `describe`. Every test ends without an error of the page and without a violation of its policy. */
export function documentPages<Content>({
  name,
  answers,
  requests,
}: DocumentOptions): (width?: number) => Promise<DocumentPage<Content>> {
  const serve = servedPages();
  return async (width = 900) => {
    const asked: [string, unknown][] = [];
    const note = (request: string) => (argument: unknown) => {
      asked.push([request, argument]);
      return {};
    };
    const script = `${name}.js`;
    const style = `${name}.css`;
    const { page, channel, load, stored } = await serve({
      html: pageHtml({ script: { nonce: 'n', address: script }, style, assets: "'self'", language: 'en', title: name }),
      files: [script, style],
      answers: answers(note),
      browserOptions: { viewport: { width, height: 700 } },
    });
    await load();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const ask = requestSender({ ...requests }, (request, argument, more) => channel.call(request, argument, more));
    return { page, asked, stored, show: (content) => ask('contentChanged', content) };
  };
}
