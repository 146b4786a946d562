/** Runs a program to its end and returns its output. */

import { spawn } from 'node:child_process';
import { runAtExit } from './atExit.ts';

export interface ProgramOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

const outputKept = 8_000;

/** Resolves with the output. Rejects with the end of the output when the program cannot start or its exit code is not 0. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const cancel = runAtExit(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputKept);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (failure) => {
      cancel();
      reject(failure);
    });
    child.once('close', (code, signal) => {
      cancel();
      if (code === 0) resolve(output);
      else reject(new Error(`${[program, ...args].join(' ')} ended with ${code ?? signal}:\n${output.trim()}`));
    });
  });
}
