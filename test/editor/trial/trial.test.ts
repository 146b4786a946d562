import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { followedBranchOf } from '../../../src/ui/folders/followedBranch.ts';
import { waitFor } from '../../run/waitFor.ts';
import { extension, findRow, showTree, waitForRow } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { replaceFiles } from '../files.ts';

const folder = vscode.workspace.workspaceFolders![0]!;
const onDisk = (file: string) => path.join(folder.uri.fsPath, file);
const sampleRow = [/^Local emulator$/, /^Sample/] as const;
const tryIt = () => vscode.commands.executeCommand('dataModel.emulator.start');
const setting = (id: string) => vscode.workspace.getConfiguration(undefined, folder.uri).get(id);

const visits = `cubes:
  - name: visits
    sql_table: visits
    measures:
      - name: count
        type: count
`;

describe('the trial with the local emulator', () => {
  let dialogs: DialogStub;
  const bound = async () => (await extension()).app.folders.list.value[0];
  const emulatorProcess = async () => {
    const { globalStorageUri } = (await extension()).app.context;
    const record = vscode.Uri.joinPath(globalStorageUri, 'emulator', 'running.json').fsPath;
    return (JSON.parse(readFileSync(record, 'utf8')) as { pid: number }).pid;
  };

  before(async () => {
    dialogs = new DialogStub();
    await extension();
    await showTree();
    await replaceFiles(new Map([['model/cubes/visits.yml', visits]]));
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    const { app } = await extension();
    await app.connections.remove('emulator');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    dialogs.restore();
  });

  it('asks before it uses a folder that is bound and contains a model', async () => {
    const before = setting('dataModel.platform.url');
    await tryIt();
    const [question] = dialogs.questions(/^Use “/);
    assert.match(question!.detail, /is bound to the deployment Sample shop of http/);
    assert.match(question!.detail, /the data that its \.env file names/);
    assert.deepEqual(question!.choices, ['Serve This Folder', 'Open Sample Folder', 'Use This Folder']);
    assert.equal(setting('dataModel.platform.url'), before);
    const { app } = await extension();
    assert.equal(app.connections.get('emulator'), undefined);
  });

  it('starts the emulator, binds the folder, and opens a dev branch after the plan is confirmed', async () => {
    dialogs.answer(/^Use “/, 'Use This Folder');
    dialogs.answer(/^(Sync|Pull changes) /, /^(Pull|Sync)$/);
    await tryIt();
    assert.equal(setting('dataModel.platform.url'), 'emulator');
    const followed = followedBranchOf((await bound())!);
    assert.match(followed?.branchName ?? '', /^dev-/);
    assert.ok(existsSync(onDisk('model/cubes/orders.yml')));
    assert.ok(existsSync(onDisk('model/cubes/visits.yml')));
    assert.match(vscode.window.activeTextEditor?.document.fileName ?? '', /cubes/);
    const row = await waitForRow([...sampleRow, 'Branches', followed!.branchName]);
    assert.match(row.context, /;open;followed;/);
  });

  it('resumes the same branch when it runs again', async () => {
    const { branchName: branch } = followedBranchOf((await bound())!)!;
    await tryIt();
    assert.deepEqual(dialogs.questions(/^Use “/), []);
    assert.equal(followedBranchOf((await bound())!)?.branchName, branch);
  });

  it('shows in the tree that the emulator stopped, and starts it again without data loss', async () => {
    const { branchName: branch } = followedBranchOf((await bound())!)!;
    const before = await emulatorProcess();
    process.kill(before, 'SIGKILL');
    const failure = await waitForRow([/^Local emulator$/, /has stopped/]);
    assert.deepEqual(dialogs.shown, [], 'no message is shown');
    await vscode.commands.executeCommand(failure.command!, failure);
    await waitForRow([...sampleRow, 'Branches', branch]);
    assert.notEqual(await emulatorProcess(), before);
  });

  it('stops the emulator when the user signs out, and keeps its data', async () => {
    const pid = await emulatorProcess();
    dialogs.answer(/^Stop the local emulator/, 'Stop');
    await vscode.commands.executeCommand('dataModel.connection.remove', { target: { connectionId: 'emulator' } });
    assert.match(dialogs.questions(/^Stop the local emulator/)[0]!.detail, /are kept for the next start/);
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

  it('serves the folder itself with the data of its .env, and again after a change of .env', async () => {
    const { app } = await extension();
    const configuration = vscode.workspace.getConfiguration(undefined, folder.uri);
    for (const name of ['dataModel.deployment.id', 'dataModel.platform.url']) {
      await configuration.update(name, undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    }
    await waitFor('the folder is not bound', () => app.folders.list.value.length === 0);
    await replaceFiles(
      new Map([
        ['model/cubes/visits.yml', visits],
        ['one/visits.csv', 'id\n1\n2\n3\n'],
        ['two/visits.csv', 'id\n1\n2\n'],
        ['.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=one\n'],
      ]),
    );
    dialogs.answer(/^Use “/, 'Serve This Folder');
    await tryIt();
    assert.equal(setting('dataModel.platform.url'), 'folder');
    assert.equal(existsSync(onDisk('model/cubes/orders.yml')), false, 'nothing of the sample');
    const { binding } = (await bound())!;
    const { branchName } = followedBranchOf((await bound())!)!;
    assert.match(branchName, /^dev-/);
    const count = async () => {
      const { client } = await app.connections.get(binding.connectionId)!.open();
      const runner = new QueryRunner({ client, deploymentId: binding.deploymentId });
      try {
        const { table } = await runner.run({ measures: ['visits.count'] });
        return Number(table.rows[0]![0]);
      } finally {
        runner.dispose();
      }
    };
    assert.equal(await count(), 3);
    writeFileSync(onDisk('.env'), 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=two\n');
    await waitFor('the other data answers', async () => (await count().catch(() => undefined)) === 2);
    const { database } = await (await (await extension()).databases.databases()).choose(folder.uri);
    await database.choose({ kind: 'path', path: onDisk('one') }, undefined);
    await waitFor('the chosen data answers', async () => (await count().catch(() => undefined)) === 3);
    await database.choose({ kind: 'env' }, undefined);
    await waitFor('the data of .env answers', async () => (await count().catch(() => undefined)) === 2);
    await waitForRow([/^Local emulator of “/, folder.name, 'Branches', branchName]);
    const [served] = dialogs.shown.filter(({ text }) => text.includes('is served on this machine'));
    assert.match(served!.text, /with the data of .*one\. .*your git repository does not change/);
  });

  it('is started again after it was stopped, with its branches, and says once that another git branch is checked out', async () => {
    const { app } = await extension();
    const { connectionId } = (await bound())!.binding;
    const { branchName } = followedBranchOf((await bound())!)!;
    const again = async () => {
      dialogs.answer(/^Stop the local emulator/, 'Stop');
      await vscode.commands.executeCommand('dataModel.emulator.stop', { target: { connectionId } });
      assert.equal(app.connections.get(connectionId), undefined);
      await tryIt();
      await waitForRow([/^Local emulator of “/, folder.name, 'Branches', branchName]);
    };
    const told = () => dialogs.shown.filter(({ text }) => text.includes('is on the git branch feature/x now'));
    mkdirSync(onDisk('.git'));
    writeFileSync(onDisk('.git/HEAD'), 'ref: refs/heads/feature/x\n');
    await again();
    await waitFor('the checkout is noticed', () => told().length === 1);
    assert.match(told()[0]!.text, /still compares with main, as it was/);
    await again();
    assert.deepEqual(dialogs.questions(/^Use “/), []);
    assert.equal(followedBranchOf((await bound())!)!.branchName, branchName);
    assert.equal(told().length, 1);
  });

  it('starts over with the git branch and the files of now', async () => {
    const { app } = await extension();
    const { connectionId } = (await bound())!.binding;
    const labels = [/^Local emulator of “/, folder.name, 'Branches'] as const;
    await vscode.commands.executeCommand('dataModel.emulator.startOver');
    assert.match(dialogs.questions(/^Start over with/)[0]!.detail, /Your files and your git repository do not change/);
    await waitForRow([...labels, 'main']);
    dialogs.answer(/^Start over with/, 'Start Over');
    await vscode.commands.executeCommand('dataModel.emulator.startOver');
    await waitForRow([...labels, 'feature/x']);
    await waitForRow([...labels, followedBranchOf((await bound())!)!.branchName]);
    assert.equal(await findRow(...labels, 'main'), undefined);
    assert.equal(readFileSync(onDisk('model/cubes/visits.yml'), 'utf8'), visits);
    await app.connections.remove(connectionId);
    for (const file of ['.env', '.git']) rmSync(onDisk(file), { recursive: true });
  });
});
