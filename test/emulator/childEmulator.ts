/** Runs the emulator's built command line in a child process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { EmulatorReady } from '../../src/emulator/commandLine.ts';

export interface ChildEmulator extends EmulatorReady {
  pid: number;
  /** Kills it, like a power failure. */
  kill(): void;
  /** Sends SIGTERM. */
  stop(): void;
  ended: Promise<number | null>;
}

const repository = path.join(import.meta.dirname, '../..');

const alive = new Set<ChildProcess>();

/** Kills the processes that a failed test left running. */
export function killChildren(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/** @throws Error with its stderr output when it exits before it listens */
export async function startChild(
  args: readonly string[],
  nodeArguments: readonly string[] = [],
  /** Added to the variables of this process. */
  env: Readonly<Record<string, string>> = {},
): Promise<ChildEmulator> {
  const script = path.join(repository, 'dist/cli/dataModel.js');
  const child = spawn(process.execPath, [...nodeArguments, script, 'emulator', '--port', '0', '--json', ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const line = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const end = printed.indexOf('\n');
      if (end >= 0) resolve(printed.slice(0, end));
    });
    child.once('close', (code) => reject(new Error(`It ended with ${code}: ${errorOutput}`)));
  });
  return {
    ...(JSON.parse(line) as EmulatorReady),
    pid: child.pid!,
    kill: () => child.kill('SIGKILL'),
    stop: () => child.kill('SIGTERM'),
    ended,
  };
}
