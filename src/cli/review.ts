/** `npm run review`: what a branch changes compared with another one, as JSON or as Markdown for a pull request. */

import { UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { type Branch, branchOperations } from '../contract/dataModel/branches.ts';
import { buildObject } from '../platform/branchBuild.ts';
import type { Reader } from '../platform/client.ts';
import { conclusionOf } from '../review/review.ts';
import { buildOptions, buildUsage, buildWait, withBuilds } from './branchBuilds.ts';
import { connect, platformOptions, platformUsage, readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { formatOptions, formatUsage, readOutputs, writeReport } from './report/formats.ts';
import { reviewReport } from './report/reviewFindings.ts';
import { exitOf } from './report/reviewObject.ts';
import { requireBranches } from './requireBranches.ts';
import { reviewBranches } from './reviewBranches.ts';

const name = 'review';

const usage = `Usage: review --url URL --deployment ID --branch NAME [--base NAME] [--json | --markdown | --format FORMAT]... [--output FILE] [--key-file FILE]

Compares a branch with the one that it will be merged into: files, definitions of the model and what they break, the SQL that the
platform makes of each public member, saved query and test, and the values of the saved queries, tests and slices whose SQL differs.

${platformUsage}
${buildUsage}
  --base NAME          the branch to compare with (default: the parent of the branch)
  --model-folder NAME  the folder of the cubes and views (default: model)
  --queries N          run at most N of the affected queries on both branches (default: 20; 0: none)
  --values N           compare the values of at most N slices with other SQL on both branches (default: 100; 0: none)
  --seconds N          for at most N seconds, for queries and for slices (default: 60)
  --budget N           compare the SQL of at most N slices: measures, dimensions, and measures by dimensions (default: 2000)
  --confirm-access     ask the platform what users with the groups of access policies see on both branches, with metadata tokens
  --json               one object {build, baseBuild, conclusion, sentence, certificate, files, errors, model, affected, failing, consumers, …} (default)
  --markdown           a text for a pull request, of at most 65,536 characters
${formatUsage}

The standard output has the result only.
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...platformOptions,
    ...buildOptions,
    base: { type: 'string' },
    'model-folder': { type: 'string', default: 'model' },
    queries: { type: 'string', default: '20' },
    values: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    budget: { type: 'string', default: '2000' },
    'confirm-access': { type: 'boolean', default: false },
    ...formatOptions,
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
  });
  if (positionals.length > 0)
    throw new UserError('Unexpected argument. Put a value that contains blanks in quotation marks.');
  const deploymentId = required(values.deployment, '--deployment');
  const branchName = required(values.branch, '--branch');
  const budget = {
    queries: numberOf(values.queries, '--queries'),
    slices: numberOf(values.values, '--values'),
    ms: numberOf(values.seconds, '--seconds') * 1000,
  };
  const slices = numberOf(values.budget, '--budget');
  const outputs = readOutputs(values, 'json', userFolder(name));
  buildWait(values);
  const client = await connect(values, userFolder(name));
  try {
    await requireBranches(client, deploymentId, [branchName, values.base]);
    const base = values.base ?? (await parentOf(client, deploymentId, branchName));
    const modelFolder = values['model-folder'];
    const log = stderrLog('warn');
    const { result: review, builds } = await withBuilds(
      [branchName, base],
      { client, deploymentId, values, name, showsFailed: true },
      () =>
        reviewBranches({
          ...{ client, deploymentId, branchName, base, modelFolder, budget, slices, log },
          confirmsAccess: values['confirm-access'],
          waits: !values['no-wait'],
        }),
    );
    const [build, baseBuild] = builds.map(buildObject);
    await writeReport(reviewReport(name, review, { build, baseBuild }), outputs, userFolder(name));
    return exits.review[exitOf[conclusionOf(review)]].code;
  } finally {
    client.dispose();
  }
}

function numberOf(text: string, option: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UserError(`${option} must be a number from 0 to 999999.`);
  return Number(text);
}

async function parentOf(client: Reader, deploymentId: string, branchName: string): Promise<string> {
  for await (const branch of client.items(branchOperations.listBranches, { params: { deploymentId } })) {
    const { name: found, parentBranch } = branch as Branch;
    if (found === branchName && parentBranch) return parentBranch;
  }
  throw new UserError(`${branchName} has no parent branch. Name the branch to compare with: --base NAME.`);
}

export const command: Command = { name, usage, run };
