/** The JSON report of an editor or person suite. Imports nothing, because it also runs inside VS Code. */

interface TestReport {
  title: string;
  result: 'passed' | 'failed' | 'skipped';
  ms: number;
  error?: string;
  /** Selects what must run to repeat this test. */
  selection: string;
}

export interface SuiteReport {
  passed: number;
  failed: number;
  skipped: number;
  tests: TestReport[];
}

/** The outermost suite: tests in a window may need what the ones before them left. */
function selectionOf(test: Mocha.Runnable): string {
  let selection = test.fullTitle();
  for (let suite = test.parent; suite && !suite.root; suite = suite.parent) selection = suite.fullTitle();
  return selection;
}

/** Keeps the outermost suites with a test of this text in its full title, whole: a step needs those before it. */
export function keepSuitesWith(root: Mocha.Suite, text: string): void {
  const hasText = (suite: Mocha.Suite): boolean =>
    suite.tests.some((test) => test.fullTitle().includes(text)) || suite.suites.some(hasText);
  root.suites = root.suites.filter(hasText);
}

/** Returns a report that fills while `runner` runs. */
export function collectReport(runner: Mocha.Runner): SuiteReport {
  const report: SuiteReport = { passed: 0, failed: 0, skipped: 0, tests: [] };
  const record = (result: TestReport['result']) => (test: Mocha.Test, error?: Error) => {
    report[result] += 1;
    const row = { title: test.fullTitle(), result, ms: test.duration ?? 0, selection: selectionOf(test) };
    report.tests.push(error ? { ...row, error: error.stack ?? String(error) } : row);
  };
  runner.on('pass', record('passed')).on('fail', record('failed')).on('pending', record('skipped'));
  return report;
}

/** Returns one command for each suite with a failed test. */
export function repeatCommands({ tests }: SuiteReport, command: string): string[] {
  const selections = new Set(tests.filter(({ result }) => result === 'failed').map(({ selection }) => selection));
  return [...selections].map((selection) => `${command} --grep '${selection.replaceAll("'", "'\\''")}'`);
}

/** Returns the text that `readRepeatCommands` reads. Empty without commands. */
export function repeatText(commands: readonly string[]): string {
  return commands.length === 0 ? '' : `${['Repeat:', ...commands].join('\n  ')}\n`;
}

/** Reads the commands that a suite printed after `Repeat:`. */
export function readRepeatCommands(output: string): string[] {
  const [, ...blocks] = output.split(/^Repeat:$/m);
  return blocks.flatMap((block) => /^(?:\n {2}.+)+/.exec(block)?.[0].trim().split('\n  ') ?? []);
}
