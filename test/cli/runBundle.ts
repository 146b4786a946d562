/** Runs a command of the project in a process, as CI and users do. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface BundleRun {
  /** Null: the process was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface BundleOptions {
  cwd?: string | undefined;
  /** Added to the variables of this process. */
  env?: Readonly<Record<string, string>>;
  /** The text of its standard input. */
  input?: string;
}

/** @param command as in `data-model check` */
export async function runBundle(
  command: string,
  args: readonly string[],
  { cwd, env, input = '' }: BundleOptions = {},
): Promise<BundleRun> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/cli/dataModel.js'), command, ...args], {
    cwd,
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: 'pipe',
  });
  // The process may end before it has read everything.
  child.stdin.on('error', () => {}).end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
