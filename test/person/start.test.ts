import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';

interface Started {
  editorUrl: string;
  platformUrl: string;
  apiKey: string;
  workspace: string;
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 200));
}

describe('npm start -- --no-open --json', () => {
  let child: ChildProcess;
  let output = '';
  let started: Started;

  before(async function () {
    this.timeout(180_000);
    const args = ['--import', 'tsx', path.join(repository, 'test/vscode/start.ts'), '--no-open', '--json'];
    child = spawn(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const ended = once(child, 'exit').then(() => assert.fail(`it ended before it was ready: ${output}`));
    await Promise.race([until(async () => output.includes('\n')), ended]);
    started = JSON.parse(output) as Started;
  });

  after(() => child?.kill('SIGKILL'));

  it('prints one JSON line with what a script needs', () => {
    assert.equal(output.trim().split('\n').length, 1);
    assert.deepEqual(Object.keys(started).sort(), ['apiKey', 'editorUrl', 'platformUrl', 'workspace']);
  });

  it('serves the editor', async () => {
    const page = await fetch(started.editorUrl);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /vscode-workbench/);
  });

  it('serves the platform to the key', async () => {
    const url = `${started.platformUrl}/api/v1/users/me`;
    assert.equal((await fetch(url)).status, 401);
    const { apiKey } = started;
    const authorization = `${apiKey.startsWith('sk-') ? 'Api-Key' : 'Bearer'} ${apiKey}`;
    assert.equal((await fetch(url, { headers: { authorization } })).status, 200);
  });

  it('lays out a workspace that holds a model and is bound to a deployment', () => {
    assert.ok(existsSync(path.join(started.workspace, 'model')));
    const settings = JSON.parse(readFileSync(path.join(started.workspace, '.vscode/settings.json'), 'utf8'));
    assert.equal(settings['dataModel.platform.url'], started.platformUrl);
    assert.ok(Number.isInteger(settings['dataModel.deployment.id']));
    assert.ok(!JSON.stringify(settings).includes(started.apiKey), 'a key never goes into settings');
  });

  it('takes everything with it when it is stopped', async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await until(async () => !(await answers(started.editorUrl)) && !(await answers(started.platformUrl)));
    assert.equal(existsSync(started.workspace), false);
  });
});
