/** The dashboard in an outside browser, which users choose, or need when the editor must not frame the page. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { takePicture } from '../../vscode/browser/pictures.ts';
import { useEditorSession, useSharedSession } from '../editorSession.ts';
import {
  addFilter,
  type Dashboard,
  DashboardDriver,
  dashboardOn,
  selectOption,
  waitForAttribute,
  waitForNumber,
} from './dashboardDriver.ts';

describe('dashboard in the outside browser', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useSharedSession();
  const driver = new DashboardDriver(session);
  let page: Page;
  let outside: Dashboard;

  it('is offered when the editor must not frame the page', async () => {
    const { workbench } = session();
    // The editor is at 127.0.0.1, the outside page has another host name.
    await driver.control('embedded', { refuseFraming: 'http://*.localhost:*' });
    await driver.openBranch();
    await driver.preview();
    await driver.inEditor.host.getByText('The dashboard cannot be shown here').waitFor();
    await workbench.screenshot('outside-1-not-framed');
  });

  it('opens with the numbers of the data API', async () => {
    const opening = session().workbench.page.context().waitForEvent('page');
    await driver.inEditor.host
      .getByRole('button', { name: /browser/i })
      .first()
      .click();
    page = await opening;
    outside = dashboardOn(page);
    await waitForNumber(outside, 'orders', await driver.query('sales.count'));
    await waitForNumber(outside, 'revenue', await driver.query('sales.total_amount'));
    await takePicture(page, 'outside-2-shown');
  });

  it('has controls for filters, theme and language', async () => {
    await addFilter(outside, 'sales.status', 'completed');
    const filters = [{ member: 'sales.status', operator: 'equals', values: ['completed'] }];
    await waitForNumber(outside, 'orders', await driver.query('sales.count', filters));
    await takePicture(page, 'outside-3-filtered');
    await outside.host.getByRole('button', { name: /^Remove Filter on/ }).click();
    await waitForNumber(outside, 'orders', await driver.query('sales.count'));
    await page.keyboard.press('Escape');
    await selectOption(outside, 'theme', 'light');
    await waitForAttribute(outside, 'scheme', 'light');
    await takePicture(page, 'outside-4-light');
    await selectOption(outside, 'theme', 'dark');
    await waitForAttribute(outside, 'scheme', 'dark');
    await takePicture(page, 'outside-4-dark');
    await selectOption(outside, 'locale', 'de');
    await waitForAttribute(outside, 'locale', 'de');
    await selectOption(outside, 'locale', 'en');
    await waitForAttribute(outside, 'locale', 'en');
  });

  it('follows the controls in the editor', async () => {
    const { workbench } = session();
    const { host } = driver.inEditor;
    await host.getByText('The dashboard is open in your browser').waitFor();
    await host.getByText(/In the browser: Session expires in 2[23] h/).waitFor();
    await workbench.screenshot('outside-5-in-the-editor');
    const queried = page.waitForRequest(/\/load\b/);
    await host.getByRole('button', { name: 'Refresh Data' }).click();
    await queried;
    await addFilter(driver.inEditor, 'sales.status', 'shipped');
    const filters = [{ member: 'sales.status', operator: 'equals', values: ['shipped'] }];
    await waitForNumber(outside, 'orders', await driver.query('sales.count', filters));
    await host.getByRole('button', { name: /^Remove Filter on/ }).click();
    await waitForNumber(outside, 'orders', await driver.query('sales.count'));
    await selectOption(driver.inEditor, 'theme', 'light');
    await waitForAttribute(outside, 'scheme', 'light');
    await outside.embed
      .locator('[data-widget="orders"]')
      .getByRole('button', { name: /enlarge|expand|larger/i })
      .click();
    await host.locator('button[aria-label="Back"]:enabled').click();
    await host.locator('button[aria-label="Forward"]:enabled').waitFor();
    await selectOption(driver.inEditor, 'branch', '');
    await outside.host.locator('select[name="branch"] option:checked[value=""]').waitFor({ state: 'attached' });
    await waitForAttribute(outside, 'state', 'active');
    await selectOption(driver.inEditor, 'branch', `=${driver.branchName}`);
    await waitForNumber(outside, 'orders', await driver.query('sales.count'));
    await selectOption(driver.inEditor, 'theme', 'dark');
    await waitForAttribute(outside, 'scheme', 'dark');
    await workbench.page.keyboard.press('Escape');
  });

  it('redraws after a save in the editor', async () => {
    const { workbench } = session();
    const before = await driver.query('sales.total_amount');
    await workbench.page.locator('.tab[data-resource-name="orders.yml"]').click();
    await driver.doubleAmounts();
    await waitForNumber(outside, 'revenue', before * 2);
    assert.equal(await driver.query('sales.total_amount'), before * 2);
    await takePicture(page, 'outside-6-redrawn');
  });

  it('refuses a client that has only its address', async () => {
    const response = await fetch(page.url().replace('dashboard.localhost', '127.0.0.1'));
    assert.equal(response.status, 403);
    assert.match(await response.text(), /Open the dashboard from the editor again/);
  });

  it('restores the editor’s page when it is closed', async () => {
    await page.close();
    await driver.inEditor.host.getByText('The dashboard cannot be shown here').waitFor();
    // The next scenario shows it in the editor.
    await driver.control('embedded', { refuseFraming: false });
  });

  it('sent no request outside this machine', () => assert.deepEqual(session().externalRequests, []));
});

describe('dashboard in the outside browser, through the server of a web editor', function () {
  this.bail(true);
  // The messages of this platform have another prefix, too.
  const settings = { 'dataModel.dashboard.messagePrefix': 'acme' };
  const session = useEditorSession({ platform: true, full: true, settings });
  const driver = new DashboardDriver(session);

  it('opens below the editor’s own address', async () => {
    const { workbench, windowUrl } = session();
    await driver.control('embedded', { prefix: 'acme' });
    await driver.openBranch();
    await driver.preview();
    await waitForNumber(driver.inEditor, 'orders', await driver.query('sales.count'));
    const opening = workbench.page.context().waitForEvent('page');
    await workbench.page.locator('.tab', { hasText: /^Dashboard / }).click();
    await workbench.page.locator('.editor-actions a.action-label[aria-label^="Open Dashboard in Browser"]').click();
    const page = await opening;
    await waitForNumber(dashboardOn(page), 'orders', await driver.query('sales.count'));
    assert.match(
      String(await page.evaluate('location.href')),
      new RegExp(`^${new URL(windowUrl).origin}/proxy/\\d+/$`),
    );
    await page.getByText(/Session expires in 2[23] h/).waitFor();
    await takePicture(page, 'outside-7-through-the-editor');
  });
});
