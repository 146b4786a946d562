/** The formats of a report, and the files that they are written to. */

import path from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { messageOf, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/files/replaceFile.ts';
import { findRepository } from '../../base/gitRepository.ts';
import { print, printData } from '../../base/terminal.ts';
import { junitXml } from '../../query/tests/junit.ts';
import type { TestResult } from '../../query/tests/testResult.ts';
import { githubText, gitlabText } from './codeHosts.ts';
import type { Finding, Report } from './report.ts';
import { sarifText } from './sarif.ts';

const names = ['text', 'json', 'markdown', 'sarif', 'github', 'gitlab', 'junit'] as const;
type Format = (typeof names)[number];

export const formatOptions = {
  format: { type: 'string', multiple: true, default: [] as string[] },
  output: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export const formatUsage = `  --format FORMAT      text, json, markdown, sarif, github (annotations), gitlab (code quality) or junit; several
                       times with a file each: FORMAT=FILE. In files for code hosts, paths start at the root of the repository
  --output FILE        the file of --format; the standard output is as without a format`;

export interface Output {
  format: Format;
  /** Absolute; undefined: the standard output. */
  file?: string;
}

interface FormatValues {
  format: readonly string[];
  output?: string | undefined;
  json?: boolean;
  markdown?: boolean;
}

/**
 * @param fallback what is printed if no format is
 * @param withJson what `--json` prints
 * @throws UserError
 */
export function readOutputs(
  { format: given, output, json = false, markdown = false }: FormatValues,
  fallback: Format,
  currentFolder: string,
  withJson: readonly Format[] = ['json'],
): Output[] {
  if (json && markdown) throw new UserError('Use either --json or --markdown, not both.');
  const short = json ? 'json' : markdown ? 'markdown' : undefined;
  const outputs = given.map((text): Output => {
    const [, name, file] = /^([^=]*)(?:=(.*))?$/s.exec(text)!;
    const format = names.find((one) => one === name);
    if (!format) throw new UserError(`--format must be one of ${names.join(', ')}, not “${name}”.`);
    if (file === undefined) return { format };
    if (file === '') throw new UserError(`--format ${format}= needs a file.`);
    return { format, file: path.resolve(currentFolder, file) };
  });
  const [first, ...more] = outputs.filter(({ file }) => file === undefined);
  let printed: readonly Format[] = short === undefined ? [fallback] : short === 'json' ? withJson : [short];
  if (output !== undefined) {
    if ((!first && !short) || more.length > 0)
      throw new UserError('--output needs one --format. Give several as FORMAT=FILE.');
    const file = path.resolve(currentFolder, required(output));
    if (first) first.file = file;
    else {
      outputs.push({ format: short!, file });
      printed = [fallback];
    }
  } else if (first) {
    if (more.length > 0 || (short && short !== first.format))
      throw new UserError('Only one --format can be printed. Give the others as FORMAT=FILE.');
    printed = [];
  }
  const files = outputs.flatMap(({ file }) => file ?? []);
  const twice = files.find((file, at) => files.indexOf(file) < at);
  if (twice !== undefined) throw new UserError(`Two formats cannot be written to the same file: ${twice}.`);
  return [...outputs, ...printed.map((format) => ({ format }))];
}

function required(file: string): string {
  if (file === '') throw new UserError('--output needs a file.');
  return file;
}

/**
 * Writes the files first, then prints, also if a file could not be written.
 * @param projectFolder of the places of the report
 * @throws Error if a file could not be written
 */
export async function writeReport(report: Report, outputs: readonly Output[], projectFolder: string): Promise<void> {
  const folder = await pathInRepository(projectFolder);
  const pathOf = (file: string) => path.posix.join(folder, file);
  const failures: string[] = [];
  for (const { format, file } of outputs) {
    if (file === undefined) continue;
    await replaceFile(file, textOf(format, report, pathOf)).catch((failure: unknown) => {
      failures.push(`${file} cannot be written: ${messageOf(failure)}.`);
    });
  }
  for (const { format, file } of outputs) {
    if (file !== undefined) continue;
    const text = textOf(format, report, pathOf);
    if (format === 'sarif' || format === 'junit' || format === 'gitlab') printData(text);
    else print(text);
  }
  if (failures.length > 0) throw new Error(failures.join(' '));
}

function textOf(format: Format, report: Report, pathOf: (file: string) => string): string {
  switch (format) {
    case 'text':
      return report.text;
    case 'json':
      return `${JSON.stringify(report.object)}\n`;
    case 'markdown':
      return report.markdown;
    case 'sarif':
      return sarifText(report, pathOf);
    case 'github':
      return githubText(report, pathOf);
    case 'gitlab':
      return gitlabText(report, pathOf);
    case 'junit': {
      const tests = report.tests ?? testsOf(report);
      return junitXml(tests.map((one) => ({ ...one, file: pathOf(one.file) })));
    }
  }
}

/** An error is a failed test, another finding a passed one with a message; without findings, one test has passed. */
function testsOf({ command, findings }: Report): TestResult[] {
  const test = ({ code, severity, message, place }: Finding): TestResult => ({
    file: place?.file ?? '.',
    name: `${code}${place ? ` (line ${place.line})` : ''}`,
    line: place?.line ?? 1,
    status: severity === 'error' ? 'failed' : 'passed',
    message: severity === 'error' ? message : `${severity}: ${message}`,
    ms: 0,
    broken: [],
  });
  if (findings.length > 0) return findings.map(test);
  return [{ file: '.', name: command, line: 1, status: 'passed', message: '', ms: 0, broken: [] }];
}

/** The path of a folder below the root of its git repository, with `/`; '' if there is none. */
async function pathInRepository(folder: string): Promise<string> {
  const { root = folder } = (await findRepository(folder).catch(() => undefined)) ?? {};
  return path.relative(root, folder).split(path.sep).join('/');
}
