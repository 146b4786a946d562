import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../../src/base/errors.ts';
import { readSources, requireSources } from '../../../src/database/source/readSources.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

describe('the data sources of a project', () => {
  const folder = temporaryFolder('sources');
  after(() => folder.remove());
  let count = 0;

  const project = (env: string, files: Readonly<Record<string, string>> = {}) => {
    count += 1;
    const projectFolder = path.join(folder.path, String(count));
    for (const [name, text] of Object.entries({ '.env': env, ...files })) {
      mkdirSync(path.dirname(path.join(projectFolder, name)), { recursive: true });
      writeFileSync(path.join(projectFolder, name), text);
    }
    return projectFolder;
  };
  const read = async (env: string, files?: Readonly<Record<string, string>>) => {
    const projectFolder = project(env, files);
    return { projectFolder, sources: await readSources({ projectFolder }) };
  };
  const failure = async (env: string, files?: Readonly<Record<string, string>>) => {
    const projectFolder = project(env, files);
    const failed = await readSources({ projectFolder }).then(
      () => undefined,
      (one: unknown) => one,
    );
    assert.ok(failed instanceof UserError, String(failed));
    return failed.describe().replaceAll(projectFolder + path.sep, '');
  };
  const postgres = 'CUBEJS_DB_TYPE=postgres\nCUBEJS_DB_NAME=shop\nCUBEJS_DB_USER=reader\n';

  it('are those of its .env', async () => {
    const env = `# Ours\nCUBEJS_DB_TYPE=postgres\nCUBEJS_DB_HOST=db.example\nCUBEJS_DB_PORT=5433\n\nCUBEJS_DB_NAME="shop 2"\r\nCUBEJS_DB_USER = reader\nCUBEJS_DB_PASS='a#b=c'  \n`;
    const { sources } = await read(env);
    assert.deepEqual(Object.fromEntries(sources!), {
      default: {
        kind: 'postgres',
        host: 'db.example',
        port: 5433,
        database: 'shop 2',
        user: 'reader',
        password: 'a#b=c',
      },
    });
  });

  it('are exported to a shell, too', async () => {
    const { sources } = await read(
      `export CUBEJS_DB_TYPE=postgres\n export  CUBEJS_DB_NAME="shop\n2"\nexport CUBEJS_DB_USER = reader\nCUBEJS_DB_PASS=export x=1\n`,
    );
    assert.deepEqual(sources!.get('default'), {
      ...{ kind: 'postgres', host: 'localhost', database: 'shop\n2', user: 'reader', password: 'export x=1' },
    });
    assert.match(await failure(`${postgres}export CUBEJS_DB_PASS\n`), /it sets no variable. \(\.env:4\)/);
  });

  it('keep a # in a password that is not quoted, as the published server does', async () => {
    const { sources } = await read(`${postgres}CUBEJS_DB_PASS=a#b\n`);
    assert.deepEqual(sources!.get('default'), {
      kind: 'postgres',
      host: 'localhost',
      database: 'shop',
      user: 'reader',
      password: 'a#b',
    });
  });

  it('are not known without a variable of a database', async () => {
    const projectFolder = path.join(folder.path, 'none');
    assert.equal(await readSources({ projectFolder }), undefined);
    assert.equal(await readSources({}), undefined);
    assert.equal((await read('CUBEJS_API_SECRET=x\nCUBEJS_DB_TYPE=\n')).sources, undefined);
    await assert.rejects(requireSources({ projectFolder }), /no \.env file with CUBEJS_DB_TYPE/);
  });

  it('check the server’s certificate as the variables say', async () => {
    const tls = async (more: string) => {
      const { projectFolder, sources } = await read(postgres + more, { 'certs/ca.pem': 'x' });
      const source = sources!.get('default') as { tls?: { ca?: string } };
      return source.tls && { ...source.tls, ...(source.tls.ca && { ca: source.tls.ca.replace(projectFolder, '') }) };
    };
    assert.equal(await tls('CUBEJS_DB_SSL=false\n'), undefined);
    assert.deepEqual(await tls('CUBEJS_DB_SSL=true\n'), { verify: 'none' });
    assert.deepEqual(await tls('CUBEJS_DB_SSL=true\nCUBEJS_DB_SSL_CA=certs/ca.pem\n'), {
      verify: 'authority',
      ca: `${path.sep}certs${path.sep}ca.pem`,
    });
    const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    assert.deepEqual(
      await tls(`CUBEJS_DB_SSL=true\nCUBEJS_DB_SSL_REJECT_UNAUTHORIZED=true\nCUBEJS_DB_SSL_KEY="${pem}"\n`),
      { verify: 'full', key: pem },
    );
  });

  it('are several, each with its own variables', async () => {
    const env = `CUBEJS_DATASOURCES=default, events\n${postgres}CUBEJS_DS_EVENTS_DB_TYPE=mysql\nCUBEJS_DS_EVENTS_DB_HOST=m\nCUBEJS_DS_EVENTS_DB_PASS=secret\nCUBEJS_DB_PASS=other\n`;
    const { sources, projectFolder } = await read(env);
    assert.deepEqual([...sources!.keys()], ['default', 'events']);
    assert.deepEqual(sources!.get('events'), {
      kind: 'driver',
      type: 'mysql',
      projectFolder,
      folders: [homedir()],
      variables: { CUBEJS_DB_TYPE: 'mysql', CUBEJS_DB_HOST: 'm', CUBEJS_DB_PASS: 'secret' },
    });
  });

  it('give a driver the variables of its data source only', async () => {
    const env =
      'CUBEJS_DB_TYPE=bigquery\nCUBEJS_DB_BQ_PROJECT_ID=p\nCUBEJS_API_SECRET=s\nCUBEJS_DS_B_DB_PASS=p\nOTHER=x\n';
    const { sources } = await read(env);
    assert.deepEqual((sources!.get('default') as { variables: unknown }).variables, {
      CUBEJS_DB_TYPE: 'bigquery',
      CUBEJS_DB_BQ_PROJECT_ID: 'p',
    });
  });

  it('open a DuckDB relative to the project', async () => {
    const env = 'CUBEJS_DB_TYPE=duckdb\nCUBEJS_DB_DUCKDB_DATABASE_PATH=data/shop.duckdb\n';
    const { sources, projectFolder } = await read(env, { 'data/shop.duckdb': '12345678DUCK' });
    assert.deepEqual(sources!.get('default'), {
      kind: 'duckdb',
      file: path.join(projectFolder, 'data', 'shop.duckdb'),
    });
    assert.match(await failure(env), /^There is no such file or folder with data\. \(data\/shop\.duckdb, \.env:2\)/);
  });

  it('are refused with the line, and without a secret', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['CUBEJS_DB_TYPE=postgress\n', /^CUBEJS_DB_TYPE is “postgress”, .* \(\.env:1\) Known types: postgres, duckdb,/],
      [`${postgres}CUBEJS_DB_PORT=s3cret\n`, /^CUBEJS_DB_PORT must be a whole number from 1 to 65535\. \(\.env:4\)/],
      [`${postgres}CUBEJS_DB_PORT=65536\n`, /^CUBEJS_DB_PORT must be .* \(\.env:4\)/],
      [`${postgres}CUBEJS_DB_SSL=s3cret\n`, /^CUBEJS_DB_SSL must be true or false\. \(\.env:4\)/],
      [`${postgres}CUBEJS_DB_SSL=true\nCUBEJS_DB_SSL_KEY=s3cret\n`, /^CUBEJS_DB_SSL_KEY is neither .* \(\.env:5\)/],
      [
        `${postgres}CUBEJS_DB_SSL=true\nCUBEJS_DB_SSL_PASSPHRASE=s3cret\n`,
        /^CUBEJS_DB_SSL_PASSPHRASE is not supported/,
      ],
      ['\nCUBEJS_DB_PASS s3cret\n', /^This line cannot be read: it sets no variable\. \(\.env:2\)/],
      ['A="b\nCUBEJS_DB_PASS=s3cret\n', /^This line cannot be read: its quote is not closed\. \(\.env:1\)/],
      ['CUBEJS_DB_PASS="s3cret" # ours\nB="x"\n', /^This line cannot be read: something follows .* \(\.env:1\)/],
      ['CUBEJS_DB_PASS="\n', /its quote is not closed\. \(\.env:1\)/],
      ['CUBEJS_DB_HOST=h\n', /^CUBEJS_DB_TYPE is missing in the \.env file\. \(\.env\)/],
      ['CUBEJS_DB_TYPE=postgres\nCUBEJS_DB_NAME=n\n', /^CUBEJS_DB_USER is missing in the \.env file\. \(\.env:1\)/],
      ['CUBEJS_DATASOURCES=default,a-b\n', /^CUBEJS_DATASOURCES contains “a-b”.* \(\.env:1\)/],
      ['CUBEJS_DATASOURCES=x\nCUBEJS_DB_TYPE=postgres\n', /^CUBEJS_DS_X_DB_TYPE is missing/],
      [`A="${'x'.repeat(300_000)}"`, /^The \.env file is larger than 256 kB\. \(\.env\)/],
    ];
    for (const [env, expected] of cases) {
      const text = await failure(env);
      assert.match(text, expected);
      assert.doesNotMatch(text, /s3cret/);
    }
  });
});

describe('the data source of an option', () => {
  const folder = temporaryFolder('source');
  after(() => folder.remove());
  const at = (name: string, text: string) => {
    writeFileSync(path.join(folder.path, name), text);
    return path.join(folder.path, name);
  };
  const read = async (source: string, password?: string) =>
    (await readSources({ source, password, projectFolder: '/nowhere' }))!.get('default');

  it('is a folder, a database or a script', async () => {
    assert.deepEqual(await read(folder.path), { kind: 'duckdb', folder: folder.path });
    const script = at('tables.SQL', 'SELECT 1');
    assert.deepEqual(await read(script), { kind: 'duckdb', scripts: [script] });
    const database = at('shop.db', '01234567DUCK');
    assert.deepEqual(await read(database), { kind: 'duckdb', file: database });
    await assert.rejects(read(at('a.csv', 'id\n1\n')), /neither a DuckDB database nor a \.sql script/);
    await assert.rejects(read(path.join(folder.path, 'none')), /There is no such file or folder/);
  });

  it('is the address of a Postgres, whose password can come from elsewhere', async () => {
    const source = { kind: 'postgres', host: 'db', port: 5433, database: 'shop', user: 'me' };
    assert.deepEqual(await read('postgres://me@db:5433/shop', 'p'), { ...source, password: 'p' });
    assert.deepEqual(await read('postgresql://me:q@db:5433/shop', 'p'), { ...source, password: 'q' });
    await assert.rejects(read('mysql://me:s3cret@db/shop'), (failure: UserError) => {
      assert.match(failure.describe(), /^An address that starts with mysql:\/\/ cannot be opened/);
      return !failure.describe().includes('s3cret');
    });
    await assert.rejects(read('postgres://me:s3cret@db:99999/shop'), (failure: UserError) => {
      return !failure.describe().includes('s3cret');
    });
  });
});
