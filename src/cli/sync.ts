/** `npm run sync`: synchronises a folder with a branch without an editor, with the same engine. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { redactingLog, stderrLog } from '../base/log.ts';
import { redact } from '../base/redact.ts';
import { defaultStateFolder } from '../base/stateFolder.ts';
import { print } from '../base/terminal.ts';
import { Client } from '../platform/client.ts';
import { readCredential } from '../platform/credential.ts';
import { readApiKey } from './apiKey.ts';
import { requireProject } from './folders/requireProject.ts';
import { readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { secrets } from './program/secrets.ts';
import { jsonReport, reportLines } from './syncReport.ts';
import type { SyncResult } from './syncRun.ts';
import { conflictChoices, synchronise } from './syncRun.ts';

const name = 'sync';

const usage = `Usage: sync --url URL --deployment ID --branch NAME [--key-file FILE] [--dir DIR] [--pull]
            [--base BRANCH|COMMIT] [--on-conflict fail|local|remote] [--dry-run] [--json]

Pushes the changes in DIR to the branch, or with --pull pulls the changes of the branch to DIR. Files that changed on both
sides are reported and not changed. If NAME is not a personal dev branch, dev mode is opened on it and its dev branch is used.

The API key is the value of the environment variable DATA_MODEL_API_KEY, or the content of FILE.

  --url URL            base address of the platform
  --key-file FILE      file with the API key, used instead of the environment variable; -: standard input
  --key KEY            API key; unsafe, because the process list and the logs of npm show it
  --deployment ID      the deployment
  --branch NAME        a personal dev branch (dev-…), or the branch to open dev mode on
  --dir DIR            the project folder, which contains the model folder (default: the current folder)
  --model-folder NAME  the model folder inside DIR (default: model)
  --pull               pull the changes of the branch instead of pushing those of the folder
  --base NAME          the version that both sides come from, if this machine has not synchronised them before, as in a fresh
                       checkout: a branch of the platform, such as the parent, or a commit of the folder's git repository
  --on-conflict WHAT   fail (default): files that changed on both sides stay as they are; local: the folder's version replaces
                       the branch's; remote: the branch's version replaces the folder's. What is replaced goes to the trash
  --dry-run            only print the plan
  --confirm PLAN       confirm the plan with this id, if it halts for confirmation (many deletions, an emptied side, …)
  --state DIR          folder for the sync state (default: DATA_MODEL_STATE, or this user's state folder)
  --json               print one JSON object as the last line

If several exit codes apply, the lowest is used. Only the changes of one direction are asked for: a push leaves those of the branch.
`;

function readCommandLine(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, tokens } = readArguments(args, {
    url: text,
    key: text,
    'key-file': text,
    deployment: text,
    branch: text,
    dir: text,
    'model-folder': text,
    pull: flag,
    'dry-run': flag,
    confirm: text,
    state: text,
    base: text,
    'on-conflict': { type: 'string', default: 'fail' },
    json: flag,
  });
  // An unexpected argument could be the key: the message must not show it.
  const unexpected = tokens.findIndex(({ kind }) => kind === 'positional');
  if (unexpected < 0) return values;
  const before = tokens[unexpected - 1];
  const place = before?.kind === 'option' ? ` after ${before.rawName}` : '';
  throw new UserError(`Unexpected argument${place}. Put a value that contains blanks in quotation marks.`);
}

async function run(args: string[]): Promise<number> {
  const values = readCommandLine(args);
  const onConflict = conflictChoices.find((one) => one === values['on-conflict']);
  if (!onConflict) throw new UserError(`--on-conflict must be one of ${conflictChoices.join(', ')}.`);
  if (values.base === '') throw new UserError('--base is missing.');
  const environment = process.env.DATA_MODEL_API_KEY;
  secrets.push(...[values.key, environment].filter((secret) => secret !== undefined));
  const url = required(values.url, '--url');
  const deploymentId = required(values.deployment, '--deployment');
  const requestedBranch = required(values.branch, '--branch');
  const currentFolder = userFolder(name);
  const projectFolder = resolve(currentFolder, values.dir ?? '.');
  const found = await stat(projectFolder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UserError(`The folder ${projectFolder} does not exist.`);
  const modelFolder = values['model-folder'] ?? 'model';
  // A pull may create a project.
  if (!values.pull) await requireProject(projectFolder, modelFolder);
  const log = redactingLog(stderrLog('info'), () => secrets);
  const token = await readApiKey({
    key: values.key,
    keyFile: values['key-file'],
    environment,
    input: process.stdin,
    currentFolder,
    log,
  });
  secrets.push(token);
  // A failure is printed at the end, once.
  const client = new Client({ baseUrl: url, credential: readCredential(token), log: stderrLog('error') });
  try {
    const result = await synchronise({
      client,
      log,
      deploymentId,
      requestedBranch,
      projectFolder,
      modelFolder,
      storageFolder: values.state === undefined ? defaultStateFolder() : resolve(currentFolder, values.state),
      direction: values.pull ? 'pull' : 'push',
      dryRun: values['dry-run'],
      confirm: values.confirm,
      base: values.base,
      onConflict,
    });
    const lines = reportLines(result);
    if (values.json) lines.push(JSON.stringify(jsonReport(result)));
    print(redact(`${lines.join('\n')}\n`, secrets));
    return exitCodeOf(result);
  } finally {
    client.dispose();
  }
}

/** If several apply, the lowest one. */
export function exitCodeOf({ halts, conflicts, dryRun, verified, deferred, refused }: SyncResult): number {
  const { sync } = exits;
  if (halts.length > 0 || conflicts.length > 0) return sync.stopped.code;
  // A dry run sends nothing that could be verified.
  if (!verified && !dryRun) return sync.unverified.code;
  if (deferred.length > 0) return sync.deferred.code;
  return (refused.length > 0 ? sync.refused : sync.done).code;
}

export const command: Command = {
  name,
  usage,
  run,
  // Programs read the last line, also after wrong arguments.
  printFailure(error, args) {
    if (args.includes('--json')) print(`${JSON.stringify({ error })}\n`);
  },
};
