/** The JSON report of an editor or person suite. Imports nothing, because it also runs inside VS Code. */

export interface TestReport {
  title: string;
  result: 'passed' | 'failed' | 'skipped';
  ms: number;
  error?: string;
}

export interface SuiteReport {
  passed: number;
  failed: number;
  skipped: number;
  tests: TestReport[];
}

/** Returns a report that fills while `runner` runs. */
export function collectReport(runner: Mocha.Runner): SuiteReport {
  const report: SuiteReport = { passed: 0, failed: 0, skipped: 0, tests: [] };
  const record = (result: TestReport['result']) => (test: Mocha.Test, error?: Error) => {
    report[result] += 1;
    const row = { title: test.fullTitle(), result, ms: test.duration ?? 0 };
    report.tests.push(error ? { ...row, error: error.stack ?? String(error) } : row);
  };
  runner.on('pass', record('passed')).on('fail', record('failed')).on('pending', record('skipped'));
  return report;
}
