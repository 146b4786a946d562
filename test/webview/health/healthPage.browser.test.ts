import assert from 'node:assert/strict';
import { hostileText } from '../shared/documentPage.ts';
import { eventually } from '../shared/eventually.ts';
import { healthPages, sampleHealth } from './healthUnderTest.ts';

describe('health page', () => {
  const open = healthPages();

  it('has a row for each check with its state and its action, and shows texts as text', async () => {
    const { page, stored } = await open();
    const list = page.getByRole('list', { name: sampleHealth.title });
    assert.equal(await list.getByRole('listitem').count(), 5);
    assert.deepEqual(await list.getByRole('heading', { level: 2 }).allTextContents(), [
      'Platform OK',
      'Credential failed',
      'Permissions warning',
      'Data API not checked',
      'Clock running',
    ]);
    await page.getByText(hostileText).waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.deepEqual(await list.getByRole('button').allTextContents(), [
      'Show Log',
      'Sign In Again…',
      'Use Another Key…',
    ]);
    assert.deepEqual(await stored(), sampleHealth.subject);
  });

  it('works by keyboard alone', async () => {
    const { page, asked } = await open();
    const focused = () => page.evaluate("document.activeElement.getAttribute('data-key')");
    const order: unknown[] = [];
    for (let step = 0; step < 7; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(order, [
      'run',
      'copy',
      'act reachable',
      'details credential',
      'act credential',
      'details permissions',
      'act permissions',
    ]);
    await page.keyboard.press('Enter');
    for (const name of ['Copy Report', 'Run Again']) await page.getByRole('button', { name }).press('Enter');
    await eventually(() =>
      assert.deepEqual(asked, [
        ['act', { id: 'permissions' }],
        ['copy', {}],
        ['run', {}],
      ]),
    );
  });

  it('keeps the focus and open details when a result arrives, and announces the summary', async () => {
    const { page, show } = await open();
    const details = page.getByText('getMe on acme.example.com');
    assert.equal(await details.isVisible(), false);
    await page.getByText('Details').first().click();
    await details.waitFor();
    const summary = 'Checked at 2026-11-22 21:05 UTC: 2 of 5 checks passed.';
    await show({ ...sampleHealth, isRunning: false, summary });
    await page.getByRole('status').getByText(summary).waitFor();
    assert.equal(await details.isVisible(), true);
    assert.equal(await page.evaluate("document.activeElement.getAttribute('data-key')"), 'details credential');
  });

  it('says that there is no connection', async () => {
    const { page, show } = await open();
    await show({ ...sampleHealth, rows: [], isRunning: false, summary: 'Not connected to “x”.' });
    await page.getByRole('status').getByText('Not connected').waitFor();
    assert.equal(await page.getByRole('listitem').count(), 0);
    await page.getByRole('button', { name: 'Run Again' }).waitFor();
  });
});
