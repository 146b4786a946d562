import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../../src/base/bundlePath.ts';
import { silentLog } from '../../../src/base/log.ts';
import { KeptCatalogs } from '../../../src/session/database/keptCatalogs.ts';
import { ProjectDatabase } from '../../../src/session/database/projectDatabase.ts';
import type { SourceChoice } from '../../../src/session/database/sourceChoice.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

describe('the database of a project', () => {
  const folder = temporaryFolder('project-database');
  const storage = path.join(folder.path, 'storage');
  const opened: ProjectDatabase[] = [];
  after(() => {
    for (const one of opened) one.dispose();
    folder.remove();
  });
  const write = (name: string, text: string) => {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const secrets = new Map<string, string>();
  const choices = new Map<string, SourceChoice>();
  /** As in another window: only what is stored is the same. */
  const open = (project: string, isTrusted = true) => {
    const database = new ProjectDatabase({
      projectFolder: path.join(folder.path, project),
      choice: {
        read: () => choices.get(project),
        write: async (choice) => void (choice ? choices.set(project, choice) : choices.delete(project)),
      },
      secrets: {
        get: async (key) => secrets.get(key),
        store: async (key, value) => void secrets.set(key, value),
        delete: async (key) => void secrets.delete(key),
      },
      kept: new KeptCatalogs(storage),
      isTrusted: () => isTrusted,
      bundlePath: () => bundlePath('database.cjs'),
      log: silentLog,
    });
    opened.push(database);
    return database;
  };
  const tablesOf = ({ state }: ProjectDatabase) =>
    [...state.value.catalogs.values()].flatMap(({ catalog, isKept }) =>
      catalog.tables.map(({ name }) => `${name}${isKept ? ' (kept)' : ''}`),
    );

  it('is that of .env, whose tables are read on demand and known in the next window', async () => {
    write('a/one/visits.csv', 'seconds\n1\n2\n');
    write('a/.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=one\n');
    const database = open('a');
    await database.restore();
    assert.equal(database.state.value.description, path.join(folder.path, 'a/one'));
    assert.deepEqual(tablesOf(database), []);
    await database.readCatalogs();
    assert.deepEqual(tablesOf(database), ['visits']);
    const later = open('a');
    await later.restore();
    assert.deepEqual(tablesOf(later), ['visits (kept)']);
  });

  it('is another one after a change of .env, without the tables of the first one', async () => {
    const database = open('a');
    await database.readCatalogs();
    write('a/two/orders.csv', 'id\n1\n');
    write('a/.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=two\n');
    await database.renew();
    assert.deepEqual(tablesOf(database), []);
    await database.readCatalogs();
    assert.deepEqual(tablesOf(database), ['orders']);
    // The catalog of a data source is known again when the source is the same again.
    write('a/.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=one\n');
    await database.renew();
    assert.deepEqual(tablesOf(database), ['visits (kept)']);
  });

  it('is unknown with the place of a mistake in .env, and asked again after it', async () => {
    write('b/.env', 'CUBEJS_DB_TYPE=duck\n');
    const database = open('b');
    await database.restore();
    assert.match(String(database.state.value.failure), /“duck”/);
    await assert.rejects(database.readCatalogs(), /“duck”/);
    write('b/data/visits.csv', 'seconds\n5\n');
    write('b/.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n');
    await database.renew();
    assert.equal(database.state.value.failure, undefined);
    await database.readCatalogs();
    assert.deepEqual(tablesOf(database), ['visits']);
  });

  it('is the chosen one, in the next window, too; a choice that cannot be opened changes nothing', async () => {
    const database = open('c');
    await database.restore();
    await assert.rejects(database.readCatalogs(), /no data source/);
    write('c/data/stores.csv', 'city\nKyiv\n');
    await database.choose({ kind: 'path', path: path.join(folder.path, 'c/data') }, undefined);
    await assert.rejects(
      database.choose({ kind: 'path', path: path.join(folder.path, 'c/nothing') }, undefined),
      /no such file or folder/,
    );
    await database.readCatalogs();
    assert.deepEqual(tablesOf(database), ['stores']);
    const later = open('c');
    await later.restore();
    assert.deepEqual(tablesOf(later), ['stores (kept)']);
    await later.choose({ kind: 'none' }, undefined);
    assert.deepEqual([tablesOf(later), later.state.value.description], [[], undefined]);
    await assert.rejects(later.choose({ kind: 'env' }, undefined), /no \.env file/);
  });

  it('is not opened, nor its .env read, without trust', async () => {
    const database = open('a', false);
    await database.restore();
    assert.deepEqual([database.state.value.description, tablesOf(database)], [undefined, []]);
    const refused = { code: 'database-not-trusted' };
    await assert.rejects(database.readCatalogs(), refused);
    await assert.rejects(database.choose({ kind: 'path', path: folder.path }, undefined), refused);
  });

  it('keeps a password in the secret storage only, and only of a server that answered', async () => {
    const database = open('d');
    const choice: SourceChoice = { kind: 'postgres', host: '127.0.0.1', port: 1, database: 'shop', user: 'reader' };
    await assert.rejects(database.choose(choice, 'pass-3141'), (failure: Error) => !failure.message.includes('3141'));
    assert.deepEqual([...secrets], []);
    assert.equal(choices.has('d'), false);
    for (const file of readdirSync(path.join(storage, 'catalogs'))) {
      assert.doesNotMatch(readFileSync(path.join(storage, 'catalogs', file), 'utf8'), /3141/);
    }
  });
});
