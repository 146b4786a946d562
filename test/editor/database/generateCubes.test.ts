/** Cubes are generated for the tables of a project's database. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { replaceText } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const cube = uriOf('model/orders.yml');

describe('the generator of cubes', () => {
  const env = uriOf('.env');
  let dialogs: DialogStub;
  const file = uriOf('model/main_customers.yml');
  const read = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
  let text = '';
  before(async () => {
    dialogs = new DialogStub();
    text = await read(cube);
    // The data source is another one, for the extension, after each change of the file.
    const settings = Buffer.from('CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n');
    if ((await read(env).catch(() => '')) !== settings.toString()) await vscode.workspace.fs.writeFile(env, settings);
    const { databases } = await extension();
    const { state } = (await (await databases.databases()).choose(cube)).database;
    await waitFor('its data source is known', () => state.value.description !== undefined);
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    dialogs.restore();
    await vscode.workspace.fs.delete(file);
    await vscode.workspace.fs.writeFile(cube, Buffer.from(text));
  });

  const openTexts = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ label }) => (label.startsWith('Generated') ? label : [])),
    );
  const generate = (tables: RegExp) => {
    dialogs.answer(/Generate Cubes for/, tables);
    return vscode.commands.executeCommand('dataModel.database.generate', cube);
  };

  it('lists the tables, says which ones have a cube, and writes nothing without consent', async () => {
    let texts: string[] = [];
    dialogs.defaultAnswer = ({ text }) => {
      if (text.startsWith('Write these cubes?')) texts = openTexts();
      return undefined;
    };
    await generate(/orders|customers/);
    dialogs.defaultAnswer = () => undefined;
    const [list] = dialogs.questions(/Generate Cubes for/);
    assert.deepEqual(list!.choices, ['main', '$(table) customers', '$(symbol-class) orders']);
    assert.match(list!.detail, /main · 3 columns\nmain · 5 columns · has the cube orders/);
    const [asked] = dialogs.questions(/Write these cubes/);
    assert.equal(asked!.text, 'Write these cubes? New: 1 file, changed: 1 file.');
    assert.deepEqual(texts, ['Generated Cubes of “workspace” (2 files)']);
    assert.deepEqual(openTexts(), [], 'the comparison is closed');
    assert.equal(await read(cube), text);
    await assert.rejects(async () => vscode.workspace.fs.stat(file));
  });

  it('writes new files, and into the file of a cube that has not everything yet', async () => {
    dialogs.answer(/Write these cubes/, 'Write Files');
    await generate(/orders|customers/);
    assert.match(await read(file), /- name: main_customers\n {4}sql_table: customers\n/);
    const after = await read(cube);
    assert.ok(after.includes('name: created_at'), after);
    const lines = after.split('\n');
    assert.ok(text.split('\n').every((line) => lines.includes(line)));
    await generate(/orders|customers/);
    assert.match(dialogs.shown.at(-1)!.text, /^The cubes have everything/);
  });

  it('does not write into a file with unsaved changes', async () => {
    await vscode.workspace.fs.writeFile(
      cube,
      Buffer.from((await read(cube)).replace(/ {6}- name: created_at\n(?: {8}.*\n)+/, '')),
    );
    const document = await replaceText(cube, 'cubes:', '# Mine\ncubes:');
    dialogs.answer(/Write these cubes/, 'Write Files');
    await generate(/orders/);
    assert.match(dialogs.shown.at(-1)?.text ?? '', /unsaved changes/);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('does nothing if no table is selected', async () => {
    await generate(/^none$/);
    assert.equal(dialogs.questions(/./).length, 1);
  });
});
