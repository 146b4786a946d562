/** Checks a data model without an editor: the analyser and the compiler over a folder, for a person, a pre-commit hook or CI. */

import { stat } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf, stackOf, UserError } from '../base/errors.ts';
import type { CompileResult } from '../compiler/compileResult.ts';
import { Compiler } from '../compiler/compiler.ts';
import { checkSyntax } from '../model/checks/checkSyntax.ts';
import { diagnose } from '../model/diagnose.ts';
import { ModelIndex } from '../model/index/modelIndex.ts';
import type { Problem } from '../model/source/problem.ts';
import { type ModelText, readModel, type UnreadSource } from './readModel.ts';

const usage = `Usage: check-model DIR [--model-folder NAME] [--timeout SECONDS] [--json]

Checks the data model in DIR/model (or in DIR itself, where there is no such folder) as the editor does.

  --model-folder NAME  the model's folder inside DIR (default: model)
  --timeout SECONDS    how long the compiler may take (default: 120)
  --json               print one JSON object as the last line

Exit code: 0 nothing worse than warnings, 1 errors, 2 wrong usage, 3 the check itself failed.
`;

interface Request {
  projectFolder: string;
  /** Relative to the project folder, POSIX; `.` for the folder itself. */
  modelFolder: string;
  timeoutMs: number;
  json: boolean;
}

/** One problem as printed: positions 1-based, columns in UTF-16 units, the end exclusive, `file` relative to DIR (`.`: the project as a whole). */
interface PrintedProblem {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  severity: Problem['severity'];
  message: string;
  source: Problem['source'];
}

/** @throws UserError for everything that is wrong with how the command was called. */
async function parseRequest(args: string[]): Promise<Request> {
  const { values, positionals } = parseCommandLine(args);
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new UserError('Say which folder to check.');
  if (more.length > 0) throw new UserError(`Only one folder can be checked at a time, not also ${more.join(', ')}.`);
  const timeoutMs = Number(values.timeout) * 1000;
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) throw new UserError(`--timeout takes seconds, not “${values.timeout}”.`);
  // npm runs scripts in the package's folder; the path was meant from where the person is.
  const from = process.env.npm_lifecycle_event === 'check-model' ? process.env.INIT_CWD : undefined;
  const projectFolder = resolve(from ?? '.', folder);
  if (!(await isFolder(projectFolder))) throw new UserError(`There is no folder ${projectFolder}.`);
  const modelFolder = await findModelFolder(projectFolder, values['model-folder']);
  return { projectFolder, modelFolder, timeoutMs, json: values.json };
}

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        'model-folder': { type: 'string' },
        timeout: { type: 'string', default: '120' },
      },
    });
  } catch (failure) {
    throw new UserError(messageOf(failure));
  }
}

async function findModelFolder(projectFolder: string, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) {
    const folder = posix.normalize(wanted.replaceAll('\\', '/')).replace(/\/+$/, '');
    if (folder === '' || folder.startsWith('/') || /^[a-z]:/i.test(folder) || folder.split('/').includes('..')) {
      throw new UserError(`--model-folder takes a path inside DIR, not “${wanted}”.`);
    }
    if (await isFolder(resolve(projectFolder, folder))) return folder;
    throw new UserError(`There is no folder ${folder} in ${projectFolder}.`);
  }
  if (await isFolder(resolve(projectFolder, 'model'))) return 'model';
  return '.';
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function check({ projectFolder, modelFolder, timeoutMs }: Request) {
  const text = await readModel(projectFolder, modelFolder);
  if (modelFolder === '.' && text.sources.length + text.unread.length === 0) {
    throw new UserError(`There is no data model in ${projectFolder}: neither a folder “model” nor any source of one.`);
  }
  if (text.unread.length > 0) {
    // Whatever is missing would be reported as missing everywhere it is used.
    const syntax = text.sources.flatMap(({ path, text }) => checkSyntax(path, text));
    return { problems: [...text.unread.map(asProblem), ...syntax], cubes: 0, views: 0 };
  }
  const index = new ModelIndex({ modelFolder });
  for (const { path, text: content } of [...text.projectFiles, ...text.sources]) index.set(path, content);
  try {
    const { errors, cubes, views } = await compile(text, modelFolder, timeoutMs);
    return { problems: diagnose(index, errors), cubes, views };
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
    const unread = { path: index.projectFile, line: 0, character: 0, message: failure.describe() };
    return {
      problems: [{ ...asProblem(unread), source: 'compiler' as const }, ...diagnose(index, undefined)],
      cubes: 0,
      views: 0,
    };
  }
}

async function compile({ sources }: ModelText, modelFolder: string, deadlineMs: number): Promise<CompileResult> {
  const compiler = new Compiler({ bundlePath: fileURLToPath(new URL('../compiler.cjs', import.meta.url)) });
  try {
    const files = sources.map(({ path, text }) => ({ fileName: posix.relative(modelFolder, path), content: text }));
    return await compiler.compile({ files }, { deadlineMs });
  } finally {
    compiler.dispose();
  }
}

function asProblem({ path, line, character, message }: UnreadSource): Problem {
  const place = { line, character };
  return {
    file: path,
    range: { start: place, end: place },
    severity: 'error',
    message,
    code: 'unread',
    source: 'data-model',
  };
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

function sayProblem({ file, line, column, severity, message }: PrintedProblem): string {
  return `${file}:${line}:${column} ${severity} ${message.trimEnd().replaceAll('\n', '\n    ')}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

async function main(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    return;
  }
  const started = performance.now();
  const request = await parseRequest(args);
  const { problems: found, cubes, views } = await check(request);
  const ms = Math.round(performance.now() - started);
  const problems = found.map(asPrinted);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  const lines = problems.map(sayProblem);
  lines.push(
    `${count(errors, 'error')} and ${count(warnings, 'warning')} in ${count(cubes, 'cube')} and ${count(views, 'view')} (${ms} ms).`,
  );
  if (request.json) lines.push(JSON.stringify({ problems, cubes, views, ms }));
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = errors > 0 ? 1 : 0;
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code !== 'EPIPE') throw failure;
});

main(process.argv.slice(2)).catch((failure: unknown) => {
  const isUsage = failure instanceof UserError;
  const said = isUsage ? `${failure.describe()}\n\n${usage}` : `${stackOf(failure)}\n`;
  process.stderr.write(`check-model: ${said}`);
  process.exitCode = isUsage ? 2 : 3;
});
