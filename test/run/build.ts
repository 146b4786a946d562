/** Builds what test suites require, each part once. */

import { messageOf } from '../../src/base/errors.ts';
import { installPackages, missingForBrowsing } from '../vscode/install/systemPackages.ts';
import { repository, vsix } from '../vscode/locations.ts';
import { packageExtension } from '../vscode/packageExtension.ts';
import { runProgram } from '../vscode/process/runProgram.ts';
import type { Requirement } from './suites.ts';

function bundle(...flags: string[]): Promise<string> {
  return runProgram(process.execPath, ['esbuild.mjs', '--quiet', ...flags], { cwd: repository });
}

/** @throws Error with the output of the tool that failed. */
export async function buildFor(requirements: ReadonlySet<Requirement>): Promise<void> {
  // First, because the minified bundles go to the same folder.
  if (requirements.has('package')) {
    await bundle('--production');
    await packageExtension(vsix);
  }
  await bundle(...(requirements.has('editorTests') ? ['--tests'] : []));
  if (requirements.has('browser')) {
    await installPackages(missingForBrowsing()).catch((failure: unknown) => {
      process.stderr.write(`${messageOf(failure)}\nTests that open a browser are skipped.\n`);
    });
  }
}
