/** What a ring of tests says when it is done. Data only. */

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
