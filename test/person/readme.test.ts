/** A new user runs `npm start` and does the six steps of README's “Try it”, typing what it says and nothing else. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { appears } from '../vscode/browser/attempts.ts';
import { openWindowPage } from '../vscode/browser/browser.ts';
import { savePicture } from '../vscode/browser/pictures.ts';
import { findQueryLens } from '../vscode/browser/queryLens.ts';
import { Workbench } from '../vscode/browser/workbench.ts';
import { repository } from '../vscode/locations.ts';
import { type StartProcess, startProcess } from './startProcess.ts';

const branch = 'feature/cancelled';
const testFile = 'tests/orders.test.yml';

describe('README, “Try it”', function () {
  // Each step needs the one before.
  this.bail(true);
  let start: StartProcess;
  let workbench: Workbench;
  let page: Page;
  before(async () => {
    start = await startProcess();
    ({ page } = await openWindowPage({ colorScheme: 'light' }));
    workbench = new Workbench(page);
    await workbench.open(start.started.editorUrl);
    await page.locator('.getting-started-step.expanded').first().waitFor();
    await workbench.tab('orders.yml').waitFor();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await savePicture(page, 'failed-readme').catch(() => {});
  });
  after(async () => {
    await page?.context().close();
    start?.child.kill('SIGTERM');
  });

  const cube = () => readFile(path.join(start.started.workspace, 'model/cubes/orders.yml'), 'utf8');
  /** Not the one of the walkthrough, which stays open next to it. */
  const review = () =>
    page
      .frameLocator('iframe.webview.ready[src*="extensionId=data-model-workbench"]')
      .frameLocator('iframe#active-frame');
  const testItem = (text: string) => page.locator('.test-explorer .monaco-list-row').filter({ hasText: text });
  const suggestion = (text: string) =>
    page.locator('.suggest-widget .monaco-list-row.focused').filter({ hasText: text });
  const editor = () => page.locator('.monaco-editor[data-uri$="/orders.yml"]').first();

  it('names what the steps use', async () => {
    const readme = await readFile(path.join(repository, 'README.md'), 'utf8');
    const [before, after] = readme.split('in six steps:');
    for (const word of ['*Data Model: Create Branch…*', '*production*', `\`${branch}\``, '*Open in Dev Mode*']) {
      assert.ok(before!.includes(word), `before the steps: ${word}`);
    }
    const steps = after!
      .split('\n\nOr ')[0]!
      .split(/^\d\. /m)
      .slice(1);
    assert.deepEqual(
      steps.map((step) => /^\*(\w+)\.\*/.exec(step)?.[1]),
      ['Write', 'Query', 'Test', 'Review', 'Commit', 'Merge'],
    );
    for (const [at, words] of [
      [0, ['behind `measures:`', 'Enter and Tab', 'Ctrl+Space', '`filtered`', '*measure filtered*', 'save']],
      [0, ['`cancelled_count`', '`status`', '`cancelled`', 'Tab goes']],
      [1, ['*Query* above it', '*Compare With…*', 'asks\n   nothing when you close it']],
      [2, ['Open *Testing*', '*Test: Run All Tests*', '`net_amount` fails', '`cancelled`']],
      [3, ['*Data Model: Commit Dev Branch…*']],
      [4, ['press its button']],
      [5, ['*Data Model*', '*Merge to Production…*', `\`${branch}\``, 'check box', 'press its button']],
    ] as const) {
      for (const word of words) assert.ok(steps[at]!.includes(word), `step ${at + 1}: ${word}`);
    }
  });

  it('opens a dev branch that is based on a shared branch', async () => {
    await workbench.runCommand('Data Model: Create Branch…');
    await workbench.pickRow('production');
    await workbench.typeAnswer(branch);
    await workbench.answerNotification(`Created branch ${branch}`, 'Open in Dev Mode');
    await workbench.openContainer('Data Model');
    await workbench.row(branch).waitFor();
    await workbench.statusItem(/built/).waitFor();
    await workbench.screenshot('readme-0-branch');
  });

  it('1. Write', async () => {
    const { keyboard } = page;
    await editor().locator('.view-line').filter({ hasText: 'measures:' }).first().click();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('Control+Space');
    await keyboard.type('filtered');
    await suggestion('measure filtered').waitFor();
    await keyboard.press('Enter');
    await page.locator('.suggest-widget').waitFor({ state: 'hidden' });
    await keyboard.type('cancelled_count');
    await keyboard.press('Tab');
    await keyboard.type('status');
    await suggestion('status').waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.type('cancelled');
    await workbench.save();
    await workbench.screenshot('readme-1-written');
    assert.match(await cube(), /- name: cancelled_count\n +type: count\n +filters:\n +- sql: .*\.status = 'cancelled'/);
  });

  it('2. Query, and compare with production', async () => {
    const compare = workbench.webview.getByRole('button', { name: 'Compare With…' });
    await waitFor('“Query” above the measure opens its result', async () => {
      const lens = await findQueryLens(editor(), 'cancelled_count');
      // The editor draws the lenses again after a change, so this one may be gone.
      await lens?.click({ timeout: 3_000 }).catch(() => {});
      return appears(compare, 8_000);
    });
    await workbench.webview.getByRole('gridcell').filter({ hasText: /^196$/ }).first().waitFor();
    await workbench.screenshot('readme-2-value');
    await compare.click();
    await workbench.pickRow('main');
    await workbench.webview.getByText(/new/i).first().waitFor();
    await workbench.screenshot('readme-2-compared');
    await workbench.quickInput.waitFor({ state: 'hidden' });
    const tab = page.locator('.tab[aria-label^="orders.cancelled_count on "]');
    await tab.click({ button: 'middle' });
    // It asks nothing.
    await tab.waitFor({ state: 'detached' });
  });

  it('3. Test, and correct what a test finds', async () => {
    await workbench.openContainer('Testing');
    await testItem(testFile).waitFor();
    await workbench.runCommand('Test: Run All Tests');
    await testItem(testFile).locator('.codicon-testing-failed-icon').waitFor();
    await workbench.screenshot('readme-3-failed');
    await page.locator('.tab[data-resource-name="orders.yml"]').first().click();
    const lines = (await cube()).split("'canceled'")[0]!.split('\n');
    await workbench.replace(lines.length, lines.at(-1)!.length + 2, 'canceled'.length, 'cancelled');
    await workbench.save();
    await workbench.runCommand('Test: Run All Tests');
    await testItem(testFile).locator('.codicon-testing-passed-icon').waitFor();
    await workbench.screenshot('readme-3-passed');
  });

  it('4. Review', async () => {
    await workbench.runCommand('Data Model: Commit Dev Branch…');
    await review()
      .getByRole('heading', { level: 1, name: new RegExp(`^Commit dev-\\S+ to ${branch}$`) })
      .waitFor();
    await review().getByText('measure orders.cancelled_count: added', { exact: true }).waitFor();
    await workbench.screenshot('readme-4-review');
  });

  it('5. Commit', async () => {
    await review().getByLabel('Commit message').fill('Orders say how many were cancelled');
    await review()
      .getByRole('button', { name: `Commit to ${branch}` })
      .click();
    await review()
      .getByRole('status')
      .getByText(/^Committed dev-\S+ to feature\/cancelled/)
      .waitFor();
    await workbench.screenshot('readme-5-committed');
  });

  it('6. Merge, and follow the build', async () => {
    await workbench.openContainer('Data Model');
    const title = review().getByRole('heading', { level: 1, name: `Merge ${branch} into main` });
    await workbench.runMenuItem(workbench.row(/^\s*feature\/cancelled/), 'Merge to Production…', title);
    await workbench.screenshot('readme-6-review');
    await review().getByRole('checkbox', { name: 'Change main, the production branch of' }).check();
    await review().getByRole('button', { name: 'Merge to Production' }).click();
    await review().getByRole('status').getByText('Production build of “Sample shop”: built').waitFor();
    await workbench.screenshot('readme-6-merged');
    await workbench.waitForNoNotification();
  });
});
