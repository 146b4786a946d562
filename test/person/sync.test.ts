/** Two writers on one branch: which files differ, how they are marked, and how the user resolves each difference with one click. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { useEditorSession } from './editorSession.ts';

const orders = 'model/cubes/orders.yml';
const customers = 'model/cubes/customers.yml';
const products = 'model/cubes/products.yml';

describe('sync of a folder and a branch', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession({ platform: true, settings: { 'git.enabled': false } });
  let branch = '';

  const local = (file: string) => readFile(path.join(session().folder, file), 'utf8');
  const write = (file: string, text: string) => writeFile(path.join(session().folder, file), text);
  const request = async (method: string, route: string, body?: unknown): Promise<unknown> => {
    const { DATA_MODEL_URL: url, DATA_MODEL_API_KEY: key } = session().platform!.env;
    const response = await fetch(`${url}${route}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${route}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const model = () => `/build/api/v1/deployments/${session().platform!.deploymentId}/data-model`;
  const remote = async (file: string) => {
    const query = `branchName=${encodeURIComponent(branch)}&withContent=true`;
    const { items } = (await request('GET', `${model()}/files?${query}`)) as { items: Node[] };
    const find = (nodes: readonly Node[]): string | undefined => {
      for (const node of nodes) {
        if (node.path === `/${file}`) return node.content;
        const inside = node.children && find(node.children);
        if (inside !== undefined) return inside;
      }
      return undefined;
    };
    return find(items);
  };
  /** Another user writes to the branch. */
  const writeRemote = (file: string, content: string) =>
    request('PUT', `${model()}/files`, { branchName: branch, files: [{ path: file, content }] });
  const view = () => session().workbench.page.locator('.scm-view');
  const group = (label: string) => view().locator('.resource-group').filter({ hasText: label });
  const row = (name: string): Locator => view().locator('.resource').filter({ hasText: name }).first();
  /** Clicks the icon of the view, also if a badge overlaps it. */
  const openChanges = async () => {
    const icon = session()
      .workbench.page.locator('.activitybar .action-item:has([aria-label^="Source Control"])')
      .first();
    if (!(await icon.getAttribute('class'))?.includes('checked')) await icon.click({ force: true });
    await view().waitFor();
  };
  /** The decoration after a file's name in the Explorer. */
  const badgeOf = (label: Locator): Promise<string> =>
    label.evaluate((element) => {
      const window = element.ownerDocument.defaultView as unknown as {
        getComputedStyle(of: unknown, part: string): { content: string };
      };
      return window.getComputedStyle(element, '::after').content;
    });

  it('opens a branch with equal sides and an empty view', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.row('main').waitFor();
    await workbench.runCommand('Data Model: Open Branch in Dev Mode…');
    await workbench.pickRow('main');
    await workbench.statusItem(/dev-developer-/).waitFor();
    const { deploymentId } = session().platform!;
    await waitFor('dev mode is open', async () => {
      const status = (await request('GET', `/api/v1/deployments/${deploymentId}/build-status`)) as {
        branchName?: string;
      };
      branch = status.branchName ?? '';
      return branch.startsWith('dev-');
    });
    await openChanges();
    assert.equal(await view().locator('.resource').count(), 0);
  });

  it('shows what differs under Conflicts, Local and Remote, in light and dark', async () => {
    const { workbench } = session();
    const text = await local(orders);
    await write(orders, text.replace('title: Orders', 'title: My orders'));
    await writeRemote(orders, text.replace('title: Orders', 'title: Their orders'));
    await write(customers, `${await local(customers)}# mine\n`);
    await writeRemote(products, `${await local(products)}# theirs\n`);
    await workbench.runCommand('Data Model: Compare with Branch');
    await group('Conflicts').waitFor();
    await group('Local').waitFor();
    await group('Remote').waitFor();
    await group('Changes on This Dev Branch').waitFor();
    const labels = async () => {
      const texts = await view().locator('.resource-group .name').allInnerTexts();
      return texts.map((label) => label.trim()).join(', ');
    };
    const expected = 'Conflicts, Local, Remote, Changes on This Dev Branch';
    await waitFor(`the groups are ${expected}`, async () => (await labels()) === expected, labels);
    await row('orders.yml').waitFor();
    await row('customers.yml').waitFor();
    await row('products.yml').waitFor();
    await workbench.openFile(customers);
    await workbench.screenshot('sync-1-groups-light');
    await workbench.setPictureTheme('Dark Modern');
    await workbench.screenshot('sync-2-groups-dark');
  });

  it('marks the lines in the gutter, and the files in the Explorer', async () => {
    const { workbench } = session();
    await workbench.openFile(customers);
    await workbench.page.keyboard.press('Control+End');
    await workbench.page
      .locator('.dirty-diff-glyph, .dirty-diff-added-primary, [class*="dirty-diff"]')
      .first()
      .waitFor();
    await workbench.openContainer('Explorer');
    for (const [name, badge] of [
      ['orders.yml', '!'],
      ['customers.yml', '↑'],
      ['products.yml', '↓'],
    ] as const) {
      const label = workbench.row(name).locator('.monaco-icon-label');
      await waitFor(`${name} has the badge ${badge}`, async () => (await badgeOf(label)).includes(badge));
    }
    await workbench.screenshot('sync-3-explorer-gutter');
  });

  it('shows both sides of every file of the plan in one editor', async () => {
    const { workbench } = session();
    await workbench.runCommand('Data Model: Review Changes');
    await workbench.page.locator('.multiDiffEntry, .multi-diff-editor, [class*="multiDiff"]').first().waitFor();
    await workbench.screenshot('sync-4-review');
  });

  it('previews a pull and applies it after the user confirms', async () => {
    const { workbench } = session();
    const before = await local(products);
    await openChanges();
    await workbench.runCommand('Data Model: Pull Remote Changes');
    await workbench.dialog.getByText('model/cubes/products.yml').waitFor();
    assert.equal(await local(products), before, 'nothing is written before the user confirms');
    await workbench.screenshot('sync-5-pull-preview');
    await workbench.answerDialog('Pull');
    // The old file is in the trash for a moment before the new one is in its place.
    await waitFor('the file is pulled', async () => (await local(products).catch(() => '')).endsWith('# theirs\n'));
    await group('Remote').waitFor({ state: 'detached' });
  });

  it('pushes a local change with one click on its row', async () => {
    const { workbench } = session();
    await workbench.rowAction(row('customers.yml'), 'Push Local Changes');
    await waitFor('the file is pushed', async () => (await remote(customers))?.endsWith('# mine\n') === true);
    await group('Local').waitFor({ state: 'detached' });
    await workbench.openContainer('Explorer');
    const label = workbench.row('customers.yml').locator('.monaco-icon-label');
    await waitFor('the file is verified', async () => (await badgeOf(label)).includes('✓'));
    await workbench.screenshot('sync-6-verified');
  });

  it('opens the conflict in the 3-way merge editor', async () => {
    const { workbench } = session();
    await openChanges();
    await row('orders.yml').click();
    await workbench.page.locator('.merge-editor').waitFor();
    await workbench.page.locator('.merge-editor').getByText('My orders').first().waitFor();
    await workbench.page.locator('.merge-editor').getByText('Their orders').first().waitFor();
    const crumbs = workbench.page.locator('.breadcrumbs-control .monaco-breadcrumb-item');
    assert.deepEqual(await crumbs.allInnerTexts(), ['model', 'cubes', 'orders.yml'], 'no path of the storage');
    await workbench.screenshot('sync-7-merge');
  });

  it('offers to complete a merge that is saved without a conflict, and keeps it if the user closes it', async () => {
    const { workbench } = session();
    const editor = workbench.page.locator('.merge-editor');
    const offer = workbench.notificationItem('The merge of model/cubes/orders.yml has no conflict left.');
    await editor
      .getByText(/^Accept dev-developer-\S+$/)
      .first()
      .click();
    await editor.getByText('0 Conflicts Remaining').waitFor();
    await workbench.page.keyboard.press('Control+s');
    await offer.waitFor();
    await workbench.screenshot('sync-7-merged');
    await workbench.runCommand('View: Close Editor');
    await workbench.dialog.getByText('Complete the merge of model/cubes/orders.yml?').waitFor();
    await workbench.screenshot('sync-7-closed');
    await workbench.answerDialog('Cancel');
    await editor.waitFor({ state: 'detached' });
    assert.match(await local(orders), /My orders/, 'the file is as it was');
    await row('orders.yml').click();
    await editor.getByText('0 Conflicts Remaining').waitFor();
    await workbench.runCommand('View: Close Editor');
    await workbench.answerDialog('Cancel');
    await editor.waitFor({ state: 'detached' });
  });

  it('keeps both versions: the branch’s file under its name, the local one next to it', async () => {
    const { workbench, folder } = session();
    await workbench.runMenuItem(row('orders.yml'), 'Keep Both Versions');
    await group('Conflicts').waitFor({ state: 'detached' });
    // The old file is in the trash for a moment before the new one is in its place.
    await waitFor('the file is pulled', async () => /Their orders/.test(await local(orders).catch(() => '')));
    const beside = (await readdir(path.join(folder, 'model/cubes'))).filter((name) =>
      name.startsWith('orders.yml.kept-'),
    );
    assert.equal(beside.length, 1);
    assert.match(await local(`model/cubes/${beside[0]}`), /My orders/);
    assert.match((await remote(orders)) ?? '', /Their orders/);
  });

  it('completes a merge with the key of the editor: saved, pushed, and no conflict any more', async () => {
    const { workbench } = session();
    const text = await local(products);
    await write(products, text.replace('title: Products', 'title: My products'));
    await writeRemote(products, text.replace('title: Products', 'title: Their products'));
    await workbench.runCommand('Data Model: Compare with Branch');
    await group('Conflicts').waitFor();
    await row('products.yml').click();
    const editor = workbench.page.locator('.merge-editor');
    await editor
      .getByText(/^Accept dev-developer-\S+$/)
      .first()
      .click();
    await editor.getByText('0 Conflicts Remaining').waitFor();
    await workbench.setPictureTheme('Light Modern');
    await workbench.screenshot('sync-7-complete-light');
    await editor.locator('.monaco-editor').last().click();
    await workbench.page.keyboard.press('Control+Enter');
    await group('Conflicts').waitFor({ state: 'detached' });
    assert.equal(await editor.count(), 0);
    assert.match(await local(products), /Their products/);
    await waitFor('the result is pushed', async () => /Their products/.test((await remote(products)) ?? ''));
    await workbench.setPictureTheme('Dark Modern');
  });

  it('lists what each sync did and restores a file from the trash', async () => {
    const { workbench, folder } = session();
    await workbench.runCommand('Data Model: Show Sync History');
    const history = async () => (await workbench.editorLines()).join('\n');
    await waitFor('the history is open', async () => /resolved conflicts with dev-/.test(await history()));
    const shown = await history();
    assert.match(shown, /pushed 1 file to dev-/);
    assert.match(shown, /pulled 1 file from dev-/);
    await workbench.screenshot('sync-8-history');
    await workbench.runCommand('Data Model: Restore from Trash…');
    await workbench.pickRow('products.yml');
    await waitFor('the file is restored', async () => {
      const text = await local(products).catch(() => undefined);
      return text !== undefined && !text.includes('# theirs');
    });
    assert.ok(existsSync(path.join(folder, products)));
  });

  it('says why a file is not synced', async () => {
    const { workbench } = session();
    await write('model/cubes/server.pem', 'x');
    await workbench.openFile('server.pem');
    await workbench.runCommand('Data Model: Explain Sync Status');
    await workbench.notificationItem('model/cubes/server.pem is not synced: Key files are never sent.').waitFor();
    await workbench.screenshot('sync-9-why');
  });

  it('says that the result of a query is of another version after another program changed a file, and pushes and runs', async () => {
    const { workbench } = session();
    await write('orders.query.yml', 'measures: [orders.count]\n');
    await workbench.openFile('orders.query.yml');
    await workbench.runCommand('Data Model: Run Query');
    await workbench.webview.getByRole('gridcell').first().waitFor();
    await write(customers, `${await local(customers)}# from outside\n`);
    const notice = workbench.webview
      .getByRole('status')
      .filter({ hasText: /not pushed: model\/cubes\/customers\.yml/ });
    await notice.waitFor();
    await workbench.screenshot('sync-10-other-version');
    await notice.getByRole('button', { name: 'Save, Push and Run' }).click();
    await notice.waitFor({ state: 'hidden' });
    await waitFor('the change is on the branch', async () => (await remote(customers))?.includes('# from outside'));
  });
});

interface Node {
  path: string;
  content?: string;
  children?: Node[];
}
