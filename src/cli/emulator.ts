/** `npm run emulator`: runs the emulator until it is stopped. */

import { messageOf, UserError } from '../base/errors.ts';
import { fail, readCommandLine, runEmulator } from '../emulator/commandLine.ts';
import type { Command } from './program/runCommand.ts';

const usage = `Usage: emulator [--port N] [--json] [--data DIR] [--project DIR] [--source PATH|URL] [--users FILE] ...

Runs the platform on this machine until it is stopped, and prints its address and keys.

  --port N            listen on this port of 127.0.0.1 (default: a free one)
  --json              print address and keys as one JSON line
  --data DIR          keep branches, users and settings in this folder (default: nothing is kept)
  --project DIR       the first deployment serves the model in this folder instead of the sample; its production
                      branch has the name of the git branch that is checked out, or main
  --source PATH|URL   the data: a folder of CSV, Parquet or JSON files, a DuckDB file, a .sql script in the
                      dialect of DuckDB, or postgres://USER@HOST/DATABASE with PGPASSWORD (default: what the
                      .env file of the project names; without a project, the data of the sample). --tables is
                      an older name of it
  --no-database       with --project: do not read the .env file; queries have no tables
  --statement-timeout SECONDS
                      how long a query may run in the database (default: 30)
  --users FILE        add users with roles, permissions and keys: a JSON list
  --repositories DIR  offer the bare git repositories of this folder, OWNER/NAME.git, to deployments
  --dbt-repository OWNER/NAME
                      the repository of these that dbt syncs read
  --tls-cert FILE, --tls-key FILE
                      serve HTTPS with HTTP/2
  --latency MS        answer each request later (default: 0)
  --build-time MS     how long a build takes (default: 1500)
  --trust-model       run the model's code without restrictions, and Python, its SQL as any user of a database, and
                      the drivers in the project; only for models that you trust
  --log LEVEL         trace, debug, info, warn or error (default: warn)
`;

/** Ends with the process: a stop is a signal, and what has started in part is stopped by the end of the process. */
async function run(args: string[]): Promise<number> {
  const commandLine = readOptions(args);
  await runEmulator(commandLine).catch((failure: unknown) => fail(failure));
  return new Promise(() => {});
}

/** @throws UserError for wrong usage */
function readOptions(args: string[]) {
  try {
    return readCommandLine(args);
  } catch (failure) {
    throw new UserError(messageOf(failure));
  }
}

export const command: Command = { name: 'emulator', usage, run };
