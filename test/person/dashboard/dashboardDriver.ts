/** Shared by scenarios about dashboards: the emulator's controls, queries of the data API, and the state of the embedded page. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';
import type { EditorSession } from '../editorSession.ts';

/** The host page with its controls, and the embedded page inside it. */
export interface Dashboard {
  host: FrameLocator | Page;
  embed: FrameLocator;
}

export const cube = 'model/cubes/orders.yml';

export function dashboardOn(host: FrameLocator | Page): Dashboard {
  return { host, embed: host.frameLocator('iframe') };
}

export async function waitForNumber({ embed }: Dashboard, widget: string, number: number): Promise<void> {
  const value = embed.locator(`[data-widget="${widget}"][data-phase="ready"] [data-value]`).first();
  // The widget is drawn again after each query, so the element may disappear between two reads.
  const read = async () => Number(await value.getAttribute('data-value', { timeout: 5_000 }).catch(() => Number.NaN));
  await waitFor(`the widget ${widget} shows ${number}`, async () => (await read()) === number, read);
}

export async function waitForAttribute({ embed }: Dashboard, name: string, value: string): Promise<void> {
  await embed.locator(`html[data-${name}="${value}"]`).waitFor({ state: 'attached' });
}

/** The value of a CSS variable of the page. */
function cssVariable(page: FrameLocator | Page, name: string): Promise<string> {
  return page.locator('html').evaluate((element, variable) => {
    const window = element.ownerDocument.defaultView as unknown as {
      getComputedStyle(of: unknown): { getPropertyValue(name: string): string };
    };
    return window.getComputedStyle(element).getPropertyValue(variable).trim().toLowerCase();
  }, name);
}

/** Waits until the embedded page draws in that color of the editor, and the color differs from the background. */
export async function waitForColor({ host, embed }: Dashboard, name: string): Promise<void> {
  const read = async () => ({
    drawn: await cssVariable(embed, '--primary'),
    expected: await cssVariable(host, name),
    background: await cssVariable(host, '--vscode-editor-background'),
  });
  const isDrawn = async () => {
    const { drawn, expected, background } = await read();
    return drawn === expected && expected !== background;
  };
  await waitFor(`the dashboard is drawn in ${name}`, isDrawn, read);
}

/** A control of the toolbar. A narrow toolbar shows it in its menu, which this opens. */
export async function toolbarControl({ host }: Dashboard, name: string): Promise<Locator> {
  const control = host.locator(`:is(select, button)[name="${name}"]`);
  await control.waitFor({ state: 'attached' });
  if (!(await control.isVisible())) await host.getByRole('button', { name: 'More Actions', exact: true }).click();
  return control;
}

export async function selectOption(
  dashboard: Dashboard,
  name: string,
  value: string | { label: string },
): Promise<void> {
  await (await toolbarControl(dashboard, name)).selectOption(value);
}

export async function addFilter(dashboard: Dashboard, member: string, values: string): Promise<void> {
  const { host } = dashboard;
  await (await toolbarControl(dashboard, 'filters')).click();
  await host.getByLabel('Dimension').selectOption({ value: member });
  await host.getByLabel(/^Values/).fill(values);
  await host.getByRole('button', { name: 'Add Filter' }).click();
}

export class DashboardDriver {
  readonly #session: () => EditorSession;
  /** The dev branch, once it is open. */
  branchName = '';

  constructor(session: () => EditorSession) {
    this.#session = session;
  }

  /** The preview in the editor. */
  get inEditor(): Dashboard {
    return dashboardOn(this.#session().workbench.webview);
  }

  /** Uses one of the emulator's own controls. */
  async control(path: string, body: unknown): Promise<void> {
    const { url, adminApiKey } = this.#session().platform!;
    const response = await fetch(`${url}/_emulator/${path}`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${adminApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, path);
  }

  /** Queries a measure of the dev branch through the data API. */
  async query(member: string, filters: unknown[] = []): Promise<number> {
    const { url, apiKey, deploymentId, dataApiUrl } = this.#session().platform!;
    const headers = { authorization: `Api-Key ${apiKey}`, 'content-type': 'application/json' };
    const token = await fetch(`${url}/api/v1/deployments/${deploymentId}/token`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    const { cubeApiToken } = (await token.json()) as { cubeApiToken: string };
    const base = dataApiUrl!.replace(/(\/deployments\/\d+)\//, `$1/dev-mode/${encodeURIComponent(this.branchName)}/`);
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
  }

  async openBranch(): Promise<void> {
    const { workbench } = this.#session();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    const status = workbench.statusItem(/dev-developer-/);
    // Another scenario may have opened it.
    if (!(await status.isVisible())) {
      await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
      await workbench.pickRow('main');
      await status.waitFor();
    }
    this.branchName = /dev-developer-[\w-]+/.exec(await status.innerText())![0];
  }

  /** Doubles the amount of each order in the cube, which the active editor shows, and saves. */
  async doubleAmounts(): Promise<void> {
    const { workbench, folder } = this.#session();
    const lines = (await readFile(path.join(folder, cube), 'utf8')).split('\n');
    const line = lines.indexOf('      - name: total_amount') + 1;
    await workbench.replace(line + 1, lines[line]!.indexOf('.amount') + '.amount'.length + 1, 0, ' * 2');
    await workbench.save();
  }

  /** Opens the preview by the button in the title bar of a model file. */
  async preview(): Promise<void> {
    const { workbench } = this.#session();
    await workbench.openFile(cube);
    await workbench.page.locator('.editor-actions a.action-label[aria-label^="Preview Dashboard"]').click();
  }
}
