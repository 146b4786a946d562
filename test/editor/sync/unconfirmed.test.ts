/** Runs every command that can change files in situations in which it must not change any. */

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { operations } from '../../../src/contract/operations.ts';
import type { CommandEntry } from '../../../src/ui/manifest/commandEntry.ts';
import { commandTable } from '../../../src/ui/manifest/commandTable.ts';
import { DialogStub, type Question } from '../dialogStub.ts';
import { filesBelow } from '../files.ts';
import { deploymentId, openBranch, remoteFiles, request, rowOf, sha1, startUnsynced, writeRemote } from './remote.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri.fsPath;
const api = `/build/api/v1/deployments/${deploymentId}`;
const uriOf = (file: string) => vscode.Uri.file(path.join(root, file));
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const append = (file: string, line: string) => writeFileSync(path.join(root, file), `${read(file)}# ${line}\n`);

const [mine, theirs, both] = [
  'model/cubes/orders.yml',
  'model/cubes/customers.yml',
  'model/cubes/products.yml',
] as const;

/** These change only the display. A new command of `sync` is tested until it is listed here. */
const displaying = ['history', 'openDiff', 'openMergeEditor', 'refresh', 'review', 'why'];
/** Commands without an operation in the table that push files, change a branch or write into the folder. */
const others = ['deployment.build', 'dbt.accept', 'dbt.acceptAll', 'review.discard', 'review.open', 'status.show'];
const changesBranch = ({ operation }: CommandEntry) =>
  operation !== undefined && ['branch', 'files'].includes(operations[operation].changes);
const commands = Object.entries<CommandEntry>(commandTable)
  .filter(([command, entry]) => {
    const [, area, name = ''] = command.split('.');
    return (
      changesBranch(entry) || (area === 'sync' && !displaying.includes(name)) || others.includes(`${area}.${name}`)
    );
  })
  .map(([command]) => command)
  .sort();
const syncCommands = commands.filter((command) => command.startsWith('dataModel.sync.'));

function localFiles(): Map<string, string> {
  const files = [...filesBelow(root)].filter(([name]) => name.startsWith('model/') && !name.includes('.kept-'));
  return new Map(files.map(([name, bytes]) => [name, bytes.toString('utf8')]));
}

const hashes = (texts: ReadonlyMap<string, string>) =>
  [...texts].map(([file, text]) => [file, sha1(text)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
const listed = async (branch: string) =>
  [...(await remoteFiles(branch))].filter(([file]) => file.startsWith('model/')).sort(([a], [b]) => (a < b ? -1 : 1));

describe('every command that can change files', () => {
  let dialogs: DialogStub;
  let shared = '';
  let elsewhere = '';
  /** The dev branch that the folder follows. */
  let branch = '';

  /** The arguments that a menu passes to the command: a tree row or a file. */
  const argumentsOf = (command: string): unknown[] => {
    if (command.startsWith('dataModel.branch.')) {
      const onShared = /Staging$/.test(command);
      return [rowOf(onShared ? shared : branch)];
    }
    if (/\.(takeLocal|takeRemote|keepBoth)$/.test(command)) return [uriOf(both)];
    return [];
  };
  const devMode = async (branchName: string) => {
    await request('POST', `${api}/dev-mode`, { branchName });
    return openBranch();
  };
  /** Confirms everything except for production, reopening dev mode and deletions. */
  const confirmAll = ({ text, choices }: Question) =>
    /production/i.test(text) ? undefined : choices.find((choice) => !/dev mode|Show|Delete/i.test(choice));
  const perform = async (command: string) => {
    dialogs.reset();
    await Promise.resolve(run(command, ...argumentsOf(command))).catch(() => {});
  };

  before(async () => {
    dialogs = new DialogStub();
    shared = await startUnsynced();
    elsewhere = `elsewhere-${Date.now()}`;
    await request('POST', `${api}/branches`, { name: elsewhere, from: 'main' });
    dialogs.answer(/^Sync /, 'Sync');
    await run('dataModel.branch.openDevMode', rowOf(shared));
    branch = await openBranch();
    assert.deepEqual(hashes(localFiles()), await listed(branch));
  });
  afterEach(() => {
    dialogs.defaultAnswer = () => undefined;
    dialogs.reset();
  });
  after(async () => {
    await run('workbench.action.closeAllEditors');
    dialogs.restore();
    await request('DELETE', `${api}/dev-mode`).catch(() => {});
  });

  it('is found in the command table', () => {
    const { packageJSON } = vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!;
    const declared = (packageJSON.contributes.commands as { command: string }[]).map(({ command }) => command);
    assert.deepEqual(
      commands.filter((command) => !declared.includes(command)),
      [],
    );
    assert.ok(syncCommands.length >= 6, syncCommands.join(' '));
    assert.ok(commands.length - syncCommands.length >= 5, commands.join(' '));
  });

  it('changes no branch while dev mode is on another branch, even if the user confirms', async () => {
    append(mine, 'written here');
    await writeRemote(branch, theirs, `${read(theirs)}# written on the branch\n`);
    append(both, 'written here, too');
    await writeRemote(branch, both, `${read(both)}# and on the branch\n`);
    await run('dataModel.sync.refresh');
    const other = await devMode(elsewhere);
    assert.notEqual(other, branch);
    const before = new Map<string, unknown>();
    for (const each of [branch, other, 'main']) before.set(each, await listed(each));
    dialogs.defaultAnswer = confirmAll;
    for (const command of commands) {
      // The previous command may have moved dev mode.
      if ((await openBranch()) !== other) await devMode(elsewhere);
      await perform(command);
      for (const [each, files] of before) assert.deepEqual(await listed(each), files, `${command} changed ${each}`);
    }
  });

  it('does not delete most files of the branch without confirmation', async () => {
    await devMode(branch);
    dialogs.defaultAnswer = confirmAll;
    await run('dataModel.branch.openDevMode', rowOf(branch));
    await run('dataModel.sync.takeLocal', uriOf(both));
    await run('dataModel.sync.push');
    await run('dataModel.sync.pull');
    assert.deepEqual(hashes(localFiles()), await listed(branch), 'both sides are equal to begin with');
    dialogs.defaultAnswer = () => undefined;

    const whole = localFiles();
    const remote = await listed(branch);
    for (const file of [...whole.keys()].slice(1)) rmSync(path.join(root, file));
    for (const command of syncCommands) {
      await perform(command);
      assert.deepEqual(await listed(branch), remote, `${command} deleted something`);
    }
    await perform('dataModel.sync.push');
    assert.ok(
      dialogs.shown.some(({ text, detail }) => /delete/i.test(`${text} ${detail}`)),
      JSON.stringify(dialogs.shown),
    );
    for (const [file, text] of whole) writeFileSync(path.join(root, file), text);
  });

  it('does not delete local files without confirmation when the branch is empty', async () => {
    const before = localFiles();
    const files = [...(await remoteFiles(branch)).keys()].map((file) => ({ path: file }));
    await request('DELETE', `${api}/data-model/files`, { branchName: branch, files });
    for (const command of syncCommands) {
      await perform(command);
      assert.deepEqual([...localFiles()].sort(), [...before].sort(), `${command} took files away`);
    }
    await perform('dataModel.sync.pull');
    assert.match(dialogs.shown[0]?.detail ?? '', /The branch lists no files/);
  });
});
