import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { followedBranchOf } from '../../../src/ui/folders/followedBranch.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension, findRow, showTree, waitForRow } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';

const folder = vscode.workspace.workspaceFolders![0]!;
const onDisk = (file: string) => path.join(folder.uri.fsPath, file);
const here = [/^Local emulator$/, /^Sample/] as const;
const tryIt = () => vscode.commands.executeCommand('dataModel.emulator.start');
const setting = (id: string) => vscode.workspace.getConfiguration(undefined, folder.uri).get(id);

describe('trying it on this machine', () => {
  let person: DialogStub;
  const bound = async () => (await extension()).app.folders.list.value[0];
  const emulatorProcess = async () => {
    const { globalStorageUri } = (await extension()).app.context;
    const note = vscode.Uri.joinPath(globalStorageUri, 'emulator', 'running.json').fsPath;
    return (JSON.parse(readFileSync(note, 'utf8')) as { pid: number }).pid;
  };

  before(async () => {
    person = new DialogStub();
    await extension();
    await showTree();
  });
  beforeEach(() => person.reset());
  after(async () => {
    const { app } = await extension();
    await app.connections.remove('emulator');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    person.restore();
  });

  it('asks before it takes a folder with a model and a binding of its own, and takes nothing unasked', async () => {
    const before = setting('dataModel.platform.url');
    await tryIt();
    const [question] = person.questions(/^Use “/);
    assert.match(question!.detail, /is bound to deployment/);
    assert.match(question!.detail, /already contains a data model/);
    assert.deepEqual(question!.choices, ['Open Sample Folder', 'Use This Folder']);
    assert.equal(setting('dataModel.platform.url'), before);
    const { app } = await extension();
    assert.equal(app.connections.get('emulator'), undefined);
  });

  it('starts the platform, binds the folder, shows the plan, and follows a dev branch', async () => {
    person.answer(/^Use “/, 'Use This Folder');
    person.answer(/^(Sync|Pull changes) /, /^(Pull|Sync)$/);
    await tryIt();
    assert.equal(setting('dataModel.platform.url'), 'emulator');
    const followed = followedBranchOf((await bound())!);
    assert.match(followed?.branchName ?? '', /^dev-/);
    assert.ok(existsSync(onDisk('model/cubes/orders.yml')));
    assert.ok(existsSync(onDisk('model/cubes/visits.yml')));
    assert.match(vscode.window.activeTextEditor?.document.fileName ?? '', /cubes/);
    const row = await waitForRow([...here, 'Branches', followed!.branchName]);
    assert.match(row.context, /;open;followed;/);
  });

  it('goes on with the same branch when it is chosen again', async () => {
    const { branchName: branch } = followedBranchOf((await bound())!)!;
    await tryIt();
    assert.deepEqual(person.questions(/^Use “/), []);
    assert.equal(followedBranchOf((await bound())!)?.branchName, branch);
  });

  it('says in the tree that its process ended, starts it anew when asked, and has lost nothing', async () => {
    const { branchName: branch } = followedBranchOf((await bound())!)!;
    const before = await emulatorProcess();
    process.kill(before, 'SIGKILL');
    const failure = await waitForRow([/^Local emulator$/, /has stopped/]);
    assert.deepEqual(person.shown, [], 'nothing pops up');
    await vscode.commands.executeCommand(failure.command!, failure);
    await waitForRow([...here, 'Branches', branch]);
    assert.notEqual(await emulatorProcess(), before);
  });

  it('ends its process when one signs out, and keeps its data', async () => {
    const pid = await emulatorProcess();
    person.answer(/^Stop the local emulator/, 'Stop');
    await vscode.commands.executeCommand('dataModel.connection.remove', { target: { connectionId: 'emulator' } });
    assert.match(person.questions(/^Stop the local emulator/)[0]!.detail, /are kept for the next start/);
    await waitFor('the process ends', () => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    });
    assert.equal(await findRow(/^Local emulator$/), undefined);
    const { globalStorageUri } = (await extension()).app.context;
    assert.ok(existsSync(vscode.Uri.joinPath(globalStorageUri, 'emulator', 'state.json').fsPath));
  });
});
