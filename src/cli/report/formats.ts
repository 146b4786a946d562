/** The formats of a report, and the files that they are written to. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { UserError } from '../../base/errors.ts';
import { findRepository } from '../../base/gitRepository.ts';
import { makeFolder } from '../../base/makeFolder.ts';
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
}

/**
 * @param fallback what is printed if no format is
 * @throws UserError
 */
export function readOutputs(
  { format: given, output }: FormatValues,
  fallback: readonly Format[],
  currentFolder: string,
): Output[] {
  const outputs = given.map((text): Output => {
    const [, name, file] = /^([^=]*)(?:=(.*))?$/s.exec(text)!;
    const format = names.find((one) => one === name);
    if (!format) throw new UserError(`--format must be one of ${names.join(', ')}, not “${name}”.`);
    if (file === undefined) return { format };
    if (file === '') throw new UserError(`--format ${format}= needs a file.`);
    return { format, file: path.resolve(currentFolder, file) };
  });
  if (output !== undefined) {
    const [only, ...more] = outputs.filter(({ file }) => file === undefined);
    if (!only || more.length > 0) throw new UserError('--output needs one --format. Give several as FORMAT=FILE.');
    only.file = path.resolve(currentFolder, required(output));
  }
  if (outputs.some(({ file }) => file === undefined)) {
    const printed = outputs.filter(({ file }) => file === undefined);
    if (printed.length > 1) throw new UserError('Only one --format can be printed. Give the others as FORMAT=FILE.');
    return outputs;
  }
  return [...outputs, ...fallback.map((format) => ({ format }))];
}

function required(file: string): string {
  if (file === '') throw new UserError('--output needs a file.');
  return file;
}

/** Writes the files first, then prints. @param projectFolder of the places of the report */
export async function writeReport(report: Report, outputs: readonly Output[], projectFolder: string): Promise<void> {
  const folder = await pathInRepository(projectFolder);
  const pathOf = (file: string) => path.posix.join(folder, file);
  for (const { format, file } of outputs) {
    if (file === undefined) continue;
    await makeFolder(path.dirname(file));
    await writeFile(file, textOf(format, report, pathOf));
  }
  for (const { format, file } of outputs) {
    if (file !== undefined) continue;
    const text = textOf(format, report, pathOf);
    if (format === 'sarif' || format === 'junit' || format === 'gitlab') printData(text);
    else print(text);
  }
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
