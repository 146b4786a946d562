/** Synchronises a folder with a branch without an editor: the engine the editor uses, for a person or CI. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { Client } from '../platform/client.ts';
import { defaultStateFolder } from '../sync/disk/stateFolder.ts';
import { printable, report } from './sync/report.ts';
import { synchronise } from './sync/run.ts';

const usage = `Usage: sync --url URL --deployment ID --branch NAME [--key KEY] [--dir DIR] [--pull] [--dry-run] [--json]

Sends what changed in DIR to the branch, or with --pull brings what changed on the branch to DIR. Files that changed on
both sides are left alone and reported. If NAME is no personal dev branch, dev mode is opened on it and its dev branch used.

  --url URL            base address of the platform
  --key KEY            API key; better given in the environment as DATA_MODEL_API_KEY
  --deployment ID      the deployment
  --branch NAME        a personal dev branch (dev-…), or the branch to open dev mode on
  --dir DIR            the project folder, with the model folder in it (default: the current folder)
  --model-folder NAME  the model's folder inside DIR (default: model)
  --pull               bring the branch's changes instead of sending the folder's
  --dry-run            only say what would be done
  --confirm PLAN       go on although the plan of this id asks first (many deletions, an emptied side, …)
  --state DIR          where to remember what was synced (default: DATA_MODEL_STATE, or this user's state folder)
  --json               print one JSON object as the last line

Exit code: 0 in sync or done, 1 stopped by a halt or a conflict, 2 wrong usage, 3 the synchronisation itself failed.
`;

function readCommandLine(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({
      args,
      options: {
        url: text,
        key: text,
        deployment: text,
        branch: text,
        dir: text,
        'model-folder': text,
        pull: flag,
        'dry-run': flag,
        confirm: text,
        state: text,
        json: flag,
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (failure) {
    throw new UserError(messageOf(failure));
  }
}

function need(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UserError(`--${name} is missing.`);
  return value;
}

async function main(args: string[]): Promise<number> {
  const values = readCommandLine(args);
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const url = need(values.url, 'url');
  const token = need(values.key ?? process.env.DATA_MODEL_API_KEY, 'key');
  const deploymentId = need(values.deployment, 'deployment');
  const branch = need(values.branch, 'branch');
  // npm runs scripts in the package's folder; the path was meant from where the person is.
  const from = process.env.npm_lifecycle_event === 'sync' ? process.env.INIT_CWD : undefined;
  const projectFolder = resolve(from ?? '.', values.dir ?? '.');
  const found = await stat(projectFolder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UserError(`There is no folder ${projectFolder}.`);
  const log = stderrLog('info');
  const client = new Client({ baseUrl: url, credential: { token }, log: stderrLog('warn') });
  try {
    const outcome = await synchronise({
      client,
      log,
      deploymentId,
      branch,
      projectFolder,
      modelFolder: values['model-folder'] ?? 'model',
      storageFolder: values.state === undefined ? defaultStateFolder() : resolve(from ?? '.', values.state),
      direction: values.pull ? 'pull' : 'push',
      dryRun: values['dry-run'],
      confirm: values.confirm,
    });
    const lines = report(outcome);
    if (values.json) lines.push(JSON.stringify(printable(outcome)));
    process.stdout.write(`${lines.join('\n')}\n`);
    return outcome.halts.length > 0 || outcome.conflicts.length > 0 ? 1 : 0;
  } finally {
    client.dispose();
  }
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') throw failure;
});

const args = process.argv.slice(2);
main(args).then(
  (code) => {
    process.exitCode = code;
  },
  (failure: unknown) => {
    // Also where the arguments themselves are wrong: a program reads the last line.
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: messageOf(failure) })}\n`);
    const isUsage = failure instanceof UserError && failure.constructor === UserError;
    process.stderr.write(`sync: ${messageOf(failure)}\n${isUsage ? `\n${usage}` : ''}`);
    process.exitCode = isUsage ? 2 : 3;
  },
);
