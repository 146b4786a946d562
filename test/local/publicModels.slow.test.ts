/**
 * The members of public models run on DuckDB and Postgres, on tables that are made from the columns that the models name. Hidden
 * members are made public, and access policies of older versions say `group`.
 */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundlePath } from '../../src/base/bundlePath.ts';
import { UserError } from '../../src/base/errors.ts';
import { Compiler } from '../../src/compiler/compiler.ts';
import { Database } from '../../src/database/database.ts';
import { checkDatabase, readCatalogs } from '../../src/local/check/checkDatabase.ts';
import { memberQueries } from '../../src/local/check/memberQueries.ts';
import { LocalModel } from '../../src/local/localModel.ts';
import { localProblems } from '../../src/model/diagnose.ts';
import { RefusedQuery } from '../../src/query/run/queryErrors.ts';
import { type PostgresServer, startPostgres } from '../database/postgresServer.ts';
import { corpus, indexOf, type Texts } from '../model/models.ts';
import { seeded } from '../model/mutation/mutant.ts';
import { testSeed } from '../run/testSeed.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';
import { tablesScript } from './tablesScript.ts';

function adapted(texts: Texts): Texts {
  const changed = (text: string) =>
    text.replace(/^(\s*(?:public|shown): )false\b/gm, '$1true').replace(/^(\s*- )role:/gm, '$1group:');
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, changed(text)]));
}

/** What does not run, and why: what docs/emulator.md lists, and a member that a model lacks. */
const reasons = [/: its `case` has a `switch`$/, /: its type is switch$/, /^topics\.id cannot be resolved/];

describe('public models on tables of their own', () => {
  const folder = temporaryFolder('public-models');
  const compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs') });
  const lines: string[] = [];
  const databases: Database[] = [];
  let server: PostgresServer | undefined;
  before(async function () {
    if (!corpus()) {
      console.log('      Skipped: the public models are not next to this checkout.');
      this.skip();
    }
    server = await startPostgres(this);
  });
  after(async () => {
    compiler.dispose();
    for (const database of databases) database.dispose();
    await server?.dispose();
    folder.remove();
    for (const line of lines) console.log(`      ${line}`);
  });

  for (const { name, texts } of corpus() ?? []) {
    it(`run: ${name}`, async () => {
      const index = indexOf(adapted(texts));
      const model = new LocalModel(index, compiler);
      const { errors } = await model.compile();
      if (errors.length > 0) {
        lines.push(`${name}: not run, it does not compile: ${errors[0]!.message.split('\n')[0]!.slice(0, 150)}`);
        return;
      }
      const script = tablesScript(index, seeded(testSeed()));
      mkdirSync(path.join(folder.path, name));
      const file = path.join(folder.path, name, 'tables.sql');
      writeFileSync(file, script);
      const options = { bundlePath: bundlePath('database.cjs') };
      const sources = [{ kind: 'duckdb', scripts: [file] } as const, await server!.database(script)];
      for (const source of sources) {
        const database = new Database({ ...options, source });
        databases.push(database);
        const byName = new Map([['default', database]]);
        index.catalogs = await readCatalogs(byName);
        const { problems } = await checkDatabase(model, { databases: byName });
        const codes: string[] = ['unknown-table', 'unknown-column', 'database-error', 'type-mismatch'];
        const wrong = [...localProblems(index), ...problems].filter(({ code }) => codes.includes(code));
        assert.deepEqual(wrong, [], database.dialect);
        const { run, refused } = await runMembers(model, database);
        const unexpected = refused.filter(({ reason }) => !reasons.some((one) => one.test(reason)));
        assert.deepEqual(unexpected, [], database.dialect);
        lines.push(
          `${name}: ${run} of ${run + refused.length} members and joins run in ${database.dialect}`,
          ...refused.map(({ member, reason }) => `  ${member}: ${reason}`),
        );
      }
    });
  }
});

async function runMembers(model: LocalModel, database: Database) {
  const refused: { member: string; reason: string }[] = [];
  let run = 0;
  for (const { name: member, query } of memberQueries(model.index, [])) {
    try {
      const asked = query(() => true);
      if (!asked) throw new RefusedQuery('no query can ask for it');
      const plan = await model.plan(asked, {}, { dialects: { default: database.dialect }, opens: 'all' });
      await database.query('main', plan);
      run += 1;
    } catch (failure) {
      refused.push({ member, reason: failure instanceof UserError ? failure.describe() : (failure as Error).message });
    }
  }
  return { run, refused };
}
