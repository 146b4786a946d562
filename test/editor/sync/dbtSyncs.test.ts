import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { manifestOf, model } from '../../emulator/dbt/manifests.ts';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { applyEdit } from '../editText.ts';
import { control } from '../platform.ts';
import { deploymentId, injectFaults, request, rowOf, startUnsynced } from './remote.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const uriOf = (file: string) => vscode.Uri.file(path.join(root, file));
const read = (file: string) => readFile(path.join(root, file), 'utf8');
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);
const suppliers = 'model/cubes/suppliers.yml';
const regions = 'model/cubes/regions.yml';

describe('dbt syncs', () => {
  let dialogs: DialogStub;
  let syncJobId = '';
  const history = async () => {
    const { items } = (await request('GET', `/api/v1/deployments/${deploymentId}/dbt-sync`)) as {
      items: { syncJobId: string; status: string; output: string }[];
    };
    return items;
  };
  /** The argument that a row of the view passes to a command. */
  const row = (file?: string) => ({ target: { ...rowOf().target, syncJobId, ...(file && { file }) } });
  const start = async () => {
    dialogs.answer(/^Start dbt Sync/, /target\/manifest\.json/);
    dialogs.answer(/^Start dbt Sync/, /Review Files/);
    await run('dataModel.dbt.start');
    syncJobId = (await history())[0]!.syncJobId;
    await waitFor('the sync has ended', async () => (await history())[0]?.status === 'COMPLETED');
  };
  const errors = () => dialogs.questions(/./).filter(({ choices }) => choices.includes('Show Log'));

  before(async () => {
    dialogs = new DialogStub();
    await startUnsynced();
    const nodes = {
      ...model('suppliers', { columns: { id: { data_type: 'integer' } } }),
      ...model('regions', { columns: { id: { data_type: 'integer' } } }),
    };
    await mkdir(path.join(root, 'target'), { recursive: true });
    await writeFile(path.join(root, 'target/manifest.json'), JSON.stringify(manifestOf({ nodes })));
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    await injectFaults();
    await rm(path.join(root, 'target'), { recursive: true, force: true });
    await run('workbench.action.closeAllEditors');
  });

  it('start from a manifest of the workspace', async () => {
    await start();
    const [latest] = await history();
    assert.deepEqual([latest?.status, latest?.output], ['COMPLETED', 'files']);
    assert.deepEqual(errors(), []);
  });

  it('refuse a manifest that is not JSON before anything is sent', async () => {
    const before = (await history()).length;
    const manifest = await read('target/manifest.json');
    await writeFile(path.join(root, 'target/manifest.json'), 'model:\n');
    dialogs.answer(/^Start dbt Sync/, /target\/manifest\.json/);
    dialogs.answer(/^Start dbt Sync/, /Review Files/);
    await run('dataModel.dbt.start');
    await writeFile(path.join(root, 'target/manifest.json'), manifest);
    assert.match(errors()[0]!.text, /JSON object/);
    assert.equal((await history()).length, before);
  });

  it('open their log as a document', async () => {
    await run('dataModel.dbt.openLog', row());
    const text = vscode.window.activeTextEditor!.document.getText();
    assert.match(text, /# Processing manifest · \d/);
    assert.match(text, /The manifest has 2 models/);
  });

  it('open their result as a document', async () => {
    await run('dataModel.dbt.openResult', row());
    const text = vscode.window.activeTextEditor!.document.getText();
    assert.match(text, /^Cubes: 2\nModels in the manifest: 2$/m);
    assert.match(text, /^Generated files: 2\n {4}model\/cubes\/\w+\.yml\n {4}model\/cubes\/\w+\.yml\n$/m);
  });

  it('show the generated files next to those of the workspace', async () => {
    await run('dataModel.dbt.review', row());
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.equal(tab?.label.startsWith('Workspace and dbt Sync'), true, tab?.label);
    await run('dataModel.dbt.review', row(suppliers));
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input as vscode.TabInputTextDiff;
    const generated = await vscode.workspace.openTextDocument(input.modified);
    assert.match(generated.getText(), /name: suppliers/);
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), '');
    assert.equal(existsSync(path.join(root, suppliers)), false);
  });

  it('write one accepted file, then all', async () => {
    await run('dataModel.dbt.accept', row(suppliers));
    assert.match(await read(suppliers), /name: suppliers/);
    assert.equal(existsSync(path.join(root, regions)), false);
    await run('dataModel.dbt.acceptAll', row());
    assert.match(await read(regions), /name: regions/);
    assert.deepEqual(errors(), []);
  });

  it('never replace unsaved changes', async () => {
    const edit = new vscode.WorkspaceEdit();
    await writeFile(path.join(root, regions), '# mine\n');
    await vscode.workspace.openTextDocument(uriOf(regions));
    edit.insert(uriOf(regions), new vscode.Position(0, 0), '# unsaved\n');
    await applyEdit(edit);
    dialogs.answer(/Overwrite it/, 'Overwrite');
    await run('dataModel.dbt.acceptAll', row());
    assert.match(errors()[0]!.text, /regions\.yml has unsaved changes/);
    assert.equal(await read(regions), '# mine\n');
    await vscode.window.showTextDocument(uriOf(regions));
    await run('workbench.action.revertAndCloseActiveEditor');
  });

  it('replace edits that are not on the branch only after a comparison and a confirmation', async () => {
    await run('dataModel.dbt.acceptAll', row());
    assert.equal(dialogs.questions(/regions\.yml is not on your dev branch/).length, 1);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.equal(tab?.label.startsWith('Workspace and dbt Sync'), true, tab?.label);
    assert.equal(await read(regions), '# mine\n', 'a dismissed question writes nothing');
    dialogs.answer(/Overwrite it/, 'Overwrite');
    await run('dataModel.dbt.acceptAll', row());
    assert.match(await read(regions), /name: regions/);
  });

  it('cancel after a question, and say when there is nothing to cancel', async () => {
    dialogs.answer(/^Cancel the running/, 'Cancel Sync');
    await run('dataModel.dbt.cancel', { ...row(), label: 'Manifest' });
    assert.match(errors()[0]!.text, /has ended/);
  });

  it('say when the generated files are gone', async () => {
    await start();
    await control('POST', 'clock', { advanceMs: 61 * 60_000 });
    await run('dataModel.dbt.review', row());
    assert.match(errors()[0]!.text, /one hour/);
  });
});
