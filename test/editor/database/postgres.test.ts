/** A real Postgres, chosen with *Choose Data Source…*: what its box says, and where the password is. */

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { PostgresSource } from '../../../src/database/source/dataSource.ts';
import { type PostgresServer, startPostgres } from '../../database/postgresServer.ts';
import { waitFor } from '../../run/waitFor.ts';
import { InputBoxStub } from '../deployments/inputBoxStub.ts';
import { extension } from '../deployments/treeAccess.ts';
import { DialogStub } from '../dialogStub.ts';

const root = vscode.workspace.workspaceFolders![0]!.uri;
const cube = vscode.Uri.joinPath(root, 'model/orders.yml');
const password = 'r3ader pw-3141';

describe('a Postgres that the user chooses', () => {
  let server: PostgresServer | undefined;
  let source: PostgresSource;
  let dialogs: DialogStub;

  before(async function () {
    server = await startPostgres(this);
    const { database } = await server.database(`
      CREATE TABLE orders (id int PRIMARY KEY, amount numeric(12, 2), status text, created_at timestamptz);
      CREATE ROLE careful LOGIN PASSWORD '${password}';
      GRANT SELECT ON orders TO careful`);
    source = server.source(database, { user: 'careful', password });
    await vscode.window.showTextDocument(cube);
  });
  beforeEach(() => {
    dialogs = new DialogStub();
  });
  afterEach(() => dialogs.restore());
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server?.dispose();
  });

  const projectDatabase = async () => {
    const { databases } = await extension();
    return (await (await databases.databases()).choose(cube)).database;
  };
  /** What the boxes showed. The last answer is for the password. */
  const choose = async (encryption: RegExp, ...passwords: (string | undefined)[]) => {
    dialogs.answer(/Data Source of/, /Postgres/);
    dialogs.answer(/Data Source of/, encryption);
    const place = [`${source.host}:${source.port}`, source.database, source.user!];
    const inputs = new InputBoxStub([...place, ...passwords]);
    try {
      await vscode.commands.executeCommand('dataModel.database.choose', cube);
    } finally {
      inputs.restore();
    }
    return inputs.shown.slice(place.length);
  };
  const problems = () => vscode.languages.getDiagnostics(cube).map(({ message }) => message);

  it('says in the box that the password is wrong, and takes the right one there', async () => {
    const [first, afterWrong, ...more] = await choose(/Do Not Encrypt/, 'wr0ng-3141', password);
    assert.deepEqual([first!.password, first!.validation, more.length], [true, undefined, 0]);
    assert.match(afterWrong!.validation!, /password authentication failed for user "careful"/);
    const { state } = await projectDatabase();
    assert.match(state.value.description!, /^test_1 on 127\.0\.0\.1:?\d* \(Postgres\)$/);
    assert.deepEqual(
      [...state.value.catalogs.values()].flatMap(({ catalog }) => catalog.tables.map(({ name }) => name)),
      ['orders'],
    );
    await waitFor(
      'its tables are checked',
      () => problems().some((text) => text.includes('no column `statos`')),
      problems,
    );
  });

  it('keeps the password in the secret storage only', async () => {
    const database = await projectDatabase();
    const { choice } = database.state.value;
    assert.deepEqual(choice, {
      ...{ kind: 'postgres', host: source.host, port: source.port, database: source.database, user: 'careful' },
    });
    const { env, args } = await database.emulatorSource();
    assert.deepEqual(env, { PGPASSWORD: password });
    assert.doesNotMatch(args.join(' '), /3141/);
    assert.doesNotMatch(JSON.stringify(dialogs.shown), /3141/);
    const { app } = await extension();
    for (const folder of [root.fsPath, app.context.globalStorageUri.fsPath, app.context.logUri.fsPath]) {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const file of files.filter((one) => one.isFile())) {
        const text = await readFile(path.join(file.parentPath, file.name), 'utf8');
        assert.ok(!text.includes(password), file.name);
      }
    }
  });

  it('stays as it is if the server does not encrypt, and its box says so', async () => {
    const [, refused] = await choose(/Encrypt Only/, password, undefined);
    assert.match(refused!.validation!, /does not support SSL|does not encrypt|TLS/i);
    assert.doesNotMatch(refused!.validation!, /3141/);
    const { state } = await projectDatabase();
    assert.equal(state.value.choice.kind === 'postgres' && state.value.choice.tls, undefined);
  });

  it('loses its password with the choice of another data source', async () => {
    const database = await projectDatabase();
    dialogs.answer(/Data Source of/, /No Data Source/);
    await vscode.commands.executeCommand('dataModel.database.choose', cube);
    assert.deepEqual(await database.emulatorSource(), { args: ['--no-database'], env: {} });
    const [first] = await choose(/Do Not Encrypt/, undefined);
    assert.equal(first!.value, '');
    assert.equal(await database.sources(), undefined);
    await waitFor('nothing is checked', () => problems().length === 0, problems);
  });
});
