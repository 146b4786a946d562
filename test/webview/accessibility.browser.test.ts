/** Every page of a webview obeys the rules of axe in every built-in theme of the editor. */

import { politeEmbed } from './dashboard/hostUnderTest.ts';
import { openedPages } from './dashboard/openedPages.ts';
import { healthPages } from './health/healthUnderTest.ts';
import { mapPages, model } from './map/mapUnderTest.ts';
import { shop, totalLineage } from './map/sampleGraph.ts';
import { queryPages } from './query/queryUnderTest.ts';
import { byMonth, comparedStatuses, contentOf, statuses } from './query/sampleResult.ts';
import { reviewPages, sampleReview } from './review/reviewUnderTest.ts';
import { assertAccessible } from './shared/accessibility.ts';

describe('accessibility in every theme', () => {
  describe('result', () => {
    const open = queryPages();

    it('grid', async () => {
      const { page, grid } = await open(contentOf({ ...statuses, cut: { message: 'Cut.', action: 'Add a limit.' } }));
      await grid.focus();
      await page.keyboard.press('Shift+ArrowDown');
      await assertAccessible(page, 'result');
    });

    it('comparison', async () => {
      const { page } = await open(contentOf(statuses, { compared: comparedStatuses }));
      await page.getByText('Only differences').or(page.getByRole('grid')).first().waitFor();
      await assertAccessible(page, 'compared');
    });

    it('failure', async () => {
      const failure = { message: 'No such member.', action: 'Correct it.' };
      const { page } = await open(contentOf(null, { state: 'failed', failure }));
      await assertAccessible(page, 'failed');
    });

    it('chart', async () => {
      const { page } = await open(contentOf(byMonth));
      await page.getByRole('tab', { name: 'Chart' }).click();
      await assertAccessible(page, 'chart-lines');
    });

    it('chart of bars', async () => {
      const { page } = await open(contentOf(statuses));
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByText('Values as a Table').click();
      await assertAccessible(page, 'chart-bars');
    });

    it('SQL and request', async () => {
      const { page } = await open(contentOf(statuses));
      await page.getByRole('tab', { name: 'SQL' }).click();
      await assertAccessible(page, 'sql');
      await page.getByRole('tab', { name: 'Request' }).click();
      await assertAccessible(page, 'request');
    });
  });

  describe('model map', () => {
    const open = mapPages();

    it('model', async () => {
      const { page, box } = await open(model(shop));
      await assertAccessible(page, 'map');
      await box('orders').locator('.stripe').click({ force: true });
      await page.getByRole('combobox').fill('city');
      await assertAccessible(page, 'map-selected');
      await page.getByRole('button', { name: 'Show as List' }).click();
      await page.locator('summary', { hasText: /^Cube orders,/ }).click();
      await assertAccessible(page, 'map-list');
    });

    it('lineage', async () => {
      const { page, ask, drawn } = await open(model(shop));
      await ask('contentChanged', { mode: 'lineage', subject: 'orders.total', lineage: totalLineage });
      await drawn();
      await assertAccessible(page, 'lineage');
    });
  });

  describe('review', () => {
    const open = reviewPages();

    it('form and notices', async () => {
      const { page, show } = await open();
      const notice = { tone: 'warning' as const, text: 'Nothing was sent', lines: ['model/b.yml on main: added'] };
      await show({ ...sampleReview, notice, status: { tone: 'good', text: 'Reading both branches' } });
      await assertAccessible(page, 'review');
      await show({
        ...sampleReview,
        notice: { ...notice, tone: 'error' },
        isBusy: true,
        status: { tone: 'error', text: 'Failed' },
      });
      await assertAccessible(page, 'review-failed');
    });
  });

  describe('health', () => {
    const open = healthPages();

    it('checks of every state, with open details', async () => {
      const { page } = await open();
      await page.getByText('Details').first().click();
      await assertAccessible(page, 'health');
    });
  });

  describe('preview', () => {
    const open = openedPages();
    const editor = { environment: 'editor', freshness: { stale: true, reason: 'Edited.' } } as const;
    const ada = { id: '1', name: 'Ada' };
    const comment = {
      id: '1',
      author: ada,
      mine: true,
      text: 'Low?',
      mentions: [],
      createdAt: '2026-03-04T10:00:00Z',
      editedAt: '2026-03-04T10:00:00Z',
      deleted: false,
    };
    const listComments = () => ({
      threads: [
        { id: '1', resolved: false, comments: [comment] },
        { id: '2', resolved: true, comments: [comment] },
      ],
    });

    it('toolbar, comments and inspector', async () => {
      const { page, button, say } = await open(politeEmbed, editor, { listComments });
      await say('drilldown', { member: 'sales.count' });
      await button('Comments').click();
      await button('Show Resolved (1)').click();
      await button('Event Inspector').click();
      await button('Compose Action').click();
      await page.locator('.virtual-rows').getByText('drilldown').click();
      await assertAccessible(page, 'preview');
    });

    it('menus', async () => {
      const { page, button } = await open(politeEmbed, editor);
      for (const name of ['Filters', 'More Actions']) {
        await button(name).click();
        await assertAccessible(page, `preview-${name.split(' ')[0]!.toLowerCase()}`);
      }
    });

    it('problem', async () => {
      const mintSession = () => ({ ok: false, kind: 'forbidden', message: 'Not allowed.' });
      const { page } = await open(politeEmbed, editor, { mintSession } as never, { waits: false });
      await page.getByRole('heading', { level: 2 }).waitFor();
      await assertAccessible(page, 'preview-problem');
    });
  });
});
