/** Runs one test suite in a process group that ends with this process. */

import { spawn } from 'node:child_process';
import { orphanGuard, repository } from '../vscode/locations.ts';
import { runAtExit } from '../vscode/process/atExit.ts';

export interface SuiteRun {
  exitCode: number;
  /** Empty when the output was shown. */
  output: string;
}

/** @param show writes the output to this terminal instead of collecting it. */
export function runSuite(command: readonly string[], { show }: { show: boolean }): Promise<SuiteRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--require', orphanGuard, ...command], {
      cwd: repository,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    const cancel = runAtExit(() => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM'));
    child.once('error', reject);
    child.once('close', (exitCode) => {
      cancel();
      resolve({ exitCode: exitCode ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}
