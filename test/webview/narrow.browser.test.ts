/** The pages of the webviews at 500 pixels, the width of an editor next to another one. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { takePicture } from '../vscode/browser/pictures.ts';
import { politeEmbed } from './dashboard/hostUnderTest.ts';
import { openedPages, painted } from './dashboard/openedPages.ts';
import { healthPages } from './health/healthUnderTest.ts';
import { mapPages, model } from './map/mapUnderTest.ts';
import { longLineage, shop } from './map/sampleGraph.ts';
import { queryPages } from './query/queryUnderTest.ts';
import { comparedStatuses, contentOf, statuses } from './query/sampleResult.ts';
import { reviewPages, sampleReview } from './review/reviewUnderTest.ts';
import { showTheme } from './shared/editorThemes.ts';
import { eventually } from './shared/eventually.ts';
import { assertNoLayoutFaults } from './shared/layoutFaults.ts';

async function takePictures(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark', 'highContrast'] as const) {
    await showTheme(page, theme);
    await painted(page);
    await takePicture(page, `narrow-${name}-${theme}`);
  }
}

async function assertTidy(page: Page, name: string): Promise<void> {
  await takePictures(page, name);
  await assertNoLayoutFaults(page, name);
}

const narrow = { viewport: { width: 500, height: 700 } };

describe('pages of 500 pixels', () => {
  describe('preview', () => {
    const open = openedPages();
    const long = 'dev-a-branch-with-a-long-name';
    const over = {
      environment: 'editor' as const,
      branches: [{ name: long, kind: 'dev' as const, label: long }],
      options: { branch: long, theme: 'follow' as const, locale: null, timezone: null, filters: [], profile: null },
    };

    it('has a toolbar of one row; what has no room is in its menu, and comes back', async () => {
      const { page, button } = await open(politeEmbed, over, {}, narrow);
      const toolbar = page.getByRole('toolbar', { name: 'Dashboard' });
      const { height } = (await toolbar.boundingBox())!;
      assert.ok(height <= 60, `${height} px`);
      await assertTidy(page, 'toolbar');
      const zone = button('Default time zone');
      assert.equal(await zone.isVisible(), false);
      await button('More Actions').click();
      for (const name of ['Preview as User', 'Color scheme', 'Language'])
        assert.equal(await page.getByRole('combobox', { name }).isVisible(), true, name);
      await assertTidy(page, 'more');
      await zone.click();
      await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Color scheme' }).selectOption('dark');
      await page.keyboard.press('Escape');
      for (const width of [320, 400, 760, 1400]) {
        await page.setViewportSize({ width, height: 700 });
        await painted(page);
        assert.equal(Math.round((await toolbar.boundingBox())!.height), Math.round(height), `${width} px`);
        assert.ok(
          await page.evaluate(
            '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector(".toolbar"))',
          ),
          `${width} px`,
        );
      }
      await eventually(async () => assert.equal(await button('Europe/Berlin').isVisible(), true));
      await button('More Actions').click();
      assert.equal(await page.locator('.overflow').isVisible(), false);
    });

    it('lays comments over the dashboard, which keeps its width', async () => {
      const ada = { id: '1', name: 'Ada' };
      const comment = {
        id: '1',
        author: ada,
        mine: true,
        text: 'Is this too low?',
        mentions: [],
        createdAt: '',
        editedAt: null,
        deleted: false,
      };
      const listComments = () => ({ threads: [{ id: '1', resolved: false, comments: [comment] }] });
      const { page, button } = await open(politeEmbed, over, { listComments }, narrow);
      for (const width of [500, 700, 900]) {
        await page.setViewportSize({ width, height: 700 });
        await button('Comments').click();
        await page.getByText('Is this too low?').waitFor();
        assert.equal((await page.locator('iframe').boundingBox())!.width, width);
        if (width === 500) await assertTidy(page, 'comments');
        await button('Close Comments').click();
      }
    });

    it('has an inspector without overlaps', async () => {
      const { page, button, say } = await open(politeEmbed, over, {}, narrow);
      await say('drilldown', { member: 'sales.total_amount_of_completed_orders' });
      await button('Event Inspector').click();
      await button('Compose Action').click();
      await assertTidy(page, 'inspector');
    });

    it('shows information for a while, but not while the pointer is over it, and a warning until it is dismissed', async () => {
      const { page, say } = await open(politeEmbed, over, {}, narrow);
      await say('drilldown', { member: 'sales.count' });
      const notice = page.locator('.notice').filter({ hasText: 'Drilled down' });
      await notice.waitFor();
      await notice.waitFor({ state: 'detached', timeout: 20_000 });
    });
  });

  describe('model map', () => {
    const open = mapPages();
    const scale = (page: Page) =>
      page.evaluate(
        "document.querySelector('.map').getScreenCTM ? document.querySelector('.boxes').getScreenCTM().a : 0",
      );

    it('opens readable around the selection', async () => {
      const { page, box } = await open(model(shop), { selected: { node: 'customers', member: 'city' } }, narrow);
      await assertTidy(page, 'map');
      assert.ok(((await scale(page)) as number) >= 0.8, String(await scale(page)));
      const place = (await box('customers').boundingBox())!;
      const legend = (await page.locator('.legend').boundingBox())!;
      assert.ok(place.x >= 0 && place.x + place.width <= 500 && place.y >= 0 && place.y + place.height <= 700);
      assert.ok(
        place.y + place.height <= legend.y || place.x >= legend.x + legend.width,
        'the legend does not cover it',
      );
      await page.getByRole('button', { name: 'Fit to Window' }).click();
      await eventually(async () => assert.ok(((await scale(page)) as number) < 0.8));
    });

    it('opens a lineage readable around its subject', async () => {
      const { page, ask, box, drawn } = await open(model(shop), {}, narrow);
      await ask('contentChanged', { mode: 'lineage', subject: 'orders.total', lineage: longLineage });
      await drawn();
      await assertTidy(page, 'lineage');
      assert.ok(((await scale(page)) as number) >= 0.8, String(await scale(page)));
      const place = (await box('orders.total').boundingBox())!;
      assert.ok(place.x >= 0 && place.x + place.width <= 500);
    });
  });

  describe('result', () => {
    const open = queryPages();

    it('has whole buttons and no overlaps on every tab', async () => {
      const failed = { message: 'The result is cut.', action: 'Add a limit.' };
      const { page } = await open(contentOf({ ...statuses, cut: failed }, { compared: comparedStatuses }), narrow);
      await assertTidy(page, 'result');
      for (const name of ['Chart', 'SQL', 'Request']) {
        await page.getByRole('tab', { name }).click();
        await assertTidy(page, `result-${name.toLowerCase()}`);
      }
    });

    it('has whole buttons and no overlaps after a column was filtered', async () => {
      const { page } = await open(contentOf(statuses), narrow);
      await page.getByRole('button', { name: 'Filter Orders Status' }).click();
      await page.locator('.filter-values').getByText('shipped').click();
      await takePictures(page, 'result-filter');
      await page.keyboard.press('Escape');
      await page.getByText(/filtered by Orders Status/).waitFor();
      await assertTidy(page, 'result-filtered');
    });
  });

  describe('review', () => {
    const open = reviewPages();

    it('has whole buttons and no overlaps', async () => {
      const { page, show } = await open(500);
      await assertTidy(page, 'review');
      await page.setViewportSize({ width: 320, height: 700 });
      await show({ ...sampleReview, texts: { ...sampleReview.texts, copy: 'Copy the Review as Markdown' } });
      await assertNoLayoutFaults(page, 'review of 320 px');
    });
  });

  describe('health', () => {
    const open = healthPages();

    it('has whole buttons and no overlaps', async () => {
      const { page } = await open(500);
      await page.getByText('Details').first().click();
      await assertTidy(page, 'health');
      await page.setViewportSize({ width: 320, height: 700 });
      await assertNoLayoutFaults(page, 'health of 320 px');
    });
  });
});
