/** The emulator's command line as a child process, from its sources. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { EmulatorReady } from '../../src/emulator/commandLine.ts';

export interface ChildEmulator extends EmulatorReady {
  /** Ends it as a power cut would. */
  kill(): void;
  /** Asks it to end. */
  stop(): void;
  ended: Promise<number | null>;
}

const repository = path.join(import.meta.dirname, '../..');

const alive = new Set<ChildProcess>();

/** Ends those a failed test left behind. */
export function killChildren(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/** @throws Error with what it said on stderr when it ends before it listens */
export async function startChild(args: readonly string[]): Promise<ChildEmulator> {
  const script = path.join(repository, 'src/cli/emulator.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, '--port', '0', '--json', ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const line = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const end = printed.indexOf('\n');
      if (end >= 0) resolve(printed.slice(0, end));
    });
    child.once('close', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  return {
    ...(JSON.parse(line) as EmulatorReady),
    kill: () => child.kill('SIGKILL'),
    stop: () => child.kill('SIGTERM'),
    ended,
  };
}
