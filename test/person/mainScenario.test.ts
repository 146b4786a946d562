/** The main scenario: try the sample, open dev mode, break a measure, fix it, commit, merge, follow the production build. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { useEditorSession } from './editorSession.ts';

const cube = 'model/cubes/orders.yml';
const valid = 'completed_count} /';
const broken = 'completed_cuont} /';

describe('main scenario without an account', function () {
  // Each step needs the one before.
  this.bail(true);
  const session = useEditorSession();
  const text = () => readFile(path.join(session().folder, cube), 'utf8');
  /** The position of a text in the cube's file; 1-based. */
  const positionOf = async (part: string) => {
    const lines = (await text()).split('\n');
    const line = lines.findIndex((each) => each.includes(part));
    return { line: line + 1, column: lines[line]!.indexOf(part) + 1 };
  };

  it('offers the sample on this machine', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Try It on This Machine').waitFor();
    await workbench.page.mouse.move(700, 500);
    await workbench.screenshot('main-1-welcome');
  });

  it('starts the emulator, opens a dev branch and shows its plan before it writes the first file', async () => {
    const { workbench } = session();
    await workbench.welcomeButton('Try It on This Machine').click();
    await workbench.dialog.waitFor();
    await workbench.dialog.getByText('Pull 13 files from dev-developer').waitFor();
    await assert.rejects(text(), 'nothing is written before the user confirms');
    await workbench.screenshot('main-2-first-plan');
    await workbench.answerDialog('Pull');
    await workbench.row(/dev-developer-.*open/).waitFor();
    await workbench.page.locator('.tab.active[data-resource-name$=".yml"]').waitFor();
    assert.ok((await text()).includes(valid));
  });

  it('creates a shared branch and opens it in dev mode', async () => {
    const { workbench } = session();
    await workbench.runCommand('Data Model: Create Branch…');
    await workbench.pickRow('production');
    await workbench.quickInput.getByText('Create Branch in “Sample shop” from main').waitFor();
    await workbench.screenshot('main-3-create');
    await workbench.typeAnswer('feature/completed');
    await workbench.answerNotification('Created branch feature/completed', 'Open in Dev Mode');
    await workbench.statusItem(/Sample shop/).waitFor();
    await workbench.row('feature/completed').waitFor();
  });

  it('underlines the wrong word of a broken measure and shows one problem', async () => {
    const { workbench, change } = session();
    await change(cube, valid, broken);
    await workbench.save();
    await workbench.waitForSquiggles(['completed_cuont']);
    const { line, column } = await positionOf(broken);
    const [problem] = await workbench.waitForProblems(1);
    assert.deepEqual({ line: problem!.line, column: problem!.column }, { line, column });
    assert.match(problem!.file, /orders\.yml$/);
    await workbench.screenshot('main-4-broken');
  });

  it('clears the problem when the measure is fixed', async () => {
    const { workbench, change } = session();
    await change(cube, broken, valid);
    await change(cube, 'title: Orders', 'title: All orders');
    await workbench.save();
    await workbench.waitForSquiggles([]);
    await workbench.waitForProblems(0);
    await workbench.screenshot('main-5-fixed');
  });

  it('lists what the dev branch changes, and reviews it before the commit', async () => {
    const { workbench } = session();
    await workbench.runCommand('Source Control: Focus on Changes View');
    const group = workbench.page.locator('.scm-view .resource-group').filter({ hasText: 'Changes on This Dev Branch' });
    await group.waitFor();
    await workbench.page.locator('.scm-view .resource').filter({ hasText: 'orders.yml' }).first().click();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.screenshot('main-6-changes-light');
    await workbench.setPictureTheme('Dark Modern');
    await workbench.screenshot('main-6-changes-dark');
    await workbench.runCommand('Data Model: Commit Dev Branch…');
    const { webview } = workbench;
    await webview.getByRole('heading', { name: /^Commit dev-developer-\S+ to feature\/completed$/ }).waitFor();
    await webview.getByText('cube orders: changed (title)').waitFor();
    await workbench.screenshot('main-7-review-dark');
    await workbench.setPictureTheme('Light Modern');
    await webview.getByLabel('Commit message').fill('Orders have a better title');
    await workbench.screenshot('main-7-review-light');
    await webview.getByRole('button', { name: 'Commit to feature/completed' }).click();
    await workbench.page
      .getByText(/Committed dev-developer-\S+ to feature\/completed/)
      .first()
      .waitFor();
    await webview.getByRole('status').getByText('Committed').waitFor();
    await workbench.screenshot('main-8-committed');
  });

  it('merges to production after a review and follows the build to its end', async () => {
    const { workbench } = session();
    await workbench.openContainer('Data Model');
    const { webview } = workbench;
    const review = webview.getByRole('heading', { name: 'Merge feature/completed into main', exact: true });
    await workbench.runMenuItem(workbench.row(/^\s*feature\/completed/), 'Merge to Production…', review);
    await webview.getByText('the production branch of “Sample shop”').first().waitFor();
    const merge = webview.getByRole('button', { name: 'Merge to Production' });
    await merge.focus();
    await workbench.page.keyboard.press('Enter');
    await webview.getByRole('alert').getByText('Select the check box').waitFor();
    await workbench.screenshot('main-9-merge-unconfirmed');
    await webview.getByLabel('Change main, the production branch of').check();
    await merge.press('Enter');
    await workbench.page
      .getByText(/Production build of “Sample shop”: built/)
      .first()
      .waitFor();
    await webview.getByRole('status').getByText('Production build of “Sample shop”: built').waitFor();
    await workbench.row(/^\s*feature\/completed/).waitFor({ state: 'detached' });
    await workbench.screenshot('main-10-production');
  });

  it('sent no request outside this machine and left no notification', async () => {
    assert.deepEqual(session().externalRequests, []);
    await session().workbench.waitForNoNotification();
  });
});
