import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { waitFor } from '../run/waitFor.ts';
import { appears } from '../vscode/browser/attempts.ts';
import { openWindowPage } from '../vscode/browser/browser.ts';
import { savePicture } from '../vscode/browser/pictures.ts';
import { waitUntilEditorStored, waitUntilStored } from '../vscode/browser/storedState.ts';
import { Workbench } from '../vscode/browser/workbench.ts';
import { type Started, type StartProcess, startProcess } from './startProcess.ts';

function isServed(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}

describe('npm start -- --no-open --json', () => {
  let process: StartProcess;
  let child: ChildProcess;
  let started: Started;

  before(async () => {
    process = await startProcess();
    ({ child, started } = process);
  });

  after(() => child?.kill('SIGKILL'));

  let page: Page;
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await savePicture(page, 'failed-start').catch(() => {});
    await page?.context().close();
  });

  /** The window as it is when the sample has been shown. */
  const openSample = async (colorScheme: 'light' | 'dark') => {
    const opened = await openWindowPage({ colorScheme });
    page = opened.page;
    const workbench = new Workbench(page);
    await workbench.open(started.editorUrl);
    await page.locator('.getting-started-step.expanded', { hasText: 'See errors where they occur' }).waitFor();
    await workbench.tab('orders.yml').waitFor();
    return { workbench, externalRequests: opened.externalRequests };
  };

  /** Line and column of a measure in the cube of the sample; 1-based. */
  const positionOf = async (measure: string): Promise<[number, number]> => {
    const before = (await readFile(path.join(started.workspace, 'model/cubes/orders.yml'), 'utf8')).split(measure)[0]!;
    const lines = before.split('\n');
    return [lines.length, lines.at(-1)!.length + 1];
  };

  it('prints one JSON line for scripts', () => {
    assert.equal(process.output().trim().split('\n').length, 1);
    assert.deepEqual(Object.keys(started).sort(), ['adminApiKey', 'apiKey', 'editorUrl', 'platformUrl', 'workspace']);
  });

  it('serves the editor', async () => {
    const page = await fetch(started.editorUrl);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /vscode-workbench/);
  });

  it('serves the platform to requests with the keys of a user and of an administrator', async () => {
    const { platformUrl, apiKey, adminApiKey } = started;
    const url = `${platformUrl}/api/v1/users/me`;
    assert.equal((await fetch(url)).status, 401);
    const emailOf = async (key: string) => {
      const answer = await fetch(url, { headers: { authorization: `Api-Key ${key}` } });
      return ((await answer.json()) as { email: string }).email;
    };
    assert.match(await emailOf(apiKey), /^developer@/);
    assert.match(await emailOf(adminApiKey), /^admin@/);
  });

  it('creates a workspace with a model, bound to a deployment', () => {
    assert.ok(existsSync(path.join(started.workspace, 'model')));
    const settings = JSON.parse(readFileSync(path.join(started.workspace, '.vscode/settings.json'), 'utf8'));
    assert.equal(settings['dataModel.platform.url'], started.platformUrl);
    assert.ok(Number.isInteger(settings['dataModel.deployment.id']));
    assert.ok(!JSON.stringify(settings).includes(started.apiKey), 'the settings contain no key');
  });

  it('opens a cube with the deployments next to it, and the walkthrough at its next step', async () => {
    const { workbench, externalRequests } = await openSample('dark');
    await workbench.row(/^\s*dev-/).waitFor();
    await workbench.row(/^\s*Sample shop/).waitFor();
    const done = page.locator('.getting-started-step [role=checkbox][aria-checked=true]');
    const labels = () => done.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
    await waitFor('the first two steps are done', async () => (await done.count()) === 2, labels);
    // The browser of a user with a dark desktop.
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await workbench.screenshot('start-1-sample');
    await workbench.waitForNoNotification();
    // The reload finds what is stored by then.
    await waitUntilStored(page, 'dataModel.shownSample');
    await waitUntilEditorStored(page, 'orders.yml', true);
    await workbench.runCommand('View: Close All Editors');
    await waitUntilEditorStored(page, 'orders.yml', false);
    await workbench.reload();
    await workbench.row(/^\s*dev-/).waitFor();
    assert.equal(await page.locator('.tab').count(), 0, 'nothing is opened again');
    assert.deepEqual(externalRequests, []);
  });

  it('has what comes with VS Code: references, call hierarchy, completion in JSON, git', async () => {
    const { workbench } = await openSample('light');
    await workbench.moveCursorTo(...(await positionOf('completed_count')));
    await workbench.runCommand('References: Find All References');
    await workbench.row('{completed_count}').waitFor();
    await workbench.screenshot('start-2-references');
    await workbench.runCommand('Calls: Show Call Hierarchy');
    await workbench.row(/completed_share/).waitFor();
    await workbench.openFile('settings.json');
    await workbench.moveCursorTo(2, 3);
    // Both come from the JSON server: with the schema of the settings, or before it is read.
    const suggestion = page
      .locator('.suggest-widget.visible')
      .getByText(/\[bat\]|\$schema/)
      .first();
    await waitFor('the settings are suggested', async () => {
      // An open list is not asked for again.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+Space');
      return appears(suggestion);
    });
    await page.keyboard.press('Escape');
    await workbench.runCommand('Git: Initialize Repository');
    await workbench.pickRow('sample');
    const isRepository = () => existsSync(path.join(started.workspace, '.git/HEAD'));
    await waitFor('the folder is a git repository', async () => isRepository());
    await workbench.screenshot('start-3-git');
    await workbench.waitForNoNotification();
  });

  it('signs in with the browser, through the address of the editor', async () => {
    const { workbench } = await openSample('light');
    await workbench.row(/^\s*Sample shop/).waitFor();
    await workbench.runCommand('Data Model: Connect to a Platform…');
    await workbench.typeAnswer(started.platformUrl);
    const opening = page.context().waitForEvent('page');
    await workbench.pickRow('Sign In with a Browser');
    const verification = await opening;
    await verification.getByLabel(/API key/).fill(started.adminApiKey);
    assert.equal(new URL(verification.url()).origin, new URL(started.editorUrl).origin);
    await verification.getByRole('button', { name: 'Approve' }).click();
    await verification.getByText('The application is signed in').waitFor();
    await workbench.row(/admin@/).waitFor();
    await workbench.screenshot('start-4-administrator');
  });

  it('stops its servers and removes its folder when it is stopped', async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    const isStopped = async () => !(await isServed(started.editorUrl)) && !(await isServed(started.platformUrl));
    await waitFor('both servers are stopped', isStopped);
    assert.equal(existsSync(started.workspace), false);
  });
});
