/** The dashboard next to the code: its numbers, its controls, and the redraw after a save. */

import assert from 'node:assert/strict';
import { waitUntilStored } from '../../vscode/browser/storedState.ts';
import { useSharedSession } from '../editorSession.ts';
import {
  addFilter,
  cube,
  DashboardDriver,
  selectOption,
  toolbarControl,
  waitForAttribute,
  waitForColor,
  waitForNumber,
} from './dashboardDriver.ts';

describe('dashboard preview', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useSharedSession();
  const driver = new DashboardDriver(session);
  const query = driver.query.bind(driver);
  const inEditor = () => driver.inEditor;

  it('opens next to a model file, on the dev branch, with the numbers of the data API', async () => {
    await driver.openBranch();
    await driver.preview();
    const dashboard = inEditor();
    await waitForNumber(dashboard, 'orders', await query('sales.count'));
    await waitForNumber(dashboard, 'revenue', await query('sales.total_amount'));
    await session().workbench.screenshot('dashboard-1-beside');
  });

  it('redraws after a save that changed a measure', async () => {
    const { workbench } = session();
    const before = await query('sales.total_amount');
    await workbench.openFile(cube);
    await driver.doubleAmounts();
    await waitForNumber(inEditor(), 'revenue', before * 2);
    assert.equal(await query('sales.total_amount'), before * 2);
    await workbench.screenshot('dashboard-2-redrawn');
  });

  it('says that it is not up to date while the model is broken, and redraws after the fix', async () => {
    const { workbench, change } = session();
    await change(cube, 'completed_count} /', 'completed_cuont} /');
    await workbench.save();
    await inEditor().host.getByText('Out of date').waitFor();
    await workbench.screenshot('dashboard-3-stale');
    await change(cube, 'completed_cuont} /', 'completed_count} /');
    await workbench.save();
    await inEditor().host.getByText('Out of date').waitFor({ state: 'hidden' });
  });

  it('follows the editor’s theme', async () => {
    const { workbench } = session();
    const dashboard = inEditor();
    for (const [theme, scheme, colour] of [
      ['Dark High Contrast', 'dark', '--vscode-textLink-foreground'],
      ['Light Modern', 'light', '--vscode-button-background'],
      ['Dark Modern', 'dark', '--vscode-button-background'],
    ] as const) {
      await workbench.setTheme(theme);
      await waitForAttribute(dashboard, 'scheme', scheme);
      await waitForColor(dashboard, colour);
      await workbench.screenshot(`dashboard-4-${theme.toLowerCase().replaceAll(' ', '-')}`);
    }
  });

  it('changes language and time zone', async () => {
    const dashboard = inEditor();
    await selectOption(dashboard, 'locale', 'de');
    await waitForAttribute(dashboard, 'locale', 'de');
    await (await toolbarControl(dashboard, 'timezone')).click();
    await dashboard.host.getByPlaceholder('Area/City').fill('Europe/Berlin');
    await dashboard.host.getByRole('button', { name: 'Set', exact: true }).click();
    await waitForAttribute(dashboard, 'timezone', 'Europe/Berlin');
    await session().workbench.screenshot('dashboard-5-german');
    await selectOption(dashboard, 'locale', 'en');
  });

  it('filters by a dimension of the model', async () => {
    const dashboard = inEditor();
    const { host } = dashboard;
    await addFilter(dashboard, 'sales.status', 'completed');
    const filters = [{ member: 'sales.status', operator: 'equals', values: ['completed'] }];
    await waitForNumber(dashboard, 'orders', await query('sales.count', filters));
    await session().workbench.screenshot('dashboard-6-filtered');
    await host.getByRole('button', { name: /^Remove Filter on/ }).click();
    await waitForNumber(dashboard, 'orders', await query('sales.count'));
    await session().workbench.page.keyboard.press('Escape');
  });

  it('renews an expired session without a reload', async () => {
    const dashboard = inEditor();
    const root = dashboard.embed.locator('html');
    await root.evaluate((element) => element.setAttribute('data-mark', 'same page'));
    await driver.control('clock', { advanceMs: (22 * 60 + 45) * 60_000 });
    await dashboard.host.getByText(/Session expires in 2[23] h/).waitFor();
    assert.equal(await root.getAttribute('data-mark'), 'same page');
    await driver.control('clock', { advanceMs: 24 * 3_600_000 });
    await waitForAttribute(dashboard, 'state', 'active');
    await dashboard.host.getByText(/Session expires in 2[23] h/).waitFor();
    await waitForNumber(dashboard, 'orders', await query('sales.count'));
    assert.equal(await root.getAttribute('data-mark'), 'same page');
    await session().workbench.screenshot('dashboard-7-renewed');
  });

  it('opens the definition of a measure from its number', async () => {
    const { workbench } = session();
    await workbench.page.locator('.tab[data-resource-name="orders.yml"]').click();
    await workbench.moveCursorTo(1, 1);
    await inEditor().embed.locator('[data-widget="revenue"] [data-drill="sales.total_amount"]').first().click();
    await workbench.statusItem(/12 selected/).waitFor();
    await workbench.screenshot('dashboard-8-drilled');
  });

  it('restores the last selection after the window is reloaded', async () => {
    const shipped = [{ member: 'sales.status', operator: 'equals', values: ['shipped'] }];
    await addFilter(inEditor(), 'sales.status', 'shipped');
    await waitForNumber(inEditor(), 'orders', await query('sales.count', shipped));
    await waitUntilStored(session().workbench.page, 'shipped');
    await session().workbench.reload();
    await waitForNumber(inEditor(), 'orders', await query('sales.count', shipped));
    assert.equal(await inEditor().host.locator('select[name="branch"]').inputValue(), `=${driver.branchName}`);
  });

  it('shows messages in its inspector', async () => {
    const { host } = inEditor();
    await host.getByRole('button', { name: 'Event Inspector', exact: true }).click();
    await host.getByText('svc:event:dashboard-loaded').first().waitFor();
    await session().workbench.screenshot('dashboard-9-inspector');
    await host.getByRole('button', { name: 'Event Inspector', exact: true }).click();
    // The next scenario starts without a filter.
    await host.locator('button[name="filters"]').click();
    await host.getByRole('button', { name: /^Remove Filter on/ }).click();
    await waitForNumber(inEditor(), 'orders', await query('sales.count'));
  });

  it('sent no request outside this machine', () => assert.deepEqual(session().externalRequests, []));
});
