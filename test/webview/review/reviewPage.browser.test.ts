/** The built page of a review in a browser, with its real content security policy. The test answers for the extension. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import {
  type ReviewContent,
  reviewExtensionRequests,
  reviewPageRequests,
} from '../../../src/contract/messages/reviewChannel.ts';
import { requestHandlers, requestSender } from '../../../src/contract/messages/typedRequests.ts';
import { pageHtml } from '../../../src/ui/shell/pageHtml.ts';
import { eventually } from '../shared/eventually.ts';
import { servedPages } from '../shared/servedPage.ts';

const hostile = '<img src=x onerror="document.title=1"> & "quotes" </script>';
const row = { tone: 'plain' as const, open: null, links: [], notes: [] };
const content: ReviewContent = {
  title: 'Commit dev-kim to main',
  notice: null,
  status: null,
  isBusy: false,
  sections: [
    {
      title: 'Model changes: 1, breaking: 1',
      rows: [
        {
          ...row,
          text: hostile,
          tone: 'error',
          open: 'm',
          notes: [{ text: 'Breaks view sales', tone: 'error', open: 'n' }],
        },
      ],
      links: [],
    },
    { title: 'Files: 1', rows: [{ ...row, text: 'model/a.yml', open: 'f', detail: 'changed' }], links: [] },
  ],
  form: {
    consequence: { title: 'Commit dev-kim directly to production?', paragraphs: ['main is rebuilt.'] },
    confirmation: 'Change main, the production branch of “Shop”',
    keepBranch: null,
    message: { label: 'Commit message', value: 'proposed', placeholder: 'Describe' },
    button: 'Commit to Production',
  },
  commands: { copy: 'Copy as Markdown', refresh: 'Refresh' },
};

describe('review page', () => {
  const serve = servedPages();
  let asked: [string, unknown][];

  const open = async (): Promise<{ page: Page; show(content: ReviewContent): Promise<unknown> }> => {
    asked = [];
    const note = (name: string) => (argument: unknown) => {
      asked.push([name, argument]);
      return {};
    };
    const { page, channel, load } = await serve({
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
        loadReview: () => content,
        open: note('open'),
        refresh: note('refresh'),
        copy: note('copy'),
        act: note('act'),
      }),
      browserOptions: { viewport: { width: 900, height: 700 } },
    });
    await load();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const ask = requestSender(reviewExtensionRequests, (name, argument, more) => channel.call(name, argument, more));
    return { page, show: (next) => ask('contentChanged', next) };
  };

  it('shows names as text', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: hostile }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
  });

  it('works by keyboard alone: links, message, confirmation, button', async () => {
    const { page } = await open();
    const focused = () => page.evaluate("document.activeElement.getAttribute('data-key')");
    const order: unknown[] = [];
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(order, ['copy', 'refresh', 'open m', 'open n', 'open f', 'message', 'confirm', 'act']);
    await page.getByRole('button', { name: 'model/a.yml' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Commit message').fill('Better title');
    await page.getByLabel('Change main').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Commit to Production' }).press('Enter');
    await eventually(() =>
      assert.deepEqual(asked, [
        ['open', { id: 'f' }],
        ['act', { message: 'Better title', confirmed: true, keepBranch: false }],
      ]),
    );
  });

  it('keeps what the user entered and the focus, but not the confirmation of a review that changed', async () => {
    const { page, show } = await open();
    await page.getByLabel('Commit message').fill('Mine');
    await page.getByLabel('Change main').check();
    await page.getByLabel('Commit message').focus();
    await show({ ...content, status: { tone: 'plain', text: 'Reading both branches' } });
    assert.ok(await page.getByLabel('Change main').isChecked());
    const notice = { tone: 'warning' as const, text: 'Nothing was sent', lines: ['model/b.yml on main: added'] };
    await show({ ...content, notice, sections: content.sections.slice(0, 1) });
    await page.getByRole('alert').getByText('model/b.yml on main: added').waitFor();
    assert.equal(await page.getByLabel('Commit message').inputValue(), 'Mine');
    assert.equal(await page.evaluate("document.activeElement.getAttribute('data-key')"), 'message');
    assert.equal(await page.getByLabel('Change main').isChecked(), false);
  });

  it('shows what must be done first together with the button', async () => {
    const { page, show } = await open();
    const rows = Array.from({ length: 60 }, (_, at) => ({ ...row, text: `model/${at}.yml` }));
    const long = { ...content, sections: [{ title: 'Files: 60', rows, links: [] }] };
    await show(long);
    await page.getByRole('button', { name: 'Commit to Production' }).focus();
    await show({ ...long, notice: { tone: 'error', text: 'Select the check box above the button first.', lines: [] } });
    for (const part of [page.getByRole('alert'), page.getByRole('button', { name: 'Commit to Production' })]) {
      const { y, height } = (await part.boundingBox())!;
      // The page scrolls by whole pixels.
      assert.ok(y > -1 && y + height < 701, `${y} + ${height}`);
    }
  });

  it('offers nothing to read again after the branch was committed', async () => {
    const { page, show } = await open();
    await show({ ...content, form: null, status: { tone: 'good', text: 'Committed' } });
    await page.getByRole('status').getByText('Committed').waitFor();
    assert.deepEqual(await page.locator('.commands button').allInnerTexts(), ['Copy as Markdown']);
  });

  it('keeps the message while it is hidden', async () => {
    const { page } = await open();
    await page.getByLabel('Commit message').fill('Mine');
    await page.reload();
    await eventually(async () => assert.equal(await page.getByLabel('Commit message').inputValue(), 'Mine'));
    assert.equal(await page.getByLabel('Change main').isChecked(), false);
  });
});
