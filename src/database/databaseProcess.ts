/**
 * The process of a database: one data source, opened by the first request. It ends with the process that started it. The
 * source arrives as a message, because arguments and variables of a process can be seen by others.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Channel } from '../base/channel.ts';
import { messageOf, UserError } from '../base/errors.ts';
import { openDriver } from './driver/openDriver.ts';
import { openDuckDb } from './duckDb/duckDb.ts';
import { queryScratch } from './duckDb/scratch.ts';
import { openPostgres } from './postgres/postgres.ts';
import { processPort } from './processPort.ts';
import type { DatabaseRequests } from './source/databaseRequests.ts';
import type { DataSource } from './source/dataSource.ts';
import type { Engine } from './source/engine.ts';

// The client library of DuckDB writes times with a zone in the zone of the machine.
process.env.TZ = 'UTC';

const temporaryFolder = mkdtempSync(path.join(tmpdir(), 'data-model-database-'));
let opened: Promise<Engine> | undefined;

/** @throws UserError */
async function engine(start?: { source: DataSource; deadlineMs: number }): Promise<Engine> {
  if (!opened && !start) throw new UserError('The database was not started.');
  opened ??= open(start!.source, start!.deadlineMs);
  const opening = opened;
  try {
    return await opening;
  } catch (failure) {
    // The next request tries again: a server may run by then.
    if (opened === opening) opened = undefined;
    throw failure;
  }
}

function open(source: DataSource, deadlineMs: number): Promise<Engine> {
  switch (source.kind) {
    case 'duckdb':
      return openDuckDb(source, temporaryFolder);
    case 'postgres':
      return openPostgres(source, deadlineMs);
    case 'driver':
      return openDriver(source, deadlineMs);
  }
}

/** Texts of the database are meant for the author of the statement. */
async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    throw failure instanceof UserError ? failure : new UserError(messageOf(failure));
  }
}

const requests: DatabaseRequests = {
  start: (start) => reported(async () => void (await engine(start))),
  query: (statement, signal) => reported(async () => (await engine()).query(statement, signal)),
  describe: (sql, signal) => reported(async () => (await engine()).describe(sql, signal)),
  catalog: (_, signal) => reported(async () => (await engine()).catalog(signal)),
  scratch: (request, signal) => reported(() => queryScratch(request, temporaryFolder, signal)),
};
new Channel(processPort(process), requests);
process.once('disconnect', () => {
  rmSync(temporaryFolder, { recursive: true, force: true });
  // A statement that runs does not keep the process.
  process.kill(process.pid, 'SIGKILL');
});
