/** A project with data: its tables are read, checked and completed without a platform. */

import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { waitFor } from '../../run/waitFor.ts';
import { InputBoxStub } from '../deployments/inputBoxStub.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';
import { replaceText, save } from '../editText.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const uriOf = (file: string) => vscode.Uri.joinPath(root, file);
const cube = uriOf('model/orders.yml');
const env = uriOf('.env');

describe('the data source of a project', () => {
  let dialogs: DialogStub;
  before(async () => {
    dialogs = new DialogStub();
    await vscode.workspace.fs.writeFile(
      env,
      Buffer.from('CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n'),
    );
    await vscode.window.showTextDocument(cube);
  });
  beforeEach(() => dialogs.reset());
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    dialogs.restore();
  });

  const database = async () => {
    const { databases } = await extension();
    return (await (await databases.databases()).choose(cube)).database;
  };
  const problems = () =>
    vscode.languages.getDiagnostics(cube).map(({ message, range }) => `${range.start.line + 1}: ${message}`);

  it('is that of .env, and nothing is read from it before it is asked for', async () => {
    const { state } = await database();
    await waitFor('its name is known', () => state.value.description !== undefined);
    assert.deepEqual([state.value.description, state.value.catalogs.size], [path.join(root.fsPath, 'data'), 0]);
    assert.deepEqual(problems(), []);
  });

  it('marks unknown tables and columns, and types that do not fit, once its tables are read', async () => {
    await vscode.commands.executeCommand('dataModel.database.refresh', cube);
    await waitFor('the problems are shown', () => problems().length === 3, problems);
    assert.deepEqual(problems().toSorted(), [
      '14: The table `orders` has no column `statos`. Did you mean `status`?',
      '18: The column `status` is a text (`VARCHAR`): queries that need a `time` fail.',
      '26: The database has no table `custommers`. Did you mean `customers`?',
    ]);
  });

  it('suggests the right names as quick fixes', async () => {
    const [unknown] = vscode.languages.getDiagnostics(cube).filter(({ message }) => message.includes('statos'));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      cube,
      unknown!.range,
    );
    const edits = actions.flatMap(({ edit }) => edit?.get(cube).map(({ newText }) => newText) ?? []);
    assert.ok(edits.includes('status'), edits.join());
  });

  it('completes columns with their types, and shows them in a hover', async () => {
    const document = await vscode.workspace.openTextDocument(cube);
    const at = document.positionAt(document.getText().indexOf('sql: amount') + 'sql: am'.length);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      cube,
      at,
    );
    const columns = list.items.filter(({ detail }) => detail?.endsWith('column of orders'));
    assert.deepEqual(columns.map(({ label, detail }) => `${label} ${detail}`.split(' · ')[0]).toSorted(), [
      'amount DOUBLE',
      'created_at TIMESTAMP',
      'customer_id BIGINT',
      'id BIGINT',
      'status VARCHAR',
    ]);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', cube, at);
    const text = hovers.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value)).join();
    assert.match(text, /orders\.amount.*DOUBLE/);
  });

  describe('checks the SQL of each member', () => {
    const checked = uriOf('model/checked.yml');
    const text = [
      'cubes:',
      '  - name: checked',
      '    sql: SELECT * FROM orders WHERE amount > 0',
      '    dimensions:',
      '      - name: id',
      '        sql: id',
      '        type: number',
      '        primary_key: true',
      '      - name: state',
      '        sql: "lowr({CUBE}.status)"',
      '        type: string',
      '',
    ].join('\n');
    before(() => vscode.workspace.fs.writeFile(checked, Buffer.from(text)));
    after(() => vscode.workspace.fs.delete(checked));

    const marks = () =>
      vscode.languages
        .getDiagnostics(checked)
        .map(({ message, range }) => `${range.start.line + 1}: ${message.split('\n')[0]!.slice(0, 60)}`);

    it('with the database itself, whose message is at the SQL of the model', async () => {
      await vscode.window.showTextDocument(checked);
      await vscode.commands.executeCommand('dataModel.database.check', checked);
      await waitFor('the problem is shown', () => marks().length === 1, marks);
      assert.match(marks()[0]!, /^10: The database refuses this SQL: .*Scalar Functio/);
      const [problem] = vscode.languages.getDiagnostics(checked);
      assert.equal((problem!.code as { value: string }).value, 'database-error');
    });

    it('and keeps a problem at its place until its SQL changes', async () => {
      await save(await replaceText(checked, 'cubes:', '# Orders\ncubes:'));
      await waitFor('it moved', () => marks()[0]?.startsWith('11: ') === true, marks);
      await save(await replaceText(checked, 'lowr(', 'lower('));
      await waitFor('it is gone', () => marks().length === 0, marks);
      await vscode.commands.executeCommand('dataModel.database.check', checked);
      assert.deepEqual(marks(), []);
    });

    it('not if the model does not compile', async () => {
      await save(await replaceText(checked, 'name: state', 'name: id'));
      dialogs.reset();
      await vscode.commands.executeCommand('dataModel.database.check', checked);
      assert.match(dialogs.shown.at(-1)?.text ?? '', /does not compile/);
    });
  });

  describe('is counted for joins and keys', () => {
    const joined = uriOf('model/joined.yml');
    const text = [
      'cubes:',
      '  - name: sales',
      '    sql_table: orders',
      '    joins:',
      '      - name: people',
      '        relationship: one_to_one',
      '        sql: "{CUBE}.customer_id = {people}.id"',
      '    dimensions:',
      '      - name: id',
      '        sql: id',
      '        type: number',
      '        primary_key: true',
      '  - name: people',
      '    sql_table: customers',
      '    dimensions:',
      '      - name: id',
      '        sql: id',
      '        type: number',
      '        primary_key: true',
      '    measures:',
      '      - name: count',
      '        type: sum',
      '        sql: id',
      '',
    ].join('\n');
    before(() => vscode.workspace.fs.writeFile(joined, Buffer.from(text)));
    after(() => vscode.workspace.fs.delete(joined));

    const marks = () =>
      vscode.languages.getDiagnostics(joined).map(({ message, range }) => `${range.start.line + 1}: ${message}`);
    const lenses = async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', joined);
      return found.flatMap(({ command, range }) =>
        /✓|✗/.test(command?.title ?? '') ? [`${range.start.line + 1}: ${command!.title}`] : [],
      );
    };

    it('and shows a wrong relationship at its place, with the one that the data shows', async () => {
      await vscode.window.showTextDocument(joined);
      await vscode.commands.executeCommand('dataModel.database.examine', joined);
      await waitFor('the problem is shown', () => marks().length === 1, marks);
      assert.match(
        marks()[0]!,
        /^6: `sales` to `people` is `one_to_one`, but 1 key repeats; the data shows many_to_one/,
      );
      assert.match((await lenses()).join(), /^5: one_to_one ✗ 1 key repeats/);
      const [{ range }] = vscode.languages.getDiagnostics(joined) as [vscode.Diagnostic];
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        joined,
        range,
      );
      const fix = actions.find(({ edit }) => edit?.get(joined).some(({ newText }) => newText === 'many_to_one'));
      await vscode.workspace.applyEdit(fix!.edit!);
      const document = await vscode.workspace.openTextDocument(joined);
      assert.ok(document.getText().includes('relationship: many_to_one\n'));
      await save(document);
      await waitFor('the corrected join has no problem', () => marks().length === 0, marks);
      assert.deepEqual(await lenses(), []);
      const { databases } = await extension();
      const known = await databases.databases();
      const { folder } = await known.choose(joined);
      const counted = known.countedJoins(folder).map(({ from, to, short, isOlder }) => [from, to, short, isOlder]);
      assert.deepEqual(counted.toSorted(), [
        ['orders', 'customers', 'not known', false],
        ['sales', 'people', '✗ 1 key repeats', true],
      ]);
    });

    it('and says that a join is right, with its rows', async () => {
      await vscode.commands.executeCommand('dataModel.database.examine', joined);
      assert.deepEqual([marks(), await lenses()], [[], ['5: many_to_one ✓ 3 rows']]);
    });
  });

  it('is another folder if the user chooses one; a path that has no data is said in its box', async () => {
    dialogs.answer(/Data Source of/, /Folder of CSV/);
    dialogs.answer(/Data Source of/, uriOf('model').fsPath);
    const inputs = new InputBoxStub([uriOf('other').fsPath]);
    try {
      await vscode.commands.executeCommand('dataModel.database.choose', cube);
    } finally {
      inputs.restore();
    }
    const [asked] = inputs.shown;
    assert.ok(asked?.validation, 'the box says what is wrong');
    const { state } = await database();
    assert.deepEqual(
      [...state.value.catalogs.values()].flatMap(({ catalog }) => catalog.tables.map(({ name }) => name)),
      ['visits'],
    );
    await waitFor(
      'the problems are those of the new data',
      () => problems().some((text) => text.includes('no table `orders`')),
      problems,
    );
  });

  it('stays the same after a server that does not answer, and its password is in no setting', async () => {
    dialogs.answer(/Data Source of/, /Postgres/);
    dialogs.answer(/Data Source of/, /Do Not Encrypt/);
    const inputs = new InputBoxStub(['127.0.0.1:1', 'shop', 'reader', 'pass-3141', undefined]);
    try {
      await vscode.commands.executeCommand('dataModel.database.choose', cube);
    } finally {
      inputs.restore();
    }
    const [, , , password, afterRefusal] = inputs.shown;
    assert.deepEqual([password!.password, password!.validation], [true, undefined]);
    assert.match(afterRefusal!.validation ?? '', /ECONNREFUSED|refused/);
    assert.doesNotMatch(JSON.stringify(dialogs.shown), /3141/);
    const { state } = await database();
    assert.equal(state.value.choice.kind, 'path');
  });

  it('is that of .env again, whose changes are followed', async () => {
    dialogs.answer(/Data Source of/, '$(settings) .env');
    await vscode.commands.executeCommand('dataModel.database.choose', cube);
    const { state } = await database();
    await waitFor('the first tables are checked again', () => problems().length === 3, problems);
    await vscode.workspace.fs.writeFile(env, Buffer.from('CUBEJS_DB_TYPE=duck\n'));
    await waitFor('the mistake is known', () => String(state.value.failure).includes('duck'));
    await waitFor('nothing is checked', () => problems().length === 0, problems);
    await vscode.workspace.fs.writeFile(
      env,
      Buffer.from('CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n'),
    );
    await waitFor('the kept tables are checked, with their time', () => problems().length === 3, problems);
    assert.match(problems().join('\n'), /no table `custommers` \(as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\)/);
  });
});
