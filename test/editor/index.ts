/** The entry point of the editor suite inside the extension host: runs the named tests and writes a report to files. */

import { appendFileSync, writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { collectReport, type SuiteReport } from '../run/suiteReport.ts';
import { mappedStack } from './mappedStack.ts';

/** Called by VS Code; rejects when a test failed. The environment names the tests and the file of the report. */
export async function run(): Promise<void> {
  const reportFile = process.env.DATA_MODEL_REPORT!;
  const write = (...parts: unknown[]) => appendFileSync(`${reportFile}.log`, `${format(...parts)}\n`);
  try {
    const report = await runSuites(write);
    writeFileSync(reportFile, JSON.stringify(report));
    if (report.failed === 0) return;
  } catch (failure) {
    write(failure instanceof Error ? mappedStack(failure.stack ?? failure.message) : failure);
    throw failure;
  }
  throw new Error('Some tests failed');
}

async function runSuites(write: (...parts: unknown[]) => void): Promise<SuiteReport> {
  process.setSourceMapsEnabled(true);
  const names = JSON.parse(process.env.DATA_MODEL_TESTS ?? '[]') as string[];
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    color: false,
    timeout: 180_000,
    forbidOnly: true,
    ...(process.env.DATA_MODEL_GREP ? { fgrep: process.env.DATA_MODEL_GREP } : {}),
  });
  // The console of the extension host contains other output, so the report goes to a file.
  Mocha.reporters.Base.consoleLog = write;
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  for (const name of names) await import(`./${name}.test.ts`);
  return new Promise<SuiteReport>((resolve) => {
    const runner = mocha.run(() => setImmediate(() => resolve(report)));
    runner.on('fail', (_test, failure: Error) => {
      if (failure.stack) failure.stack = mappedStack(failure.stack);
      // Mocha explains failures at the end, which a window that is stopped does not reach.
      write(`       ${failure.message}`);
    });
    const report = collectReport(runner);
  });
}
