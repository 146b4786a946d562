import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { followedBranchOf } from '../../../src/ui/folders/followedBranch.ts';
import { waitFor } from '../../run/waitFor.ts';
import { OtherUser } from '../../vscode/otherUser.ts';
import { DialogStub } from '../dialogStub.ts';
import { changeText, save } from '../editText.ts';
import { requestAs } from '../platform.ts';
import { extension, findRow, showTree, waitForRow } from './treeAccess.ts';

const platform = new URL(process.env.DATA_MODEL_URL!).host;
const shop = [platform, /^Sample/] as const;
const branches = [...shop, 'Branches'] as const;
const folder = vscode.workspace.workspaceFolders![0]!;
const onDisk = (file: string) => path.join(folder.uri.fsPath, file);
const orders = 'model/cubes/orders.yml';

describe('branch commands', () => {
  let dialogs: DialogStub;
  let otherUser: OtherUser;
  const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`dataModel.branch.${id}`, ...args);

  async function followed() {
    const { app } = await extension();
    return followedBranchOf(app.folders.list.value[0]!);
  }
  async function branch(): Promise<string> {
    return (await followed())!.branchName;
  }
  const rowOfMain = () => waitForRow([...branches, 'main']);
  async function open(): Promise<string> {
    dialogs.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await run('openDevMode', await rowOfMain());
    return branch();
  }
  /** Edits and saves a file in the editor. */
  async function edit(file: string, change: (text: string) => string): Promise<void> {
    await save(await changeText(vscode.Uri.file(onDisk(file)), change));
  }
  /** The review that is open. */
  async function review() {
    const { page } = await (await extension()).reviews.reviews();
    assert.ok(page, `a review is open: ${JSON.stringify(dialogs.shown)}`);
    return page;
  }
  /** Opens the review of the dev branch, and presses its button. */
  async function commit(message: string, confirmed = true) {
    await run('commit');
    const page = await review();
    await page.act({ message, confirmed, keepBranch: false });
    return page.content;
  }
  const pushOnSave = (value: boolean | undefined) =>
    vscode.workspace
      .getConfiguration(undefined, folder.uri)
      .update('dataModel.sync.pushOnSave', value, vscode.ConfigurationTarget.WorkspaceFolder);

  before(async () => {
    dialogs = new DialogStub();
    await extension();
    await showTree();
    otherUser = new OtherUser((await waitForRow(shop)).target.deploymentId!, (...request) =>
      requestAs('admin', ...request),
    );
    await pushOnSave(false);
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    await run('leaveDevMode');
    await pushOnSave(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    dialogs.restore();
  });

  it('open a branch in dev mode after the plan is confirmed', async () => {
    assert.equal(existsSync(onDisk(orders)), false);
    await run('openDevMode', await rowOfMain());
    assert.equal(existsSync(onDisk(orders)), false, 'nothing is written before the plan is confirmed');
    assert.match(dialogs.questions(/^Pull changes/)[0]!.detail, /8 files|orders\.yml/);

    const name = await open();
    assert.match(name, /^dev-/);
    assert.equal(readFileSync(onDisk(orders), 'utf8'), await otherUser.read(name, orders));
    const row = await waitForRow([...branches, name]);
    assert.match(row.context, /;personal;open;followed;/);
    assert.match(row.description!, /^open · from main/);
  });

  it('commit nothing from a branch without changes, and offer no commit', async () => {
    const name = await open();
    await run('commit');
    const [message] = dialogs.questions(/nothing to commit/);
    assert.match(message!.text, new RegExp(`^${name} has nothing to commit: its files are those of main`));
    assert.equal((await (await extension()).reviews.reviews()).page, undefined, 'there is nothing to review');
    const offers = async () => {
      dialogs.reset();
      await vscode.commands.executeCommand('dataModel.status.show');
      return dialogs.questions(/Sample/)[0]!.choices;
    };
    const commit = `$(check) Commit ${name}`;
    assert.ok(!(await offers()).includes(commit));
    await edit(orders, (text) => `${text}# new\n`);
    await vscode.commands.executeCommand('dataModel.sync.push');
    // Errors of the files before this branch was open come first until the platform has checked the branch.
    await waitFor('the commit is offered first', async () => (await offers())[0] === commit, offers);
    await edit(orders, (text) => text.replace('# new\n', ''));
    await vscode.commands.executeCommand('dataModel.sync.push');
    assert.ok(!(await offers()).includes(commit));
  });

  it('warn once that a commit goes directly to production', async () => {
    const name = await open();
    await edit(orders, (text) => `${text}\n# first\n`);
    dialogs.answer(/^Some of your changes/, /^Push and Continue$/);
    const refused = await commit('First', false);
    const { consequence, confirmation, button } = refused.form!;
    assert.equal(consequence.title, `Commit ${name} directly to production?`);
    const detail = consequence.paragraphs.join(' ');
    assert.match(detail, new RegExp(`${name} was forked from main, the production branch of “Sample`));
    assert.match(confirmation!, /^Change main, the production branch of “Sample/);
    assert.equal(button, 'Commit to Production');
    assert.match(refused.notice!.text, /^Select the check box/);
    assert.doesNotMatch(await otherUser.read('main', orders), /# first/, 'not confirmed: nothing was committed');

    const done = await commit('First');
    assert.match(await otherUser.read('main', orders), /# first/);
    assert.equal(done.form, null);
    assert.match(done.status!.text, /^Committed dev-.* to main\. Production build of “Sample.*”: built$/);

    dialogs.reset();
    await edit(orders, (text) => `${text}# second\n`);
    dialogs.answer(/^Some of your changes/, /^Push and Continue$/);
    await run('commit');
    assert.equal((await review()).content.form!.confirmation, null);
    const page = await review();
    // Another document covers the page.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    await page.act({ message: 'Second', confirmed: false, keepBranch: false });
    const [end] = dialogs.questions(/^Production build of “Sample.*”: built\. All users get the change now\.$/);
    assert.deepEqual(end?.choices, ['Open in Browser']);
    assert.match(await otherUser.read('main', orders), /# second/);
  });

  it('offer to push local changes before a commit', async () => {
    await open();
    await edit(orders, (text) => `${text}# not pushed\n`);
    dialogs.answer(/^Some of your changes/, 'Continue Without Them');
    await edit('model/cubes/products.yml', (text) => `${text}# pushed\n`);
    await vscode.commands.executeCommand('dataModel.sync.push', vscode.Uri.file(onDisk('model/cubes/products.yml')));
    await commit('Without');
    const [question] = dialogs.questions(/^Some of your changes/);
    assert.match(question!.detail, /Not pushed:\nmodel\/cubes\/orders\.yml/);
    assert.doesNotMatch(await otherUser.read('main', orders), /# not pushed/);
    await edit(orders, (text) => text.replace('# not pushed\n', ''));
  });

  it('save and push an edited file before a commit', async () => {
    const name = await open();
    const document = await changeText(vscode.Uri.file(onDisk(orders)), (text) => `${text}# unsaved\n`);
    assert.ok(document.isDirty);
    dialogs.answer(/^Some of your changes/, 'Save, Push, and Continue');
    await commit('Saved');
    assert.equal(document.isDirty, false);
    assert.match(await otherUser.read(name, orders), /# unsaved/);
    assert.match(await otherUser.read('main', orders), /# unsaved/);
  });

  it('update a branch and the folder from the parent branch', async () => {
    const name = await open();
    await otherUser.commit('model/views/otherUser.yml', 'views: []\n');
    dialogs.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await run('pull', await waitForRow([...branches, name]));
    assert.equal(readFileSync(onDisk('model/views/otherUser.yml'), 'utf8'), 'views: []\n');
  });

  it('name the files of a merge conflict and change nothing', async () => {
    const name = await open();
    await edit(orders, (text) => text.replace(/^.*$/m, '$& # mine'));
    const before = await otherUser.read('main', orders);
    await otherUser.commit(orders, before.replace(/^.*$/m, '$& # theirs'));
    const theirs = await otherUser.read('main', orders);
    dialogs.answer(/^Some of your changes/, /^Push and Continue$/);
    const page = await commit('Conflict');
    assert.ok(page.form, 'it can be tried again');
    const { text, details = '' } = page.notice!;
    assert.match(text, new RegExp(`${name} and main both changed the same lines`));
    assert.match(`${text} ${details}`, /model\/cubes\/orders\.yml/);
    assert.deepEqual(dialogs.questions(/changed the same lines/), [], 'the page says it, and nothing else');
    assert.equal(await otherUser.read('main', orders), theirs);
    await edit(orders, () => theirs);
  });

  it('merge to production after a warning and wait for the build', async () => {
    const name = await open();
    await edit(orders, (text) => `${text}# merged\n`);
    dialogs.answer(/^Some of your changes/, /^Push and Continue$/);
    await run('mergeToProduction', await waitForRow([...branches, name]));
    const page = await review();
    const { consequence, message, keepBranch } = page.content.form!;
    assert.equal(consequence.title, `Merge ${name} to production?`);
    assert.match(consequence.paragraphs.join(' '), /rebuilt, and all users of “Sample/);
    assert.match(consequence.paragraphs.join(' '), /is deleted afterwards unless you keep it/);
    assert.equal(message.value, `Merge ${name} into main`);
    assert.equal(keepBranch, `Keep ${name} after the merge`);
    await page.act({ message: 'Merged', confirmed: false, keepBranch: false });
    assert.doesNotMatch(await otherUser.read('main', orders), /# merged/, 'not confirmed: nothing was merged');

    const { app } = await extension();
    const deployment = await (await followed())!.session.deployment();
    const statuses: string[] = [];
    const subscription = deployment.builds.onChange((builds) => statuses.push(builds.get('main')?.status ?? ''));
    await page.act({ message: 'Merged', confirmed: true, keepBranch: false });
    subscription.dispose();
    assert.match(await otherUser.read('main', orders), /# merged/);
    assert.ok(statuses.includes('building') || statuses.includes('warmup'), statuses.join());
    assert.equal(statuses.at(-1), 'built');
    assert.equal(await findRow(...branches, name), undefined);
    assert.equal(followedBranchOf(app.folders.list.value[0]!), undefined);
    assert.deepEqual(dialogs.questions(/failed/), []);
    assert.match(page.content.status!.text, /^Merged .* and deleted .*: built$/);
  });

  it('keep the branch after a merge on request', async () => {
    const name = await open();
    await edit(orders, (text) => `${text}# kept\n`);
    dialogs.answer(/^Some of your changes/, /^Push and Continue$/);
    await run('mergeToProduction', await waitForRow([...branches, name]));
    await (await review()).act({ message: 'Kept', confirmed: true, keepBranch: true });
    await waitForRow([...branches, name]);
    assert.equal(await branch(), name);
  });

  it('leave dev mode and keep the files of the folder', async () => {
    await open();
    await run('leaveDevMode');
    const { app } = await extension();
    await waitFor('the folder follows no branch', () => followedBranchOf(app.folders.list.value[0]!) === undefined);
    assert.ok(existsSync(onDisk(orders)));
    assert.match((await waitForRow([...branches, 'main'])).context, /^;branch;production;(?!followed|open)/);
  });

  it('do not delete or merge the production branch', async () => {
    await run('delete', await rowOfMain());
    await run('mergeToProduction', await rowOfMain());
    assert.equal(dialogs.questions(/production branch/).length, 2);
  });
});
