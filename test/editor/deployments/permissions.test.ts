import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DialogStub } from '../dialogStub.ts';
import { requestAs } from '../platform.ts';
import { extension, showTree, waitForRow } from './treeAccess.ts';

const platform = new URL(process.env.DATA_MODEL_URL!).host;
const main = [platform, /^Sample/, 'Branches', 'main'] as const;

describe('a user who may only read', () => {
  let dialogs: DialogStub;
  const setRole = async (role: 'viewer' | 'developer') => {
    const { id } = (await requestAs('own', 'GET', '/api/v1/users/me')) as { id: number };
    await requestAs('admin', 'PUT', `/api/v1/users/${id}`, { role });
    await vscode.commands.executeCommand('dataModel.view.refresh');
  };

  before(async () => {
    dialogs = new DialogStub();
    await extension();
    await showTree();
    await waitForRow(main);
    await setRole('viewer');
  });
  after(async () => {
    await setRole('developer');
    await waitForRow(main, ({ context }) => !context.includes(';no-startDevMode;'));
    dialogs.restore();
  });

  it('finds no menu items that change a branch', async () => {
    const { context } = await waitForRow(main, (row) => row.context.includes(';no-startDevMode;'));
    assert.ok(context.includes(';no-mergeToDefault;') && !context.includes(';no-listLogs;'), context);
  });

  it('learns from the command which permission is missing, before it asks anything', async () => {
    dialogs.reset();
    await vscode.commands.executeCommand('dataModel.branch.openDevMode', await waitForRow(main));
    assert.equal(dialogs.shown.length, 1);
    assert.match(dialogs.shown[0]!.text, /You need one of the permissions SchemaUpdateDevBranches, SchemaUpdate\./);
    const { commands } = vscode;
    await commands.executeCommand('dataModel.branch.create', await waitForRow(main));
    assert.match(dialogs.shown.at(-1)!.text, /You need one of the permissions/);
  });
});
