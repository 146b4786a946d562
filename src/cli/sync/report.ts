/** What a synchronisation from the command line says: lines for a person, one object for a program. */

import type { PlanEntry } from '../../sync/plan/planTypes.ts';
import type { SyncReport } from './run.ts';

const signs = { add: '+', edit: '~', delete: '-', rename: '→' } as const;

export function report(outcome: SyncReport): string[] {
  const { done, deferred, refused, conflicts, halts, branch, direction, dryRun, requests, ms } = outcome;
  const lines: string[] = [];
  if (dryRun) {
    for (const entry of direction === 'push' ? outcome.plan.pushes : outcome.plan.pulls) {
      lines.push(`would ${direction} ${signs[entry.change]} ${named(entry)}`);
    }
  }
  for (const entry of done) lines.push(`${entry.direction} ${signs[entry.change]} ${named(entry)}`);
  for (const { path, reason } of conflicts) lines.push(`conflict ${path} (${reason}): both versions are kept`);
  for (const { path, reason } of refused) lines.push(`refused ${path}: ${reason}`);
  for (const { path, reason } of deferred) lines.push(`waits ${path}: ${reason}`);
  for (const { message, action, confirmable } of halts) {
    lines.push(`halt: ${message} ${action}${confirmable ? ` (plan ${outcome.plan.id})` : ''}`);
  }
  const waiting = direction === 'push' ? outcome.plan.pulls.length : outcome.plan.pushes.length;
  const other = direction === 'push' ? 'on the branch' : 'in the folder';
  if (waiting > 0 && halts.length === 0) lines.push(`${waiting} changed ${other}; not part of a ${direction}`);
  lines.push(`${done.length} done with ${branch}, ${requests} requests, ${ms} ms`);
  return lines;
}

function named({ path, from }: { path: string; from?: string }): string {
  return from === undefined ? path : `${from} → ${path}`;
}

/** The plan, what was done, requests, conflicts, halts with their reason. */
export function printable(outcome: SyncReport) {
  const { plan, branch, direction, dryRun, done, deferred, refused, conflicts, halts, verified, requests, ms } =
    outcome;
  return {
    branch,
    direction,
    dryRun,
    plan: { id: plan.id, entries: plan.entries.map(printableEntry) },
    done,
    deferred,
    refused: refused.map(({ path, reason }) => ({ path, reason })),
    conflicts: conflicts.map(printableEntry),
    halts: halts.map(({ kind, message, action, confirmable, paths = [] }) => ({
      kind,
      message,
      action,
      confirmable,
      paths,
    })),
    verified,
    requests,
    ms,
  };
}

function printableEntry(entry: PlanEntry) {
  const { kind, path, base = null, local = null, remote = null } = entry;
  return {
    kind,
    path,
    ...('change' in entry && { change: entry.change }),
    ...('from' in entry && entry.from !== undefined && { from: entry.from }),
    ...('reason' in entry && { reason: entry.reason }),
    base,
    local,
    remote,
  };
}
