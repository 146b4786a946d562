/**
 * Decides what a save means for a preview of the same branch: redraw once what was sent is valid and built, or say that what
 * is shown is older than the file. Pure: it is told what happened, in the order in which it happened.
 */

import type { BuildStatus } from '../../contract/deployments.ts';
import { buildResultOf } from '../../platform/builds.ts';
import type { ValidationState } from '../folderSession.ts';

export type HotLoopVerdict = { kind: 'refresh' } | { kind: 'stale'; reason: StaleReason };

export type StaleReason =
  /** The platform found errors; how many there are is in Problems. */
  | { why: 'invalid' }
  | { why: 'build'; detail?: string }
  /** The platform could not be asked, or what was saved has not reached the branch. */
  | { why: 'unknown'; failure: unknown };

export class HotLoop {
  /** What is still to come of the last push; undefined while nothing is awaited. */
  #waiting: { validation: 'due' | 'running' | 'passed'; built: boolean } | undefined;

  /** Something reached the branch: verdicts from before say nothing of it. */
  pushed(): void {
    this.#waiting = { validation: 'due', built: false };
  }

  /** Whether a build of what was pushed last is awaited. */
  get awaitsBuild(): boolean {
    return this.#waiting !== undefined && !this.#waiting.built;
  }

  validation(state: ValidationState): HotLoopVerdict | undefined {
    const waiting = this.#waiting;
    if (!waiting) return undefined;
    switch (state.phase) {
      case 'running':
        waiting.validation = 'running';
        return undefined;
      case 'none':
        // Not asked for: the setting, or a halt that set the verdict aside.
        waiting.validation = 'passed';
        return this.#settled();
      case 'failed':
        return this.#end({ why: 'unknown', failure: state.failure });
      case 'done':
        // An answer to a question from before the push.
        if (waiting.validation === 'due') return undefined;
        if (!state.valid) return this.#end({ why: 'invalid' });
        waiting.validation = 'passed';
        return this.#settled();
    }
  }

  /** A status that was read after the push. */
  build(status: BuildStatus): HotLoopVerdict | undefined {
    const waiting = this.#waiting;
    const result = buildResultOf(status);
    if (!waiting || result === undefined) return undefined;
    if (result === 'failed' || result === 'cancelled') {
      const detail = status.errorText?.trim();
      return this.#end({ why: 'build', ...(detail ? { detail } : {}) });
    }
    waiting.built = true;
    return this.#settled();
  }

  /** What was saved did not reach the branch. */
  failed(failure: unknown): HotLoopVerdict {
    return this.#end({ why: 'unknown', failure });
  }

  #settled(): HotLoopVerdict | undefined {
    if (!this.#waiting?.built || this.#waiting.validation !== 'passed') return undefined;
    this.#waiting = undefined;
    return { kind: 'refresh' };
  }

  #end(reason: StaleReason): HotLoopVerdict {
    this.#waiting = undefined;
    return { kind: 'stale', reason };
  }
}
