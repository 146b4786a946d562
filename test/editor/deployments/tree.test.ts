import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { delay } from '../../../src/base/async.ts';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { control } from '../platform.ts';
import { request } from '../sync/remote.ts';
import { extension, findRow, rowsBelow, showTree, waitForNoRow, waitForRow } from './treeAccess.ts';

const platform = new URL(process.env.DATA_MODEL_URL!).host;
const shop = [platform, /^Sample/] as const;

describe('the deployments tree', () => {
  let dialogs: DialogStub;
  before(async () => {
    dialogs = new DialogStub();
    await extension();
    await showTree();
  });
  beforeEach(() => dialogs.reset());
  after(() => dialogs.restore());

  it('shows the deployment with the state of its production build', async () => {
    const row = await waitForRow(shop, ({ icon }) => icon === 'pass-filled');
    assert.equal(row.expand, 'expanded');
    assert.match(row.description ?? '', /bound to workspace/);
    assert.match(row.tooltip ?? '', /Production build: built/);
  });

  it('groups what a deployment has below it', async () => {
    const rows = (await rowsBelow(...shop))!;
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['Branches', 'Environments', 'Build & pods', 'Variables', 'Versions'],
    );
  });

  it('shows the production branch first, and its build and pods', async () => {
    const [first] = (await rowsBelow(...shop, 'Branches'))!;
    assert.equal(first?.label, 'main');
    assert.equal(first?.description, 'production');
    await waitForRow([...shop, 'Build & pods', 'Production'], ({ description }) => description === 'built');
    const rows = () => rowsBelow(...shop, 'Build & pods');
    await waitFor('a built deployment shows pods', async () => (await rows())!.some(({ kind }) => kind === 'pod'));
  });

  it('does not reload the view while a refresh changes no row', async () => {
    const { tree } = (await extension()).deployments;
    const refresh = () => vscode.commands.executeCommand('dataModel.view.refresh');
    await refresh();
    await waitForRow([...shop, 'Branches', 'main']);
    // Longer than the tree collects changes.
    await delay(200);
    let reloads = 0;
    const subscription = tree.onDidChangeTreeData(() => {
      reloads += 1;
    });
    await refresh();
    await delay(200);
    subscription.dispose();
    assert.equal(reloads, 0);
  });

  it('copies the URL of an environment', async () => {
    const row = await waitForRow([...shop, 'Environments', /^production$/i]);
    await vscode.commands.executeCommand('dataModel.environment.copyUrl', row);
    const copied = await vscode.env.clipboard.readText();
    assert.equal(copied, row.target.url);
    assert.match(copied, /^http:\/\/127\.0\.0\.1:\d+\//);
  });

  it('shows a created branch and its staging environment until the branch is deleted', async () => {
    const main = (await findRow(...shop, 'Branches', 'main'))!;
    dialogs.answer(/^Create Branch in/, 'returns-report');
    await vscode.commands.executeCommand('dataModel.branch.create', main);
    const branch = [...shop, 'Branches', 'returns-report'] as const;
    const row = await waitForRow(branch);
    assert.match(row.context, /^;branch;shared;child;(?!open|followed|staging)/);
    assert.equal(row.description, 'from main');

    await vscode.commands.executeCommand('dataModel.branch.enableStaging', row);
    await waitForRow(branch, ({ context }) => context.includes(';staging;'));
    const environment = await waitForRow([...shop, 'Environments', /returns-report/]);
    assert.match(`${environment.label} ${environment.description}`, /staging/);

    await vscode.commands.executeCommand('dataModel.branch.disableStaging', await findRow(...branch));
    await waitForRow(branch, ({ context }) => !context.includes(';staging;'));
    await waitForNoRow([...shop, 'Environments', /returns-report/]);

    dialogs.answer(/^Delete branch returns-report/, 'Delete');
    await vscode.commands.executeCommand('dataModel.branch.delete', await findRow(...branch));
    await waitForNoRow(branch);
  });

  it('does not delete a branch without confirmation', async () => {
    const main = (await findRow(...shop, 'Branches', 'main'))!;
    dialogs.answer(/^Create Branch in/, 'kept');
    await vscode.commands.executeCommand('dataModel.branch.create', main);
    const row = await waitForRow([...shop, 'Branches', 'kept']);
    await vscode.commands.executeCommand('dataModel.branch.delete', row);
    assert.equal(dialogs.questions(/^Delete branch kept/).length, 1);
    await vscode.commands.executeCommand('dataModel.view.refresh');
    assert.ok(await findRow(...shop, 'Branches', 'kept'));
  });

  it('validates the name of a new branch', async () => {
    const { showInputBox } = vscode.window;
    let validate: vscode.InputBoxOptions['validateInput'];
    const watched = (options: vscode.InputBoxOptions) => {
      validate = options.validateInput;
      return Promise.resolve(undefined);
    };
    Object.defineProperty(vscode.window, 'showInputBox', { configurable: true, writable: true, value: watched });
    try {
      await vscode.commands.executeCommand('dataModel.branch.create', await findRow(...shop, 'Branches', 'main'));
    } finally {
      Object.defineProperty(vscode.window, 'showInputBox', { configurable: true, writable: true, value: showInputBox });
    }
    assert.match(String(await validate?.('a b')), /cannot contain spaces/);
    assert.match(String(await validate?.('main')), /already exists/);
    assert.equal(await validate?.('fine'), undefined);
  });

  it('keeps its rows during a reload, because commands need them', async () => {
    const branches = (await findRow(...shop, 'Branches'))!;
    const { tree } = (await extension()).deployments;
    await control('POST', 'faults', [{ kind: 'latency', ms: 2_000, operation: 'listBranches', times: 1 }]);
    let isRefreshed = false;
    const refreshing = vscode.commands.executeCommand('dataModel.view.refreshRow', branches).then(() => {
      isRefreshed = true;
    });
    const rows = await tree.getChildren(branches);
    assert.equal(isRefreshed, false);
    assert.ok(rows.some(({ label }) => label === 'main'));
    await refreshing;
  });

  it('gives a command the newest state of its row, also if the row was drawn before', async () => {
    const { deploymentId } = (await findRow(...shop))!.target;
    const path = [...shop, 'Branches', 'main'] as const;
    const before = (await findRow(...path))!;
    const { length } = before.context;
    await request('POST', `/build/api/v1/deployments/${deploymentId}/branches`, { name: 'next-to-main' });
    await vscode.commands.executeCommand('dataModel.view.refreshRow', await findRow(...shop, 'Branches'));
    await waitForRow([...shop, 'Branches', 'next-to-main']);
    assert.equal(await findRow(...path), before, 'VS Code finds the row by its object');
    assert.equal(before.context.length, length);
    await vscode.commands.executeCommand('dataModel.branch.copyName', before);
    assert.equal(await vscode.env.clipboard.readText(), 'main');
    assert.deepEqual(dialogs.shown, []);
  });

  it('refreshes the visible views from a title without a focused row', async () => {
    // VS Code passes the focused row and the selection to a button in the title.
    await vscode.commands.executeCommand('dataModel.view.refresh', undefined, undefined);
    assert.deepEqual(dialogs.shown, []);
  });

  it('rejects a menu command without a row instead of using another branch', async () => {
    await vscode.commands.executeCommand('dataModel.branch.mergeToProduction', undefined, undefined);
    assert.deepEqual(
      dialogs.shown.map(({ text }) => text),
      ['The view was reloading. Run the command on the row again.'],
    );
  });

  it('shows branches of other users after a refresh', async () => {
    const { deploymentId } = (await findRow(...shop))!.target;
    await request('POST', `/build/api/v1/deployments/${deploymentId}/branches`, { name: 'from-elsewhere' });
    assert.equal(await findRow(...shop, 'Branches', 'from-elsewhere'), undefined);
    const { tree } = (await extension()).deployments;
    const reloaded = new Set<string | undefined>();
    const subscription = tree.onDidChangeTreeData((rows) => {
      for (const label of rows?.map((each) => each.label) ?? [undefined]) reloaded.add(label);
    });
    await vscode.commands.executeCommand('dataModel.view.refreshRow', await findRow(...shop, 'Branches'));
    await waitForRow([...shop, 'Branches', 'from-elsewhere']);
    await waitFor('the view reloads', () => reloaded.size > 0);
    subscription.dispose();
    // The rows next to the group keep their commands.
    assert.deepEqual([...reloaded], ['Branches']);
  });

  it('shows a platform that cannot be reached as a row, without a message', async () => {
    const { app } = await extension();
    const id = 'http://127.0.0.1:9';
    app.connections.addEmulator({ id, label: 'nowhere' }, async () => ({ baseUrl: id, credential: { token: 'k' } }));
    try {
      const row = await waitForRow([/^nowhere$/, /./]);
      assert.equal(row.kind, 'failure');
      assert.equal(row.command, 'dataModel.view.refreshRow');
      assert.match(row.tooltip!, /^The connection to nowhere /);
      assert.deepEqual(dialogs.shown, []);
    } finally {
      await app.connections.remove(id);
    }
    await waitForNoRow([/^nowhere$/]);
  });
});
