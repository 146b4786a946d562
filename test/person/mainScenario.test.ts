/** The main job as a person does it: try it here, open dev mode, break a measure, mend it, commit, merge, watch production build. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { useEditorSession } from './editorSession.ts';

const cube = 'model/cubes/orders.yml';
const sound = 'completed_count} /';
const broken = 'completed_cuont} /';

describe('the main job, without an account', function () {
  this.timeout(120_000);
  // Each step stands on the one before.
  this.bail(true);
  const stage = useEditorSession();
  const text = () => readFile(path.join(stage().folder, cube), 'utf8');
  /** Where a text stands in the cube's file; 1-based. */
  const placeOf = async (part: string) => {
    const lines = (await text()).split('\n');
    const line = lines.findIndex((each) => each.includes(part));
    return { line: line + 1, column: lines[line]!.indexOf(part) + 1 };
  };

  it('offers to try it on this machine', async () => {
    const { workbench } = stage();
    await workbench.openContainer('Data Model');
    await workbench.welcomeButton('Try It on This Machine').waitFor();
    await workbench.page.mouse.move(700, 500);
    await workbench.screenshot('main-1-welcome');
  });

  it('starts the emulator, opens a dev branch, shows its plan and asks before it writes the first file', async () => {
    const { workbench } = stage();
    await workbench.welcomeButton('Try It on This Machine').click();
    await workbench.dialog.waitFor();
    await workbench.dialog.getByText('Pull 9 files from dev-developer').waitFor();
    await assert.rejects(text(), 'nothing is written before the answer');
    await workbench.screenshot('main-2-first-plan');
    await workbench.answerDialog('Pull');
    await workbench.row(/dev-developer-.*open/).waitFor();
    await workbench.page.locator('.tab.active[data-resource-name$=".yml"]').waitFor();
    assert.ok((await text()).includes(sound));
  });

  it('creates a shared branch and opens it in dev mode', async () => {
    const { workbench } = stage();
    await workbench.runCommand('Data Model: Create Branch…');
    await workbench.pickRow('production');
    await workbench.quickInput.getByText('Create Branch in “Sample shop” from main').waitFor();
    await workbench.screenshot('main-3-create');
    await workbench.typeAnswer('feature/completed');
    await workbench.answerNotification('Created branch feature/completed', 'Open in Dev Mode');
    await workbench.statusItem(/Sample shop/).waitFor();
    await workbench.row('feature/completed').waitFor();
  });

  it('puts the squiggle on the wrong word of a broken measure, and one entry into Problems', async () => {
    const { workbench, change } = stage();
    await change(cube, sound, broken);
    await workbench.save();
    await workbench.waitForSquiggle();
    assert.deepEqual(await workbench.squiggles(), ['completed_cuont']);
    const { line, column } = await placeOf(broken);
    const problems = await workbench.problems();
    assert.equal(problems.length, 1, JSON.stringify(problems));
    assert.deepEqual({ line: problems[0]!.line, column: problems[0]!.column }, { line, column });
    assert.match(problems[0]!.file, /orders\.yml$/);
    await workbench.screenshot('main-4-broken');
  });

  it('clears it when the measure is mended', async () => {
    const { workbench, change } = stage();
    await change(cube, broken, sound);
    await change(cube, 'title: Orders', 'title: All orders');
    await workbench.save();
    await workbench.waitForNoSquiggle();
    assert.deepEqual(await workbench.problems(), []);
    await workbench.screenshot('main-5-mended');
  });

  it('commits to the shared branch', async () => {
    const { workbench } = stage();
    await workbench.runCommand('Data Model: Commit Dev Branch…');
    await workbench.typeAnswer('Orders have a better title');
    await workbench.page
      .getByText(/Committed dev-developer-\S+ to feature\/completed/)
      .first()
      .waitFor();
    await workbench.screenshot('main-6-committed');
  });

  it('merges to production after saying what that means, and follows the build to its end', async () => {
    const { workbench } = stage();
    await workbench.openContainer('Data Model');
    await workbench.runMenuItem(workbench.row(/^\s*feature\/completed/), 'Merge to Production…');
    await workbench.quickInput.getByText('Merge feature/completed into main').first().waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.dialog.getByText('the production branch of “Sample shop”').waitFor();
    await workbench.screenshot('main-7-merge-warning');
    await workbench.answerDialog('Merge to Production');
    await workbench.page
      .getByText(/Production build of “Sample shop”: built/)
      .first()
      .waitFor({ timeout: 60_000 });
    await workbench.row(/^\s*feature\/completed/).waitFor({ state: 'detached' });
    await workbench.screenshot('main-8-production');
  });

  it('asked nothing outside this machine and left no notification behind', async () => {
    assert.deepEqual(stage().offSite, []);
    assert.deepEqual(await stage().workbench.notifications(), []);
  });
});
