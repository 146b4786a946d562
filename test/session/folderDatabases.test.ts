import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../src/base/bundlePath.ts';
import { CancelledError } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { readSources } from '../../src/database/source/readSources.ts';
import { FolderDatabases } from '../../src/session/folderDatabases.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

describe('the databases of projects', () => {
  const folder = temporaryFolder('folder-databases');
  const databases = new FolderDatabases({
    read: (projectFolder) => readSources({ projectFolder }),
    bundlePath: bundlePath('database.cjs'),
    log: silentLog,
  });
  after(() => {
    databases.dispose();
    folder.remove();
  });
  const write = (name: string, text: string) => {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const total = async (project: string) => {
    const source = (await databases.of(path.join(folder.path, project)))!.get('default')!;
    return (await source.query('main', { sql: 'SELECT sum(seconds) FROM visits', params: [] })).values[0]![0];
  };

  it('are opened once, and again after a change of .env', async () => {
    write('a/one/visits.csv', 'seconds\n1\n2\n');
    write('a/two/visits.csv', 'seconds\n40\n2\n');
    write('a/.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=one\n');
    const project = path.join(folder.path, 'a');
    const renewed: string[] = [];
    databases.onDidRenew((each) => renewed.push(each));
    assert.equal(Number(await total('a')), 3);
    const before = (await databases.of(project))!.get('default')!;
    assert.equal((await databases.of(project))!.get('default'), before);
    write('a/.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=two\n');
    databases.renew(project);
    assert.deepEqual(renewed, [project]);
    assert.equal(Number(await total('a')), 42);
    await assert.rejects(before.query('main', { sql: 'SELECT 1', params: [] }), CancelledError);
  });

  it('are not known without .env, and ask again after a mistake', async () => {
    write('b/model/x.yml', '');
    const project = path.join(folder.path, 'b');
    assert.equal(await databases.of(project), undefined);
    databases.renew(project);
    write('b/.env', 'CUBEJS_DB_TYPE=duck\n');
    await assert.rejects(databases.of(project), /“duck”/);
    write('b/data/visits.csv', 'seconds\n5\n');
    write('b/.env', 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data\n');
    assert.equal(Number(await total('b')), 5);
  });
});
