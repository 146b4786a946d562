import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { filesBelow } from '../files.ts';
import { deploymentId, misbehave, openBranch, remoteFiles, request, rowOf, sha1, writeRemote } from './remote.ts';

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

describe('a folder and its dev branch', () => {
  let person: DialogStub;
  let branch = '';

  before(async () => {
    person = new DialogStub();
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
  });
  beforeEach(() => person.reset());
  after(async () => {
    await run('workbench.action.revertAndCloseActiveEditor');
    await run('workbench.action.closeAllEditors');
    person.restore();
  });

  const failures = () => person.shown.filter(({ choices }) => choices.includes('Show Log')).map(({ text }) => text);
  const quiet = () => assert.deepEqual(failures(), []);

  it('meet with a plan and a question; without an answer nothing is written on either side', async () => {
    const before = localFiles();
    await run('dataModel.branch.openDevMode', rowOf('main'));
    branch = await openBranch();
    assert.match(branch, /^dev-/);
    const remote = await remoteFiles(branch);
    const [question] = person.questions(/^Sync “.*” with dev-.*\?$/);
    assert.ok(question, 'the plan is shown');
    assert.match(question.detail, new RegExp(`Pull ${remote.size} files from ${branch} into “`));
    assert.match(question.detail, new RegExp(`Push 1 file from “.*” to ${branch}`));
    assert.match(question.detail, /^↓ /m);
    assert.deepEqual(question.choices, ['Sync', 'Show Changes']);
    assert.deepEqual(localFiles(), before);
    assert.deepEqual(await remoteFiles(branch), remote);
    quiet();
  });

  it('are byte for byte equal once the person agrees', async () => {
    person.answer(/^Sync /, 'Sync');
    await run('dataModel.branch.openDevMode', rowOf(branch));
    quiet();
    const remote = await remoteFiles(branch);
    assert.ok(remote.has('model/views/mine.yml'));
    assert.deepEqual([...localFiles()].sort(), [...remote].sort());
  });

  it('ask nothing when they are equal already', async () => {
    await run('dataModel.branch.openDevMode', rowOf(branch));
    assert.deepEqual(person.questions(/^(Sync|Pull|Push) /), []);
    quiet();
  });

  it('bring what somebody else changed, with a preview first', async () => {
    await writeRemote(branch, 'model/cubes/theirs.yml', cube('theirs', 'count'));
    await run('dataModel.sync.pull');
    const [question] = person.questions(/^Pull changes from/);
    assert.match(question!.detail, /Pull 1 file from/);
    assert.match(question!.detail, /↓ model\/cubes\/theirs\.yml \(new\)/);
    assert.equal(existsSync(path.join(root, 'model/cubes/theirs.yml')), false);
    person.answer(/^Pull changes from/, 'Pull');
    await run('dataModel.sync.pull');
    assert.equal(await read('model/cubes/theirs.yml'), cube('theirs', 'count'));
    quiet();
  });

  it('send a changed file without a question, and a deleted one only after it', async () => {
    const text = cube('theirs', 'how_many');
    await write('model/cubes/theirs.yml', text);
    await run('dataModel.sync.push', uriOf('model/cubes/theirs.yml'));
    assert.deepEqual(person.questions(/^Push changes/), []);
    assert.equal((await remoteFiles(branch)).get('model/cubes/theirs.yml'), sha1(text));

    await rm(path.join(root, 'model/cubes/theirs.yml'));
    await run('dataModel.sync.push');
    const [question] = person.questions(/^Push changes from/);
    assert.match(question!.detail, /Delete 1 file on/);
    assert.ok((await remoteFiles(branch)).has('model/cubes/theirs.yml'));
    person.answer(/^Push changes from/, 'Push');
    await run('dataModel.sync.push');
    assert.equal((await remoteFiles(branch)).has('model/cubes/theirs.yml'), false);
    quiet();
  });

  it('keep both versions of a conflict, until the person takes the branch’s; theirs comes back from the trash', async () => {
    const file = 'model/views/mine.yml';
    const mine = `${await read(file)}# mine\n`;
    const other = `${await read(file)}# of somebody else\n`;
    await write(file, mine);
    await writeRemote(branch, file, other);
    await run('dataModel.sync.push');
    await run('dataModel.sync.pull');
    assert.equal(await read(file), mine);
    assert.equal((await remoteFiles(branch)).get(file), sha1(other));

    await run('dataModel.sync.takeRemote', { resourceUri: uriOf(file) });
    assert.equal(await read(file), other);
    person.answer(/^Restore from Trash/, /mine\.yml/);
    await run('dataModel.sync.restore');
    assert.equal(await read(file), mine);
    quiet();
  });

  it('take the local version of a conflict where the person says so', async () => {
    const file = 'model/views/mine.yml';
    await writeRemote(branch, file, `${await read(file)}# again of somebody else\n`);
    await run('dataModel.sync.refresh');
    const mine = await read(file);
    await run('dataModel.sync.takeLocal', uriOf(file), [uriOf(file)]);
    assert.equal(await read(file), mine);
    assert.equal((await remoteFiles(branch)).get(file), sha1(mine));
    quiet();
  });

  it('keep both versions for good where the person says so', async () => {
    const file = 'model/views/mine.yml';
    const mine = `${await read(file)}# one\n`;
    const other = `${await read(file)}# two\n`;
    await write(file, mine);
    await writeRemote(branch, file, other);
    await run('dataModel.sync.refresh');
    await run('dataModel.sync.keepBoth', uriOf(file));
    const kept = [...localFiles().values()];
    assert.ok(kept.includes(sha1(mine)) && kept.includes(sha1(other)), 'both stand in the folder');
    quiet();
  });

  it('are compared: the branch on the left, what would replace it on the right', async () => {
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
    // It may have been open already, beside the gutter, and is told of what the last push changed a moment later.
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
    quiet();
  });

  it('merge a conflict in the merge editor; the merge takes its place once the person says so', async () => {
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
    assert.equal(await read(file), changed(measure, '      - name: how_many'), 'the file stays as it is meanwhile');
    person.answer(/^Save the merge result of model\/cubes\/merged\.yml/, 'Save and Push');
    // The editor may still be counting what is left to decide; a person clicks once more then.
    const accepted = async () => {
      await Promise.resolve(run('mergeEditor.acceptMerge')).catch(() => {});
      return result() === undefined;
    };
    await waitFor('the merge is accepted', accepted);
    await waitFor('the merge is on the branch', async () => (await remoteFiles(branch)).get(file) === sha1(merged));
    assert.equal(await read(file), merged);
    quiet();
  });

  it('explain why a file is synced, or why not', async () => {
    await run('dataModel.sync.why', uriOf('model/views/mine.yml'));
    await write('.env', 'SECRET=1');
    await run('dataModel.sync.why', uriOf('.env'));
    assert.equal(person.questions(/^model\/views\/mine\.yml is synced: ./).length, 1);
    assert.equal(person.questions(/^\.env is not synced: ./).length, 1);
    assert.equal((await remoteFiles(branch)).has('.env'), false);
    quiet();
  });

  it('remember what each sync did', async () => {
    await run('dataModel.sync.history');
    const text = vscode.window.activeTextEditor!.document.getText();
    assert.match(text, new RegExp(`pushed 1 file to ${branch}`));
    assert.match(text, /↓ model\/cubes\/theirs\.yml \(new\)/);
    quiet();
  });

  it('let a person save at once, however slow the platform is; what was saved follows', async () => {
    const files = ['model/cubes/orders.yml', 'model/cubes/customers.yml'];
    const slow = { kind: 'latency', ms: 3_000, times: 0, operation: ['getBuildStatus', 'putFiles', 'startUpload'] };
    await misbehave(slow);
    try {
      const saved = new Map<string, string>();
      for (const file of files) {
        const document = await vscode.workspace.openTextDocument(uriOf(file));
        const editor = await vscode.window.showTextDocument(document);
        await editor.edit((edit) => edit.insert(new vscode.Position(document.lineCount, 0), '# saved at once\n'));
        assert.equal(await document.save(), true);
        assert.equal(document.isDirty, false);
        saved.set(file, document.getText());
      }
      // The editor has said “saved” while the platform was still being asked whether it may be written to.
      const meanwhile = await remoteFiles(branch);
      for (const [file, text] of saved) {
        assert.equal(await read(file), text);
        assert.notEqual(meanwhile.get(file), sha1(text), `${file} arrived before the save was over`);
      }
      const arrived = async () => {
        const remote = await remoteFiles(branch);
        return [...saved].every(([file, text]) => remote.get(file) === sha1(text));
      };
      await waitFor('what was saved follows', arrived);
    } finally {
      await misbehave();
    }
    quiet();
  });

  it('stay apart while dev mode is on another branch, until the person opens it again', async () => {
    const file = 'model/views/mine.yml';
    const moved = `before-the-move-${Date.now()}`;
    const api = `/build/api/v1/deployments/${deploymentId}`;
    await request('POST', `${api}/branches`, { name: moved, from: 'main' });
    await request('POST', `${api}/dev-mode`, { branchName: moved });
    const before = await remoteFiles(branch);
    const text = `${await read(file)}# while it was elsewhere\n`;
    await write(file, text);
    await run('dataModel.sync.push');
    const [halt] = person.shown.filter(({ choices }) => choices.includes('Reopen in Dev Mode'));
    assert.ok(halt, JSON.stringify(person.shown));
    assert.deepEqual(await remoteFiles(branch), before);

    person.answer(/./, 'Reopen in Dev Mode');
    await run('dataModel.sync.push');
    assert.equal(await openBranch(), branch);
    assert.equal((await remoteFiles(branch)).get(file), sha1(text));
    quiet();
  });
});
