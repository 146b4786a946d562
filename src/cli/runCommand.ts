/** Runs a command to its exit code. */

import { failedCode } from './exitCodes.ts';

/**
 * Sets the exit code that `main` resolves with, or that `report` returns for its failure. Until then the exit code is a
 * failure: an event loop that runs dry must not look like success.
 */
export function runCommand(main: () => Promise<number>, report: (failure: unknown) => number): void {
  process.exitCode = failedCode;
  const onDry = () => {
    process.exitCode = report('The command ended before it finished. This is a defect; please report it.');
  };
  process.once('beforeExit', onDry);
  main()
    .catch(report)
    .then((code) => {
      process.off('beforeExit', onDry);
      process.exitCode = code;
    });
}
