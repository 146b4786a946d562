/** The emulator as a child process: reports to its parent when it listens, and exits when the parent does. */

import { fstatSync } from 'node:fs';
import { UserError } from '../base/errors.ts';
import { fail, readCommandLine, runEmulator } from './commandLine.ts';

async function main(): Promise<void> {
  const { ready, end } = await runEmulator({ json: true, options: readCommandLine(process.argv.slice(2)).options });
  if (process.send) {
    process.once('disconnect', end);
    process.send({ type: 'ready', ...ready });
    // The parent may have exited during the start.
    if (!process.connected) end();
  } else if (isPipe(0)) {
    process.stdin.once('end', end).resume();
  }
}

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}

/** The parent decides by the code, and shows the rest. */
function reasonOf(failure: unknown): object {
  if (!(failure instanceof UserError)) return {};
  const { code, message, where, action } = failure;
  return { code, message, where, action };
}

main().catch((failure: unknown) => {
  if (!process.send) return fail(failure);
  process.send({ type: 'failed', ...reasonOf(failure) }, () => fail(failure));
});
