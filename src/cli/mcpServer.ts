#!/usr/bin/env node
/** `npm run --silent mcp -- --stdio --project DIR`: serves the tools for assistants over the standard streams. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { UserError } from '../base/errors.ts';
import { redactingLog, stderrLog } from '../base/log.ts';
import type { Database } from '../database/database.ts';
import { readProjectFiles } from '../emulator/initialFiles.ts';
import { modelFolderOf } from './folders/modelFolder.ts';
import { forbidsAssistants, platformReads } from './mcp/platformReads.ts';
import { accessLevels, createServer } from './mcp/server.ts';
import { Session } from './mcp/session.ts';
import { rowLevels } from './mcp/shared/capability.ts';
import { databasesOf, sourcesOf } from './openSources.ts';
import { connect, platformOptions, readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import { type Command, runCommand } from './program/runCommand.ts';
import { secrets } from './program/secrets.ts';

const name = 'mcp';

const usage = `Usage: mcp --stdio --project DIR [--mode read|edit] [--rows full|aggregates|none] [--source PATH|URL]

Serves tools for assistants (Model Context Protocol) over standard input and output, for one project. Assistants start it. The tools
read the model, check, query, test and review it, and propose changes; with --mode edit they also write proposals into the
project, and take them back. No tool changes anything on a platform, or writes another file.

  --stdio              speak the protocol over the standard streams
  --project DIR        the folder of the project (default: the current folder)
  --model-folder NAME  the folder of the cubes and views (default: model, or the project itself)
  --mode read|edit     read: no tool writes (default); edit: model_apply and model_undo exist
  --rows LEVEL         the rows that an assistant sees: full; aggregates: those of queries with a measure and without a primary
                       key (default); none
  --source PATH|URL    the data, as for the other commands (default: the .env file of the project)
  --no-database        no data, also if the project has a .env file
  --url URL            the platform, with --deployment and --branch (default: the environment variable DATA_MODEL_URL); its key
                       is in DATA_MODEL_API_KEY or --key-file FILE
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...platformOptions,
    stdio: { type: 'boolean', default: false },
    project: { type: 'string', default: '.' },
    'model-folder': { type: 'string' },
    mode: { type: 'string', default: 'read' },
    rows: { type: 'string', default: 'aggregates' },
    source: { type: 'string' },
    'no-database': { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UserError('Unexpected argument. The folder follows --project.');
  if (!values.stdio) throw new UserError('--stdio is missing. Assistants start this program; a user has no reason to.');
  const mode = oneOf(accessLevels, values.mode, '--mode');
  const rows = oneOf(rowLevels, values.rows, '--rows');
  const from = userFolder(name);
  const projectFolder = resolve(from, values.project);
  const modelFolder = await modelFolderOf(projectFolder, values['model-folder']);
  const log = redactingLog(stderrLog('info'), () => secrets);
  // An address in the environment may be meant for other programs.
  const wantsPlatform = [values.url, values.deployment, values.branch].some((one) => one !== undefined);
  const url = wantsPlatform ? (values.url ?? process.env.DATA_MODEL_URL) : undefined;
  if (wantsPlatform) required(url, '--url');
  const client = url === undefined ? undefined : await connect({ ...values, url }, from);
  if (client && (await forbidsAssistants(client)))
    throw new Error('The account forbids the use of AI (allowAi), so the tools are off.');
  const platform =
    client &&
    platformReads({
      client,
      deploymentId: required(values.deployment, '--deployment'),
      branchName: required(values.branch, '--branch'),
      modelFolder,
      files: () => readProjectFiles(projectFolder),
    });
  if (values['no-database'] && values.source !== undefined)
    throw new UserError('--source and --no-database exclude each other.');
  const databases = async () => {
    if (values['no-database']) return new Map<string, Database>();
    // The code of a model is never trusted here: an assistant may have written it.
    const sources = await sourcesOf(
      { source: values.source, 'trust-model': false },
      { currentFolder: from, projectFolder },
    );
    return sources ? databasesOf(sources, log) : new Map<string, Database>();
  };
  const session = new Session({ folder: { projectFolder, modelFolder }, rows, databases, platform, log });
  const server = createServer({ version: versionOf(), mode, read: session.read, write: session.write, log });
  const transport = new StdioServerTransport();
  try {
    const ended = new Promise<void>((done) => {
      server.server.onclose = done;
      process.stdin.once('end', done);
      process.stdin.once('close', done);
    });
    await server.connect(transport);
    await ended;
    return exits.mcp.done.code;
  } finally {
    await server.close();
    session.dispose();
    client?.dispose();
  }
}

function oneOf<const T extends string>(all: readonly T[], text: string, option: string): T {
  const found = all.find((one) => one === text);
  if (found) return found;
  throw new UserError(`${option} must be one of ${all.join(', ')}, not “${text}”.`);
}

function versionOf(): string {
  try {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version?: string;
    };
    return version ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

const command: Command = { name, usage, run };
runCommand(command, process.argv.slice(2), name);
