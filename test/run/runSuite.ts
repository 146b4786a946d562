/** Runs one test suite in a process group that ends with this process. */

import { spawn } from 'node:child_process';
import { orphanGuard, repository } from '../vscode/locations.ts';
import { runAtExit } from '../vscode/process/atExit.ts';

export interface SuiteRun {
  exitCode: number;
  /** Empty when the output was shown. */
  output: string;
}

export interface SuiteRunOptions {
  /** Writes the output to this terminal instead of collecting it. */
  show: boolean;
  /** The suite connects to other machines. */
  downloads: boolean;
}

/** @param command arguments of Node */
export function runSuite(command: readonly string[], { show, downloads }: SuiteRunOptions): Promise<SuiteRun> {
  // Each Node process reads these certificates when it starts, for 0.1 s. The suites start hundreds.
  const { NODE_EXTRA_CA_CERTS: _, ...offline } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--require', orphanGuard, ...command], {
      cwd: repository,
      env: downloads ? process.env : offline,
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
