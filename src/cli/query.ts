/** `npm run query`: runs a query document on a branch, and compares its result with that of another branch. */

import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { readErrorText } from '../base/readErrorText.ts';
import { readStart } from '../base/readStart.ts';
import { printableName, printData, printError } from '../base/terminal.ts';
import { isQueryDocument } from '../model/documents/documentKind.ts';
import { maximumDocumentLength } from '../model/documents/plainDocument.ts';
import { readQueryDocument } from '../model/documents/queryDocument.ts';
import { buildObject } from '../platform/branchBuild.ts';
import { PlatformError } from '../platform/platformError.ts';
import { QueryRunner } from '../query/run/runQuery.ts';
import { type PlatformCaller, RemoteBranch } from '../sync/remote/remoteBranch.ts';
import { buildOptions, buildUsage, buildWait, withBuilds } from './branchBuilds.ts';
import { connect, platformOptions, platformUsage, readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { formats, isFormat, outputOf } from './report/queryOutput.ts';
import { whyOutput } from './report/whyOutput.ts';
import { requireBranches } from './requireBranches.ts';

const name = 'query';
const exitCodes = exits[name];

const usage = `Usage: query FILE --url URL --deployment ID --branch NAME [--compare BRANCH] [--format json|csv|sql] [--why] [--key-file FILE]

Runs the query of FILE (*.query.yml, *.query.yaml or *.query.json) on the branch and prints its result. With “as” in FILE it
runs as that user, which needs the key of an administrator.

${platformUsage}
${buildUsage}
  --compare BRANCH     also run it on this branch: what is added, removed or changed since then
  --format json        one object {build, rows, truncated, total, sql, parameters, annotation, ms}; with --compare also
                       compared: {build, added, removed, changed}, where changed has the rows {before, after}, and newMembers,
                       which BRANCH does not have (default)
  --format csv         the rows; with --compare those that differ, with each measure before and after
  --format sql         the SQL, without running the query; with --compare the difference of both by lines
  --why                instead of the result, one object {build, warnings, isEmpty, causes, steps, notes, unknown, queries}: what makes it
                       empty or different. Queries that count rows run on the branch; FILE must be in the folder of a project

The standard output has the result only.
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...platformOptions,
    ...buildOptions,
    compare: { type: 'string' },
    format: { type: 'string', default: 'json' },
    why: { type: 'boolean', default: false },
  });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UserError('More than one FILE. Put a value that contains blanks in quotation marks.');
  const { format } = values;
  if (!isFormat(format)) throw new UserError(`--format must be one of ${formats.join(', ')}.`);
  if (values.why && (format !== 'json' || values.compare !== undefined))
    throw new UserError('--why has one format, json, and no --compare.');
  const deploymentId = required(values.deployment, '--deployment');
  const branchName = required(values.branch, '--branch');
  const folder = userFolder(name);
  const shown = required(file, 'FILE');
  const text = await readDocument(resolve(folder, shown), shown);
  const read = readQueryDocument(shown, text);
  const { query, as, problems } = read;
  for (const { span, message } of problems) {
    printError(`${printableName(shown)}:${placeOf(text, span.start)} ${message}\n`);
  }
  if (!query) return exitCodes.usage.code;
  buildWait(values);
  const client = await connect(values, folder);
  const runnerOf = (branch: string) => new QueryRunner({ client, deploymentId, branchName: branch, as });
  const runner = runnerOf(branchName);
  const { compare: branch } = values;
  const other = branch === undefined ? undefined : { branch, runner: runnerOf(branch) };
  try {
    const branches = [branchName, ...(branch === undefined ? [] : [branch])];
    await requireBranches(client, deploymentId, branches);
    const request = { client, deploymentId, values, name };
    if (values.why) {
      const author = as && new QueryRunner({ client, deploymentId, branchName });
      const target = { origin: client.baseUrl, deploymentId, branchName };
      const branch = new RemoteBranch(client as PlatformCaller<'nothing'>, target);
      const explain = () =>
        whyOutput(resolve(folder, shown), { ...read, query }, branch, runner, author).finally(() => author?.dispose());
      const { result, builds } = await withBuilds(branches, request, explain);
      printData(`${JSON.stringify({ build: buildObject(builds[0]!), ...result })}\n`);
      return exitCodes.done.code;
    }
    const ask = () => outputOf(format, query, runner, other);
    const { result, builds } = await withBuilds(branches, request, ask);
    const { cut, newMembers = [] } = result;
    printData(result.text(builds.map(buildObject)));
    if (newMembers.length > 0)
      printError(`${name}: not compared, because ${branch} does not have them: ${newMembers.join(', ')}\n`);
    if (cut) printError(`${name}: warning: ${cut.describe()}\n`);
    return (cut ? exitCodes.cut : exitCodes.done).code;
  } finally {
    runner.dispose();
    other?.runner.dispose();
    client.dispose();
  }
}

/** @throws UserError */
async function readDocument(path: string, shown: string): Promise<string> {
  if (!isQueryDocument(path)) throw new UserError(`${shown} is not a query document (*.query.yml, *.query.json).`);
  try {
    return (await readStart(path, maximumDocumentLength)).toString();
  } catch (failure) {
    throw new UserError(`${shown} cannot be read: ${readErrorText(failure)}.`);
  }
}

export const command: Command = {
  name,
  usage,
  run,
  exitCodeOf(failure) {
    const cause = failure instanceof UserError && failure.cause instanceof UserError ? failure.cause : failure;
    return cause instanceof PlatformError && cause.kind === 'rejected' ? exitCodes.refused.code : undefined;
  },
};

/** Places in a text as `line:column`, both from 1. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${lines.at(-1)!.length + 1}`;
}
