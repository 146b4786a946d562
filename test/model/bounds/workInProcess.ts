/** Runs the work on texts in a process that can be stopped, because a hostile text may hang or end it. */

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A file: a source of the model, or a query or test document. */
export interface Work {
  file: string;
  text: string;
}

export interface WorkDone {
  /** Processor time in milliseconds by step: `read`, `check`, and each method of the language server. */
  ms: Readonly<Record<string, number>>;
  /** Steps that threw, and internal errors among the problems. */
  failures: readonly string[];
  problems: number;
  /** The length of all problems as JSON. */
  jsonLength: number;
}

/** Longer is a hang, also on a busy machine. */
const hangMs = 120_000;

export class WorkProcess {
  #child: ChildProcess | undefined;

  /** @throws Error if the process ends, or does not answer in time */
  async run(work: Work): Promise<WorkDone> {
    const child = this.#child ?? this.#start();
    try {
      return await new Promise<WorkDone>((resolve, reject) => {
        const hang = setTimeout(() => reject(new Error(`does not end within ${hangMs / 1000} s`)), hangMs);
        child.once('message', (done: WorkDone) => resolve(done));
        child.once('exit', (code, signal) => reject(new Error(`ends the process: ${signal ?? code}`)));
        child.once('message', () => clearTimeout(hang));
        child.once('exit', () => clearTimeout(hang));
        child.send(work);
      });
    } catch (failure) {
      this.stop();
      throw failure;
    } finally {
      child.removeAllListeners();
    }
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const script = fileURLToPath(new URL('./workProcess.ts', import.meta.url));
    this.#child = fork(script, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'ignore', 'ipc'] });
    return this.#child;
  }
}

export function totalMs({ ms }: WorkDone): number {
  return Object.values(ms).reduce((sum, one) => sum + one, 0);
}
