/** The emulator as a child process: options from the command line, readiness over IPC, ends when its parent does. */

import { messageOf } from '../base/errors.ts';
import { stderrLog } from '../base/log.ts';
import { startEmulator } from './emulator.ts';

export interface EmulatorReady {
  type: 'ready';
  url: string;
  apiKey: string;
  adminApiKey: string;
  deploymentId: number;
  deployBranch: string;
  dashboardPublicId: string;
}

export interface EmulatorFailed {
  type: 'failed';
  message: string;
}

function argument(name: string): string | undefined {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : process.argv[index + 1];
}

async function main(): Promise<void> {
  const port = Number(argument('port') ?? 0);
  const dataDir = argument('data');
  const emulator = await startEmulator({ port, ...(dataDir === undefined ? {} : { dataDir }), log: stderrLog('warn') });
  const { url, apiKey, adminApiKey, deploymentId, deployBranch, dashboardPublicId } = emulator;
  const end = () => void emulator.close().finally(() => process.exit(0));
  process.once('disconnect', end);
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const ready: EmulatorReady = {
    type: 'ready',
    url,
    apiKey,
    adminApiKey,
    deploymentId,
    deployBranch,
    dashboardPublicId,
  };
  process.send?.(ready);
}

main().catch((failure: unknown) => {
  const failed: EmulatorFailed = { type: 'failed', message: messageOf(failure) };
  process.stderr.write(`${failed.message}\n`);
  if (process.send) process.send(failed, () => process.exit(1));
  else process.exit(1);
});
