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
import { sourceOf } from '../../src/model/index/cubeTable.ts';
import { definitionsIn } from '../../src/model/index/lookup.ts';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import { columnsIn, tableKey, type UsedKind, usedTables } from '../../src/model/index/tableColumns.ts';
import { textOf, valueAt } from '../../src/model/source/tree.ts';
import { RefusedQuery } from '../../src/query/run/queryErrors.ts';
import { type PostgresServer, startPostgres } from '../database/postgresServer.ts';
import { corpus, indexOf, type Texts } from '../model/models.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

const types = { time: 'TIMESTAMP', number: 'NUMERIC', boolean: 'BOOLEAN', text: 'VARCHAR(100)' };
const values = { time: "'2026-01-15 12:00:00'", number: '1', boolean: 'true', text: "'a'" };

/** The SQL that makes a table with one row for each one that the model names. It runs in both databases. */
function tablesOf(index: ModelIndex): string {
  const tables = new Map<string, { name: string; columns: Map<string, UsedKind | undefined> }>();
  const add = (name: string, columns: Iterable<[string, UsedKind | undefined]>) => {
    const key = tableKey(name);
    const table = tables.get(key) ?? { name, columns: new Map<string, UsedKind | undefined>() };
    tables.set(key, table);
    for (const [column, kind] of columns) table.columns.set(column, table.columns.get(column) ?? kind);
  };
  for (const { name, columns } of usedTables(index).values()) {
    add(
      name,
      [...columns].map(([column, { kind }]) => [column, kind]),
    );
  }
  const cubes = [...index.files].flatMap(definitionsIn).filter(({ kind }) => kind === 'cube');
  for (const cube of cubes) {
    // The table of a cube with a query has all columns that the members name.
    const members = [...index.members(cube).values()].flat();
    const named = members.flatMap((member) => columnsIn(index, member)).map(({ name }) => name.toLowerCase());
    for (const [, table] of sourceOf(index, cube).sql?.matchAll(/\bfrom\s+([\w."]+)/gi) ?? []) {
      add(
        table!,
        named.map((name) => [name, undefined]),
      );
    }
    // Columns that a join compares hold the same.
    for (const join of index.joins(cube)) {
      const text = textOf(valueAt(join.node, 'sql')) ?? '';
      const referred = [...text.matchAll(/\{(\w+)\.(\w+)\}/g)].flatMap(([, cubeName, member]) => {
        const other = cubeName === 'CUBE' ? cube : index.cube(cubeName!);
        const [found] = (other && index.members(other).get(member!)) ?? [];
        return found ? columnsIn(index, found) : [];
      });
      const compared = [...columnsIn(index, join), ...referred].map(({ holder, name }) => {
        const { table } = sourceOf(index, holder);
        return {
          columns: table === undefined ? undefined : tables.get(tableKey(table))?.columns,
          name: name.toLowerCase(),
        };
      });
      const kind = compared.map(({ columns, name }) => columns?.get(name)).find((one) => one !== undefined);
      for (const { columns, name } of compared) columns?.set(name, kind);
    }
  }
  const statements = [...tables.values()].map(({ name, columns }) => {
    if (columns.size === 0) columns.set('id', 'number');
    const schema = name.includes('.') ? `CREATE SCHEMA IF NOT EXISTS ${name.split('.')[0]}; ` : '';
    const kinds = [...columns].map(([column, kind = 'number']) => [column, kind] as const);
    const list = kinds.map(([column, kind]) => `"${column}" ${types[kind]}`).join(', ');
    const row = kinds.map(([, kind]) => values[kind]).join(', ');
    return `${schema}CREATE TABLE ${name} (${list}); INSERT INTO ${name} VALUES (${row});`;
  });
  return statements.join('\n');
}

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
      const script = tablesOf(index);
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
  for (const { name: member, query } of memberQueries(model.index)) {
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
