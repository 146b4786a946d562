/** The thread of the embedded database: a slow query blocks no other request and can be stopped. Read-only once it is filled. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import initSqlJs, { type Database, type Statement } from 'sql.js';
import wasmPath from 'sql.js/dist/sql-wasm.wasm';
import { Channel } from '../../base/channel.ts';
import type { DatabaseRequests, DatabaseStart, Rows } from './databaseRequests.ts';
import { addInterval, dateBin, localTime, lowerCase } from './sqlFunctions.ts';
import { messagePort } from './threadPort.ts';

async function openDatabase({ scripts }: DatabaseStart): Promise<Database> {
  const { Database } = await initSqlJs({ wasmBinary: readFileSync(join(__dirname, wasmPath)) });
  const database = new Database();
  database.run("ATTACH ':memory:' AS shop");
  for (const script of scripts) database.exec(readFileSync(script, 'utf8'));
  database.run('PRAGMA query_only = ON');
  database.create_function('local_time', (time: unknown, zone: unknown) => localTime(time, String(zone)));
  database.create_function('date_bin', (interval: unknown, time: unknown, origin: unknown) =>
    dateBin(String(interval), time, String(origin)),
  );
  database.create_function('add_interval', (time: unknown, interval: unknown) => addInterval(time, String(interval)));
  database.create_function('lower_case', lowerCase);
  return database;
}

/** A row whose large integers are texts: a number would be rounded. */
function exactRow(statement: Statement): unknown[] {
  const row = statement.get();
  if (!row.some((value) => Number.isInteger(value) && !Number.isSafeInteger(value))) return row;
  const exact = statement.get(null, { useBigInt: true });
  return exact.map((value) => (typeof value === 'bigint' ? String(value) : value));
}

if (parentPort) {
  const database = openDatabase(workerData as DatabaseStart);
  // The first query reports the failure.
  database.catch(() => {});
  const requests: DatabaseRequests = {
    async query({ sql, params }): Promise<Rows> {
      const statement = (await database).prepare(sql);
      try {
        statement.bind([...params] as (string | number | null)[]);
        const values: unknown[][] = [];
        while (statement.step()) values.push(exactRow(statement));
        return { columns: statement.getColumnNames(), values };
      } finally {
        statement.free();
      }
    },
  };
  new Channel(messagePort(parentPort), requests);
}
