/**
 * The state of a followed branch: how far its saved files are (pushed, validated, built), and whether the branch can be reached.
 * Every view observes it. Pure: `FolderSession` reports the events in the order in which they happen.
 */

import type { BuildStatus } from '../contract/deployments/runtime.ts';
import { buildResultOf } from '../platform/buildResult.ts';
import { isOffline } from '../sync/offlineRetry.ts';
import type { SyncState } from '../sync/syncTypes.ts';

export interface SavedChanges {
  /** Grows with each save, push and validation. An answer counts only if nothing happened since its request. */
  generation: number;
  /** The number of pushes that the platform accepted, also to branches that were followed before. */
  version: number;
  /** `accepted`: the platform has the files; the listing that verifies them follows. */
  push: 'none' | 'saved' | 'pushing' | 'accepted' | 'pushed' | 'halted' | 'failed';
  /** Files were saved since the running push began. */
  isMoreSaved: boolean;
  /** `none`: no validation is expected. `due`: the files changed since the last answer. */
  validation: 'none' | 'due' | 'running' | 'valid' | 'invalid' | 'failed';
  /** The build of the latest push. */
  build: 'none' | 'running' | 'built' | 'failed';
  /** The status of the branch's build, also of one that no push of this folder started. */
  buildStatus: BuildStatus | undefined;
  /** Why the last step failed; undefined after a success. */
  failed: { step: 'push' | 'validation' | 'build'; failure: unknown } | undefined;
  /** The branch was deleted; `parent`: the branch that it was forked from, otherwise production. */
  gone: { parent: string } | undefined;
  /** The findings of the last comparison of folder and branch. */
  sync: SyncState;
}

export type SaveEvent =
  /** Files were saved and are going to be pushed. */
  | { type: 'saved' }
  | { type: 'push begun' }
  | { type: 'push accepted' }
  | { type: 'push ended'; halted: boolean }
  | { type: 'push failed'; failure: unknown }
  | { type: 'validation begun' }
  /** `generation`: that of the state after `validation begun`. */
  | { type: 'validated'; generation: number; valid: boolean }
  /** Without `failure`, it was cancelled. */
  | { type: 'validation failed'; generation: number; failure?: unknown }
  | { type: 'validation withdrawn' }
  | { type: 'build read'; status: BuildStatus }
  | { type: 'build ended'; status: BuildStatus }
  | { type: 'build failed'; failure: unknown }
  | { type: 'synced'; sync: SyncState }
  | { type: 'branch gone'; parent: string }
  /** The folder follows another branch, or none. */
  | { type: 'unfollowed' };

/** The one word for the state, most important first: no later step matters on a branch that is gone. */
export type SaveStep =
  | 'branch gone'
  | 'offline'
  | 'saved'
  | 'pushing'
  | 'pushed'
  | 'failed'
  | 'conflict'
  | 'validating'
  | 'invalid'
  | 'building'
  | 'valid'
  | 'built'
  | 'unchanged';

export const nothingSaved: SavedChanges = {
  generation: 0,
  version: 0,
  push: 'none',
  isMoreSaved: false,
  validation: 'none',
  build: 'none',
  buildStatus: undefined,
  failed: undefined,
  gone: undefined,
  sync: { phase: 'idle', local: 0, remote: 0, conflicts: [] },
};

export function afterEvent(state: SavedChanges, event: SaveEvent): SavedChanges {
  const generation = state.generation + 1;
  switch (event.type) {
    case 'saved': {
      const isPushing = state.push === 'pushing' || state.push === 'accepted';
      const validation = state.validation === 'running' ? 'due' : state.validation;
      return { ...state, generation, validation, push: isPushing ? state.push : 'saved', isMoreSaved: isPushing };
    }
    case 'push begun':
      return { ...state, push: 'pushing', isMoreSaved: false };
    case 'push accepted':
      return {
        ...state,
        generation,
        version: state.version + 1,
        push: state.push === 'pushing' ? 'accepted' : state.push,
        validation: 'due',
        build: 'running',
        failed: undefined,
        gone: undefined,
      };
    case 'push ended': {
      const failed = state.failed?.step === 'push' ? undefined : state.failed;
      // The branch is behind the saved files, so answers about it do not count.
      if (event.halted) return { ...state, generation, push: 'halted', validation: 'due', failed: undefined };
      return { ...state, push: state.isMoreSaved ? 'saved' : 'pushed', failed };
    }
    case 'push failed':
      return { ...state, push: 'failed', validation: 'due', failed: { step: 'push', failure: event.failure } };
    case 'validation begun':
      return { ...state, generation, validation: 'running' };
    case 'validated':
      if (event.generation !== state.generation) return state;
      return {
        ...state,
        validation: event.valid ? 'valid' : 'invalid',
        failed: state.failed?.step === 'push' ? state.failed : undefined,
      };
    case 'validation failed': {
      if (event.generation !== state.generation) return state;
      if (event.failure === undefined) return { ...state, validation: 'none' };
      return { ...state, validation: 'failed', failed: { step: 'validation', failure: event.failure } };
    }
    case 'validation withdrawn':
      return { ...state, generation, validation: 'none', failed: undefined };
    case 'build read':
      return { ...state, buildStatus: event.status };
    case 'build ended': {
      const result = buildResultOf(event.status);
      if (state.build !== 'running' || result === undefined) return state;
      const build = result === 'failed' || result === 'cancelled' ? 'failed' : 'built';
      return { ...state, build, buildStatus: event.status };
    }
    case 'build failed':
      if (state.build !== 'running') return state;
      return { ...state, build: 'failed', failed: { step: 'build', failure: event.failure } };
    case 'synced': {
      const isListed = event.sync.plan !== state.sync.plan && event.sync.failure === undefined;
      return { ...state, sync: event.sync, gone: isListed ? undefined : state.gone };
    }
    case 'branch gone':
      return { ...state, generation, validation: 'none', gone: { parent: event.parent } };
    case 'unfollowed':
      return { ...nothingSaved, generation, version: state.version };
  }
}

export function stepOf(state: SavedChanges): SaveStep {
  const { push, validation, build, failed, gone, sync } = state;
  if (gone) return 'branch gone';
  if (push === 'pushing') return 'pushing';
  if (isOffline(failed?.failure) || sync.phase === 'offline') return 'offline';
  if (push === 'saved' || state.isMoreSaved) return 'saved';
  if (failed) return 'failed';
  if (sync.conflicts.length > 0) return 'conflict';
  if (validation === 'running') return 'validating';
  if (validation === 'invalid') return 'invalid';
  if (push === 'halted') return 'failed';
  if (validation === 'due') return 'pushed';
  if (build === 'failed') return 'failed';
  if (build === 'running') return 'building';
  if (build === 'built') return 'built';
  return validation === 'valid' ? 'valid' : 'unchanged';
}

/** Whether saved files are on their way to the branch. */
export function isPushing({ push, isMoreSaved }: SavedChanges): boolean {
  return isMoreSaved || push === 'saved' || push === 'pushing' || push === 'accepted';
}

/** Why what shows the branch is older than the saved files. */
export type StaleReason =
  /** The platform found errors; Problems lists them. */
  | { why: 'invalid' }
  | { why: 'build'; detail?: string }
  | { why: 'gone' }
  /** The platform did not answer, or the saved file did not reach the branch. */
  | { why: 'unknown'; failure: unknown };

/** The effect of the latest push on views that show the branch; undefined while it is not known, or nothing was pushed. */
export type SaveOutcome = { kind: 'refresh' } | { kind: 'stale'; reason: StaleReason };

export function outcomeOf({ validation, build, buildStatus, failed, gone }: SavedChanges): SaveOutcome | undefined {
  if (gone) return { kind: 'stale', reason: { why: 'gone' } };
  if (failed) return { kind: 'stale', reason: { why: 'unknown', failure: failed.failure } };
  if (build === 'none') return undefined;
  if (validation === 'invalid') return { kind: 'stale', reason: { why: 'invalid' } };
  if (build === 'failed') {
    const detail = buildStatus?.errorText?.trim();
    return { kind: 'stale', reason: { why: 'build', ...(detail ? { detail } : {}) } };
  }
  if (build !== 'built' || (validation !== 'valid' && validation !== 'none')) return undefined;
  return { kind: 'refresh' };
}
