/** The dashboard beside the code: the numbers of a branch, redrawn after a save, and every control a person has. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { useStage } from './story.ts';

const cube = 'model/cubes/orders.yml';

/** The host page's own controls, and the embedded page inside it. */
interface Dashboard {
  host: FrameLocator;
  embed: FrameLocator;
}

describe('the dashboard beside the code', function () {
  this.timeout(180_000);
  // Each step stands on the one before.
  this.bail(true);
  const stage = useStage({ platform: true });
  let branch = '';

  const inEditor = (): Dashboard => {
    const host = stage().workbench.webview;
    return { host, embed: host.frameLocator('iframe') };
  };
  const control = async (path: string, body: unknown) => {
    const { url, adminApiKey } = stage().platform!;
    const response = await fetch(`${url}/_emulator/${path}`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${adminApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, path);
  };
  /** What the data API says, asked as anybody may ask it. */
  const query = async (member: string, filters: unknown[] = []): Promise<number> => {
    const { url, apiKey, deploymentId, dataApiUrl } = stage().platform!;
    const headers = { authorization: `Api-Key ${apiKey}`, 'content-type': 'application/json' };
    const token = await fetch(`${url}/api/v1/deployments/${deploymentId}/token`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    const { cubeApiToken } = (await token.json()) as { cubeApiToken: string };
    const base = dataApiUrl!.replace(/(\/deployments\/\d+)\//, `$1/dev-mode/${encodeURIComponent(branch)}/`);
    for (;;) {
      const response = await fetch(`${base}/load`, {
        method: 'POST',
        headers: { authorization: cubeApiToken, 'content-type': 'application/json' },
        body: JSON.stringify({ query: { measures: [member], filters } }),
      });
      const answer = (await response.json()) as { data?: Record<string, string>[]; error?: string };
      if (answer.error === 'Continue wait') continue;
      assert.ok(answer.data, JSON.stringify(answer));
      return Number(answer.data[0]![member]);
    }
  };
  const shown = async ({ embed }: Dashboard, widget: string): Promise<number> => {
    const value = embed.locator(`[data-widget="${widget}"] [data-value]`).first();
    return Number(await value.getAttribute('data-value'));
  };
  const untilShows = async (dashboard: Dashboard, widget: string, number: number) => {
    const wanted = `[data-widget="${widget}"][data-phase="ready"] [data-value]`;
    const value = dashboard.embed.locator(wanted).first();
    await value.waitFor();
    for (let turn = 0; turn < 200; turn += 1) {
      if (Number(await value.getAttribute('data-value').catch(() => NaN)) === number) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.equal(await shown(dashboard, widget), number);
  };
  const untilAttribute = async ({ embed }: Dashboard, name: string, value: string) =>
    embed.locator(`html[data-${name}="${value}"]`).waitFor({ state: 'attached' });
  const choose = async ({ host }: Dashboard, name: string, value: string) =>
    host.locator(`select[name="${name}"]`).selectOption(value);

  it('opens beside a model file, on the dev branch, with the numbers of the data API', async () => {
    const { workbench } = stage();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open branch in dev mode…');
    await workbench.pick('main');
    await workbench.statusItem(/dev-developer-/).waitFor();
    branch = /dev-developer-[\w-]+/.exec(await workbench.statusItem(/dev-developer-/).innerText())![0];
    await workbench.openFile(cube);
    await workbench.page.locator('.editor-actions a.action-label[aria-label^="Preview dashboard"]').click();
    const dashboard = inEditor();
    await untilShows(dashboard, 'orders', await query('sales.count'));
    await untilShows(dashboard, 'revenue', await query('sales.total_amount'));
    await workbench.screenshot('dashboard-1-beside');
  });

  it('redraws after a save that changed a measure', async () => {
    const { workbench, folder } = stage();
    const before = await query('sales.total_amount');
    const lines = (await readFile(path.join(folder, cube), 'utf8')).split('\n');
    const line = lines.indexOf('      - name: total_amount') + 1;
    await workbench.openFile(cube);
    await workbench.replace(line + 1, lines[line]!.indexOf('amount"') + 'amount'.length + 1, 0, ' * 2');
    await workbench.save();
    await untilShows(inEditor(), 'revenue', before * 2);
    assert.equal(await query('sales.total_amount'), before * 2);
    await workbench.screenshot('dashboard-2-redrawn');
  });

  it('says that it is not up to date while the model is broken, and redraws when it is mended', async () => {
    const { workbench, change } = stage();
    await change(cube, 'completed_count} /', 'completed_cuont} /');
    await workbench.save();
    await inEditor().host.getByText('Not up to date').waitFor();
    await workbench.screenshot('dashboard-3-stale');
    await change(cube, 'completed_cuont} /', 'completed_count} /');
    await workbench.save();
    await inEditor().host.getByText('Not up to date').waitFor({ state: 'hidden' });
  });

  it('follows the editor’s theme', async () => {
    const { workbench } = stage();
    const dashboard = inEditor();
    for (const [theme, scheme] of [
      ['Light Modern', 'light'],
      ['Dark Modern', 'dark'],
    ] as const) {
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.quickInputBox.fill(theme);
      await workbench.page.keyboard.press('Enter');
      await untilAttribute(dashboard, 'scheme', scheme);
      await workbench.screenshot(`dashboard-4-${scheme}`);
    }
  });

  it('speaks another language and counts in another time zone', async () => {
    const dashboard = inEditor();
    await choose(dashboard, 'locale', 'de');
    await untilAttribute(dashboard, 'locale', 'de');
    await dashboard.host.locator('button[name="timezone"]').click();
    await dashboard.host.getByPlaceholder('Area/City').fill('Europe/Berlin');
    await dashboard.host.getByRole('button', { name: 'Set', exact: true }).click();
    await untilAttribute(dashboard, 'timezone', 'Europe/Berlin');
    await stage().workbench.screenshot('dashboard-5-german');
    await choose(dashboard, 'locale', 'en');
  });

  it('filters by a dimension of the model', async () => {
    const dashboard = inEditor();
    const { host } = dashboard;
    await host.locator('button[name="filters"]').click();
    await host.getByLabel('Dimension').selectOption({ value: 'sales.status' });
    await host.getByLabel(/^Values/).fill('completed');
    await host.getByRole('button', { name: 'Add filter' }).click();
    const filters = [{ member: 'sales.status', operator: 'equals', values: ['completed'] }];
    await untilShows(dashboard, 'orders', await query('sales.count', filters));
    await stage().workbench.screenshot('dashboard-6-filtered');
    await host.getByRole('button', { name: /^Remove the filter on/ }).click();
    await untilShows(dashboard, 'orders', await query('sales.count'));
    await stage().workbench.page.keyboard.press('Escape');
  });

  it('renews a session that expires, without a reload', async () => {
    const dashboard = inEditor();
    const root = dashboard.embed.locator('html');
    await root.evaluate((element) => element.setAttribute('data-mark', 'same page'));
    await control('clock', { advanceMs: (22 * 60 + 45) * 60_000 });
    await dashboard.host.getByText(/Session ends in 2[23] h/).waitFor({ timeout: 60_000 });
    assert.equal(await root.getAttribute('data-mark'), 'same page');
    await control('clock', { advanceMs: 24 * 3_600_000 });
    await untilAttribute(dashboard, 'state', 'active');
    await dashboard.host.getByText(/Session ends in 2[23] h/).waitFor({ timeout: 60_000 });
    await untilShows(dashboard, 'orders', await query('sales.count'));
    assert.equal(await root.getAttribute('data-mark'), 'same page');
    await stage().workbench.screenshot('dashboard-7-renewed');
  });

  it('leads from a number to the measure’s definition', async () => {
    const { workbench } = stage();
    await workbench.page.locator('.tab[data-resource-name="orders.yml"]').click();
    await workbench.goTo(1, 1);
    await inEditor().embed.locator('[data-widget="revenue"] [data-drill="sales.total_amount"]').first().click();
    await workbench.statusItem(/Selected|selected/).waitFor();
    assert.match(await workbench.statusItem(/elected/).innerText(), /12 selected/);
    await workbench.screenshot('dashboard-8-drilled');
  });

  it('comes back when the window is loaded anew', async () => {
    await stage().workbench.reload();
    await inEditor().embed.locator('[data-widget="orders"][data-phase="ready"] [data-value]').first().waitFor();
    assert.equal(await inEditor().host.locator('select[name="branch"]').inputValue(), `=${branch}`);
  });

  it('shows every message in its inspector', async () => {
    const { host } = inEditor();
    await host.getByRole('button', { name: 'Event inspector' }).click();
    await host.getByText('svc:event:dashboard-loaded').first().waitFor();
    await stage().workbench.screenshot('dashboard-9-inspector');
    await host.getByRole('button', { name: 'Event inspector' }).click();
  });

  it('says so where the page may not be framed in the editor, and opens the outside browser', async () => {
    const { workbench, windowUrl } = stage();
    await control('embedded', { refuseFraming: 'http://127.0.0.1:*' });
    // The editor has another origin there than the server on 127.0.0.1.
    const other = new URL(windowUrl);
    other.hostname = 'localhost';
    await workbench.open(other.href.replace(`${new URL(windowUrl).host}`, other.host));
    await workbench.openFile(cube);
    await workbench.page.locator('.editor-actions a.action-label[aria-label^="Preview dashboard"]').click();
    await inEditor().host.getByText('The dashboard cannot be shown here').waitFor({ timeout: 30_000 });
    await workbench.screenshot('dashboard-10-not-framed');
    const opening = workbench.page.context().waitForEvent('page');
    await inEditor()
      .host.getByRole('button', { name: /browser/ })
      .first()
      .click();
    // The server of this build of the editor leads the address through a tunnel of its own, which ends nowhere without its
    // proxy: that the browser is told to open it is all that can be seen here. What it opens is tested with the server itself.
    assert.ok(await opening);
    await control('embedded', { refuseFraming: false });
  });

  it('asked nothing outside this machine', () => assert.deepEqual(stage().offSite, []));
});
