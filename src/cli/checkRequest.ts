/** The command line of `check-model`. */

import { stat } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, UserError } from '../base/errors.ts';
import { exitHelp } from './exitCodes.ts';

export const usage = `Usage: check-model DIR [--model-folder NAME]... [--timeout SECONDS] [--trust-model] [--json]

Checks the data model in DIR/model (or in DIR, if it has no such folder) as the editor does.

  --model-folder NAME  the folder of the model inside DIR (default: model); given several times, each folder is checked
                       as a model of its own, as the folders of tenants are
  --timeout SECONDS    time limit for the compiler (default: 120)
  --trust-model        run the model's code without restrictions, and its globals.py; only for models that you trust
  --json               print one JSON object as the last line

${exitHelp('check-model')}`;

export interface CheckRequest {
  projectFolder: string;
  /** At least one. Relative to the project folder, POSIX; `.` for the folder itself. */
  modelFolders: readonly string[];
  timeoutMs: number;
  trustModel: boolean;
  json: boolean;
}

/** @throws UserError for wrong usage */
export async function parseRequest(args: string[]): Promise<CheckRequest> {
  const { values, positionals } = parseCommandLine(args);
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new UserError('The folder to check is missing.');
  if (more.length > 0) throw new UserError(`Only one folder can be checked at a time, not also ${more.join(', ')}.`);
  const timeoutMs = Number(values.timeout) * 1000;
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
    throw new UserError(`--timeout must be a number of seconds, not “${values.timeout}”.`);
  }
  // npm runs scripts in the folder of the package, but the path is relative to the user's folder.
  const from = process.env.npm_lifecycle_event === 'check-model' ? process.env.INIT_CWD : undefined;
  const projectFolder = resolve(from ?? '.', folder);
  if (!(await isFolder(projectFolder))) throw new UserError(`There is no folder ${projectFolder}.`);
  const modelFolders = await findModelFolders(projectFolder, values['model-folder']);
  return { projectFolder, modelFolders, timeoutMs, trustModel: values['trust-model'], json: values.json };
}

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        'model-folder': { type: 'string', multiple: true, default: [] },
        timeout: { type: 'string', default: '120' },
        'trust-model': { type: 'boolean', default: false },
      },
    });
  } catch (failure) {
    throw new UserError(messageOf(failure));
  }
}

async function findModelFolders(projectFolder: string, requested: readonly string[]): Promise<string[]> {
  const folders = new Set<string>();
  for (const one of requested) folders.add(await requestedFolder(projectFolder, one));
  if (folders.size > 0) return [...folders];
  return [(await isFolder(resolve(projectFolder, 'model'))) ? 'model' : '.'];
}

async function requestedFolder(projectFolder: string, requested: string): Promise<string> {
  const folder = posix.normalize(requested.replaceAll('\\', '/')).replace(/\/+$/, '');
  if (folder === '' || folder.startsWith('/') || /^[a-z]:/i.test(folder) || folder.split('/').includes('..')) {
    throw new UserError(`--model-folder must be a path inside DIR, not “${requested}”.`);
  }
  if (await isFolder(resolve(projectFolder, folder))) return folder;
  throw new UserError(`There is no folder ${folder} in ${projectFolder}.`);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
