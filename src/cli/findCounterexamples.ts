/** `npm run find-counterexamples`: searches rows for which the measures of a model break a law. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bundlePath } from '../base/bundlePath.ts';
import { UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { print, printableName } from '../base/terminal.ts';
import { Compiler } from '../compiler/compiler.ts';
import { Database } from '../database/database.ts';
import { findCounterexamples, type Search, searchDefaults } from '../local/laws/findCounterexamples.ts';
import { LocalModel } from '../local/localModel.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import { requireProject } from './folders/requireProject.ts';
import { trustUsage } from './openSources.ts';
import { readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';

const name = 'find-counterexamples';
const codes = exits[name];

const usage = `Usage: find-counterexamples DIR [--seed N] [--seconds N] [--json] [--trust-model]

Derives laws from the model of DIR, the project folder: the total of a sum or count equals the sum over any dimension and time,
a filter and its complement have the total, a distinct count is at most the count, a view equals its cube. Searches rows that
break one, shrinks them, and prints a test that fails. A measure with meta: { additive: false } has no law about its sums.

  --seed N             the start of the random rows; the same seed finds the same rows (default: ${searchDefaults.seed})
  --seconds N          ends the search after this time (default: ${searchDefaults.seconds})
  --json               print one object {laws, broken, skipped, isCut} instead of lines
${trustUsage}
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    seed: { type: 'string', default: String(searchDefaults.seed) },
    seconds: { type: 'string', default: String(searchDefaults.seconds) },
    json: { type: 'boolean', default: false },
    'trust-model': { type: 'boolean', default: false },
  });
  const [folder, ...more] = positionals;
  if (more.length > 0) throw new UserError('More than one DIR. Put a value that contains blanks in quotation marks.');
  const seed = wholeNumber(values.seed, '--seed', 0, 2 ** 31 - 1);
  const seconds = wholeNumber(values.seconds, '--seconds', 1, 86_400);
  const projectFolder = resolve(userFolder(name), required(folder, 'DIR'));
  const found = await stat(projectFolder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UserError(`There is no folder ${folder}.`);
  await requireProject(projectFolder, 'model');
  const log = stderrLog('warn');
  const compiler = new Compiler({ bundlePath: bundlePath('compiler.cjs'), trustModels: values['trust-model'], log });
  const scratch = new Database({ bundlePath: bundlePath('database.cjs'), source: { kind: 'duckdb' }, log });
  try {
    const project = new ProjectModel({ projectFolder, modelFolder: 'model' });
    await project.load();
    const model = new LocalModel(project.saved, compiler);
    const search = await findCounterexamples({ model, scratch, seed, limitMs: seconds * 1000 });
    print(values.json ? `${JSON.stringify(reportOf(search))}\n` : `${linesOf(search).join('\n')}\n`);
    if (search.broken.length > 0) return codes.broken.code;
    return (search.isCut || search.skipped.length > 0 ? codes.partly : codes.done).code;
  } finally {
    compiler.dispose();
    scratch.dispose();
  }
}

/** @throws UserError */
function wholeNumber(text: string, option: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UserError(`${option} must be a whole number from ${least} to ${most}.`);
}

function reportOf({ laws, broken, skipped, isCut }: Search) {
  const found = broken.map(({ law, member, file, range, rows, test }) => {
    return { law, member, file, line: range.start.line + 1, rows, test };
  });
  return { laws, broken: found, skipped, isCut };
}

function linesOf({ laws, broken, skipped, isCut }: Search): string[] {
  const found = broken.flatMap(({ law, member, file, range, test }) => [
    `${printableName(file)}:${range.start.line + 1} ${printableName(member)} ${law}`,
    ...test
      .trimEnd()
      .split('\n')
      .map((text) => `    ${text}`),
  ]);
  const notTried = skipped.map(({ law, member, reason }) => `not tried: ${printableName(member)} ${law}: ${reason}`);
  const end = `${broken.length} of ${laws} laws are broken; ${skipped.length} could not be tried.`;
  return [...found, ...notTried, isCut ? `${end} The time was over before all rows were tried and simplified.` : end];
}

export const command: Command = { name, usage, run };
