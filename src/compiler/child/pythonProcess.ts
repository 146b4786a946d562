/**
 * Runs Python with the interpreter of this machine, each request in a separate process, with limits of time and memory.
 * Nothing restricts the code otherwise, so only trusted code is run.
 */

import { spawnSync } from 'node:child_process';
import runner from './runPython.py';

/** Milliseconds. */
const defaultDeadline = 10_000;
/** Megabytes, if the system supports such a limit. */
const memoryMb = 1024;

let isAllowed = false;

export function allowPython(): void {
  isAllowed = true;
}

export function isPythonAllowed(): boolean {
  return isAllowed;
}

/** @param name of the code, for messages @throws Error if Python is missing, the code fails, or a limit is exceeded */
export function runPython(name: string, request: object, deadlineMs: number = defaultDeadline): unknown {
  const deadlineS = deadlineMs / 1000;
  const { error, stdout, stderr, signal, status } = spawnSync(pythonProgram(), ['-X', 'utf8', '-I', '-c', runner], {
    input: JSON.stringify({ fileName: name, deadlineS, memoryMb, ...request }),
    encoding: 'utf8',
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
  });
  if (error && 'code' in error && error.code === 'ENOENT') {
    throw new Error(
      `${name} needs Python, and ${pythonProgram()} is not installed on this machine. Install Python 3, or rely on the platform.`,
    );
  }
  const line = stdout?.trimEnd().split('\n').at(-1) ?? '';
  if (line.startsWith('{')) {
    const { result, failure } = JSON.parse(line) as { result?: unknown; failure?: string };
    if (failure === undefined) return result;
    throw new Error(failure);
  }
  if (error || signal || status === exitAtDeadline)
    throw new Error(`${name}: no answer from Python within ${deadlineS} s.`);
  throw new Error(`${name}: ${stderr.trim().split('\n').at(-1) || 'Python ended without an answer.'}`);
}

/** The exit code of the runner's own timer. */
const exitAtDeadline = 3;

function pythonProgram(): string {
  return process.platform === 'win32' ? 'python' : 'python3';
}
