/** The tests of the sync engine again, on a disk that behaves like that of Windows (`test/base/windowsDisk.ts`). */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { testSeed } from '../run/testSeed.ts';
import { repository } from '../vscode/locations.ts';
import { runProgram } from '../vscode/process/runProgram.ts';

describe('the sync engine on a disk like that of Windows', () => {
  it('passes its own tests', async () => {
    const files = readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'))
      .map((name) => path.join(import.meta.dirname, name));
    const env = { ...process.env, SIMULATED_WINDOWS: '1', TEST_SEED: String(testSeed()) };
    await runProgram(process.execPath, ['node_modules/mocha/bin/mocha.js', ...files], { cwd: repository, env });
  });
});
