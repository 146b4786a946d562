import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { requestAs } from '../platform.ts';
import { extension, findRow, showTree, waitForRow } from './treeAccess.ts';

const platform = new URL(process.env.DATA_MODEL_URL!).host;
const main = [platform, /^Sample/, 'Branches', 'main'] as const;

describe('a user who may only read', () => {
  let dialogs: DialogStub;
  const setRole = async (role: 'viewer' | 'developer') => {
    const { id } = (await requestAs('own', 'GET', '/api/v1/users/me')) as { id: number };
    await requestAs('admin', 'PUT', `/api/v1/users/${id}`, { role });
    await vscode.commands.executeCommand('dataModel.view.refresh');
  };

  /** The keywords for the menus of the branch `main`. */
  const waitForMenus = async (wanted: (keywords: string) => boolean): Promise<string> => {
    const { tree } = (await extension()).deployments;
    let keywords = '';
    await waitFor(
      'the menus follow the role',
      async () => {
        const row = await findRow(...main);
        keywords = (row && tree.getTreeItem(row).contextValue) ?? '';
        return row !== undefined && wanted(keywords);
      },
      () => keywords,
    );
    return keywords;
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
    await waitForMenus((keywords) => !keywords.includes(';no-startDevMode;'));
    dialogs.restore();
  });

  it('finds no menu items that change a branch', async () => {
    const keywords = await waitForMenus((found) => found.includes(';no-startDevMode;'));
    assert.ok(keywords.includes(';no-mergeToDefault;') && !keywords.includes(';no-listLogs;'), keywords);
  });

  it('finds no menu items that start a dbt sync', async () => {
    await vscode.commands.executeCommand('dataModel.dbtSyncs.focus');
    const { tree } = (await extension()).dbtSyncs;
    let contexts: (string | undefined)[] = [];
    await waitFor(
      'the rows say that no sync can be started',
      async () => {
        contexts = (await tree.getChildren()).map((row) => tree.getTreeItem(row).contextValue);
        return contexts.some((context) => context?.includes(';no-startDbtSync;'));
      },
      () => contexts,
    );
    await showTree();
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
