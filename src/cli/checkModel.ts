/** The command `check-model`: checks a data model with our analyser and the compiler, for pre-commit hooks and CI. */

import { resolve } from 'node:path';
import { bundlePath } from '../base/bundlePath.ts';
import { UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { printableName } from '../base/terminal.ts';
import { Compiler } from '../compiler/compiler.ts';
import type { DataSources } from '../database/source/dataSource.ts';
import { type CheckResult, checkProject, type ModelsToCheck } from '../local/check/checkProject.ts';
import type { Problem } from '../model/source/problem.ts';
import { modelFolderOf, requireFolder } from './folders/modelFolder.ts';
import { closeSources, databasesOf, type SourceValues, sourceOptions, sourcesOf, sourceUsage } from './openSources.ts';
import { readArguments, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import { showProgress } from './program/progress.ts';
import type { Command } from './program/runCommand.ts';
import { formatOptions, formatUsage, type Output, readOutputs, writeReport } from './report/formats.ts';
import { findingsMarkdown } from './report/markdown.ts';
import { type Finding, findingLine, placeIn } from './report/report.ts';

const name = 'check-model';
const exitCodes = exits[name];

const usage = `Usage: check-model DIR [--model-folder NAME]... [--timeout SECONDS] [--trust-model]
                       [--source PATH|URL | --no-database] [--json | --format FORMAT]... [--output FILE]

Checks the data model in DIR/model (or in DIR, if it has no such folder) as the editor does. If there is a database, it also prepares
the SQL of each member and join, without reading rows.

  --model-folder NAME  the folder of the model inside DIR (default: model); given several times, each folder is checked
                       as a model of its own, as the folders of tenants are
  --timeout SECONDS    time limit for the compiler (default: 120)
${sourceUsage}
  --no-database        check without the database of DIR/.env
${formatUsage}
  --json               print the text, and one JSON object as the last line
`;

interface CheckRequest extends ModelsToCheck {
  trustModel: boolean;
  sources: DataSources | undefined;
  outputs: readonly Output[];
}

/** @throws UserError for wrong usage */
async function parseRequest(args: string[]): Promise<CheckRequest> {
  const { values, positionals } = readArguments(args, {
    ...formatOptions,
    json: { type: 'boolean', default: false },
    'no-database': { type: 'boolean', default: false },
    ...sourceOptions,
    'model-folder': { type: 'string', multiple: true, default: [] },
    timeout: { type: 'string', default: '120' },
  });
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new UserError('The folder to check is missing.');
  if (more.length > 0) throw new UserError(`Only one folder can be checked at a time, not also ${more.join(', ')}.`);
  const timeoutMs = Number(values.timeout) * 1000;
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
    throw new UserError(`--timeout must be a number of seconds, not “${values.timeout}”.`);
  }
  const from = userFolder(name);
  const projectFolder = resolve(from, folder);
  await requireFolder(projectFolder);
  const modelFolders = await findModelFolders(projectFolder, values['model-folder']);
  const { 'trust-model': trustModel } = values;
  const outputs = readOutputs(values, 'text', from, ['text', 'json']);
  const sources = await checkedSources(values, from, projectFolder);
  return { projectFolder, modelFolders, timeoutMs, trustModel, outputs, sources };
}

async function checkedSources(
  values: SourceValues & { 'no-database': boolean },
  currentFolder: string,
  projectFolder: string,
): Promise<DataSources | undefined> {
  const place = { currentFolder, projectFolder };
  const { source, 'no-database': none } = values;
  if (source === undefined) return none ? undefined : sourcesOf(values, place).catch(failWithoutDatabase);
  if (none) throw new UserError('--source and --no-database exclude each other.');
  return sourcesOf(values, place);
}

async function findModelFolders(projectFolder: string, requested: readonly string[]): Promise<string[]> {
  const folders = new Set<string>();
  for (const one of requested) folders.add(await modelFolderOf(projectFolder, one));
  return folders.size > 0 ? [...folders] : [await modelFolderOf(projectFolder)];
}

/** A problem in the output: 1-based positions, columns in UTF-16 units, end exclusive, `file` relative to DIR (`.`: the project). */
interface PrintedProblem {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  severity: Problem['severity'];
  code: Problem['code'];
  message: string;
  source: Problem['source'];
  /** The model folder, if several are checked; `.` for a problem of the project. */
  folder?: string;
}

async function check(request: CheckRequest): Promise<CheckResult> {
  const log = stderrLog('warn');
  const compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs'), trustModels: request.trustModel, log });
  const databases = request.sources && databasesOf(request.sources, log);
  try {
    return await checkProject(request, { compiler, ...(databases ? { databases, onProgress } : {}) });
  } catch (failure) {
    if (!databases) throw failure;
    return failWithoutDatabase(failure);
  } finally {
    compiler.dispose();
    if (databases) closeSources(databases);
  }
}

/** The command line is right. */
function failWithoutDatabase(failure: unknown): never {
  if (!(failure instanceof UserError)) throw failure;
  throw new Error(`${failure.describe()} To check the model without its database, add --no-database.`);
}

function onProgress(done: number, all: number): void {
  if (done % 100 === 0) showProgress(`Database: ${done} of ${all} members and joins`);
}

function asPrinted({ file, range, severity, code, message, source }: Problem): PrintedProblem {
  return { ...placeIn(file === '' ? '.' : file, range), severity, code, message, source };
}

function asFinding({ code, severity, message, folder: _, source: __, ...place }: PrintedProblem): Finding {
  return { code, severity, message, place };
}

function formatProblem(problem: PrintedProblem): string {
  return findingLine(asFinding(problem));
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function formatCounts(problems: readonly PrintedProblem[], cubes: number, views: number): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  return `${formatCount(errors, 'error')} and ${formatCount(warnings, 'warning')} in ${formatCount(cubes, 'cube')} and ${formatCount(views, 'view')}`;
}

/** What the databases prepared in all models; undefined without a database. */
function databaseReport(folders: CheckResult['folders']) {
  const reports = folders.flatMap(({ database }) => database ?? []);
  if (reports.length === 0) return undefined;
  return {
    checked: sum(reports.map(({ checked }) => checked)),
    notChecked: reports.flatMap(({ notChecked }) => notChecked),
  };
}

type DatabaseReport = NonNullable<ReturnType<typeof databaseReport>>;

/** One entry can be a whole model. */
function databaseSentence({ checked, notChecked }: DatabaseReport): string {
  if (checked === 0 && notChecked.length > 0) return 'The database checked no member and no join.';
  const all = checked + notChecked.length;
  return `The database checked ${checked} of ${formatCount(all, 'member')} and joins.`;
}

function databaseLines(database: DatabaseReport): string[] {
  const { notChecked } = database;
  const lines = notChecked.map(({ name, reason }) => printableName(`    ${name}: ${reason}`));
  return [`${databaseSentence(database)}${lines.length > 0 ? ' Not checked:' : ''}`, ...lines];
}

function notChecked({ name, reason }: DatabaseReport['notChecked'][number]): Finding {
  const message = `The database did not check ${name}: ${reason}`;
  return { code: 'not-checked', severity: 'information', message };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

async function run(args: string[]): Promise<number> {
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
  const database = databaseReport(folders);
  if (database) lines.push(...databaseLines(database));
  const more = { ...(isOne ? {} : { folders: each }), ...(database && { database }) };
  const findings = [
    ...problems.map(asFinding).map((one) => (one.place?.file === '.' ? { ...one, place: undefined } : one)),
    ...(database?.notChecked ?? []).map(notChecked),
  ];
  const summary = [
    `${formatCounts(problems, cubes, views)}${inFolders}.`,
    ...(database ? [databaseSentence(database)] : []),
  ];
  await writeReport(
    {
      command: 'check',
      findings,
      object: { problems, cubes, views, ...more, ms },
      text: `${lines.join('\n')}\n`,
      markdown: findingsMarkdown('Data model check', summary.join(' '), findings),
    },
    request.outputs,
    request.projectFolder,
  );
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return exitCodes.errors.code;
  return (database && database.notChecked.length > 0 ? exitCodes.partly : exitCodes.done).code;
}

export const command: Command = { name, usage, run };
