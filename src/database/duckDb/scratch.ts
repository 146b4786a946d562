/** Databases in memory that exist for one request: filled, queried and forgotten. */

import { throwIfAborted } from '../../base/async.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import type { ScratchRequest, ScratchRows, Statement } from '../source/databaseRequests.ts';
import type { Engine } from '../source/engine.ts';
import { clockMacros, undecidedIn } from './clock.ts';
import { openScratch } from './duckDb.ts';
import { summaryOf } from './messages.ts';

/** @throws UserError if it cannot be filled */
export async function queryScratch(
  { at, setup, statements }: ScratchRequest,
  temporaryFolder: string,
  signal: AbortSignal,
): Promise<readonly ScratchRows[]> {
  const { connection, engine, close } = await openScratch(temporaryFolder);
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const clock = at === undefined ? [] : clockMacros(at).map((sql) => ({ what: 'at', sql }));
    for (const { what, sql } of [...clock, ...setup]) {
      throwIfAborted(signal);
      const undecided = at === undefined ? undefined : undecidedIn(sql);
      if (undecided !== undefined && what !== 'at') throw new UserError(`${what}: ${undecided}`);
      try {
        await connection.run(sql);
      } catch (failure) {
        throw new UserError(`${what}: ${summaryOf(messageOf(failure))}`);
      }
    }
    const results: ScratchRows[] = [];
    for (const statement of statements) {
      const undecided = at === undefined ? undefined : undecidedIn(statement.sql);
      results.push(
        undecided === undefined
          ? await rowsOf(engine, statement, signal)
          : { problem: { message: undecided, kind: 'other' } },
      );
    }
    return results;
  } finally {
    signal.removeEventListener('abort', interrupt);
    close();
  }
}

async function rowsOf(engine: Engine, statement: Statement, signal: AbortSignal): Promise<ScratchRows> {
  try {
    return { rows: await engine.query(statement, signal) };
  } catch (failure) {
    throwIfAborted(signal);
    const described = await engine.describe(statement.sql, signal);
    if ('problem' in described) return described;
    return { problem: { message: messageOf(failure), kind: 'other' } };
  }
}
