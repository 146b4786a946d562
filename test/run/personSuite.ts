/**
 * `npm run test:person [-- --grep TEXT]`: the packaged extension in a real browser, as a person uses it, and `npm start`
 * itself. Stories are the tests under test/person; each sets its own stage.
 */

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { messageOf, UserError } from '../../src/base/errors.ts';
import { filesBelow } from '../vscode/filesBelow.ts';
import { ensureInstalled } from '../vscode/install/ensureInstalled.ts';
import { artifacts, repository, vsix } from '../vscode/locations.ts';
import { platformIsBuilt } from '../vscode/platform.ts';
import { collectReport, type SuiteReport } from './suiteReport.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { grep: { type: 'string' } } });
  if (!existsSync(vsix) || !platformIsBuilt()) {
    throw new UserError('There is no package to test.', { action: 'Run: npm run test:person' });
  }
  const output = path.join(artifacts, 'person');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await ensureInstalled({ browser: true });

  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout: 180_000, forbidOnly: true, color: false });
  if (values.grep !== undefined) mocha.grep(values.grep);
  // The tooling first: what it gets wrong, no story gets right.
  for (const folder of ['test/vscode', 'test/person'].map((name) => path.join(repository, name))) {
    const tests = filesBelow(folder, (below) => below === 'tool').filter((file) => file.endsWith('.test.ts'));
    for (const file of tests) mocha.addFile(path.join(folder, file));
  }
  await mocha.loadFilesAsync();

  const report = await new Promise<SuiteReport>((resolve) => {
    const runner = mocha.run(() => setImmediate(() => resolve(gathered)));
    const gathered = collectReport(runner);
  });
  writeFileSync(path.join(output, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  if (report.passed + report.failed === 0) throw new UserError('No test ran.');
  process.exit(report.failed > 0 ? 1 : 0);
}

main().catch((failure: unknown) => {
  process.stderr.write(`${messageOf(failure)}\n`);
  process.exit(1);
});
