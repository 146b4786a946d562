/** The pages of the webviews at 500 pixels with longer texts: those of each translation, and the English ones made longer by 40 %. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { hostTexts } from '../../src/contract/messages/hostTexts.ts';
import { takePicture } from '../vscode/browser/pictures.ts';
import { repository } from '../vscode/locations.ts';
import { politeEmbed } from './dashboard/hostUnderTest.ts';
import { openedPages, painted } from './dashboard/openedPages.ts';
import { healthPages, sampleHealth } from './health/healthUnderTest.ts';
import { mapPages, model } from './map/mapUnderTest.ts';
import { shop } from './map/sampleGraph.ts';
import { queryPages } from './query/queryUnderTest.ts';
import { comparedStatuses, contentOf, statuses } from './query/sampleResult.ts';
import { reviewPages, sampleReview } from './review/reviewUnderTest.ts';
import { assertNoLayoutFaults } from './shared/layoutFaults.ts';

type Texts = Readonly<Record<string, string>>;

const folder = path.join(repository, 'l10n');
const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Texts;

/** Every second letter is there twice. Placeholders stay. */
const longer = (text: string) => text.replaceAll(/(?<!\{)(\p{L})(\p{L}?)/gu, '$1$1$2');

const translations = new Map<string, Texts>(
  readdirSync(folder).flatMap((name) => {
    const [, locale] = /^bundle\.l10n\.(.+)\.json$/.exec(name) ?? [];
    return locale ? [[locale, read(name)] as const] : [];
  }),
);
translations.set(
  'longer by 40 %',
  Object.fromEntries(Object.entries(read('bundle.l10n.json')).map(([key, text]) => [key, longer(text)])),
);

/** A page that gets its texts from the extension. Of its ids and kinds none is a translated text. */
function translated<T>(content: T, texts: Texts): T {
  const of = (text: string) => texts[text] ?? text;
  return JSON.parse(JSON.stringify(content), (key, value: unknown) =>
    typeof value === 'string' && !['id', 'open', 'tone', 'state', 'kind'].includes(key) ? of(value) : value,
  ) as T;
}

/** In the page: buttons, tabs and labels of fields that do not show their whole text. */
const cutLabels = `[...document.querySelectorAll('button, [role="tab"], label')]
  .filter((one) => one.checkVisibility() && one.textContent.trim() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())`;

const narrow = { viewport: { width: 500, height: 700 } };

describe('long texts in pages of 500 pixels', () => {
  const result = queryPages();
  const map = mapPages();
  const review = reviewPages();
  const health = healthPages();
  const preview = openedPages();

  for (const [locale, texts] of translations) {
    const language = locale.length === 2 ? locale : 'en';
    const tidy = async (page: Page, shown: string) => {
      await painted(page);
      await takePicture(page, `long-${shown}-${language}`);
      await assertNoLayoutFaults(page, `${locale}: ${shown}`);
      assert.deepEqual(await page.evaluate(cutLabels), [], `${locale}: labels of ${shown}`);
    };

    it(`${locale}: result`, async () => {
      const cut = { message: 'The result is cut.', action: 'Add a limit.' };
      const content = contentOf({ ...statuses, cut }, { compared: comparedStatuses });
      const { page } = await result(content, narrow, { texts, language });
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await tidy(page, `result-${(await tab.getAttribute('id')) ?? 'tab'}`);
      }
    });

    it(`${locale}: model map`, async () => {
      const { page } = await map(model(shop), { texts, selected: { node: 'customers', member: 'city' } }, narrow);
      await tidy(page, 'map');
    });

    it(`${locale}: review`, async () => {
      const { page, show } = await review(500);
      await show(translated(sampleReview, texts));
      await tidy(page, 'review');
    });

    it(`${locale}: health`, async () => {
      const { page, show } = await health(500);
      await show(translated(sampleHealth, texts));
      await page.locator('details summary, [aria-expanded]').first().click();
      await tidy(page, 'health');
    });

    it(`${locale}: preview, with its menus, comments and inspector`, async () => {
      const { page, say } = await preview(
        politeEmbed,
        { environment: 'editor', texts },
        { listComments: () => ({ threads: [] }) },
        narrow,
      );
      await say('drilldown', { member: 'sales.total_amount_of_completed_orders' });
      await tidy(page, 'preview');
      const button = (english: keyof typeof hostTexts) =>
        page.getByRole('button', { name: texts[hostTexts[english]] ?? '', exact: true });
      await button('toolbar.more').click();
      await tidy(page, 'preview-more');
      await page.keyboard.press('Escape');
      await button('toolbar.comments').click();
      await tidy(page, 'preview-comments');
      await button('comments.close').click();
      await button('toolbar.inspector').click();
      await tidy(page, 'preview-inspector');
    });
  }
});
