/** What a ring of tests says when it is done, and how it is gathered from mocha. Imports nothing: it runs in VS Code too. */

export interface TestReport {
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  ms: number;
  error?: string;
}

export interface RingReport {
  passed: number;
  failed: number;
  skipped: number;
  tests: TestReport[];
}

/** A report that fills while `runner` runs. */
export function reportOf(runner: Mocha.Runner): RingReport {
  const report: RingReport = { passed: 0, failed: 0, skipped: 0, tests: [] };
  const note = (outcome: TestReport['outcome']) => (test: Mocha.Test, failure?: Error) => {
    report[outcome] += 1;
    const row = { title: test.fullTitle(), outcome, ms: test.duration ?? 0 };
    report.tests.push(failure ? { ...row, error: failure.stack ?? String(failure) } : row);
  };
  runner.on('pass', note('passed')).on('fail', note('failed')).on('pending', note('skipped'));
  return report;
}
