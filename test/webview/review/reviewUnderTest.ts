/** The built page of a review in a browser, with its real content security policy. The test answers for the extension. */

import type { Page } from 'playwright-core';
import {
  type ReviewContent,
  reviewExtensionRequests,
  reviewPageRequests,
} from '../../../src/contract/messages/reviewChannel.ts';
import { requestHandlers, requestSender } from '../../../src/contract/messages/typedRequests.ts';
import { pageHtml } from '../../../src/ui/shell/pageHtml.ts';
import { servedPages } from '../shared/servedPage.ts';

export const hostileText = '<img src=x onerror="document.title=1"> & "quotes" </script>';
export const plainRow = { tone: 'plain' as const, open: null, links: [], notes: [] };
export const sampleReview: ReviewContent = {
  title: 'Commit dev-kim to main',
  subject: { step: 'commit', connectionId: 'c', deploymentId: '1', deploymentName: 'Shop', branchName: 'dev-kim' },
  notice: null,
  status: null,
  isBusy: false,
  sections: [
    {
      title: 'Model changes: 1, breaking: 1',
      rows: [
        {
          ...plainRow,
          text: hostileText,
          tone: 'error',
          open: 'm',
          notes: [{ text: 'Breaks view sales', tone: 'error', open: 'n' }],
        },
      ],
      links: [],
    },
    { title: 'Files: 1', rows: [{ ...plainRow, text: 'model/a.yml', open: 'f', detail: 'changed' }], links: [] },
  ],
  form: {
    consequence: { title: 'Commit dev-kim directly to production?', paragraphs: ['main is rebuilt.'] },
    confirmation: 'Change main, the production branch of “Shop”',
    keepBranch: null,
    message: { label: 'Commit message', value: 'proposed', placeholder: 'Describe' },
    button: 'Commit to Production',
  },
  commands: { copy: 'Copy as Markdown', refresh: 'Refresh', details: 'Details' },
};

export interface ReviewUnderTest {
  readonly page: Page;
  /** Names of the requests that the page made, with their arguments. */
  readonly asked: [name: string, argument: unknown][];
  show(content: ReviewContent): Promise<unknown>;
  /** The state that the page stored. */
  stored(): Promise<unknown>;
}

/** Call inside `describe`. Every test ends without an error of the page and without a violation of its policy. */
export function reviewPages(): (width?: number) => Promise<ReviewUnderTest> {
  const serve = servedPages();
  return async (width = 900) => {
    const asked: [string, unknown][] = [];
    const note = (name: string) => (argument: unknown) => {
      asked.push([name, argument]);
      return {};
    };
    const { page, channel, load, stored } = await serve({
      html: pageHtml({
        nonce: 'n',
        script: 'review.js',
        style: 'review.css',
        assets: "'self'",
        language: 'en',
        title: 'Review',
      }),
      files: ['review.js', 'review.css'],
      answers: requestHandlers(reviewPageRequests, {
        loadReview: () => sampleReview,
        open: note('open'),
        refresh: note('refresh'),
        copy: note('copy'),
        draft: note('draft'),
        act: note('act'),
      }),
      browserOptions: { viewport: { width, height: 700 } },
    });
    await load();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const ask = requestSender(reviewExtensionRequests, (name, argument, more) => channel.call(name, argument, more));
    return { page, asked, stored, show: (next) => ask('contentChanged', next) };
  };
}
