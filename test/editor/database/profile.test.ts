/** The data of a dimension or measure is profiled on request. */

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const file = uriOf('model/profiled.yml');
const text = `cubes:
  - name: sold
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: state, sql: status, type: string }
    measures:
      - { name: revenue, sql: amount, type: sum }
`;

describe('the profile of a member', () => {
  const env = uriOf('.env');
  let dialogs: DialogStub;
  before(async () => {
    dialogs = new DialogStub();
    const settings = Buffer.from('CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n');
    await vscode.workspace.fs.writeFile(env, settings);
    // The cubes of the other files are not about the data.
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
    const { databases } = await extension();
    const { database } = await (await databases.databases()).choose(file);
    // Another test may have chosen none.
    await database.choose({ kind: 'env' }, undefined);
    await waitFor('its data source is known', () => database.state.value.description !== undefined);
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(file);
    dialogs.restore();
  });

  const linkAt = async (word: string) => {
    const document = await vscode.workspace.openTextDocument(file);
    const position = document.positionAt(document.getText().indexOf(word) + 1);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', file, position);
    const all = hovers.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value));
    return all.flatMap((value) => [...value.matchAll(/\[Profile on the Data\]\(command:([\w.]+)\?([^)]+)\)/g)]);
  };
  const titles = () =>
    vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ label }) => (label.startsWith('Profile of') ? label : [])),
    );

  /** The only one. */
  const untilShown = (title: string) =>
    waitFor(
      `${title} is shown`,
      () => titles().join() === title,
      () => [...titles(), ...dialogs.shown.map((one) => one.text)],
    );

  it('is a link in its hover, which reads nothing before it is followed', async () => {
    await waitFor('the hover has the link', async () => (await linkAt('state')).length === 1);
    const [, command, parameters] = (await linkAt('state'))[0]!;
    await vscode.commands.executeCommand(command!, ...JSON.parse(decodeURIComponent(parameters!)));
    await untilShown('Profile of sold.state');
    assert.equal((await linkAt('sql_table')).length, 0);
  });

  it('is shown in the same panel for the member at the cursor', async () => {
    const editor = await vscode.window.showTextDocument(file, { viewColumn: vscode.ViewColumn.One });
    const position = editor.document.positionAt(text.indexOf('revenue') + 2);
    editor.selection = new vscode.Selection(position, position);
    await vscode.commands.executeCommand('dataModel.database.profile');
    await untilShown('Profile of sold.revenue');
  });

  it('is that of a member of a list, if there is none at the cursor', async () => {
    const editor = await vscode.window.showTextDocument(file, { viewColumn: vscode.ViewColumn.One });
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    dialogs.answer(/Profile Member/, /sold\.id/);
    await vscode.commands.executeCommand('dataModel.database.profile');
    await untilShown('Profile of sold.id');
  });

  it('offers to choose a data source if there is none', async () => {
    await vscode.workspace.fs.delete(env);
    const { databases } = await extension();
    const { state } = (await (await databases.databases()).choose(file)).database;
    await waitFor('it has none', () => state.value.description === undefined);
    assert.equal((await linkAt('state')).length, 0);
    await vscode.commands.executeCommand('dataModel.database.profile', file);
    const [asked] = dialogs.shown;
    assert.ok(asked?.choices.includes('Choose Data Source…'), JSON.stringify(dialogs.shown));
  });
});
