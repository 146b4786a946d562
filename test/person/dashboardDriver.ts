/** What stories about dashboards share: the emulator's switches, queries of the data API, what an embedded page shows. */

import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import type { EditorSession } from './editorSession.ts';

/** The host page's own controls, and the embedded page inside it. */
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
  await value.waitFor();
  for (let turn = 0; turn < 200; turn += 1) {
    if (Number(await value.getAttribute('data-value').catch(() => NaN)) === number) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(Number(await value.getAttribute('data-value')), number);
}

export async function waitForAttribute({ embed }: Dashboard, name: string, value: string): Promise<void> {
  await embed.locator(`html[data-${name}="${value}"]`).waitFor({ state: 'attached' });
}

/** What the editor's style sheet says under a name, or the embedded page's. */
function cssVariable(page: FrameLocator | Page, name: string): Promise<string> {
  return page.locator('html').evaluate((element, wanted) => {
    const window = element.ownerDocument.defaultView as unknown as {
      getComputedStyle(of: unknown): { getPropertyValue(name: string): string };
    };
    return window.getComputedStyle(element).getPropertyValue(wanted).trim().toLowerCase();
  }, name);
}

/** Waits until the embedded page draws in that colour of the editor, which can be told from the background. */
export async function waitForColor({ host, embed }: Dashboard, name: string): Promise<void> {
  const ofEditor = async () => [await cssVariable(host, name), await cssVariable(host, '--vscode-editor-background')];
  for (let turn = 0; turn < 100; turn += 1) {
    const [colour, background] = await ofEditor();
    if (colour !== background && (await cssVariable(embed, '--primary')) === colour) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.deepEqual([await cssVariable(embed, '--primary'), ...(await ofEditor())], [name], 'drawn, wanted, background');
}

export async function selectOption({ host }: Dashboard, name: string, value: string): Promise<void> {
  await host.locator(`select[name="${name}"]`).selectOption(value);
}

export async function addFilter({ host }: Dashboard, member: string, values: string): Promise<void> {
  await host.locator('button[name="filters"]').click();
  await host.getByLabel('Dimension').selectOption({ value: member });
  await host.getByLabel(/^Values/).fill(values);
  await host.getByRole('button', { name: 'Add filter' }).click();
}

export class DashboardDriver {
  readonly #stage: () => EditorSession;
  /** The dev branch, once it is open. */
  branch = '';

  constructor(stage: () => EditorSession) {
    this.#stage = stage;
  }

  /** The preview in the editor. */
  get inEditor(): Dashboard {
    return dashboardOn(this.#stage().workbench.webview);
  }

  /** One of the emulator's own controls. */
  async control(path: string, body: unknown): Promise<void> {
    const { url, adminApiKey } = this.#stage().platform!;
    const response = await fetch(`${url}/_emulator/${path}`, {
      method: 'POST',
      headers: { authorization: `Api-Key ${adminApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, path);
  }

  /** What the data API says of the dev branch, asked as anybody may ask it. */
  async query(member: string, filters: unknown[] = []): Promise<number> {
    const { url, apiKey, deploymentId, dataApiUrl } = this.#stage().platform!;
    const headers = { authorization: `Api-Key ${apiKey}`, 'content-type': 'application/json' };
    const token = await fetch(`${url}/api/v1/deployments/${deploymentId}/token`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    const { cubeApiToken } = (await token.json()) as { cubeApiToken: string };
    const base = dataApiUrl!.replace(/(\/deployments\/\d+)\//, `$1/dev-mode/${encodeURIComponent(this.branch)}/`);
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
    const { workbench } = this.#stage();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-/).waitFor();
    this.branch = /dev-developer-[\w-]+/.exec(await workbench.statusItem(/dev-developer-/).innerText())![0];
  }

  /** By the button in the title bar of a model file. */
  async preview(): Promise<void> {
    const { workbench } = this.#stage();
    await workbench.openFile(cube);
    await workbench.page.locator('.editor-actions a.action-label[aria-label^="Preview Dashboard"]').click();
  }
}
