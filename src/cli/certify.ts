/** `npm run certify`: what a change of a model does to its numbers and to what callers see, from two folders, without a platform. */

import { resolve } from 'node:path';
import { bundlePath } from '../base/bundlePath.ts';
import { UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { Compiler } from '../compiler/compiler.ts';
import { compilerVersion } from '../compiler/compilerVersion.ts';
import { conclusionOf } from '../review/review.ts';
import { TextCache } from '../session/review/listedBranch.ts';
import { FolderVersion } from './folders/folderVersion.ts';
import { modelFolderOf } from './folders/modelFolder.ts';
import { reviewFolders } from './folders/reviewFolders.ts';
import { closeSources, openSources, sourceOptions, trustUsage } from './openSources.ts';
import { readArguments, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { type PublishedCompiler, publishedCompiler } from './publishedCompiler.ts';
import { formatOptions, formatUsage, readOutputs, writeReport } from './report/formats.ts';
import { reviewReport } from './report/reviewFindings.ts';
import { exitOf } from './report/reviewObject.ts';

const name = 'certify';

const usage = `Usage: certify BASE_DIR HEAD_DIR [--source PATH|URL] [--budget N] [--strict] [--json | --markdown | --format FORMAT]... [--output FILE]
       certify DIR --compiler VERSION [--compiler VERSION] …

Compiles the models of two folders and compares them: each public measure and dimension, and each measure by each dimension that can
be joined. The same SQL proves that a number is equal. With a source of data, the values of the others are compared.

  --source PATH|URL    the database of the values: a .duckdb file, a folder of CSV, Parquet or JSON files, a .sql script, a postgres://
                       address; env: what the .env file of HEAD_DIR names (default: no values)
  --model-folder NAME  the folder of the cubes and views (default: model, or the folder itself)
  --budget N           compare at most N slices (default: 20000)
  --values N           and the values of at most N of them (default: 500)
  --seconds N          for at most N seconds, and as many for their SQL (default: 600)
  --compile-seconds N  the time for compiling a model (default: 120)
  --compiler VERSION   compare two versions of the published compiler on one model: this one, from npm (1.6.x: the newest of
                       these), and another one or the built-in one; the older one is the base
  --strict             exit with 1 where consumers outside the folder may be affected
${trustUsage}
  --json               one object {sentence, conclusion, certificate, access, consumers, files, model, …} (default)
  --markdown           a text for a pull request, of at most 65,536 characters
${formatUsage}

The standard output has the result only.
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...sourceOptions,
    'model-folder': { type: 'string' },
    budget: { type: 'string', default: '20000' },
    values: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '600' },
    'compile-seconds': { type: 'string', default: '120' },
    strict: { type: 'boolean', default: false },
    compiler: { type: 'string', multiple: true, default: [] },
    ...formatOptions,
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  });
  const [base, head, ...more] = foldersOf(positionals, values.compiler);
  if (base === undefined || head === undefined || more.length > 0)
    throw new UserError('Name two folders, BASE_DIR HEAD_DIR, or one folder with --compiler VERSION.');
  const from = userFolder(name);
  const outputs = readOutputs(values, 'json', from);
  const slices = numberOf(values.budget, '--budget');
  const valueBudget = numberOf(values.values, '--values');
  const ms = numberOf(values.seconds, '--seconds') * 1000;
  const deadlineMs = numberOf(values['compile-seconds'], '--compile-seconds') * 1000;
  const [baseFolder, headFolder] = [resolve(from, base), resolve(from, head)];
  const log = stderrLog('warn');
  const used = await compilersOf(values.compiler);
  const compilers = used.map(
    (one) => new Compiler({ bundlePath: one.bundlePath, log, deadlineMs, trustModels: values['trust-model'] }),
  );
  const nameOf = (at: 0 | 1) =>
    values.compiler.length > 0 ? `compiler ${used[at].version}` : (['base', 'head'] as const)[at];
  const { source } = values;
  const databases =
    source === undefined
      ? undefined
      : await openSources(
          { ...values, source: source === 'env' ? undefined : source },
          { currentFolder: from, projectFolder: headFolder },
        );
  const { signal } = new AbortController();
  try {
    const texts = new TextCache();
    const now = Date.now();
    const options = { texts, now, databases };
    const before = await FolderVersion.read({
      ...options,
      compiler: compilers[0]!,
      name: nameOf(0),
      folder: baseFolder,
      modelFolder: await modelFolderOf(baseFolder, values['model-folder']),
    });
    const after = await FolderVersion.read({
      ...options,
      compiler: compilers[1]!,
      name: nameOf(1),
      folder: headFolder,
      modelFolder: await modelFolderOf(headFolder, values['model-folder']),
    });
    const whole = await reviewFolders(before, after, {
      slices,
      values: databases ? valueBudget : undefined,
      ms,
      signal,
      compiler: [...new Set(used.map(({ version }) => version))].join(' → '),
    });
    await writeReport(reviewReport(name, whole), outputs, headFolder);
    const conclusion = conclusionOf(whole);
    const code = exits.certify[exitOf[conclusion]].code;
    return conclusion === 'consumers' && values.strict ? exits.certify.breaking.code : code;
  } catch (failure) {
    const isLate = failure instanceof UserError && failure.code === 'compile-timeout';
    throw isLate ? new Error(`${failure.describe()} The option is --compile-seconds N.`) : failure;
  } finally {
    if (databases) closeSources(databases);
    for (const compiler of compilers) compiler.dispose();
  }
}

/** With `--compiler`, both sides are one folder. */
function foldersOf(folders: readonly string[], compilers: readonly string[]): readonly string[] {
  const [only] = folders;
  return compilers.length > 0 && only !== undefined && folders.length === 1 ? [only, only] : folders;
}

/** The older one first: of two that are named, or of one and the built-in one. @throws UserError, Error */
async function compilersOf(ranges: readonly string[]): Promise<[PublishedCompiler, PublishedCompiler]> {
  if (ranges.length > 2) throw new UserError('At most two versions of the compiler can be compared.');
  const own = { version: compilerVersion, bundlePath: bundlePath('compiler.cjs') };
  if (ranges.length === 0) return [own, own];
  const named: PublishedCompiler[] = [];
  for (const range of ranges) named.push(await publishedCompiler(range));
  const [first, second = own] = named;
  return isOlder(second.version, first!.version) ? [second, first!] : [first!, second];
}

function isOlder(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split('.').map(Number));
  const at = a!.findIndex((part, i) => part !== b![i]);
  return at >= 0 && a![at]! < b![at]!;
}

function numberOf(text: string, option: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new UserError(`${option} must be a number from 0 to 9999999.`);
  return Number(text);
}

export const command: Command = { name, usage, run };
