/** Progress of long work: on the error output, if that is a terminal. The error output of a hook or of CI stays empty. */

import { printError } from '../../base/terminal.ts';

let isQuiet = false;

/** As `--quiet` says. */
export function beQuiet(): void {
  isQuiet = true;
}

export function showProgress(text: string): void {
  if (process.stderr.isTTY && !isQuiet) printError(`${text}\n`);
}
