/** A new user runs `npm start` and does the first two steps of README's “Try it”, typing what it says and nothing else; `story.test.ts` has the others. */

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
  const suggestion = (text: string) =>
    page.locator('.suggest-widget .monaco-list-row.focused').filter({ hasText: text });
  const editor = () => page.locator('.monaco-editor[data-uri$="/orders.yml"]').first();

  it('names what the steps use', async () => {
    const readme = await readFile(path.join(repository, 'README.md'), 'utf8');
    const steps = readme
      .split('in six steps:')[1]!
      .split('\n\nOr ')[0]!
      .split(/^\d\. /m)
      .slice(1);
    assert.deepEqual(
      steps.map((step) => /^\*(\w+)\.\*/.exec(step)?.[1]),
      ['Write', 'Query', 'Test', 'Review', 'Commit', 'Merge'],
    );
    for (const [at, words] of [
      [0, ['behind `measures:`', 'Enter and Tab', 'Ctrl+Space', '`filtered`', '*measure filtered*', 'save']],
      [1, ['*Query* above it', '*Compare With…*']],
      [2, ['Open *Testing*', '*Test: Run All Tests*', '`net_amount` fails', '`cancelled`']],
      [3, ['*Data Model: Commit Dev Branch…*']],
      [4, ['press its button']],
      [5, ['based on a shared branch']],
    ] as const) {
      for (const word of words) assert.ok(steps[at]!.includes(word), `step ${at + 1}: ${word}`);
    }
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
  });
});
