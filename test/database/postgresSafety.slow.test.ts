import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PostgresSource } from '../../src/database/source/dataSource.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { type PostgresServer, startPostgres } from './postgresServer.ts';
import { expectHarmless, expectReconnects, expectRefusals, select, stolen, useDatabases } from './serverTests.ts';

describe('a Postgres that a stranger’s model queries', () => {
  const certificates = temporaryFolder('certificates');
  const certificate = path.join(certificates.path, 'server.crt');
  let server: PostgresServer;
  const open = useDatabases();

  before(async function () {
    const key = path.join(certificates.path, 'server.key');
    await runProgram('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ]);
    server = await startPostgres(this, {
      settings: { ssl: 'on', ssl_cert_file: 'server.crt', ssl_key_file: 'server.key' },
      prepare: async (folder) => {
        for (const name of ['server.crt', 'server.key']) {
          folder.write(`data/${name}`, readFileSync(path.join(certificates.path, name), 'utf8'));
        }
      },
    });
  });
  after(async () => {
    await server?.dispose();
    certificates.remove();
  });

  it('reads and writes no file, changes nothing, and answers afterwards', async () => {
    const source = await server.database(`
      CREATE TABLE kept AS SELECT 1 AS id;
      CREATE SEQUENCE numbers;
      GRANT ALL ON kept TO reader;
      GRANT ALL ON numbers TO reader;
      GRANT CREATE ON SCHEMA public TO reader;
      CREATE FUNCTION write_row() RETURNS int LANGUAGE sql AS 'INSERT INTO kept VALUES (3) RETURNING id'`);
    const database = open(source);
    const hostile = [
      "SELECT pg_read_file('/etc/passwd')",
      "SELECT pg_read_binary_file('/etc/passwd')",
      "SELECT * FROM pg_ls_dir('/')",
      "SELECT lo_import('/etc/passwd')",
      "SELECT set_config('role', 'administrator', false), query_to_xml('SELECT pg_read_file(''/etc/passwd'')', true, true, '')",
      "SELECT set_config('transaction_read_only', 'off', false), write_row()",
      'SELECT write_row()',
      "SELECT nextval('numbers')",
      `COPY kept TO '${stolen}'`,
      `COPY (SELECT 1) TO PROGRAM 'touch ${stolen}'`,
      `/* */ -- a query
       COPY kept FROM PROGRAM 'echo 2'`,
      'SELECT 1; DROP TABLE kept',
      'SELECT 1; COMMIT; DROP TABLE kept',
      'DROP TABLE kept',
      'INSERT INTO kept VALUES (2)',
      'WITH added AS (INSERT INTO kept VALUES (2) RETURNING id) SELECT * FROM added',
      'SELECT 1 AS id INTO stolen',
      'CREATE TABLE more (id int)',
      'SET default_transaction_read_only = off',
      'SET TRANSACTION READ WRITE',
      'COMMIT',
      'PREPARE later AS SELECT 1',
      "DO 'BEGIN END'",
      'SELECT * FROM kept FOR UPDATE',
    ];
    await expectHarmless(database, hostile);
    assert.deepEqual(
      await server.execute("SELECT relname FROM pg_class WHERE relname IN ('stolen', 'more')", source.database),
      [],
    );
    // What one statement sets or locks is gone for the next one.
    await select(database, "SELECT set_config('search_path', 'nowhere', false), pg_advisory_lock(7)");
    assert.deepEqual(await select(database, "SELECT current_setting('search_path')"), [['"$user", public']]);
    assert.deepEqual(await server.execute("SELECT pid FROM pg_locks WHERE locktype = 'advisory'"), []);
  });

  it('is not used as a user who could read files of the server, unless the model is trusted', async () => {
    const administrator = server.administratorSource;
    await assert.rejects(open(administrator).check(), (failure: Error) => {
      assert.match(failure.message, /“administrator” is a superuser, so that the SQL of a model could read files/);
      assert.match(failure.message, /CREATE ROLE model_reader LOGIN/);
      return true;
    });
    assert.deepEqual(await select(open({ ...administrator, trusted: true }), 'SELECT 1'), [[1]]);
    const rights: [string, RegExp][] = [
      ['GRANT pg_read_server_files TO careless', /has the rights of the role “pg_read_server_files”/],
      ['GRANT administrator TO careless', /has the rights of the role “administrator”/],
      ['GRANT EXECUTE ON FUNCTION pg_read_file(text) TO careless', /may call “pg_read_file”/],
    ];
    for (const [grant, message] of rights) {
      await server.execute(`CREATE ROLE careless LOGIN PASSWORD 'pw'; ${grant}`);
      await assert.rejects(open(server.source('postgres', { user: 'careless', password: 'pw' })).check(), message);
      await server.execute('DROP OWNED BY careless; DROP ROLE careless');
    }
  });

  it('says why it cannot be used, without the password', async () => {
    const source = await server.database('');
    const cases: [PostgresSource, RegExp][] = [
      [
        { ...source, password: 'hunter2' },
        /“test_\d+” at 127\.0\.0\.1:\d+ cannot be used as “reader”: password authentication failed/,
      ],
      [{ ...source, database: 'nowhere', password: source.password! }, /database "nowhere" does not exist/],
      [{ ...source, port: 1, password: 'hunter2' }, /127\.0\.0\.1:1 cannot be used.*ECONNREFUSED/],
      [
        { kind: 'postgres', host: source.host, port: source.port!, database: source.database, user: 'reader' },
        /asks for a password/,
      ],
      [{ ...source, tls: { verify: 'full', ca: '/nowhere.pem' } }, /nowhere\.pem cannot be read/],
    ];
    await expectRefusals(open, cases);
  });

  it('is reached over TLS, and its certificate is checked as the source says', async () => {
    const source = await server.database('');
    const encrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    const named = { ...source, host: 'localhost' };
    assert.deepEqual(await select(open(source), encrypted), [[false]]);
    assert.deepEqual(await select(open({ ...source, tls: { verify: 'none' } }), encrypted), [[true]]);
    assert.deepEqual(await select(open({ ...named, tls: { verify: 'full', ca: certificate } }), encrypted), [[true]]);
    assert.deepEqual(await select(open({ ...source, tls: { verify: 'authority', ca: certificate } }), encrypted), [
      [true],
    ]);
    await assert.rejects(open({ ...named, tls: { verify: 'full' } }).check(), /self-signed certificate/);
    await assert.rejects(open({ ...source, tls: { verify: 'full', ca: certificate } }).check(), /127\.0\.0\.1/);
  });

  it('answers again after the server died, with one clear error in between', async () => {
    await expectReconnects(open(await server.database('')), server, {
      slow: 'SELECT pg_sleep(60)',
      during: /cannot be used as “reader”.*Check that the server runs/s,
      after: /cannot be used as “reader”: .*ECONNREFUSED/,
    });
  });
});
