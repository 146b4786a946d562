/**
 * `npm run test:person [-- --grep TEXT]`: runs the scenarios below test/person. They use the packaged extension in a web build
 * of VS Code as a user does.
 */

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { messageOf, UserError } from '../../src/base/errors.ts';
import { closeSharedSession } from '../person/editorSession.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { ensureInstalled } from '../vscode/install/ensureInstalled.ts';
import { artifacts, repository, vsix } from '../vscode/locations.ts';
import { platformIsBuilt } from '../vscode/platform.ts';
import { collectReport, keepSuitesWith, repeatCommands, repeatText, type SuiteReport } from './suiteReport.ts';

const folder = path.join(repository, 'test/person');

/** One mocha for each file: after a failure, mocha skips every later scenario whose steps depend on each other. */
async function runFile(file: string, grep: string | undefined): Promise<SuiteReport> {
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: 600_000, forbidOnly: true, color: false });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  if (grep !== undefined) keepSuitesWith(mocha.suite, grep);
  return new Promise((resolve) => {
    const runner = mocha.run(() =>
      setImmediate(() => {
        mocha.dispose();
        resolve(report);
      }),
    );
    const report = collectReport(runner);
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { grep: { type: 'string' } } });
  if (!existsSync(vsix) || !platformIsBuilt()) {
    throw new UserError('There is no package to test.', { action: 'Run: npm run test:person' });
  }
  const output = path.join(artifacts, 'person');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await ensureInstalled({ browser: true });

  const report: SuiteReport = { passed: 0, failed: 0, skipped: 0, tests: [] };
  for (const file of filesBelow(folder).filter((name) => /^[^.]+\.test\.ts$/.test(path.basename(name)))) {
    const { passed, failed, skipped, tests } = await runFile(path.join(folder, file), values.grep);
    report.passed += passed;
    report.failed += failed;
    report.skipped += skipped;
    report.tests.push(...tests);
  }
  await closeSharedSession();
  writeFileSync(path.join(output, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  process.stdout.write(repeatText(repeatCommands(report, 'npm run test:person --')));
  if (report.passed + report.failed === 0) throw new UserError('No test ran.');
  process.exit(report.failed > 0 ? 1 : 0);
}

main().catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exit(1);
});
