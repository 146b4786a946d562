import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { waitFor } from '../run/waitFor.ts';
import { openWindowPage } from '../vscode/browser/browser.ts';
import { waitUntilEditorStored, waitUntilStored } from '../vscode/browser/storedState.ts';
import { Workbench } from '../vscode/browser/workbench.ts';
import { repository } from '../vscode/locations.ts';

interface Started {
  editorUrl: string;
  platformUrl: string;
  apiKey: string;
  workspace: string;
}

function isServed(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}

describe('npm start -- --no-open --json', () => {
  let child: ChildProcess;
  let output = '';
  let started: Started;

  before(async () => {
    const args = ['--import', 'tsx', path.join(repository, 'test/vscode/start.ts'), '--no-open', '--json'];
    child = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
    const printed = new Promise<void>((resolve) => {
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('\n')) resolve();
      });
    });
    const exited = once(child, 'exit').then(() => assert.fail(`npm start ended before it was ready: ${output}`));
    await Promise.race([printed, exited]);
    started = JSON.parse(output) as Started;
  });

  after(() => child?.kill('SIGKILL'));

  it('prints one JSON line for scripts', () => {
    assert.equal(output.trim().split('\n').length, 1);
    assert.deepEqual(Object.keys(started).sort(), ['apiKey', 'editorUrl', 'platformUrl', 'workspace']);
  });

  it('serves the editor', async () => {
    const page = await fetch(started.editorUrl);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /vscode-workbench/);
  });

  it('serves the platform to requests with the key', async () => {
    const url = `${started.platformUrl}/api/v1/users/me`;
    assert.equal((await fetch(url)).status, 401);
    const { apiKey } = started;
    const authorization = `${apiKey.startsWith('sk-') ? 'Api-Key' : 'Bearer'} ${apiKey}`;
    assert.equal((await fetch(url, { headers: { authorization } })).status, 200);
  });

  it('creates a workspace with a model, bound to a deployment', () => {
    assert.ok(existsSync(path.join(started.workspace, 'model')));
    const settings = JSON.parse(readFileSync(path.join(started.workspace, '.vscode/settings.json'), 'utf8'));
    assert.equal(settings['dataModel.platform.url'], started.platformUrl);
    assert.ok(Number.isInteger(settings['dataModel.deployment.id']));
    assert.ok(!JSON.stringify(settings).includes(started.apiKey), 'the settings contain no key');
  });

  it('opens a cube with the deployments next to it, and the walkthrough at its next step', async () => {
    const { page, externalRequests } = await openWindowPage({ colorScheme: 'dark' });
    try {
      const workbench = new Workbench(page);
      await workbench.open(started.editorUrl);
      await workbench.row(/^\s*dev-/).waitFor();
      await workbench.row(/^\s*Sample shop/).waitFor();
      const done = page.locator('.getting-started-step [role=checkbox][aria-checked=true]');
      const labels = () => done.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
      await waitFor('the first two steps are done', async () => (await done.count()) === 2, labels);
      await page.locator('.getting-started-step.expanded', { hasText: 'See errors where they occur' }).waitFor();
      await workbench.tab('orders.yml').waitFor();
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
    } finally {
      await page.context().close();
    }
  });

  it('stops its servers and removes its folder when it is stopped', async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    const isStopped = async () => !(await isServed(started.editorUrl)) && !(await isServed(started.platformUrl));
    await waitFor('both servers are stopped', isStopped);
    assert.equal(existsSync(started.workspace), false);
  });
});
