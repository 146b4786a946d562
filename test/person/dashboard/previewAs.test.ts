/** A dashboard as two users, of whom one may not see a measure; and the view of the embed tenants. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '../../run/waitFor.ts';
import { useSharedSession } from '../editorSession.ts';
import { addFilter, type Dashboard, DashboardDriver, selectOption, waitForNumber } from './dashboardDriver.ts';

const view = 'model/views/sales.yml';

describe('preview as a user', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useSharedSession();
  const driver = new DashboardDriver(session);
  const settingsFile = () => path.join(session().folder, '.vscode/settings.json');
  const settings = async () => JSON.parse(await readFile(settingsFile(), 'utf8')) as Record<string, unknown>;
  const profiles = async () => (await settings())['dataModel.dashboard.profiles'] as Record<string, object> | undefined;
  const waitForRefusal = ({ embed }: Dashboard, widget: string) =>
    embed.locator(`[data-widget="${widget}"][data-phase="error"]`).waitFor();
  let revenue: number;
  let orders: number;

  it('hides a measure that an access policy keeps for a group', async () => {
    const { workbench, change } = session();
    await workbench.setPictureTheme('Dark Modern');
    await driver.openBranch();
    revenue = await driver.query('sales.total_amount');
    orders = await driver.query('sales.count');
    await driver.preview();
    await waitForNumber(driver.inEditor, 'revenue', revenue);
    await change(view, 'excludes: [', 'excludes: [total_amount, ');
    await workbench.save();
    await waitForRefusal(driver.inEditor, 'revenue');
    await waitForNumber(driver.inEditor, 'orders', orders);
  });

  it('shows it as a user of that group, with a profile created from what the platform lists', async () => {
    const { workbench } = session();
    await selectOption(driver.inEditor, 'profile', { label: 'Other User…' });
    await workbench.pickRow('New Profile…');
    await workbench.quickInput.getByText('New Preview Profile').waitFor();
    await workbench.typeAnswer('Finance');
    const tenants = workbench.quickInput.locator('.monaco-list-row');
    await tenants.filter({ hasText: 'acme' }).waitFor();
    await workbench.screenshot('preview-as-0-tenants');
    assert.match(await tenants.filter({ hasText: 'acme' }).innerText(), /in the settings/);
    assert.equal(await tenants.filter({ hasText: 'acme' }).count(), 1, 'the platform lists it, too');
    // The tenant of the folder is selected.
    await workbench.page.keyboard.press('Enter');
    await workbench.quickInputRow('cleo').waitFor();
    await workbench.screenshot('preview-as-1-users');
    await workbench.pickRow('ada');
    await workbench.quickInputRow('Enter Another…').locator('.monaco-checkbox, input[type=checkbox]').first().click();
    await workbench.screenshot('preview-as-2-groups');
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.quickInput.getByText('Names of groups, separated by commas').waitFor();
    await workbench.typeAnswer('finance');
    // The platform has no attributes to set, so that nothing is asked.
    await waitForNumber(driver.inEditor, 'revenue', revenue);
    assert.deepEqual(await profiles(), {
      Finance: { embedTenantName: 'acme', externalId: 'ada', groups: ['finance'] },
    });
    await workbench.page.locator('.tab').filter({ hasText: 'sample-shop-sales as Finance' }).waitFor();
    await workbench.screenshot('preview-as-3-finance-dark');
  });

  it('switches to a user without it in two clicks, and keeps the filters', async () => {
    const { workbench } = session();
    const guest = { embedTenantName: 'acme', externalId: 'ben' };
    const all = { ...(await settings()), 'dataModel.dashboard.profiles': { ...(await profiles()), Guest: guest } };
    await writeFile(settingsFile(), JSON.stringify(all, undefined, 2));
    const dashboard = driver.inEditor;
    await dashboard.host
      .locator('select[name="profile"] option', { hasText: 'As Guest' })
      .waitFor({ state: 'attached' });
    await addFilter(dashboard, 'sales.status', 'completed');
    const filters = [{ member: 'sales.status', operator: 'equals', values: ['completed'] }];
    const completed = await driver.query('sales.count', filters);
    await waitForNumber(dashboard, 'orders', completed);
    await workbench.page.keyboard.press('Escape');
    await selectOption(dashboard, 'profile', '=Guest');
    await waitForRefusal(driver.inEditor, 'revenue');
    await waitForNumber(driver.inEditor, 'orders', completed);
    await workbench.screenshot('preview-as-4-guest-dark');
    await workbench.setPictureTheme('Light Modern');
    await workbench.screenshot('preview-as-5-guest-light');
    await selectOption(driver.inEditor, 'profile', '=Finance');
    await waitFor('the revenue is shown again', async () => {
      const value = driver.inEditor.embed.locator('[data-widget="revenue"][data-phase="ready"] [data-value]').first();
      return (await value.count()) > 0;
    });
    await workbench.screenshot('preview-as-6-finance-light');
  });

  it('shows the embed tenants with their users, groups and workbooks', async () => {
    const { workbench } = session();
    await workbench.setPictureTheme('Dark Modern');
    await workbench.openContainer('Data Model');
    // Leaves the room to the other view.
    await workbench.expandView('Deployments', false);
    await workbench.expandView('Embedding');
    const pane = workbench.page.locator('.pane').filter({ has: workbench.page.getByLabel('Embedding Section') });
    const expand = (label: string | RegExp) =>
      workbench.expand(pane.locator('.monaco-list-row').filter({ hasText: label }).first());
    await expand(/127\.0\.0\.1/);
    await expand('acme');
    await expand('Groups');
    await expand('managers');
    await pane.locator('.monaco-list-row').filter({ hasText: 'cleo' }).waitFor();
    await expand('Workbooks');
    await expand('Sample shop');
    const sales = pane.locator('.monaco-list-row').filter({ hasText: 'for the tenant' });
    await sales.waitFor();
    await workbench.screenshot('preview-as-7-embedding-dark');
    await workbench.rowAction(sales, 'Change Workbook Access', workbench.quickInputRow('All embed users'));
    await workbench.screenshot('preview-as-8-access');
    await workbench.page.keyboard.press('Escape');
    await workbench.setPictureTheme('Light Modern');
    await workbench.screenshot('preview-as-9-embedding-light');
    // The next scenario needs the room.
    await workbench.expandView('Embedding', false);
    await workbench.expandView('Deployments');
  });

  it('sent no request outside this machine', () => assert.deepEqual(session().externalRequests, []));
});
