import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { editText, openFile } from '../editText.ts';
import { filesBelow } from '../files.ts';
import {
  deploymentId,
  injectFaults,
  openBranch,
  remoteFiles,
  request,
  rowOf,
  sha1,
  startUnsynced,
  writeRemote,
} from './remote.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const uriOf = (file: string) => vscode.Uri.file(path.join(root, file));
const read = (file: string) => readFile(path.join(root, file), 'utf8');
const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
};
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

/** The project's files below the workspace folder, with the hash of their bytes. */
function localFiles(): Map<string, string> {
  const files = [...filesBelow(root)].filter(([name]) => !name.startsWith('.'));
  return new Map(files.map(([name, bytes]) => [name, sha1(bytes)]));
}

const cube = (name: string, measure: string) => `cubes:
  - name: ${name}
    sql_table: public.${name}

    dimensions:
      - name: id
        type: number
        sql: id
        primary_key: true

    measures:
      - name: ${measure}
        type: count
`;

describe('sync of a folder and its dev branch', () => {
  let dialogs: DialogStub;
  let parent = '';
  let branch = '';

  before(async () => {
    dialogs = new DialogStub();
    parent = await startUnsynced();
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    await run('workbench.action.revertAndCloseActiveEditor');
    await run('workbench.action.closeAllEditors');
    dialogs.restore();
  });

  const failures = () => dialogs.shown.filter(({ choices }) => choices.includes('Show Log')).map(({ text }) => text);
  const assertNoErrors = () => assert.deepEqual(failures(), []);

  it('shows a plan and changes nothing without confirmation', async () => {
    const before = localFiles();
    await run('dataModel.branch.openDevMode', rowOf(parent));
    branch = await openBranch();
    assert.match(branch, /^dev-/);
    const remote = await remoteFiles(branch);
    const [question] = dialogs.questions(/^Sync “.*” with dev-.*\?$/);
    assert.ok(question, 'the plan is shown');
    assert.match(question.detail, new RegExp(`Pull ${remote.size} files from ${branch} into “`));
    assert.match(question.detail, new RegExp(`Push 1 file from “.*” to ${branch}`));
    assert.match(question.detail, /^↓ /m);
    assert.deepEqual(question.choices, ['Sync', 'Show Changes']);
    assert.deepEqual(localFiles(), before);
    assert.deepEqual(await remoteFiles(branch), remote);
    assertNoErrors();
  });

  it('makes both sides equal after confirmation', async () => {
    dialogs.answer(/^Sync /, 'Sync');
    await run('dataModel.branch.openDevMode', rowOf(branch));
    assertNoErrors();
    const remote = await remoteFiles(branch);
    assert.ok(remote.has('model/views/mine.yml'));
    assert.deepEqual([...localFiles()].sort(), [...remote].sort());
  });

  it('asks nothing when both sides are equal', async () => {
    await run('dataModel.branch.openDevMode', rowOf(branch));
    assert.deepEqual(dialogs.questions(/^(Sync|Pull|Push) /), []);
    assertNoErrors();
  });

  it('pulls changes of another user after confirmation', async () => {
    await writeRemote(branch, 'model/cubes/theirs.yml', cube('theirs', 'count'));
    await run('dataModel.sync.pull');
    const [question] = dialogs.questions(/^Pull changes from/);
    assert.match(question!.detail, /Pull 1 file from/);
    assert.match(question!.detail, /↓ model\/cubes\/theirs\.yml \(new\)/);
    assert.equal(existsSync(path.join(root, 'model/cubes/theirs.yml')), false);
    dialogs.answer(/^Pull changes from/, 'Pull');
    await run('dataModel.sync.pull');
    assert.equal(await read('model/cubes/theirs.yml'), cube('theirs', 'count'));
    assertNoErrors();
  });

  it('pushes a changed file without a question, and a deletion after confirmation', async () => {
    const text = cube('theirs', 'how_many');
    await write('model/cubes/theirs.yml', text);
    await run('dataModel.sync.push', uriOf('model/cubes/theirs.yml'));
    assert.deepEqual(dialogs.questions(/^Push changes/), []);
    assert.equal((await remoteFiles(branch)).get('model/cubes/theirs.yml'), sha1(text));

    await rm(path.join(root, 'model/cubes/theirs.yml'));
    await run('dataModel.sync.push');
    const [question] = dialogs.questions(/^Push changes from/);
    assert.match(question!.detail, /Delete 1 file on/);
    assert.ok((await remoteFiles(branch)).has('model/cubes/theirs.yml'));
    dialogs.answer(/^Push changes from/, 'Push');
    await run('dataModel.sync.push');
    assert.equal((await remoteFiles(branch)).has('model/cubes/theirs.yml'), false);
    assertNoErrors();
  });

  it('keeps both versions of a conflict until the user takes the remote version', async () => {
    const file = 'model/views/mine.yml';
    const mine = `${await read(file)}# mine\n`;
    const other = `${await read(file)}# by another user\n`;
    await write(file, mine);
    await writeRemote(branch, file, other);
    await run('dataModel.sync.push');
    await run('dataModel.sync.pull');
    assert.equal(await read(file), mine);
    assert.equal((await remoteFiles(branch)).get(file), sha1(other));

    await run('dataModel.sync.takeRemote', { resourceUri: uriOf(file) });
    assert.equal(await read(file), other);
    dialogs.answer(/^Restore from Trash/, /mine\.yml/);
    await run('dataModel.sync.restore');
    assert.equal(await read(file), mine);
    assertNoErrors();
  });

  it('takes the local version of a conflict', async () => {
    const file = 'model/views/mine.yml';
    await writeRemote(branch, file, `${await read(file)}# again by another user\n`);
    await run('dataModel.sync.refresh');
    const mine = await read(file);
    await run('dataModel.sync.takeLocal', uriOf(file), [uriOf(file)]);
    assert.equal(await read(file), mine);
    assert.equal((await remoteFiles(branch)).get(file), sha1(mine));
    assertNoErrors();
  });

  it('keeps both versions of a conflict as files', async () => {
    const file = 'model/views/mine.yml';
    const mine = `${await read(file)}# one\n`;
    const other = `${await read(file)}# two\n`;
    await write(file, mine);
    await writeRemote(branch, file, other);
    await run('dataModel.sync.refresh');
    await run('dataModel.sync.keepBoth', uriOf(file));
    const kept = [...localFiles().values()];
    assert.ok(kept.includes(sha1(mine)) && kept.includes(sha1(other)), 'both files are in the folder');
    assertNoErrors();
  });

  it('compares a file with the branch on the left', async () => {
    const file = 'model/views/mine.yml';
    const before = await read(file);
    await write(file, `${before}# not yet sent\n`);
    await run('dataModel.sync.refresh');
    await run('dataModel.sync.openDiff', uriOf(file));
    const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    await waitFor(
      'a comparison is open',
      () => tab()?.input instanceof vscode.TabInputTextDiff,
      () => tab()?.label,
    );
    const { original, modified } = tab()!.input as vscode.TabInputTextDiff;
    assert.equal(modified.toString(), uriOf(file).toString());
    const document = await vscode.workspace.openTextDocument(original);
    // The document may already be open for the gutter. It is refreshed shortly after the last push.
    const theirs = (await remoteFiles(branch)).get(file);
    await waitFor('the branch’s text is on the left', () => sha1(document.getText()) === theirs);
    await run('dataModel.sync.review');
    await waitFor(
      'the whole plan is open',
      () => tab()?.label.includes(branch),
      () => tab()?.label,
    );
    await write(file, before);
    await run('dataModel.sync.push');
    assertNoErrors();
  });

  it('merges a conflict in the merge editor, and completes the merge with one command', async () => {
    const file = 'model/cubes/merged.yml';
    const lines = cube('merged', 'count').split('\n');
    const changed = (index: number, text: string) => lines.with(index, text).join('\n');
    await write(file, lines.join('\n'));
    await run('dataModel.sync.push', uriOf(file));
    const sql = lines.findIndex((line) => line.includes('sql_table'));
    const measure = lines.findIndex((line) => line.includes('name: count'));
    await write(file, changed(measure, '      - name: how_many'));
    await writeRemote(branch, file, changed(sql, '    sql_table: public.other'));
    await run('dataModel.sync.refresh');
    await run('dataModel.sync.openMergeEditor', { resourceUri: uriOf(file) });
    const merged = lines.with(measure, '      - name: how_many').with(sql, '    sql_table: public.other').join('\n');
    const result = () =>
      (vscode.window.tabGroups.activeTabGroup.activeTab?.input as { result?: vscode.Uri } | undefined)?.result;
    await waitFor('the merge editor is open', result);
    const document = await vscode.workspace.openTextDocument(result()!);
    await waitFor(
      'both changes are merged',
      () => document.getText() === merged,
      () => document.getText(),
    );
    assert.equal(
      await read(file),
      changed(measure, '      - name: how_many'),
      'the local file does not change during the merge',
    );
    // The editor may still be counting the unresolved parts, so try again.
    const isOnBranch = async () => {
      if (result()) await Promise.resolve(run('dataModel.sync.completeMerge')).catch(() => {});
      return (await remoteFiles(branch)).get(file) === sha1(merged);
    };
    const tabs = () => vscode.window.tabGroups.all.map(({ activeTab }) => activeTab?.label);
    await waitFor('the merge is on the branch', isOnBranch, tabs);
    assert.equal(await read(file), merged);
    assertNoErrors();
  });

  it('explains why a file is synced or not', async () => {
    await run('dataModel.sync.why', uriOf('model/views/mine.yml'));
    await write('.env', 'SECRET=1');
    await run('dataModel.sync.why', uriOf('.env'));
    assert.equal(dialogs.questions(/^model\/views\/mine\.yml is synced: ./).length, 1);
    assert.equal(dialogs.questions(/^\.env is not synced: ./).length, 1);
    assert.equal((await remoteFiles(branch)).has('.env'), false);
    assertNoErrors();
  });

  it('records what each sync did', async () => {
    await run('dataModel.sync.history');
    const text = vscode.window.activeTextEditor!.document.getText();
    assert.match(text, new RegExp(`pushed 1 file to ${branch}`));
    assert.match(text, /↓ model\/cubes\/theirs\.yml \(new\)/);
    assertNoErrors();
  });

  it('saves without waiting for a slow platform and pushes later', async () => {
    const files = ['model/cubes/orders.yml', 'model/cubes/customers.yml'];
    const slow = { kind: 'latency', ms: 3_000, times: 0, operation: ['getBuildStatus', 'putFiles', 'startUpload'] };
    await injectFaults(slow);
    try {
      const saved = new Map<string, string>();
      for (const file of files) {
        const document = await openFile(uriOf(file));
        const editor = await vscode.window.showTextDocument(document);
        await editText(editor, (edit) => edit.insert(new vscode.Position(document.lineCount, 0), '# saved\n'));
        assert.equal(await document.save(), true);
        assert.equal(document.isDirty, false);
        saved.set(file, document.getText());
      }
      // The save finished before the push.
      const remoteAfterSave = await remoteFiles(branch);
      for (const [file, text] of saved) {
        assert.equal(await read(file), text);
        assert.notEqual(remoteAfterSave.get(file), sha1(text), `${file} arrived before the save was over`);
      }
      const isPushed = async () => {
        const remote = await remoteFiles(branch);
        return [...saved].every(([file, text]) => remote.get(file) === sha1(text));
      };
      await waitFor('what was saved follows', isPushed);
    } finally {
      await injectFaults();
    }
    assertNoErrors();
  });

  it('pauses while dev mode is on another branch, until the user reopens the branch', async () => {
    const file = 'model/views/mine.yml';
    const moved = `before-the-move-${Date.now()}`;
    const api = `/build/api/v1/deployments/${deploymentId}`;
    await request('POST', `${api}/branches`, { name: moved, from: 'main' });
    await request('POST', `${api}/dev-mode`, { branchName: moved });
    const before = await remoteFiles(branch);
    const text = `${await read(file)}# while it was elsewhere\n`;
    await write(file, text);
    await run('dataModel.sync.push');
    const [halt] = dialogs.shown.filter(({ choices }) => choices.includes('Reopen in Dev Mode'));
    assert.ok(halt, JSON.stringify(dialogs.shown));
    assert.deepEqual(await remoteFiles(branch), before);

    dialogs.answer(/./, 'Reopen in Dev Mode');
    await run('dataModel.sync.push');
    assert.equal(await openBranch(), branch);
    assert.equal((await remoteFiles(branch)).get(file), sha1(text));
    assertNoErrors();
  });
});
