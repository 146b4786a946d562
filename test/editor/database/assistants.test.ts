/** VS Code itself starts the server of tools, lists them and calls them, as a chat does. */

import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';

const { fsPath } = vscode.workspace.workspaceFolders![0]!.uri;
const setting = 'dataModel.assistants.access';

const set = (value: string | undefined) =>
  vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);

/** The tools of the servers; the editor gives them a prefix. */
const serverTools = () => vscode.lm.tools.filter(({ name }) => /^mcp_.*_model_[a-z]+$/.test(name));
const namesOf = () => serverTools().map(({ name }) => name.replace(/^mcp_.*_(?=model_)/, ''));

const textOf = ({ content }: vscode.LanguageModelToolResult) =>
  content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');

const invoke = async (name: string, input: object) =>
  textOf(await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }));

const start = async () => {
  await vscode.commands.executeCommand('workbench.mcp.startServer', '*', {
    promptType: 'none',
    waitForLiveTools: true,
  });
};

describe('assistants in the editor', function () {
  this.timeout(120_000);
  after(() => set(undefined));

  it('have no tools by default', async () => {
    await vscode.extensions.getExtension('data-model-workbench.data-model-workbench')!.activate();
    await start();
    assert.deepEqual(namesOf(), []);
    await assert.rejects(invoke('model_unsaved', {}), /dataModel\.assistants\.access|disabled|not found/i);
  });

  it('are previewed, as the server answers them, before they have tools', async () => {
    const [file] = await vscode.workspace.findFiles('model/**/*.yml', undefined, 1);
    const document = await vscode.workspace.openTextDocument(file!);
    const [, name = ''] = /- name: (\w+)/.exec(document.getText()) ?? [];
    const at = document.positionAt(document.getText().indexOf(name));
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
    await vscode.commands.executeCommand('dataModel.assistants.preview');
    const shown = vscode.window.activeTextEditor!.document;
    assert.equal(path.posix.basename(shown.uri.path), `${name}.md`);
    const text = shown.getText();
    assert.ok(text.startsWith(`# What an Assistant Sees of ${name}\n`), text.slice(0, 200));
    assert.match(text, /Everything, because dataModel\.assistants\.access is off/);
    assert.match(text, /Rows of the data, except those of queries/);
    const [overview, explained] = [...text.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, json]) => JSON.parse(json!));
    assert.equal(overview.items[0].name, name);
    assert.equal(explained.name, name);
    assert.match(explained.place, /\.yml:\d+$/);
    assert.ok(text.includes(`"name":"${name}"`), 'the text as it is sent');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('have nine tools that read with the level “read”, and two more with “edit”', async () => {
    await set('read');
    await waitFor(
      'the tools that read',
      async () => {
        await start();
        return namesOf().length === 9;
      },
      namesOf,
    );
    assert.ok(!namesOf().includes('model_apply'));
    const overview = serverTools().find(({ name }) => name.endsWith('_model_overview'))!;
    const text = await invoke(overview.name, {});
    assert.match(text, /"cubes":\d+/);
    await set('edit');
    await waitFor(
      'the tools that write',
      async () => {
        await start();
        return namesOf().includes('model_apply');
      },
      namesOf,
    );
  });

  it('can show a place of the model, but no other file', async () => {
    await set('read');
    const [file] = await vscode.workspace.findFiles('model/**/*.yml', undefined, 1);
    const relative = path.relative(fsPath, file!.fsPath);
    assert.equal(await invoke('model_show', { place: `${relative}:2` }), JSON.stringify({ shown: `${relative}:2` }));
    const editor = vscode.window.activeTextEditor!;
    assert.equal(editor.document.uri.fsPath, file!.fsPath);
    assert.equal(editor.selection.active.line, 1);
    for (const place of ['../outside.yml:1', '.env:1', 'package.json:1', `${relative}`])
      await assert.rejects(invoke('model_show', { place }));
  });

  it('learn what is not saved', async () => {
    const [file] = await vscode.workspace.findFiles('model/**/*.yml', undefined, 1);
    const document = await vscode.workspace.openTextDocument(file!);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(file!, new vscode.Position(0, 0), '# a note\u202e\n');
    await vscode.workspace.applyEdit(edit);
    const { unsaved } = JSON.parse(await invoke('model_unsaved', {})) as { unsaved: { file: string; text: string }[] };
    assert.equal(unsaved.length, 1);
    assert.match(unsaved[0]!.text, /^# a note\\u202e\n/);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
