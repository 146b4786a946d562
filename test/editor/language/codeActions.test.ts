/** Quick fixes and refactorings as an editor asks for them and applies them. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { applyEdit } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const drafts = vscode.Uri.joinPath(root, 'model/cubes/drafts.yml');

async function rangeOf(text: string): Promise<vscode.Range> {
  const document = await vscode.workspace.openTextDocument(drafts);
  const start = document.getText().indexOf(text);
  assert.ok(start >= 0, text);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
}

async function actionsAt(text: string, kind?: vscode.CodeActionKind): Promise<vscode.CodeAction[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    drafts,
    await rangeOf(text),
    ...(kind ? [kind.value] : []),
  );
  return found.filter((one) => one.edit);
}

async function linesAfter(action: vscode.CodeAction | undefined): Promise<string[]> {
  const document = await vscode.workspace.openTextDocument(drafts);
  const before = document.getText().split('\n');
  assert.ok(action?.edit);
  await applyEdit(action.edit);
  return document
    .getText()
    .split('\n')
    .filter((line) => !before.includes(line));
}

const undo = () => vscode.commands.executeCommand('workbench.action.files.revert');

describe('code actions', () => {
  before(async () => {
    await extension();
    await vscode.window.showTextDocument(drafts);
    await waitFor('the problems are shown', () => vscode.languages.getDiagnostics(drafts).length === 2);
  });
  afterEach(undo);
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('offer the name that was meant as the preferred fix of the problem', async () => {
    const [first] = await actionsAt('typ:', vscode.CodeActionKind.QuickFix);
    assert.equal(first!.title, "Change to 'type'");
    assert.equal(first!.isPreferred, true);
    assert.deepEqual(await linesAfter(first), ['        type: number']);
  });

  it('fix all clear mistakes of the file, as on saving', async () => {
    const [all] = await actionsAt('cubes:', vscode.CodeActionKind.SourceFixAll);
    assert.deepEqual(await linesAfter(all), ['        type: number', '        sql: "UPPER({CUBE.id})"']);
  });

  it('create a member, and extract a part of SQL', async () => {
    const create = (await actionsAt('idd', vscode.CodeActionKind.QuickFix)).find(({ title }) =>
      /^Create dim/.test(title),
    );
    assert.deepEqual(await linesAfter(create), ['      - name: idd', '        sql: idd', '        type: string']);
    await undo();
    const extract = (await actionsAt('UPPER({CUBE.idd})', vscode.CodeActionKind.RefactorExtract))[0];
    assert.deepEqual(await linesAfter(extract), [
      '        sql: "{new_dimension}"',
      '      - name: new_dimension',
      '        type: string',
    ]);
  });

  it('convert the file, with its comments', async () => {
    const actions = await actionsAt('drafts', vscode.CodeActionKind.RefactorRewrite);
    const convert = actions.find(({ title }) => title === 'Convert the file to JavaScript');
    const [created, written] = convert!.edit!.entries();
    assert.ok(created && !written);
    assert.match(created[0].path, /model\/cubes\/drafts\.js$/);
    assert.match(created[1][0]!.newText, /^cube\(`drafts`, \{[\s\S]*type: `string`, \/\/ as written\n/);
  });
});
