/**
 * Decides what a save means for a preview of the same branch: refresh once the pushed files are valid and built,
 * or mark the preview as out of date. Pure: the caller reports events in the order in which they happen.
 */

import type { BuildStatus } from '../../contract/deployments/runtime.ts';
import { buildResultOf } from '../../platform/builds.ts';
import type { ValidationState } from '../branchValidation.ts';

export type RefreshDecision = { kind: 'refresh' } | { kind: 'stale'; reason: StaleReason };

export type StaleReason =
  /** The platform found errors; Problems lists them. */
  | { why: 'invalid' }
  | { why: 'build'; detail?: string }
  /** The platform did not answer, or the saved file did not reach the branch. */
  | { why: 'unknown'; failure: unknown };

export class RefreshDecider {
  /** What the last push still waits for; undefined while nothing is pending. */
  #pending: { validation: 'due' | 'running' | 'passed'; built: boolean } | undefined;

  /** A push reached the branch. Validations and builds of earlier pushes no longer count. */
  pushed(): void {
    this.#pending = { validation: 'due', built: false };
  }

  get awaitsBuild(): boolean {
    return this.#pending !== undefined && !this.#pending.built;
  }

  validation(state: ValidationState): RefreshDecision | undefined {
    const pending = this.#pending;
    if (!pending) return undefined;
    switch (state.phase) {
      case 'running':
        pending.validation = 'running';
        return undefined;
      case 'none':
        // The settings switch validation off, or a halt discarded its report.
        pending.validation = 'passed';
        return this.#refreshIfDone();
      case 'failed':
        return this.#markStale({ why: 'unknown', failure: state.failure });
      case 'done':
        // This validation started before the push.
        if (pending.validation === 'due') return undefined;
        if (!state.valid) return this.#markStale({ why: 'invalid' });
        pending.validation = 'passed';
        return this.#refreshIfDone();
    }
  }

  /** @param status read after the push */
  build(status: BuildStatus): RefreshDecision | undefined {
    const pending = this.#pending;
    const result = buildResultOf(status);
    if (!pending || result === undefined) return undefined;
    if (result === 'failed' || result === 'cancelled') {
      const detail = status.errorText?.trim();
      return this.#markStale({ why: 'build', ...(detail ? { detail } : {}) });
    }
    pending.built = true;
    return this.#refreshIfDone();
  }

  /** The saved file did not reach the branch. */
  failed(failure: unknown): RefreshDecision {
    return this.#markStale({ why: 'unknown', failure });
  }

  #refreshIfDone(): RefreshDecision | undefined {
    if (!this.#pending?.built || this.#pending.validation !== 'passed') return undefined;
    this.#pending = undefined;
    return { kind: 'refresh' };
  }

  #markStale(reason: StaleReason): RefreshDecision {
    this.#pending = undefined;
    return { kind: 'stale', reason };
  }
}
