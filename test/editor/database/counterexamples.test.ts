/** A project's measures are searched for rows that break a law. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { DialogStub } from '../dialogStub.ts';
import { replaceText, save } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);

const lawfulModel = (relationship: string) => `cubes:
  - name: buyers
    sql_table: buyers
    joins:
      - { name: sales, sql: "{CUBE}.id = {sales}.buyer_id", relationship: ${relationship} }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: credit, type: sum, sql: credit }
  - name: sales
    sql_table: sales
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
`;

describe('the search for rows that break a law', () => {
  let dialogs: DialogStub;
  const laws = uriOf('model/laws.yml');
  const tests = uriOf('tests');
  before(async () => {
    dialogs = new DialogStub();
    await vscode.workspace.fs.writeFile(laws, Buffer.from(lawfulModel('one_to_one')));
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    await vscode.workspace.fs.delete(laws);
    await vscode.workspace.fs.delete(tests, { recursive: true });
  });

  const marks = () =>
    vscode.languages.getDiagnostics(laws).filter(({ code }) => (code as { value?: string })?.value === 'broken-law');
  const find = () => vscode.commands.executeCommand('dataModel.laws.find', laws);

  it('shows a problem at the measure, with a test as its quick fix', async () => {
    await vscode.window.showTextDocument(laws);
    await find();
    await waitFor('a problem is shown', () => marks().length > 0);
    const problem = marks().find(({ message }) => message.includes('buyers.credit equals'))!;
    const document = await vscode.workspace.openTextDocument(laws);
    assert.equal(document.getText(problem.range), 'credit');
    assert.match(problem.message, /With 1 row of `buyers`, 2 rows of `sales`, it is not/);
    for (const name of ['buyers-credit', 'buyers-credit-2']) {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        laws,
        problem.range,
      );
      const { command } = actions.find(({ title }) => title === 'Add This Test')!;
      await vscode.commands.executeCommand(command!.command, ...command!.arguments!);
      const shown = vscode.window.activeTextEditor?.document;
      assert.equal(shown?.uri.path, uriOf(`tests/${name}.test.yml`).path);
      assert.match(shown.getText(), /given:[\s\S]*query: \{ measures: \["buyers.credit"\] \}/);
      assert.equal(shown.isDirty, false);
    }
  });

  it('forgets its problems after a change of the model', async () => {
    await save(await replaceText(laws, 'one_to_one', 'one_to_many'));
    await waitFor('no problem is left', () => marks().length === 0);
    await find();
    assert.deepEqual(marks(), []);
  });

  it('can be cancelled', async () => {
    await save(await replaceText(laws, 'one_to_many', 'one_to_one'));
    const { withProgress } = vscode.window;
    const source = new vscode.CancellationTokenSource();
    const reported: string[] = [];
    const stub: typeof withProgress = (_, task) =>
      Promise.resolve(
        task(
          {
            report: ({ message = '' }) => {
              reported.push(message);
              source.cancel();
            },
          },
          source.token,
        ),
      );
    Object.defineProperty(vscode.window, 'withProgress', { configurable: true, writable: true, value: stub });
    try {
      await find();
    } finally {
      Object.defineProperty(vscode.window, 'withProgress', {
        configurable: true,
        writable: true,
        value: withProgress,
      });
      source.dispose();
    }
    assert.match(reported[0] ?? '', /^\d+ of \d+ laws planned$/);
    assert.deepEqual([marks(), dialogs.shown], [[], []]);
  });
});
