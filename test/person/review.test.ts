/**
 * A user types a commit message, reloads the window, and is refused because another user changed the same lines. Then the user
 * sees which numbers change and for whom, keeps public names that others use, and commits.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { appears } from '../vscode/browser/attempts.ts';
import { waitUntilStored } from '../vscode/browser/storedState.ts';
import { OtherUser, requestsWith } from '../vscode/otherUser.ts';
import { useEditorSession } from './editorSession.ts';

const orders = 'model/cubes/orders.yml';
const sales = 'model/views/sales.yml';
// With the group where there are two.
const title = /^Commit dev-developer-\S+ to main(, Editor Group \d)?$/;

describe('the review of a commit', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({ platform: true, settings: { 'git.enabled': false } });
  const review = () => session().workbench.webview;
  const message = () => review().getByLabel('Commit message');
  const exact = { exact: true } as const;
  const heading = (name: string) => review().getByRole('heading', { name, exact: true });
  const card = (title: string) => review().getByRole('region', { name: new RegExp(`^${title} \\d+$`) });
  const read = (file: string) => readFile(path.join(session().folder, file), 'utf8');
  /** Shows the review again until it has the element: the branch must be built first. */
  const showAgain = async (element: Locator) => {
    await tab().click();
    await waitFor('the branch is built and compared', async () => {
      await review().getByRole('button', { name: 'Refresh' }).click();
      return appears(element, 10_000);
    });
  };
  const tab = () => session().workbench.page.getByRole('tab', { name: title });

  it('survives a reload of the window with its message, and so does the branch without an open file', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-/).waitFor();
    await session().change(orders, 'title: Orders', 'title: My orders');
    await workbench.save();
    await workbench.runCommand('Data Model: Review Branch…');
    await tab().waitFor();
    await workbench.runCommand('View: Close Other Editors in Group');
    await message().fill('Clearer title');
    // The reload finds what is stored by then.
    await waitUntilStored(workbench.page, 'Clearer title');
    await workbench.reload();
    await tab().waitFor();
    await message().waitFor();
    assert.equal(await message().inputValue(), 'Clearer title');
    await workbench.statusItem(/dev-developer-/).waitFor();
    await review().getByText('cube orders: changed (title)', { exact: true }).waitFor();
    await workbench.screenshot('review-1-restored');
  });

  it('is refused on the page, in short, with the request behind the details', async () => {
    const { workbench, platform } = session();
    const other = new OtherUser(platform!.deploymentId, requestsWith(platform!.url, platform!.adminApiKey));
    const text = await other.read('main', orders);
    await other.commit(orders, text.replace('title: Orders', 'title: Their orders'));
    await review().getByRole('button', { name: 'Refresh' }).click();
    await review().getByRole('heading', { name: 'Conflicts 1' }).waitFor();
    await review().getByRole('checkbox').check();
    await review().getByRole('button', { name: 'Commit to Production' }).click();
    const refusal = review().getByRole('alert');
    await refusal
      .getByText(/both changed the same lines/)
      .first()
      .waitFor();
    assert.equal(await refusal.getByText(/request \S+-/).isVisible(), false);
    await workbench.screenshot('review-2-refused-light');
    await refusal.getByText('Details', { exact: true }).click();
    await refusal.getByText(/HTTP 409, request \S+/).waitFor();
    await workbench.setPictureTheme('Dark Modern');
    await workbench.screenshot('review-3-details-dark');
    assert.equal(await message().inputValue(), 'Clearer title');
    assert.equal(await workbench.page.locator('.notification-list-item-message', { hasText: 'same lines' }).count(), 0);
  });

  it('shows which numbers change, by how much, and for whom', async () => {
    const { workbench, change } = session();
    await change(orders, 'title: My orders', 'title: Their orders');
    await change(orders, 'canceled', 'cancelled');
    await change(orders, '- name: total_amount', '- name: revenue');
    await change(orders, 'count, total_amount', 'count, revenue');
    await workbench.save();
    await change(sales, '- total_amount', '- revenue');
    await change(sales, 'total_amount, average_amount', 'revenue, average_amount');
    await change(sales, '- group: finance', '- group: managers');
    await workbench.save();
    await showAgain(heading('Consumers 2'));
    const conclusion = review().getByRole('list', { name: 'Summary' });
    await conclusion.getByText(/It is not known whether numbers change: /).waitFor();
    await conclusion
      .getByText('Users in managers see more than before. Users in finance see less than before.')
      .waitFor();
    await card('Access').getByText('Users in managers see more of sales: sales.average_amount', exact).waitFor();
    await card('Values').getByRole('button', { name: 'Compare Values' }).click();
    const total = card('Values')
      .getByRole('row')
      .filter({ has: review().getByRole('rowheader', { name: 'orders.net_amount', exact: true }) });
    await total.waitFor();
    // Computed from the rows of the sample: all orders, and those that were not cancelled.
    assert.deepEqual(await total.getByRole('cell').allTextContents(), ['695397', '651123', '-6.4%']);
    const changed = await card('Values').getByRole('rowheader').allTextContents();
    assert.deepEqual(
      changed.filter((name) => !name.includes('orders.net_amount')),
      [],
      'no other number changes',
    );
    await conclusion.getByText(/Numbers change: /).waitFor();
    // Into view. The page may replace the heading in the meantime.
    await heading('Consumers 2').hover();
    await workbench.screenshot('review-4-values');
  });

  it('offers to keep the old names that others use', async () => {
    const { workbench } = session();
    const lost = (name: string, now: string) =>
      card('Consumers')
        .getByRole('listitem')
        .filter({ hasText: `${name} is now named ${now}.` })
        .first();
    await lost('sales.total_amount', 'sales.revenue').getByText('report Revenue by country').waitFor();
    for (const [name, now] of [
      ['sales.total_amount', 'sales.revenue'],
      ['orders.total_amount', 'orders.revenue'],
    ] as const) {
      await lost(name, now).getByRole('button', { name: 'Keep the Old Name by an Alias' }).click();
      // Until its group is the active one, Ctrl+S saves something else.
      await workbench.page.locator('.editor-group-container.active .tab.active.dirty').waitFor();
      await workbench.save();
      await tab().click();
    }
    assert.match(await read(sales), /- name: revenue\n +alias: total_amount\n/);
    assert.match(await read(orders), /- name: total_amount\n +sql: "?\{revenue\}"?\n/);
    await showAgain(review().getByText('Nothing breaks.', exact));
    assert.equal(await card('Consumers').count(), 0);
    await card('Access').getByText('Users in finance see less of sales: sales.average_amount', exact).waitFor();
    await workbench.screenshot('review-5-kept-half-dark');
    await workbench.setPictureTheme('Light Modern');
    await workbench.screenshot('review-5-kept-half-light');
  });

  it('commits what was reviewed', async () => {
    const { workbench, platform } = session();
    await review().getByRole('checkbox').check();
    await review().getByRole('button', { name: 'Commit to Production' }).click();
    await review().getByRole('status').getByText('Production build of').waitFor();
    const other = new OtherUser(platform!.deploymentId, requestsWith(platform!.url, platform!.adminApiKey));
    assert.equal(await other.read('main', orders), await read(orders));
    assert.equal(await other.read('main', sales), await read(sales));
    await workbench.screenshot('review-6-committed');
  });
});
