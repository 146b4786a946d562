/** Plans for tests. */

import type { CatalogMessage } from '../../src/base/errors.ts';
import { halt } from '../../src/sync/plan/halt.ts';
import type { Conflict, Plan, PlanEntry, PullEntry, PushEntry, RefusedEntry } from '../../src/sync/plan/planTypes.ts';

export function push(path: string, change: PushEntry['change'], more: Partial<PushEntry> = {}): PushEntry {
  return { kind: 'push', path, change, base: undefined, local: 'l', remote: undefined, ...more };
}

export function pull(path: string, change: PullEntry['change'], more: Partial<PullEntry> = {}): PullEntry {
  return { kind: 'pull', path, change, base: undefined, local: undefined, remote: 'r', ...more };
}

export function conflict(path: string, reason: Conflict['reason'], more: Partial<Conflict> = {}): Conflict {
  return { kind: 'conflict', path, reason, base: 'b', local: 'l', remote: 'r', ...more };
}

export function refused(path: string, reason: CatalogMessage): RefusedEntry {
  return { kind: 'refused', path, reason, base: undefined, local: 'l', remote: undefined };
}

export function plan(entries: readonly PlanEntry[], more: Partial<Plan> = {}): Plan {
  const of = <K extends PlanEntry['kind']>(kind: K) =>
    entries.filter((entry): entry is Extract<PlanEntry, { kind: K }> => entry.kind === kind);
  return {
    id: 'plan',
    entries: [...entries].sort((a, b) => (a.path < b.path ? -1 : 1)),
    pushes: of('push'),
    pulls: of('pull'),
    conflicts: of('conflict'),
    refused: of('refused'),
    agreed: new Map(),
    halts: { push: [], pull: [] },
    base: new Map(),
    local: new Map(),
    remote: new Map(),
    listed: new Map(),
    ...more,
  };
}

export const sides = { folder: 'sales', branchName: 'dev-anna' };

export const massDelete = halt('mass-delete-branch', [25, 30, 'a.yml']);
export const firstSync = halt('never-synced');
