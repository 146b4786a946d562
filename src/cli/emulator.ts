/** `npm run emulator -- [--port N] [--json] [--project DIR] [--data DIR] [--latency MS]`: runs the emulator until it is stopped. */

import { fail, readCommandLine, runEmulator } from '../emulator/commandLine.ts';

try {
  runEmulator(readCommandLine(process.argv.slice(2))).catch(fail);
} catch (failure) {
  fail(failure);
}
