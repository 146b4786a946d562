/** The command `check-model`: checks a data model with our analyser and the compiler, for pre-commit hooks and CI. */

import { fileURLToPath } from 'node:url';
import { stackOf, UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { print, printableName, printError } from '../base/terminal.ts';
import { Compiler } from '../compiler/compiler.ts';
import type { Problem } from '../model/source/problem.ts';
import { type CheckResult, checkProject } from './checkProject.ts';
import { type CheckRequest, parseRequest, usage } from './checkRequest.ts';
import { exits, failedCode, usageCode } from './exitCodes.ts';
import { runCommand } from './runCommand.ts';

const exitCodes = exits['check-model'];

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
    const text = isUsage ? `${failure.describe()}\n\n${usage}` : `${stackOf(failure)}\n`;
    printError(`check-model: ${text}`);
    return isUsage ? usageCode : failedCode;
  },
);
