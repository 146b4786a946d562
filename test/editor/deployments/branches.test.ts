import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { followedBranchOf } from '../../../src/ui/folders/followedBranch.ts';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { OtherUser } from './otherUser.ts';
import { extension, findRow, showTree, waitForRow } from './treeAccess.ts';

const platform = new URL(process.env.DATA_MODEL_URL!).host;
const shop = [platform, /^Sample/] as const;
const branches = [...shop, 'Branches'] as const;
const folder = vscode.workspace.workspaceFolders![0]!;
const onDisk = (file: string) => path.join(folder.uri.fsPath, file);
const orders = 'model/cubes/orders.yml';

describe('the commands of branches', () => {
  let person: DialogStub;
  let colleague: OtherUser;
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
    person.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await run('openDevMode', await rowOfMain());
    return branch();
  }
  /** Changes a file as a person does, and saves it. */
  async function edit(file: string, change: (text: string) => string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(onDisk(file));
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const edits = new vscode.WorkspaceEdit();
    edits.replace(document.uri, all, change(document.getText()));
    await vscode.workspace.applyEdit(edits);
    await document.save();
  }
  const pushOnSave = (value: boolean | undefined) =>
    vscode.workspace
      .getConfiguration(undefined, folder.uri)
      .update('dataModel.sync.pushOnSave', value, vscode.ConfigurationTarget.WorkspaceFolder);

  before(async () => {
    person = new DialogStub();
    await extension();
    await showTree();
    colleague = new OtherUser((await waitForRow(shop)).target.deploymentId!);
    await pushOnSave(false);
  });
  beforeEach(() => person.reset());
  after(async () => {
    await run('leaveDevMode');
    await pushOnSave(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    person.restore();
  });

  it('open one in dev mode: the plan is shown first, then the folder holds its files and follows it', async () => {
    assert.equal(existsSync(onDisk(orders)), false);
    await run('openDevMode', await rowOfMain());
    assert.equal(existsSync(onDisk(orders)), false, 'nothing is written before the plan is agreed to');
    assert.match(person.questions(/^Pull changes/)[0]!.detail, /8 files|orders\.yml/);

    const name = await open();
    assert.match(name, /^dev-/);
    assert.equal(readFileSync(onDisk(orders), 'utf8'), await colleague.read(name, orders));
    const row = await waitForRow([...branches, name]);
    assert.match(row.context, /;personal;open;followed;/);
    assert.match(row.description!, /^open · from main/);
  });

  it('warn once that a commit goes straight to production, naming both branches and the deployment', async () => {
    const name = await open();
    await edit(orders, (text) => `${text}\n# first\n`);
    person.answer(/^Some of your changes/, /^Push and Continue$/);
    person.answer(/^Commit dev-.* to main$/, 'First');
    await run('commit');
    const [warning] = person.questions(/directly to production/);
    assert.ok(warning);
    assert.match(warning.detail, new RegExp(`${name} was forked from main, the production branch of “Sample`));
    assert.doesNotMatch(await colleague.read('main', orders), /# first/, 'dismissed: nothing was committed');

    person.answer(/^Commit dev-.* to main$/, 'First');
    person.answer(/directly to production/, 'Commit to Production');
    await run('commit');
    assert.match(await colleague.read('main', orders), /# first/);

    person.reset();
    await edit(orders, (text) => `${text}# second\n`);
    person.answer(/^Some of your changes/, /^Push and Continue$/);
    person.answer(/^Commit dev-.* to main$/, 'Second');
    await run('commit');
    assert.deepEqual(person.questions(/directly to production/), []);
    assert.match(await colleague.read('main', orders), /# second/);
  });

  it('offer to send first what is not on the branch, and go on without it if told to', async () => {
    await open();
    await edit(orders, (text) => `${text}# not sent\n`);
    person.answer(/^Some of your changes/, 'Continue Without Them');
    person.answer(/^Commit dev-.* to main$/, 'Without');
    person.answer(/directly to production/, 'Commit to Production');
    await run('commit');
    const [question] = person.questions(/^Some of your changes/);
    assert.match(question!.detail, /Not pushed:\nmodel\/cubes\/orders\.yml/);
    assert.doesNotMatch(await colleague.read('main', orders), /# not sent/);
    await edit(orders, (text) => text.replace('# not sent\n', ''));
  });

  it('save and send a file that is still being edited', async () => {
    const name = await open();
    const document = await vscode.workspace.openTextDocument(onDisk(orders));
    const edits = new vscode.WorkspaceEdit();
    edits.insert(document.uri, new vscode.Position(document.lineCount, 0), '# unsaved\n');
    await vscode.workspace.applyEdit(edits);
    assert.ok(document.isDirty);
    person.answer(/^Some of your changes/, 'Save, Push, and Continue');
    person.answer(/^Commit dev-.* to main$/, 'Saved');
    person.answer(/directly to production/, 'Commit to Production');
    await run('commit');
    assert.equal(document.isDirty, false);
    assert.match(await colleague.read(name, orders), /# unsaved/);
    assert.match(await colleague.read('main', orders), /# unsaved/);
  });

  it('pull a colleague’s commit into the branch, and then into the folder', async () => {
    const name = await open();
    await colleague.commit('model/views/colleague.yml', 'views: []\n');
    person.answer(/^(Pull changes|Sync) /, /^(Pull|Sync)$/);
    await run('pull', await waitForRow([...branches, name]));
    assert.equal(readFileSync(onDisk('model/views/colleague.yml'), 'utf8'), 'views: []\n');
  });

  it('name the files of a conflict, and change nothing', async () => {
    const name = await open();
    await edit(orders, (text) => text.replace(/^.*$/m, '$& # mine'));
    const before = await colleague.read('main', orders);
    await colleague.commit(orders, before.replace(/^.*$/m, '$& # theirs'));
    const theirs = await colleague.read('main', orders);
    person.answer(/^Some of your changes/, /^Push and Continue$/);
    person.answer(/^Commit dev-.* to main$/, 'Conflict');
    person.answer(/directly to production/, 'Commit to Production');
    await run('commit');
    const [failure] = person.questions(/changed the same lines/);
    assert.ok(failure, JSON.stringify(person.shown));
    assert.match(failure.text, new RegExp(`${name} and main`));
    assert.match(failure.text, /model\/cubes\/orders\.yml/);
    assert.equal(await colleague.read('main', orders), theirs);
    await edit(orders, () => theirs);
  });

  it('merge to production after a warning, follow the build to its end, and let the folder go', async () => {
    const name = await open();
    await edit(orders, (text) => `${text}# merged\n`);
    person.answer(/^Some of your changes/, /^Push and Continue$/);
    person.answer(/^Merge dev-.* into main$/, 'Merged');
    await run('mergeToProduction', await waitForRow([...branches, name]));
    const [warning] = person.questions(/to production\?$/);
    assert.match(warning!.detail, /rebuilt, and all users of “Sample/);
    assert.match(warning!.detail, /is deleted afterwards unless you keep it/);
    assert.doesNotMatch(await colleague.read('main', orders), /# merged/, 'dismissed: nothing was merged');

    person.answer(/^Merge dev-.* into main$/, 'Merged');
    person.answer(/to production\?$/, 'Merge to Production');
    const { app } = await extension();
    const deployment = await (await followed())!.session.deployment();
    const words: string[] = [];
    const subscription = deployment.builds.onChange((builds) => words.push(builds.get('main')?.status ?? ''));
    await run('mergeToProduction', await waitForRow([...branches, name]));
    subscription.dispose();
    assert.match(await colleague.read('main', orders), /# merged/);
    assert.ok(words.includes('building') || words.includes('warmup'), words.join());
    assert.equal(words.at(-1), 'built');
    assert.equal(await findRow(...branches, name), undefined);
    assert.equal(followedBranchOf(app.folders.list.value[0]!), undefined);
    assert.deepEqual(person.questions(/failed/), []);
  });

  it('keep the branch if told to', async () => {
    const name = await open();
    person.answer(/^Merge dev-.* into main$/, 'Kept');
    person.answer(/to production\?$/, 'Merge and Keep Branch');
    await edit(orders, (text) => `${text}# kept\n`);
    person.answer(/^Some of your changes/, /^Push and Continue$/);
    await run('mergeToProduction', await waitForRow([...branches, name]));
    await waitForRow([...branches, name]);
    assert.equal(await branch(), name);
  });

  it('leave dev mode: the folder keeps its files and follows no branch', async () => {
    await open();
    await run('leaveDevMode');
    const { app } = await extension();
    await waitFor('the folder follows no branch', () => followedBranchOf(app.folders.list.value[0]!) === undefined);
    assert.ok(existsSync(onDisk(orders)));
    assert.equal((await waitForRow([...branches, 'main'])).context, ';branch;production;');
  });

  it('say why the production branch cannot be deleted or merged', async () => {
    await run('delete', await rowOfMain());
    await run('mergeToProduction', await rowOfMain());
    assert.equal(person.questions(/production branch/).length, 2);
  });
});
