/** The command `check-model`: checks a data model with our analyser and the compiler, for pre-commit hooks and CI. */

import { stat } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { stackOf, UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { optionErrorText } from '../base/optionError.ts';
import { print, printableName, printError } from '../base/terminal.ts';
import { Compiler } from '../compiler/compiler.ts';
import { isProject } from '../model/project/findProject.ts';
import type { Problem } from '../model/source/problem.ts';
import { type CheckResult, checkProject, type ModelsToCheck } from './checkProject.ts';
import { exitHelp, exits, failedCode, usageCode } from './exitCodes.ts';
import { requireProject } from './requireProject.ts';
import { runCommand } from './runCommand.ts';
import { wrongUsage } from './wrongUsage.ts';

const exitCodes = exits['check-model'];

const usage = `Usage: check-model DIR [--model-folder NAME]... [--timeout SECONDS] [--trust-model] [--json]

Checks the data model in DIR/model (or in DIR, if it has no such folder) as the editor does.

  --model-folder NAME  the folder of the model inside DIR (default: model); given several times, each folder is checked
                       as a model of its own, as the folders of tenants are
  --timeout SECONDS    time limit for the compiler (default: 120)
  --trust-model        run the model's code without restrictions, and its globals.py; only for models that you trust
  --json               print one JSON object as the last line

${exitHelp('check-model')}`;

interface CheckRequest extends ModelsToCheck {
  trustModel: boolean;
  json: boolean;
}

/** @throws UserError for wrong usage */
async function parseRequest(args: string[]): Promise<CheckRequest> {
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
    throw new UserError(optionErrorText(failure));
  }
}

async function findModelFolders(projectFolder: string, requested: readonly string[]): Promise<string[]> {
  const folders = new Set<string>();
  for (const one of requested) folders.add(await requestedFolder(projectFolder, one));
  if (folders.size > 0) return [...folders];
  // The folder may also be that of the model.
  if (!(await isProject(projectFolder, '.'))) await requireProject(projectFolder, 'model');
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

/** A problem in the output: 1-based positions, columns in UTF-16 units, end exclusive, `file` relative to DIR (`.`: the project). */
interface PrintedProblem {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  severity: Problem['severity'];
  message: string;
  source: Problem['source'];
  /** The model folder, if several are checked; `.` for a problem of the project. */
  folder?: string;
}

async function check(request: CheckRequest): Promise<CheckResult> {
  const compiler = new Compiler({
    bundlePath: fileURLToPath(new URL('../compiler.cjs', import.meta.url)),
    trustModels: request.trustModel,
    log: stderrLog('warn'),
  });
  try {
    return await checkProject(request, compiler);
  } finally {
    compiler.dispose();
  }
}

function asPrinted({ file, range, severity, message, source }: Problem): PrintedProblem {
  const { start, end } = range;
  return {
    file: file === '' ? '.' : file,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    severity,
    message,
    source,
  };
}

function formatProblem({ file, line, column, severity, message }: PrintedProblem): string {
  return `${printableName(file)}:${line}:${column} ${severity} ${message.trimEnd().replaceAll('\n', '\n    ')}`;
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function formatCounts(problems: readonly PrintedProblem[], cubes: number, views: number): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  return `${formatCount(errors, 'error')} and ${formatCount(warnings, 'warning')} in ${formatCount(cubes, 'cube')} and ${formatCount(views, 'view')}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(usage);
    return exitCodes.done.code;
  }
  const started = performance.now();
  const request = await parseRequest(args);
  const { problems: general, folders } = await check(request);
  const ms = Math.round(performance.now() - started);
  const isOne = folders.length === 1 && general.length === 0;
  const ofProject = general.map((one) => ({ ...asPrinted(one), folder: '.' }));
  const lines = ofProject.map(formatProblem);
  const problems: PrintedProblem[] = [...ofProject];
  for (const { folder, problems: found, cubes, views } of folders) {
    const own = found.map((one) => ({ ...asPrinted(one), ...(isOne ? {} : { folder }) }));
    problems.push(...own);
    if (!isOne) lines.push(`${printableName(folder)}:`);
    lines.push(...own.map(formatProblem));
    if (!isOne) lines.push(`${formatCounts(own, cubes, views)}.`, '');
  }
  const cubes = sum(folders.map((one) => one.cubes));
  const views = sum(folders.map((one) => one.views));
  const inFolders = isOne ? '' : `, in ${formatCount(folders.length, 'model')}`;
  lines.push(`${formatCounts(problems, cubes, views)}${inFolders} (${ms} ms).`);
  const each = folders.map(({ folder, cubes, views }) => ({ folder, cubes, views }));
  if (request.json) lines.push(JSON.stringify({ problems, cubes, views, ...(isOne ? {} : { folders: each }), ms }));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  print(`${lines.join('\n')}\n`);
  return (errors > 0 ? exitCodes.errors : exitCodes.done).code;
}

// A reader such as `| head` may close the pipe early.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') throw failure;
});

runCommand(
  () => main(process.argv.slice(2)),
  (failure) => {
    const isUsage = failure instanceof UserError;
    printError(isUsage ? wrongUsage('check-model', failure.describe(), usage) : `check-model: ${stackOf(failure)}\n`);
    return isUsage ? usageCode : failedCode;
  },
);
