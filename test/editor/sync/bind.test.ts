import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { rowOf, startUnsynced } from './remote.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

describe('a folder that is bound by its user', () => {
  const { setStatusBarMessage } = vscode.window;
  const statuses: string[] = [];
  const replaceStatus = (value: unknown) =>
    Object.defineProperty(vscode.window, 'setStatusBarMessage', { configurable: true, writable: true, value });
  let dialogs: DialogStub;
  let parent = '';

  before(async () => {
    dialogs = new DialogStub();
    parent = await startUnsynced();
    const [folder] = (await extension()).app.folders.list.value;
    await (await folder!.open()).unfollow();
    replaceStatus((text: string) => {
      statuses.push(text);
      return { dispose() {} };
    });
  });
  beforeEach(() => {
    dialogs.reset();
    statuses.length = 0;
  });
  after(() => {
    dialogs.restore();
    replaceStatus(setStatusBarMessage);
  });

  it('shows once what is next, with a button that asks for the branch', async () => {
    const { createQuickPick } = vscode.window;
    const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    const replacePicks = (value: unknown) =>
      Object.defineProperty(vscode.window, 'createQuickPick', { configurable: true, writable: true, value });
    replacePicks(() => {
      const pick = createQuickPick();
      picks.push(pick);
      return pick;
    });
    try {
      dialogs.answer(/^Bound “/, 'Open a Branch in Dev Mode');
      await run('dataModel.folder.bind', { kind: 'deployment', ...rowOf() });
      assert.equal(dialogs.questions(/^Bound “.*” to .*\. Its files sync/).length, 1, JSON.stringify(dialogs.shown));
      assert.deepEqual(statuses, []);
      await waitFor('a branch is asked for', () => picks.some(({ title }) => title === 'Open Branch in Dev Mode'));
    } finally {
      replacePicks(createQuickPick);
      for (const pick of picks) pick.hide();
    }
  });

  it('does not sync if its plan is cancelled', async () => {
    dialogs.answer(/^Sync /, undefined);
    await run('dataModel.branch.openDevMode', rowOf(parent));
    assert.equal(dialogs.questions(/^Sync /).length, 1);
    assert.deepEqual(
      statuses.filter((text) => /now syncs/.test(text)),
      [],
    );
  });

  it('says that it syncs after the plan is confirmed', async () => {
    dialogs.answer(/^Sync /, 'Sync');
    await run('dataModel.branch.openDevMode', rowOf(parent));
    assert.equal(statuses.filter((text) => /now syncs with dev-/.test(text)).length, 1, statuses.join('\n'));
  });

  it('is not asked to open a branch if one is open', async () => {
    await run('dataModel.folder.bind', { kind: 'deployment', ...rowOf() });
    assert.deepEqual(dialogs.questions(/^Bound/), []);
    assert.equal(statuses.filter((text) => /Bound/.test(text)).length, 1);
  });
});
