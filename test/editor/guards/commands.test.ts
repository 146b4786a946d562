/** Every command that can change files, in the middle of what goes wrong: none gets past what it must not get past. */

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { branchChanges, fileChanges } from '../../house/knownChanges.ts';
import { DialogStub, type Question } from '../dialogStub.ts';
import { filesBelow } from '../files.ts';
import { deploymentId, openBranch, remoteFiles, request, rowOf, sha1, writeRemote } from '../sync/remote.ts';

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

/** Commands with other business: they start a platform of their own, or open dev mode, which is what puts things right. */
const otherwiseBusy = ['dataModel.emulator.start', 'dataModel.branch.openDevMode'];
const commands = [...new Set([...fileChanges.commands, ...Object.values(branchChanges).flat()])]
  .filter((command) => command.startsWith('dataModel.') && !otherwiseBusy.includes(command))
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

describe('every command that can change files', function () {
  this.timeout(120_000);
  let person: DialogStub;
  let shared = '';
  let elsewhere = '';
  /** The dev branch that the folder follows. */
  let branch = '';

  /** What a command is given where a person calls it: a row of the tree, or a file. */
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
  const create = async (name: string) => {
    const unique = `${name}-${Date.now()}`;
    await request('POST', `${api}/branches`, { name: unique, from: 'main' });
    return unique;
  };
  /** Says yes to everything, but for what would put things right again or go to production. */
  const yes = ({ text, choices }: Question) =>
    /production/i.test(text) ? undefined : choices.find((choice) => !/dev mode|Show|Delete/i.test(choice));
  const perform = async (command: string) => {
    person.reset();
    await Promise.resolve(run(command, ...argumentsOf(command))).catch(() => {});
  };

  before(async () => {
    person = new DialogStub();
    shared = await create('guards');
    elsewhere = await create('elsewhere');
    person.answer(/^Sync /, 'Sync');
    await run('dataModel.branch.openDevMode', rowOf(shared));
    branch = await openBranch();
    assert.deepEqual(hashes(localFiles()), await listed(branch));
  });
  afterEach(() => {
    person.defaultAnswer = () => undefined;
    person.reset();
  });
  after(async () => {
    await run('workbench.action.closeAllEditors');
    person.restore();
    await request('DELETE', `${api}/dev-mode`).catch(() => {});
  });

  it('is known here', () => {
    const { packageJSON } = vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!;
    const declared = (packageJSON.contributes.commands as { command: string }[]).map(({ command }) => command);
    assert.deepEqual(
      commands.filter((command) => !declared.includes(command)),
      [],
    );
    assert.ok(syncCommands.length >= 6, syncCommands.join(' '));
    assert.ok(commands.length - syncCommands.length >= 5, commands.join(' '));
  });

  it('leaves every branch as it is while dev mode is on another one, whatever the person agrees to', async () => {
    append(mine, 'written here');
    await writeRemote(branch, theirs, `${read(theirs)}# written on the branch\n`);
    append(both, 'written here, too');
    await writeRemote(branch, both, `${read(both)}# and on the branch\n`);
    await run('dataModel.sync.refresh');
    const other = await devMode(elsewhere);
    assert.notEqual(other, branch);
    const before = new Map<string, unknown>();
    for (const each of [branch, other, 'main']) before.set(each, await listed(each));
    person.defaultAnswer = yes;
    for (const command of commands) {
      // The last one may have led somewhere else.
      if ((await openBranch()) !== other) await devMode(elsewhere);
      await perform(command);
      for (const [each, files] of before) assert.deepEqual(await listed(each), files, `${command} changed ${each}`);
    }
  });

  it('deletes nothing on the branch that most of is gone here, unless the person agrees', async () => {
    await devMode(branch);
    person.defaultAnswer = yes;
    await run('dataModel.branch.openDevMode', rowOf(branch));
    await run('dataModel.sync.takeLocal', uriOf(both));
    await run('dataModel.sync.push');
    await run('dataModel.sync.pull');
    assert.deepEqual(hashes(localFiles()), await listed(branch), 'both sides are equal to begin with');
    person.defaultAnswer = () => undefined;

    const whole = localFiles();
    const remote = await listed(branch);
    for (const file of [...whole.keys()].slice(1)) rmSync(path.join(root, file));
    for (const command of syncCommands) {
      await perform(command);
      assert.deepEqual(await listed(branch), remote, `${command} deleted something`);
    }
    await perform('dataModel.sync.push');
    assert.ok(
      person.shown.some(({ text, detail }) => /delete/i.test(`${text} ${detail}`)),
      JSON.stringify(person.shown),
    );
    for (const [file, text] of whole) writeFileSync(path.join(root, file), text);
  });

  it('takes nothing away here when the branch is suddenly empty, unless the person agrees', async () => {
    const before = localFiles();
    const files = [...(await remoteFiles(branch)).keys()].map((file) => ({ path: file }));
    await request('DELETE', `${api}/data-model/files`, { branchName: branch, files });
    for (const command of syncCommands) {
      await perform(command);
      assert.deepEqual([...localFiles()].sort(), [...before].sort(), `${command} took files away`);
    }
    await perform('dataModel.sync.pull');
    assert.match(person.shown[0]?.detail ?? '', /The branch lists no files/);
  });
});
