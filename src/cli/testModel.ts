/** `npm run test-model`: runs the tests of a project on a branch. */

import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { readStart } from '../base/readStart.ts';
import { print } from '../base/terminal.ts';
import { maximumDocumentLength } from '../model/documents/plainDocument.ts';
import { readQueryDocument } from '../model/documents/queryDocument.ts';
import { junitXml } from '../query/tests/junit.ts';
import { runTests } from '../query/tests/runTests.ts';
import { branchesOf, testCases } from '../query/tests/testCases.ts';
import { TestRunners } from '../query/tests/testRunners.ts';
import { buildOptions, buildUsage, buildWait, withBuilds } from './branchBuilds.ts';
import {
  connect,
  platformOptions,
  platformUsage,
  readArguments,
  required,
  runPlatformCommand,
  userFolder,
} from './platformCommand.ts';
import { findTestFiles } from './testModel/findTestFiles.ts';
import { exitCodeOf, jsonReport, reportLines } from './testModel/report.ts';

const name = 'test-model';
const defaultConcurrency = 4;

const usage = `Usage: test-model DIR --url URL --deployment ID --branch NAME [--json] [--junit FILE] [--concurrency N] [--key-file FILE]

Runs the tests of DIR (*.test.yml, *.test.yaml), the project folder, on the branch. It does not send the folder: the branch
must have the model to test.

${platformUsage}
${buildUsage}
  --json               print one object {build, tests, passed, failed, errors} instead of lines
  --junit FILE         also write the results as JUnit XML
  --concurrency N      number of tests that run at the same time (default: ${defaultConcurrency})
`;

async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...platformOptions,
    ...buildOptions,
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
  const deploymentId = required(values.deployment, '--deployment');
  const branchName = required(values.branch, '--branch');
  const currentFolder = userFolder(name);
  const project = resolve(currentFolder, required(given, 'DIR'));
  const found = await stat(project).catch(() => undefined);
  if (!found?.isDirectory()) throw new UserError(`There is no folder ${given}.`);
  const startedAt = performance.now();
  const read = async (path: string) => (await readStart(join(project, path), maximumDocumentLength)).toString();
  const files = await findTestFiles(project);
  const cases = (await Promise.all(files.map(async (file) => testCases(file, await read(file))))).flat();
  if (cases.length === 0) throw new UserError(`There are no tests in ${given}: no files *.test.yml with “tests”.`);
  buildWait(values);
  const client = await connect(values, currentFolder);
  const runners = new TestRunners({ client, deploymentId, branchName, log: stderrLog('warn') });
  try {
    const branches = [...new Set(cases.flatMap((test) => branchesOf(test, branchName)))];
    const run = () =>
      runTests(cases, {
        queryOf: async (path) => {
          const text = await read(path).catch(() => undefined);
          return text === undefined ? undefined : readQueryDocument(path, text);
        },
        runnerFor: (branch, as) => runners.of(branch, as),
        concurrency,
      });
    const { result: results, builds } = await withBuilds(branches, { client, deploymentId, values, name }, run);
    if (values.junit !== undefined) {
      const target = resolve(currentFolder, values.junit);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, junitXml(results));
    }
    const ms = Math.round(performance.now() - startedAt);
    print(
      values.json ? `${JSON.stringify(jsonReport(results, builds))}\n` : `${reportLines(results, ms).join('\n')}\n`,
    );
    return exitCodeOf(results);
  } finally {
    runners.dispose();
    client.dispose();
  }
}

runPlatformCommand({ name, usage, run });
