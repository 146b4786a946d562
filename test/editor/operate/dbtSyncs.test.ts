import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { SyncRow } from '../../../src/ui/dbt/syncRows.ts';
import type { Tree } from '../../../src/ui/tree/tree.ts';
import { manifestOf, model } from '../../emulator/dbt/manifests.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension, showTree, waitForRow } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { platformUrl, requestAs } from '../platform.ts';

interface Run {
  syncJobId: string;
  status: string;
  source: string;
  output: string;
  dbtRef?: string | null;
}

const start = /^Start dbt Sync$/;
const filter = /^Filter dbt Syncs$/;

describe('the dbt Syncs view', () => {
  let dialogs: DialogStub;
  let view: Tree<SyncRow>;
  let history: string;
  const folder = path.join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, 'exports');
  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand(`dataModel.dbt.${command}`, ...args);
  const runs = async () => ((await requestAs('own', 'GET', history)) as { items: Run[] }).items;
  const labels = async () => (await view.getChildren()).map(({ label }) => label);
  /** The sync that a command started, when the view shows its end. */
  const ended = async (label: string, before: readonly Run[]): Promise<{ row: SyncRow; run: Run }> => {
    const [added] = (await runs()).filter(({ syncJobId }) => before.every((each) => each.syncJobId !== syncJobId));
    let row: SyncRow | undefined;
    await waitFor(`${label} has ended`, async () => {
      row = (await view.getChildren()).find(({ target }) => target.syncJobId === added!.syncJobId);
      return row !== undefined && row.label === label && !row.context.includes(';running;');
    });
    return { row: row!, run: (await runs()).find(({ syncJobId }) => syncJobId === added!.syncJobId)! };
  };
  /** The focused row, which tells the view to a command in its title. */
  const anyRow = async () => (await view.getChildren())[0];
  const startFromGit = async (ref: string, output: string) => {
    const before = await runs();
    for (const answer of [/dbt Repository$/, ref, output]) dialogs.answer(start, answer);
    await run('start');
    return ended(ref === '' ? 'Repository' : `Repository at ${ref}`, before);
  };

  before(async () => {
    dialogs = new DialogStub();
    view = (await extension()).dbtSyncs.tree;
    await showTree();
    const { target } = await waitForRow([new URL(platformUrl).host, /^Sample/]);
    await vscode.commands.executeCommand('dataModel.dbtSyncs.focus');
    history = `/api/v1/deployments/${target.deploymentId}/dbt-sync`;
    await mkdir(folder);
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    await rm(folder, { recursive: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('starts from the default branch of the dbt repository', async () => {
    const { row, run: started } = await startFromGit('', '$(diff-multiple) Review Files');
    assert.deepEqual([started.status, started.source, started.output], ['COMPLETED', 'git', 'files']);
    assert.equal(row.icon, 'pass');
    const files = row.children.find(({ kind }) => kind === 'files');
    await waitFor('its files are listed', async () => (await view.getChildren(files)).length > 0);
    assert.deepEqual(
      (await view.getChildren(files)).map(({ label }) => label),
      ['couriers.yml'],
    );
  });

  it('starts from a branch of the dbt repository and commits to a new branch', async () => {
    const { row, run: started } = await startFromGit('trunk', '$(git-branch) Commit to a New Branch');
    assert.deepEqual([started.status, started.dbtRef, started.output], ['COMPLETED', 'trunk', 'branch']);
    assert.ok(row.children.some(({ kind }) => kind === 'branch'));
  });

  it('says why a sync failed', async () => {
    const { row } = await startFromGit('gone', '$(diff-multiple) Review Files');
    assert.equal(row.icon, 'error');
    assert.match(row.tooltip!, /no branch or tag 'gone'/);
  });

  it('starts from a file that the user selects', async () => {
    const file = path.join(folder, 'nightly.json');
    await writeFile(file, JSON.stringify(manifestOf({ nodes: model('depots', { columns: { id: {} } }) })));
    const before = await runs();
    dialogs.answer(start, /Browse…$/);
    dialogs.answer(/^Select dbt Manifest$/, file);
    dialogs.answer(start, /Review Files$/);
    await run('start');
    const { run: started } = await ended('Manifest', before);
    assert.deepEqual([started.status, started.source], ['COMPLETED', 'manifest']);
  });

  it('starts nothing without a file, and nothing from a file that is not a manifest', async () => {
    const before = await runs();
    dialogs.answer(start, /Browse…$/);
    await run('start');
    assert.equal(dialogs.questions(/^Select dbt Manifest$/).length, 1);
    assert.equal(dialogs.questions(start).length, 1, 'it asks nothing else');
    const file = path.join(folder, 'notes.json');
    await writeFile(file, 'not JSON');
    dialogs.answer(start, /Browse…$/);
    dialogs.answer(/^Select dbt Manifest$/, file);
    dialogs.answer(start, /Review Files$/);
    await run('start');
    assert.match(dialogs.shown.at(-1)!.text, /notes\.json/);
    assert.deepEqual(await runs(), before);
  });

  it('filters the history by status and trigger', async () => {
    const all = await labels();
    const failed = (await runs()).filter(({ status }) => status === 'FAILED').length;
    dialogs.answer(filter, 'Failed');
    await vscode.commands.executeCommand('dataModel.view.filter', await anyRow());
    assert.deepEqual(await labels(), Array(failed).fill('Repository at gone'));
    dialogs.answer(filter, 'API');
    await vscode.commands.executeCommand('dataModel.view.filter', await anyRow());
    assert.equal((await labels()).length, failed, 'a status and a trigger are combined');
    dialogs.answer(filter, 'Webhook');
    await vscode.commands.executeCommand('dataModel.view.filter', await anyRow());
    assert.deepEqual(await labels(), ['No matching syncs']);
    const [question] = dialogs.questions(filter).slice(-1);
    const current = question!.choices.filter((_, index) => question!.detail.split('\n')[index] === 'current');
    assert.deepEqual(current, ['Failed', 'API'], 'the filter before this change');
    dialogs.answer(filter, 'All Syncs');
    await vscode.commands.executeCommand('dataModel.view.filter', await anyRow());
    assert.deepEqual(await labels(), all);
  });
});
