/** `npm run test-model`: runs the tests of a project on a branch, or on this computer. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { indented, printableName } from '../base/terminal.ts';
import { isTestDocument } from '../model/documents/documentKind.ts';
import { readQueryDocument } from '../model/documents/queryDocument.ts';
import { isMemberName } from '../model/documents/queryMembers.ts';
import { ProjectModel } from '../model/project/projectModel.ts';
import { type ProjectFile, readProject, readProjectPath } from '../model/project/readProject.ts';
import { type BranchBuild, buildObject } from '../platform/branchBuild.ts';
import { runTests, type TestRunOptions } from '../query/tests/runTests.ts';
import { branchesOf, type TestCase, testCases } from '../query/tests/testCases.ts';
import type { TestResult, TestStatus } from '../query/tests/testResult.ts';
import { TestRunners } from '../query/tests/testRunners.ts';
import { buildOptions, buildUsage, buildWait, withBuilds } from './branchBuilds.ts';
import { requireProject } from './folders/requireProject.ts';
import { LocalTests } from './localTests.ts';
import { type SourceValues, sourceOptions, sourceUsage } from './openSources.ts';
import { connect, platformOptions, platformUsage, readArguments, required, userFolder } from './platformCommand.ts';
import { exits } from './program/exitCodes.ts';
import type { Command } from './program/runCommand.ts';
import { formatOptions, formatUsage, readOutputs, writeReport } from './report/formats.ts';
import { testsMarkdown } from './report/markdown.ts';
import type { Finding, Report } from './report/report.ts';
import { requireBranches } from './requireBranches.ts';

const name = 'test-model';
const defaultConcurrency = 4;

const usage = `Usage: test-model DIR --url URL --deployment ID --branch NAME [--json | --format FORMAT]...
                [--output FILE] [--concurrency N] [--key-file FILE]
       test-model DIR --local [--source PATH|URL] [--trust-model] [--json | --format FORMAT]... [--output FILE]
                [--concurrency N]

Runs the tests of DIR (*.test.yml, *.test.yaml), the project folder, on the branch. It does not send the folder: the branch
must have the model to test. Tests with rows of their own (given) run on this computer with the model of DIR.

  --local              run all tests on this computer, without a platform; those without given on this data:
${sourceUsage}
${platformUsage}
${buildUsage}
${formatUsage}
  --json               as --format json: one object {build, tests, passed, failed, errors}
  --junit FILE         as --format junit=FILE
  --concurrency N      number of tests that run at the same time (default: ${defaultConcurrency})
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...platformOptions,
    ...buildOptions,
    local: { type: 'boolean', default: false },
    ...sourceOptions,
    ...formatOptions,
    json: { type: 'boolean', default: false },
    junit: { type: 'string' },
    concurrency: { type: 'string', default: String(defaultConcurrency) },
  });
  const [given, ...more] = positionals;
  if (more.length > 0) throw new UserError('More than one DIR. Put a value that contains blanks in quotation marks.');
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 100) {
    throw new UserError('--concurrency must be a whole number from 1 to 100.');
  }
  const currentFolder = userFolder(name);
  const junit = values.junit === undefined ? [] : [`junit=${values.junit}`];
  const format = [...values.format, ...junit];
  const outputs = readOutputs({ ...values, format }, 'text', currentFolder);
  const project = resolve(currentFolder, required(given, 'DIR'));
  const found = await stat(project).catch(() => undefined);
  if (!found?.isDirectory()) throw new UserError(`There is no folder ${given}.`);
  await requireProject(project, 'model');
  const startedAt = performance.now();
  const folder = { projectFolder: project, modelFolder: 'model' };
  const documents: ProjectFile[] = [];
  for await (const file of readProject(folder, 'documents')) documents.push(file);
  const tests = documents
    .filter(({ path, what }) => isTestDocument(path) || what === 'folder')
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const cases = tests.flatMap((file) => testCases(file.path, textOf(file)));
  if (cases.length === 0) throw new UserError(`There are no tests in ${given}: no files *.test.yml with “tests”.`);
  const queryOf = async (path: string) => {
    for await (const file of readProjectPath(folder, 'documents', path)) return readQueryDocument(path, textOf(file));
    return undefined;
  };
  const isMember = async (name: string) => {
    const model = new ProjectModel(folder);
    try {
      await model.load();
      return isMemberName(model.saved, name);
    } finally {
      model.dispose();
    }
  };
  const own = { cases, concurrency, queryOf, isMember };
  const local = new LocalTests({ folder, values, currentFolder });
  let done: TestRun;
  try {
    done = values.local ? await runLocally(own, local) : await runOnBranch(own, local, values, currentFolder);
  } finally {
    local.dispose();
  }
  const { results, builds } = done;
  const ms = Math.round(performance.now() - startedAt);
  const lines = reportLines(results, ms);
  const report: Report = {
    command: 'test',
    findings: results.flatMap(findingOf),
    object: jsonReport(results, builds),
    text: `${lines.join('\n')}\n`,
    markdown: testsMarkdown(lines.at(-1)!, results),
    tests: results,
  };
  await writeReport(report, outputs, project);
  return exitCodeOf(results);
}

interface OwnTests {
  cases: readonly TestCase[];
  concurrency: number;
  queryOf: TestRunOptions['queryOf'];
  isMember: NonNullable<TestRunOptions['isMember']>;
}

interface TestRun {
  results: readonly TestResult[];
  builds: readonly BranchBuild[];
}

async function runLocally({ cases, concurrency, queryOf, isMember }: OwnTests, local: LocalTests): Promise<TestRun> {
  const results = await runTests(cases, {
    queryOf,
    isMember,
    runnerFor: (branch, as, test) => local.runner(test, branch, as),
    concurrency,
  });
  return { results, builds: [] };
}

/** Tests with rows of their own run on this computer. */
async function runOnBranch(
  { cases, concurrency, queryOf, isMember }: OwnTests,
  local: LocalTests,
  values: Parameters<typeof buildWait>[0] &
    Parameters<typeof connect>[0] &
    SourceValues & { deployment?: string | undefined; branch?: string | undefined },
  currentFolder: string,
): Promise<TestRun> {
  if (values.source !== undefined) throw new UserError('--source is only for --local.');
  const deploymentId = required(values.deployment, '--deployment');
  const branchName = required(values.branch, '--branch');
  buildWait(values);
  const client = await connect(values, currentFolder);
  const runners = new TestRunners({ client, deploymentId, branchName, log: stderrLog('warn') });
  try {
    // Not those of the tests: the other tests can run without them.
    await requireBranches(client, deploymentId, [branchName]);
    const branches = [...new Set(cases.flatMap((test) => branchesOf(test, branchName)))];
    const run = () =>
      runTests(cases, {
        queryOf,
        isMember,
        runnerFor: (branch, as, test) => (test.given ? local.runner(test, branch, as) : runners.of(branch, as)),
        concurrency,
      });
    const { result: results, builds } = await withBuilds(branches, { client, deploymentId, values, name }, run);
    return { results, builds };
  } finally {
    runners.dispose();
    client.dispose();
  }
}

/** @throws UserError for a document that cannot be read: its tests would not run, without a word */
function textOf({ path, text, unread }: ProjectFile): string {
  if (unread) throw new UserError(`${path}: ${unread.message}`);
  return text;
}

function findingOf({ file, line, name, status, message }: TestResult): Finding[] {
  if (status === 'passed') return [];
  const place = { file, line, column: 1, endLine: line, endColumn: 1 };
  const code = status === 'failed' ? 'failed-test' : 'test-not-run';
  return [{ code, severity: 'error', message: `${name}: ${message}`, place }];
}

function countOf(results: readonly TestResult[], status: TestStatus): number {
  return results.filter((result) => result.status === status).length;
}

function reportLines(results: readonly TestResult[], ms: number): string[] {
  const lines = results.flatMap(({ file, line, name, status, message }) => [
    `${printableName(file)}:${line} ${[printableName(name), status === 'passed' ? '✓' : '✗'].filter(Boolean).join(' ')}`,
    ...(message === '' ? [] : [`    ${indented(message)}`]),
  ]);
  const [passed, failed, errors] = (['passed', 'failed', 'error'] as const).map((status) => countOf(results, status));
  lines.push(`${passed} passed, ${failed} failed, ${errors} could not be run (${ms} ms).`);
  return lines;
}

/**
 * The object that `--json` prints.
 * @param builds of the tested branch, then of those that tests compare it with
 */
function jsonReport(results: readonly TestResult[], [build, ...others]: readonly BranchBuild[]) {
  return {
    build: build ? buildObject(build) : null,
    ...(others.length > 0 && {
      otherBuilds: Object.fromEntries(others.map((other) => [other.branchName, buildObject(other)])),
    }),
    tests: results.map(({ file, name, line, status, message, expected, actual, ms }) => {
      return { file, name, line, status, message, expected, actual, ms };
    }),
    passed: countOf(results, 'passed'),
    failed: countOf(results, 'failed'),
    errors: countOf(results, 'error'),
  };
}

function exitCodeOf(results: readonly TestResult[]): number {
  const codes = exits['test-model'];
  if (countOf(results, 'error') > 0) return codes.notRun.code;
  return (countOf(results, 'failed') > 0 ? codes.failing : codes.done).code;
}

export const command: Command = { name, usage, run };
