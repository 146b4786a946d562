/**
 * `npm run emulator -- [--port N] [--json] [--project DIR] [--data DIR] [--users FILE] [--latency MS] [--tls-cert FILE --tls-key FILE]
 * [--dbt-repository OWNER/NAME] [--trust-model]`: runs the emulator until it is stopped.
 */

import { fail, readCommandLine, runEmulator } from '../emulator/commandLine.ts';
import { failedCode, usageCode } from './exitCodes.ts';

// Only a stop that was asked for ends with 0; an event loop that runs dry is a failure.
process.exitCode = failedCode;
try {
  runEmulator(readCommandLine(process.argv.slice(2))).catch((failure: unknown) => fail(failure));
} catch (failure) {
  fail(failure, usageCode);
}
