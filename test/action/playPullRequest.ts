/**
 * `npm run --silent play-pull-request`: plays a pull request from its first push to its second one, with the action's own script, the
 * emulator as the platform, and a code host of this process. The reports and pictures of the comment are in artifacts/pull-request.
 */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { print, printError } from '../../src/base/terminal.ts';
import { branchOperations } from '../../src/contract/dataModel/branches.ts';
import { Client } from '../../src/platform/client.ts';
import { runBundle } from '../cli/runBundle.ts';
import { startChild } from '../emulator/childEmulator.ts';
import { launchBrowser, openPage } from '../vscode/browser/browser.ts';
import { repository } from '../vscode/locations.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { checkOut, commitAll, git, push } from './checkout.ts';
import { startCodeHost } from './fakeCodeHost.ts';
import { runAction } from './runAction.ts';

const sample = path.join(repository, 'src/emulator/sample');
const artifacts = path.join(repository, 'artifacts/pull-request');
const orders = 'analytics/model/cubes/orders.yml';
const token = 'token-of-the-workflow';

async function play(): Promise<void> {
  const folder = temporaryFolder('pull-request');
  const host = await startCodeHost({ token });
  const platform = await startChild(['--build-time', '300']);
  const client = new Client({ baseUrl: platform.url, credential: { token: platform.apiKey } });
  try {
    const origin = path.join(folder.path, 'origin');
    cpSync(path.join(sample, 'project'), path.join(origin, 'analytics'), { recursive: true });
    cpSync(path.join(sample, 'data'), path.join(origin, 'data'), { recursive: true });
    commitAll(origin);
    const text = readFileSync(path.join(origin, orders), 'utf8');
    const corrected = text.replace("<> 'canceled'", "<> 'cancelled'");
    assert.notEqual(corrected, text);
    const checkout = path.join(folder.path, 'checkout');
    step('A pull request corrects the filter of a measure, in a fresh clone.');
    checkOut(origin, checkout, { [orders]: corrected });

    const params = { deploymentId: platform.deploymentId };
    const target = ['--url', platform.url, '--deployment', String(platform.deploymentId)];
    /** A branch of the platform with the changes since the base; returns its dev branch. */
    const toPlatform = async () => {
      await client.call(branchOperations.createBranch, { params, body: { name: 'pr-7' } });
      const synced = await runBundle('sync', [...target, '--branch', 'pr-7', '--base', 'origin/main', '--json'], {
        cwd: path.join(checkout, 'analytics'),
        env: { DATA_MODEL_API_KEY: platform.apiKey, DATA_MODEL_STATE: folder.path },
      });
      assert.equal(synced.code, 0, synced.stderr);
      const report = synced.stdout.trimEnd().split('\n');
      const { branch, done } = JSON.parse(report.pop()!) as { branch: string; done: unknown[] };
      assert.equal(done.length, 1);
      print(`${report.join('\n')}\n`);
      return branch;
    };
    const fromPlatform = async (branch: string) => {
      for (const branchName of [branch, 'pr-7']) {
        await client.call(branchOperations.deleteBranch, { params, query: { branchName } });
      }
    };
    step('A branch of the platform gets the changes since the base.');
    const firstBranch = await toPlatform();

    const event = path.join(folder.path, 'event.json');
    writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
    const inputs = {
      ...{ project: 'analytics', source: 'data', out: artifacts, tests: 'platform' },
      ...{ url: platform.url, deployment: String(platform.deploymentId), 'api-key': platform.apiKey },
    };
    const review = (branch: string) =>
      runAction(
        checkout,
        folder.path,
        { ...inputs, branch },
        {
          ...{ GITHUB_API_URL: host.url, GITHUB_REPOSITORY: 'team/model', GITHUB_EVENT_PATH: event },
          ...{ GITHUB_BASE_REF: 'main', TOKEN: token },
        },
      );

    step('The action checks it, runs its tests on that branch, and compares it with the base.');
    const first = await review(firstBranch);
    print(first.log);
    assert.equal(first.code, 0);
    const [comment] = host.comments;
    assert.match(comment!.body, /Numbers change/);
    assert.match(comment!.body, /7 passed, 0 failed/);
    await picture(comment!.body, 'comment');

    step('A second push renames a public member that a view has. Its run has new branches.');
    await fromPlatform(firstBranch);
    push(checkout, { [orders]: corrected.replace('- name: completed_share', '- name: share_of_completed') });
    const secondBranch = await toPlatform();

    step('The same comment says what breaks.');
    const second = await review(secondBranch);
    print(second.log);
    assert.equal(second.code, 1);
    assert.equal(host.comments.length, 1);
    assert.match(comment!.body, /\*\*Breaking:\*\*/);
    assert.match(comment!.body, /does not compile/);
    assert.match(comment!.body, /## Tests of the data model\n\nThe command failed with exit code 3\./);
    await picture(comment!.body, 'comment-2');

    step('It is closed: both branches are deleted.');
    await fromPlatform(secondBranch);
    assert.equal(git(checkout, 'status', '--porcelain'), '');
    print(`\nReports: ${readdirSync(artifacts).join(', ')} in ${path.relative('.', artifacts)}\n`);
  } finally {
    client.dispose();
    platform.kill();
    await host.close();
    folder.remove();
  }
}

function step(text: string): void {
  print(`\n${text}\n`);
}

/** The comment as a code host draws it, roughly. */
async function picture(body: string, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  const html = new MarkdownIt({ html: false }).render(body.replace(/^<!--.*-->\n/, ''));
  const style =
    'body{font:14px/1.5 sans-serif;max-width:860px;margin:24px}code{background:#eee;padding:2px 4px;border-radius:4px}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:4px 10px}';
  const page = `<!doctype html><meta charset="utf-8"><title>Comment</title><style>${style}</style>${html}`;
  writeFileSync(path.join(artifacts, `${name}.html`), page);
  const browser = await launchBrowser();
  try {
    const opened = await openPage(browser, { viewport: { width: 900, height: 1200 } });
    await opened.page.setContent(page);
    await opened.page.screenshot({ path: path.join(artifacts, `${name}.png`), fullPage: true });
  } finally {
    await browser.close();
  }
}

play().catch((failure: unknown) => {
  printError(`${failure instanceof Error ? failure.stack : String(failure)}\n`);
  process.exitCode = 1;
});
