/** Projects below the folder of the window: one has only sources in its model folder, the other is bound to a deployment. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);

describe('projects below the workspace folder', () => {
  let dialogs: DialogStub;
  before(() => {
    dialogs = new DialogStub();
  });
  after(() => dialogs.restore());

  it('activate the extension', async () => {
    await waitFor(
      'the extension is active',
      () => vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!.isActive,
    );
  });

  it('show their names in the Test Explorer, without an open file', async () => {
    const explorer = await (await extension()).tests.explorer();
    const listed = () =>
      [...explorer.controller.items]
        .map(([, item]) => [item.label, ...[...item.children].map(([, file]) => file.label)].join(': '))
        .sort();
    await waitFor('both are listed', () => listed().length === 2, listed);
    assert.deepEqual(listed(), ['analytics/warehouse: tests/stock.test.yml', 'finance: tests/ledger.test.yml']);
  });

  it('have problems of their own, without a configuration file', async () => {
    const uri = uriOf('analytics/warehouse/model/stock.yml');
    await vscode.window.showTextDocument(uri);
    const messages = () => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
    await waitFor('the problem is shown', () => messages().some((message) => message.includes('cuont')), messages);
  });

  it('are none in a folder “model” of another tool', async () => {
    const { folders } = await extension().then(({ app }) => app);
    assert.equal(folders.of(uriOf('app/model/user.yml').fsPath), undefined);
    await vscode.window.showTextDocument(uriOf('app/model/user.yml'));
    assert.deepEqual(vscode.languages.getDiagnostics(uriOf('app/model/user.yml')), []);
  });

  it('are chosen by their names', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    dialogs.reset();
    await vscode.commands.executeCommand('dataModel.map.show');
    const [question] = dialogs.questions(/Select a/);
    assert.deepEqual(question?.choices.toSorted(), ['analytics/warehouse', 'finance']);
  });
});
