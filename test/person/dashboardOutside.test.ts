/** The dashboard in the outside browser: where the editor may not frame it, and wherever a person wants it there. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { artifacts } from '../vscode/locations.ts';
import {
  addFilter,
  cube,
  type Dashboard,
  DashboardDriver,
  dashboardOn,
  selectOption,
  waitForAttribute,
  waitForNumber,
} from './dashboardDriver.ts';
import { useEditorSession } from './editorSession.ts';

const picture = (page: Page, name: string) =>
  page.screenshot({ path: path.join(artifacts, 'person', `${name}.png`), animations: 'disabled' });

describe('the dashboard in the outside browser', function () {
  this.timeout(180_000);
  // Each step stands on the one before.
  this.bail(true);
  const stage = useEditorSession({ platform: true });
  const desk = new DashboardDriver(stage);
  let page: Page;
  let outside: Dashboard;

  it('is offered where the page may not be framed in the editor', async () => {
    const { workbench } = stage();
    // The editor is at 127.0.0.1; the page outside has a name of its own.
    await desk.control('embedded', { refuseFraming: 'http://*.localhost:*' });
    await desk.openBranch();
    await desk.preview();
    await desk.inEditor.host.getByText('The dashboard cannot be shown here').waitFor({ timeout: 30_000 });
    await workbench.screenshot('outside-1-not-framed');
  });

  it('opens there with the numbers of the data API', async () => {
    const opening = stage().workbench.page.context().waitForEvent('page');
    await desk.inEditor.host
      .getByRole('button', { name: /browser/ })
      .first()
      .click();
    page = await opening;
    outside = dashboardOn(page);
    await waitForNumber(outside, 'orders', await desk.query('sales.count'));
    await waitForNumber(outside, 'revenue', await desk.query('sales.total_amount'));
    await picture(page, 'outside-2-shown');
  });

  it('has its controls there: filter, theme, language, refresh', async () => {
    await addFilter(outside, 'sales.status', 'completed');
    const filters = [{ member: 'sales.status', operator: 'equals', values: ['completed'] }];
    await waitForNumber(outside, 'orders', await desk.query('sales.count', filters));
    await picture(page, 'outside-3-filtered');
    await outside.host.getByRole('button', { name: /^Remove the filter on/ }).click();
    await waitForNumber(outside, 'orders', await desk.query('sales.count'));
    await page.keyboard.press('Escape');
    await selectOption(outside, 'theme', 'light');
    await waitForAttribute(outside, 'scheme', 'light');
    await picture(page, 'outside-4-light');
    await selectOption(outside, 'theme', 'dark');
    await waitForAttribute(outside, 'scheme', 'dark');
    await picture(page, 'outside-4-dark');
    await selectOption(outside, 'locale', 'de');
    await waitForAttribute(outside, 'locale', 'de');
    await selectOption(outside, 'locale', 'en');
    await waitForAttribute(outside, 'locale', 'en');
  });

  it('obeys the controls that stayed in the editor', async () => {
    const { workbench } = stage();
    const { host } = desk.inEditor;
    await host.getByText('The dashboard is shown in your browser').waitFor();
    await host.getByText(/In the browser: Session ends in 2[23] h/).waitFor();
    await workbench.screenshot('outside-5-in-the-editor');
    const queried = page.waitForRequest(/\/load\b/);
    await host.getByRole('button', { name: 'Run the queries again' }).click();
    await queried;
    await addFilter(desk.inEditor, 'sales.status', 'shipped');
    const filters = [{ member: 'sales.status', operator: 'equals', values: ['shipped'] }];
    await waitForNumber(outside, 'orders', await desk.query('sales.count', filters));
    await host.getByRole('button', { name: /^Remove the filter on/ }).click();
    await waitForNumber(outside, 'orders', await desk.query('sales.count'));
    await selectOption(desk.inEditor, 'theme', 'light');
    await waitForAttribute(outside, 'scheme', 'light');
    await outside.embed
      .locator('[data-widget="orders"]')
      .getByRole('button', { name: /enlarge|expand|larger/i })
      .click();
    await host.locator('button[aria-label="Back"]:enabled').click();
    await host.locator('button[aria-label="Forward"]:enabled').waitFor();
    await selectOption(desk.inEditor, 'branch', '');
    await outside.host.locator('select[name="branch"] option:checked[value=""]').waitFor({ state: 'attached' });
    await waitForAttribute(outside, 'state', 'active');
    await selectOption(desk.inEditor, 'branch', `=${desk.branch}`);
    await waitForNumber(outside, 'orders', await desk.query('sales.count'));
    await selectOption(desk.inEditor, 'theme', 'dark');
    await waitForAttribute(outside, 'scheme', 'dark');
    await workbench.page.keyboard.press('Escape');
  });

  it('redraws there after a save in the editor', async () => {
    const { workbench, folder } = stage();
    const before = await desk.query('sales.total_amount');
    const lines = (await readFile(path.join(folder, cube), 'utf8')).split('\n');
    const line = lines.indexOf('      - name: total_amount') + 1;
    await workbench.page.locator('.tab[data-resource-name="orders.yml"]').click();
    await workbench.replace(line + 1, lines[line]!.indexOf('amount"') + 'amount'.length + 1, 0, ' * 2');
    await workbench.save();
    await waitForNumber(outside, 'revenue', before * 2);
    assert.equal(await desk.query('sales.total_amount'), before * 2);
    await picture(page, 'outside-6-redrawn');
  });

  it('shows nothing to the one who has only its address', async () => {
    const stranger = await fetch(page.url().replace('dashboard.localhost', '127.0.0.1'));
    assert.equal(stranger.status, 403);
    assert.match(await stranger.text(), /Open the dashboard from the editor again/);
  });

  it('leaves the editor’s page as it was when it is closed', async () => {
    await page.close();
    await desk.inEditor.host.getByText('The dashboard cannot be shown here').waitFor();
  });

  it('asked nothing outside this machine', () => assert.deepEqual(stage().offSite, []));
});

describe('the dashboard in the outside browser, through the server of a web editor', function () {
  this.timeout(180_000);
  this.bail(true);
  // This platform's messages have another prefix, too.
  const settings = { 'dataModel.dashboard.messagePrefix': 'acme' };
  const stage = useEditorSession({ platform: true, proxy: true, settings });
  const desk = new DashboardDriver(stage);

  it('opens below the editor’s own address', async () => {
    const { workbench, windowUrl } = stage();
    await desk.control('embedded', { prefix: 'acme' });
    await desk.openBranch();
    await desk.preview();
    await waitForNumber(desk.inEditor, 'orders', await desk.query('sales.count'));
    const opening = workbench.page.context().waitForEvent('page');
    await workbench.page.locator('.tab', { hasText: /^Dashboard / }).click();
    await workbench.page.locator('.editor-actions a.action-label[aria-label^="Open Dashboard in Browser"]').click();
    const page = await opening;
    await waitForNumber(dashboardOn(page), 'orders', await desk.query('sales.count'));
    assert.match(page.url(), new RegExp(`^${new URL(windowUrl).origin}/proxy/\\d+/$`));
    await page.getByText(/Session ends in 2[23] h/).waitFor();
    await picture(page, 'outside-7-through-the-editor');
  });
});
