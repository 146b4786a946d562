/**
 * `npm test` runs the checks, then all test suites, two at a time. `npm run test:<suite> [-- ARGUMENTS]` runs one suite and
 * passes the arguments to it.
 */

import { availableParallelism } from 'node:os';
import { Limit } from '../../src/base/async.ts';
import { messageOf, UserError } from '../../src/base/errors.ts';
import { repository } from '../vscode/locations.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import { buildFor } from './build.ts';
import { runSuite } from './runSuite.ts';
import { readRepeatCommands, repeatText } from './suiteReport.ts';
import { type Suite, suites } from './suites.ts';

/** With more at a time, tests that click in windows fail on a busy machine. */
const suitesAtOnce = 2;

/** More failed tests than this are not repeated: then something is broken. */
const maxRepeats = 4;

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

async function runOne({ name, requires, downloads = false, command }: Suite, args: readonly string[]): Promise<void> {
  await buildFor(new Set(requires));
  const { exitCode } = await runSuite([...command(availableParallelism()), ...args], { show: true, downloads });
  if (exitCode !== 0) process.stdout.write(`The ${name} tests failed.\n`);
  process.exitCode = exitCode;
}

async function runAll(): Promise<void> {
  const start = performance.now();
  // They are for a look at what changed: `npm run test:person` takes them.
  process.env.PICTURES ??= '0';
  const requirements = new Set(suites.flatMap(({ requires }) => requires));
  await Promise.all([runProgram('npm', ['run', '--silent', 'check'], { cwd: repository }), buildFor(requirements)]);
  process.stdout.write(`check: passed in ${formatDuration(performance.now() - start)}\n`);

  const limit = new Limit(suitesAtOnce);
  const failed: Suite[] = [];
  const failures: string[] = [];
  const commands: string[] = [];
  const run = async (suite: Suite) => {
    const { name, downloads = false, command } = suite;
    const suiteStart = performance.now();
    process.stdout.write(`${name}: started\n`);
    const { exitCode, output } = await runSuite(command(availableParallelism()), { show: false, downloads });
    const duration = formatDuration(performance.now() - suiteStart);
    const result = `\n${name}: ${exitCode === 0 ? 'passed' : 'failed'} in ${duration}\n`;
    process.stdout.write(exitCode === 0 ? `${result}${output}\n` : result);
    if (exitCode === 0) return;
    failed.push(suite);
    failures.push(`${result}${output}\n`);
    commands.push(...readRepeatCommands(output));
  };
  await Promise.all(suites.map((suite) => limit.run(() => run(suite))));

  // Last, because CI keeps only the end of a long output.
  process.stdout.write(failures.join(''));
  const names = failed.map(({ name }) => name).join(', ');
  const passedAlone = failed.length > 0 && (await passWhenRepeated(commands));
  const summary =
    failed.length === 0 ? 'All suites passed' : passedAlone ? `Failed at first: ${names}` : `Failed: ${names}`;
  process.stdout.write(`${summary} in ${formatDuration(performance.now() - start)}.\n`);
  process.stdout.write(passedAlone ? unsteadyText(commands) : repeatText(commands));
  process.exitCode = failed.length === 0 || passedAlone ? 0 : 1;
}

/** Whether each failed test passes alone: a window or a watcher of files on a busy machine can be too slow. */
async function passWhenRepeated(commands: readonly string[]): Promise<boolean> {
  if (commands.length === 0 || commands.length > maxRepeats) return false;
  for (const command of commands) {
    process.stdout.write(`\nRepeated: ${command}\n`);
    try {
      process.stdout.write(await runProgram('bash', ['-c', command], { cwd: repository }));
    } catch (failure) {
      process.stdout.write(`${messageOf(failure)}\n`);
      return false;
    }
  }
  return true;
}

function unsteadyText(commands: readonly string[]): string {
  return `${['These failed once and passed alone. Look for what they do not wait for:', ...commands].join('\n  ')}\n`;
}

async function main([name, ...args]: readonly string[]): Promise<void> {
  if (name === undefined) return runAll();
  const suite = suites.find((each) => each.name === name);
  if (!suite) throw new UserError(`There is no test suite “${name}”.`);
  return runOne(suite, args);
}

main(process.argv.slice(2)).catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exitCode = 1;
});
