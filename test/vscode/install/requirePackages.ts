/** Packages that only some tests need, in a folder of their own: they weigh more than the project. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../../src/base/errors.ts';
import { runProgram } from '../process/runProgram.ts';
import { exclusively } from './exclusively.ts';

/** Installs what the lock file of the folder names, or skips the suite and says why. */
export async function requirePackages(suite: Mocha.Context, folder: string, what: string): Promise<void> {
  const stamp = path.join(folder, 'node_modules/.installed');
  const expected = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex');
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === expected;
  const failure = await exclusively(`packages ${folder}`, async () => {
    if (isInstalled()) return;
    await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env: environment(),
    });
    writeFileSync(stamp, expected);
  }).catch(messageOf);
  if (isInstalled()) return;
  console.log(`    Skipped, because ${what} cannot be installed. ${failure}`);
  suite.skip();
}

/** Settings of the npm that started this process do not apply to this folder. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:prefix|local_prefix|omit)|lifecycle|package)/i.test(name),
    ),
  );
}
