/**
 * The whole way of a change without an account: try the sample, write a measure, query it, compare it with production, run the
 * tests, break a view, see that in the review, fix it, commit, merge, follow the production build.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { appears } from '../vscode/browser/attempts.ts';
import { picturedThemes } from '../vscode/browser/pictures.ts';
import { findQueryLens } from '../vscode/browser/queryLens.ts';
import { useEditorSession } from './editorSession.ts';

const cube = 'model/cubes/orders.yml';
const products = 'model/cubes/products.yml';
const query = 'orders.cancelled_count';
const valid = 'completed_count} /';
const broken = 'completed_cuont} /';
const failing = 'Cancelled orders do not count';
const themes = [
  ['Dark Modern', 'dark'],
  ['Light Modern', 'light'],
] as const;

describe('the way of a change to production without an account', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession();
  const read = (file: string) => readFile(path.join(session().folder, file), 'utf8');
  const page = () => session().workbench.page;
  /** The result of the query, or the review. */
  const webview = (): FrameLocator => session().workbench.webview;
  const cell = (text: string | RegExp) => webview().getByRole('gridcell').filter({ hasText: text }).first();
  /** @param show shows again what a new theme closes */
  const inBothThemes = async (name: string, show?: () => Promise<void>) => {
    for (const [theme, suffix] of picturedThemes(themes)) {
      await session().workbench.setPictureTheme(theme);
      await show?.();
      await session().workbench.screenshot(`story-${name}-${suffix}`);
    }
  };
  /** Selects a text that occurs once in the active editor, which shows the file, and types over it. */
  const typeOver = async (file: string, text: string, typed: string) => {
    const before = (await read(file)).split(text)[0]!.split('\n');
    await session().workbench.replace(before.length, before.at(-1)!.length + 1, text.length, '');
    await page().keyboard.type(typed);
  };
  const selectTab = (label: string) => page().locator(`.tab[aria-label^="${label}"]`).first().click();
  const runQuery = async (text: string) => {
    const tab = page().locator(`.tab[aria-label^="${query}.query.yml"]`);
    if ((await tab.count()) === 0) await webview().getByRole('button', { name: 'Edit Query' }).click();
    await tab.first().click();
    await session().workbench.editor.click();
    await page().keyboard.press('Control+a');
    await page().keyboard.insertText(text);
    await page().keyboard.press('Control+Enter');
  };
  const testItem = (text: string) => page().locator('.test-explorer .monaco-list-row').filter({ hasText: text });
  const reviewOf = (title: RegExp) => webview().getByRole('heading', { level: 1, name: title });

  it('offers the sample on this machine, and before it is used shows no notification and sends no request', async () => {
    const { workbench, externalRequests } = session();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Try It on This Machine').waitFor();
    await workbench.welcomeButton('Connect to a platform').waitFor();
    await workbench.waitForNoNotification();
    assert.deepEqual(externalRequests, []);
    await page().mouse.move(700, 500);
    await workbench.screenshot('story-1-welcome');
  });

  it('starts the emulator, opens a dev branch and shows its plan before it writes the first file', async () => {
    const { workbench } = session();
    await workbench.welcomeButton('Try It on This Machine').click();
    await workbench.dialog.waitFor();
    await workbench.dialog.getByText('Pull 13 files from dev-developer').waitFor();
    await assert.rejects(read(cube), 'nothing is written before the user confirms');
    await workbench.screenshot('story-2-first-plan');
    await workbench.answerDialog('Pull');
    await workbench.row(/dev-developer-.*open/).waitFor();
    await page().locator('.tab.active[data-resource-name$=".yml"]').waitFor();
    assert.ok((await read(cube)).includes(valid));
  });

  it('creates a shared branch and opens it in dev mode', async () => {
    const { workbench } = session();
    await workbench.runCommand('Data Model: Create Branch…');
    await workbench.pickRow('production');
    await workbench.quickInput.getByText('Create Branch in “Sample shop” from main').waitFor();
    await workbench.screenshot('story-3-create');
    await workbench.typeAnswer('feature/cancelled');
    await workbench.answerNotification('Created branch feature/cancelled', 'Open in Dev Mode');
    await workbench.statusItem(/Sample shop/).waitFor();
    await workbench.row('feature/cancelled').waitFor();
  });

  it('underlines the wrong word of a broken measure and shows one problem, until it is corrected', async () => {
    const { workbench, change } = session();
    await change(cube, valid, broken);
    await workbench.save();
    await workbench.waitForSquiggles(['completed_cuont']);
    const before = (await read(cube)).split(broken)[0]!.split('\n');
    const [problem] = await workbench.waitForProblems(1);
    const { line, column, file } = problem!;
    assert.deepEqual({ line, column }, { line: before.length, column: before.at(-1)!.length + 1 });
    assert.match(file, /orders\.yml$/);
    await workbench.screenshot('story-4-broken');
    await change(cube, broken, valid);
    await workbench.save();
    await workbench.waitForSquiggles([]);
    await workbench.waitForProblems(0);
  });

  it('writes a measure with completion', async () => {
    const { workbench } = session();
    const { keyboard } = page();
    const suggestion = (text: string) =>
      page().locator('.suggest-widget .monaco-list-row.focused').filter({ hasText: text });
    const accept = async (text: string) => {
      await suggestion(text).waitFor();
      await keyboard.press('Enter');
      await page().locator('.suggest-widget').waitFor({ state: 'hidden' });
    };
    await workbench.openFile(cube);
    await workbench.moveCursorTo(18, 1);
    await keyboard.press('End');
    await keyboard.press('Enter');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Control+Space');
    await suggestion('measure count').waitFor();
    await keyboard.type('filt');
    await inBothThemes('5-completion', async () => {
      await keyboard.press('Control+Space');
      await suggestion('measure filtered').waitFor();
    });
    await accept('measure filtered');
    await keyboard.type('cancelled_count');
    await keyboard.press('Tab');
    await keyboard.type('sta');
    await accept('status');
    await keyboard.press('Tab');
    // The quotes are a part of the snippet.
    await keyboard.type('cancelled');
    await workbench.save();
    const written = /- name: cancelled_count\n +type: count\n +filters:\n +- sql: "\{CUBE\}\.status = 'cancelled'"\n/;
    assert.match(await read(cube), written);
  });

  it('queries the measure from its code lens, and sees its value on the dev branch', async () => {
    await page().keyboard.press('Control+j');
    // The title of the result names its branch.
    const opened = page().locator(`.tab[aria-label^="${query} on "]`);
    await waitFor('the lens above the measure opens its query', async () => {
      const lens = await findQueryLens(page().locator('.monaco-editor').first(), 'cancelled_count');
      // The editor draws the lenses again after a change, so this one may be gone.
      await lens?.click({ timeout: 3_000 }).catch(() => {});
      return appears(opened, 5_000);
    });
    await cell(/^196$/).waitFor();
    await webview()
      .getByText(/dev-developer-/)
      .first()
      .waitFor();
    await inBothThemes('6-value');
  });

  it('runs the tests, and sees on its line what a failed one expects', async () => {
    const { workbench } = session();
    await workbench.openContainer('Testing');
    await testItem('tests/orders.test.yml').waitFor();
    await testItem('tests/sales.test.yml').waitFor();
    await selectTab('orders.yml');
    await workbench.openFile('tests/orders.test.yml');
    await workbench.runCommand('Test: Run All Tests');
    await page().locator('.test-error-content-widget').getByText('695397 != 651123').waitFor();
    await page().locator('.test-output-peek-tree .monaco-list-row').filter({ hasText: failing }).click();
    await page().locator('.panel .monaco-diff-editor').first().waitFor();
    await inBothThemes('7-test-failed');
  });

  it('corrects the measure, and the test passes', async () => {
    const { workbench } = session();
    await selectTab('orders.yml');
    await typeOver(cube, 'canceled', 'cancelled');
    await workbench.save();
    await workbench.runCommand('Test: Run All Tests');
    await testItem(failing).locator('.codicon-testing-passed-icon').waitFor();
    await workbench.screenshot('story-8-test-passed');
    await page().keyboard.press('Control+j');
  });

  it('compares the corrected measure with production', async () => {
    const { workbench } = session();
    await runQuery('measures: [orders.net_amount]\ndimensions: [orders.status]\n');
    await cell('completed').waitFor();
    await webview().getByRole('button', { name: 'Compare With…' }).click();
    await workbench.quickInputRow('main').first().waitFor();
    await workbench.screenshot('story-9-branches');
    await workbench.pickRow('main');
    await webview().getByText('0 added, 0 removed, 1 changed').waitFor();
    await inBothThemes('10-compared');
  });

  it('sees the SQL of both branches', async () => {
    const { workbench } = session();
    await webview().getByRole('button', { name: 'Open SQL Diff' }).click();
    await page().locator('.monaco-diff-editor').first().waitFor();
    await workbench.screenshot('story-11-sql-diff');
  });

  it('sees the line of a member that the platform refuses', async () => {
    const { workbench } = session();
    await runQuery('measures: [orders.count]\ndimensions: [orders.id]\n');
    await webview()
      .getByText(/hidden member/)
      .first()
      .waitFor();
    await workbench.waitForSquiggle();
    await workbench.screenshot('story-12-refused');
    // A scratch query asks nothing.
    await workbench.runCommand('View: Close All Editors');
    await page().locator('.tab').first().waitFor({ state: 'detached' });
  });

  it('sees in the review which view a renamed dimension breaks, and opens the place', async () => {
    const { workbench, change } = session();
    await change(products, '- name: name', '- name: product_name');
    await workbench.save();
    await workbench.statusItem(/build failed/).waitFor();
    await workbench.runCommand('Data Model: Commit Dev Branch…');
    await reviewOf(/^Commit dev-developer-\S+ to feature\/cancelled$/).waitFor();
    await webview().getByRole('heading', { name: 'Breaks 1' }).waitFor();
    const exact = { exact: true };
    await webview().getByText('dimension products.product_name: renamed from products.name', exact).waitFor();
    const broken = webview().getByRole('button', {
      name: 'view sales: products.name is now named products.product_name.',
    });
    await broken.waitFor();
    await inBothThemes('13-breaking');
    await broken.click();
    await workbench.tab('sales.yml').waitFor();
    await workbench.statusItem(/Ln 22, Col 24 \(4 selected\)/).waitFor();
    await workbench.waitForSquiggles(['name']);
    await workbench.screenshot('story-14-place');
  });

  it('keeps the name of the member in the view, and the review lists no break in the sources', async () => {
    const { workbench } = session();
    // The first brace encloses the selected name.
    await page().keyboard.type('{ name: product_name, alias: name ');
    await workbench.save();
    await workbench.waitForSquiggles([]);
    await workbench.statusItem(/dev-developer.*built/).waitFor();
    await selectTab('Commit dev-developer');
    await webview().getByRole('button', { name: 'Refresh' }).click();
    // The shared branch has no data API, so its compiled model is not known.
    await webview()
      .getByRole('heading', { name: /^Definitions in the sources \d+$/ })
      .waitFor();
    const exact = { exact: true };
    await webview().getByText('measure orders.cancelled_count: added', exact).waitFor();
    await webview().getByText('measure orders.net_amount: changed (filters)', exact).waitFor();
    await inBothThemes('15-fixed');
  });

  it('runs all tests, which pass, and sees what they cover', async () => {
    const { workbench } = session();
    await workbench.runCommand('Test: Run All Tests with Coverage');
    await page()
      .locator('.part.sidebar')
      .getByText(/^\d+\.\d\d%$/)
      .first()
      .waitFor();
    assert.equal(await page().locator('.test-explorer .codicon-testing-failed-icon').count(), 0);
    await workbench.openFile(cube);
    await workbench.screenshot('story-16-coverage');
    await page().keyboard.press('Control+j');
  });

  it('sees what the dev branch changes, and commits it', async () => {
    const { workbench } = session();
    await workbench.runCommand('Source Control: Focus on Changes View');
    await page().locator('.scm-view .resource-group').filter({ hasText: 'Changes on This Dev Branch' }).waitFor();
    await page().locator('.scm-view .resource').filter({ hasText: 'orders.yml' }).first().click();
    await page().locator('.monaco-diff-editor').first().waitFor();
    await inBothThemes('17-changes');
    await selectTab('Commit dev-developer');
    await webview().getByLabel('Commit message').fill('Orders say how many were cancelled');
    await webview().getByRole('button', { name: 'Commit to feature/cancelled' }).click();
    await webview()
      .getByRole('status')
      .getByText(/^Committed dev-developer-\S+ to feature\/cancelled/)
      .waitFor();
    await workbench.screenshot('story-18-committed');
  });

  it('merges to production after a review, a confirmation, and follows the build to its end', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    const review = reviewOf(/^Merge feature\/cancelled into main$/);
    await workbench.runMenuItem(workbench.row(/^\s*feature\/cancelled/), 'Merge to Production…', review);
    await webview().getByText('the production branch of “Sample shop”').first().waitFor();
    const merge = webview().getByRole('button', { name: 'Merge to Production' });
    await merge.focus();
    await page().keyboard.press('Enter');
    await webview().getByRole('alert').getByText('Select the check box').waitFor();
    await inBothThemes('19-merge-unconfirmed');
    await webview().getByLabel('Change main, the production branch of').check();
    await merge.press('Enter');
    await webview().getByRole('status').getByText('Production build of “Sample shop”: built').waitFor();
    await workbench.row(/^\s*feature\/cancelled/).waitFor({ state: 'detached' });
    await workbench.screenshot('story-20-production');
  });

  it('sent no request outside this machine and left no notification', async () => {
    assert.deepEqual(session().externalRequests, []);
    await session().workbench.waitForNoNotification();
  });
});
