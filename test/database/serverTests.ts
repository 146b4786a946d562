/** What every database server has to hold to, and the databases that a suite opens. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { bundlePath } from '../../src/base/bundlePath.ts';
import { Database } from '../../src/database/database.ts';
import type { DataSource } from '../../src/database/source/dataSource.ts';
import { waitFor } from '../run/waitFor.ts';

export async function select(database: Database, sql: string, params: readonly unknown[] = []) {
  return (await database.query('main', { sql, params })).values;
}

/** Opens databases that end with the suite. Call it inside `describe`. */
export function useDatabases(): (source: DataSource, deadlineMs?: number) => Database {
  const opened: Database[] = [];
  after(() => {
    for (const database of opened) database.dispose();
  });
  return (source, deadlineMs) => {
    const file = bundlePath('database.cjs');
    const database = new Database({ bundlePath: file, source, ...(deadlineMs !== undefined && { deadlineMs }) });
    opened.push(database);
    return database;
  };
}

/** A statement that is refused, the kind of its problem, the name that is not known, and the text at its place. */
export type ProblemCase = [sql: string, kind: string, name: string | undefined, at: string | undefined];

export async function expectProblems(database: Database, cases: readonly ProblemCase[]): Promise<void> {
  for (const [sql, kind, name, at] of cases) {
    const answer = await database.describe(sql);
    assert.ok('problem' in answer, sql);
    const { problem } = answer;
    assert.equal(problem.kind, kind, problem.message);
    assert.equal(problem.name, name);
    assert.equal(problem.offset, at === undefined ? undefined : sql.lastIndexOf(at), `${sql}: ${problem.offset}`);
    assert.doesNotMatch(problem.message, /query id|e\.what/);
  }
}

/** @param database with a deadline @param running the statements that the server runs */
export async function expectStops(
  database: Database,
  { endless, running, deadline }: { endless: string; running(): Promise<readonly unknown[]>; deadline: RegExp },
): Promise<void> {
  const caller = new AbortController();
  const left = database.query('main', { sql: endless, params: [] }, caller.signal);
  left.catch(() => {});
  await waitFor('the statement runs', async () => (await running()).length === 1);
  caller.abort();
  await assert.rejects(left, { name: 'CancelledError' });
  await waitFor('the server stopped it', async () => (await running()).length === 0);
  await assert.rejects(select(database, endless), deadline);
  await waitFor('the server stopped it', async () => (await running()).length === 0);
  assert.equal(String(await select(database, 'SELECT 1')), '1');
}

/** Where hostile statements would write. */
export const stolen = '/tmp/data-model-stolen';

/** Every statement is refused, and the table `kept` has its only row afterwards, with the id 1. */
export async function expectHarmless(database: Database, hostile: readonly string[]): Promise<void> {
  for (const sql of hostile) {
    await assert.rejects(select(database, sql), sql);
    // It may say that it cannot describe the statement.
    await database.describe(sql).catch(() => {});
  }
  assert.equal(String(await select(database, 'SELECT id FROM kept')), '1');
  assert.equal(existsSync(stolen), false);
}

/** A source that cannot be used says why, without the passwords. */
export async function expectRefusals(
  open: (source: DataSource) => Database,
  cases: readonly [DataSource, RegExp][],
): Promise<void> {
  for (const [refused, message] of cases) {
    await assert.rejects(open(refused).check(), (failure: Error) => {
      assert.match(failure.message, message);
      assert.doesNotMatch(JSON.stringify(failure) + failure.stack, /hunter2|reader-pw/);
      return true;
    });
  }
}

/** @param slow a statement that runs for a minute */
export async function expectReconnects(
  database: Database,
  server: { start(): Promise<void>; stop(): Promise<void> },
  { slow, during, after: afterwards }: { slow: string; during: RegExp; after: RegExp },
): Promise<void> {
  assert.equal(String(await select(database, 'SELECT 1')), '1');
  const running = select(database, slow);
  running.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  await server.stop();
  await assert.rejects(running, during);
  await assert.rejects(select(database, 'SELECT 1'), afterwards);
  await server.start();
  assert.equal(String(await select(database, 'SELECT 1')), '1');
}
