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

  describe('get new files', () => {
    afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

    const inFinance = async (command: string, title?: RegExp, text?: string) => {
      dialogs.answer(/Select a project/, 'finance');
      if (title) dialogs.answer(title, text);
      await vscode.commands.executeCommand(command);
      const { document } = vscode.window.activeTextEditor!;
      return { document, text: document.getText() };
    };

    it('for a cube, next to the others', async () => {
      const { document, text } = await inFinance('dataModel.model.newCube', /New Cube/, 'stores');
      assert.equal(document.uri.fsPath, uriOf('finance/model/stores.yml').fsPath);
      assert.match(text, /^cubes:\n {2}- name: stores\n {4}sql_table: schema.table\n/);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.workspace.fs.delete(document.uri);
    });

    it('for a view of a cube of the model', async () => {
      const { document, text } = await inFinance('dataModel.model.newView', /New View/, 'books');
      assert.match(text, /^views:\n {2}- name: books\n {4}cubes:\n {6}- join_path: ledger\n/);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.workspace.fs.delete(document.uri);
    });

    it('for a test, named after what it shows', async () => {
      const { document, text } = await inFinance('dataModel.tests.new', /New Test/, 'The ledger: no gaps');
      assert.equal(document.uri.fsPath, uriOf('finance/tests/the-ledger-no-gaps.test.yml').fsPath);
      assert.match(text, /^tests:\n {2}- name: "The ledger: no gaps"\n {4}query:\n/);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.workspace.fs.delete(document.uri);
    });

    it('and new queries, which are not saved', async () => {
      const { document, text } = await inFinance('dataModel.query.new');
      assert.deepEqual([document.uri.scheme, text], ['datamodelscratch', 'measures:\n  - ledger.entries\n']);
      assert.ok(document.uri.path.startsWith(`${uriOf('finance').path}/`), document.uri.path);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });

    it('not with a name that the model defines', async () => {
      dialogs.answer(/Select a project/, 'finance');
      let problem: unknown;
      const original = vscode.window.showInputBox;
      Object.assign(vscode.window, {
        showInputBox: async (options: vscode.InputBoxOptions) => {
          problem = await options.validateInput!('ledger');
        },
      });
      await vscode.commands.executeCommand('dataModel.model.newCube');
      Object.assign(vscode.window, { showInputBox: original });
      assert.equal(problem, 'The model defines ledger already.');
    });
  });

  it('have no earlier model without git and without a branch', async () => {
    dialogs.reset();
    await vscode.window.showTextDocument(uriOf('finance/model/ledger.yml'));
    await vscode.commands.executeCommand('dataModel.model.keepOldNames');
    assert.match(dialogs.shown.map(({ text }) => text).join(), /There is no earlier version of the model/);
  });

  it('lead from a measure to its test', async () => {
    const editor = await vscode.window.showTextDocument(uriOf('finance/model/ledger.yml'));
    const at = editor.document.positionAt(editor.document.getText().indexOf('entries'));
    editor.selection = new vscode.Selection(at, at);
    await waitFor(
      'the test is open',
      async () => {
        await vscode.commands.executeCommand('dataModel.tests.goTo');
        return vscode.window.activeTextEditor?.document.uri.path.endsWith('/ledger.test.yml') === true;
      },
      () => vscode.window.activeTextEditor?.document.uri.path,
    );
    const { selection, document } = vscode.window.activeTextEditor!;
    assert.equal(document.getText(selection).replace('ledger.', ''), 'entries');
  });
});
