/** Reports a synchronisation: lines for the user, one JSON object for programs. */

import { printableName } from '../base/terminal.ts';
import type { PlanEntry, Skipped } from '../sync/plan/planTypes.ts';
import type { SyncResult } from './syncRun.ts';

const signs = { add: '+', edit: '~', delete: '-', rename: '→' } as const;

export function reportLines(result: SyncResult): string[] {
  const { done, deferred, refused, conflicts, halts, branchName, direction, dryRun, onConflict, requests, ms } = result;
  const lines: string[] = [];
  if (dryRun) {
    for (const entry of direction === 'push' ? result.plan.pushes : result.plan.pulls) {
      lines.push(`would ${direction} ${signs[entry.change]} ${pathsOf(entry)}`);
    }
    if (onConflict !== 'fail') {
      const side = onConflict === 'local' ? 'folder' : 'branch';
      for (const { path } of result.plan.conflicts)
        lines.push(`would take the version of the ${side} ${pathsOf({ path })}`);
    }
  }
  for (const entry of done) lines.push(`${entry.direction} ${signs[entry.change]} ${pathsOf(entry)}`);
  for (const { path, reason } of conflicts)
    lines.push(`conflict ${pathsOf({ path })} (${reason}): both versions are kept`);
  for (const { path, reason } of refused) lines.push(`refused ${pathsOf({ path })}: ${reason.message}`);
  for (const { path, reason } of deferred) lines.push(`waits ${pathsOf({ path })}: ${reason.message}`);
  for (const { message, action, confirmable } of halts) {
    lines.push(`halt: ${message} ${action}${confirmable ? ` (plan ${result.plan.id})` : ''}`);
  }
  const waiting = direction === 'push' ? result.plan.pulls : result.plan.pushes;
  const other = direction === 'push' ? 'on the branch' : 'in the folder';
  if (waiting.length > 0 && halts.length === 0)
    lines.push(`${waiting.length} changed ${other}; not included in a ${direction}: ${namesOf(waiting)}`);
  lines.push(
    `${done.length} done with ${printableName(branchName)}, ${requests} ${requests === 1 ? 'request' : 'requests'}, ${ms} ms`,
  );
  return lines;
}

const maxNames = 10;

function namesOf(entries: readonly PlanEntry[]): string {
  const names = entries.slice(0, maxNames).map(pathsOf);
  const left = entries.length - names.length;
  return [...names, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

function pathsOf({ path, from }: { path: string; from?: string }): string {
  return [...(from === undefined ? [] : [from]), path].map(printableName).join(' → ');
}

/** The object that `--json` prints. */
export function jsonReport(result: SyncResult) {
  const { plan, branchName, direction, dryRun, done, deferred, refused, conflicts, halts, verified, requests, ms } =
    result;
  return {
    branch: branchName,
    direction,
    dryRun,
    plan: { id: plan.id, entries: plan.entries.map(jsonEntry) },
    done,
    deferred: deferred.map(jsonSkipped),
    refused: refused.map(jsonSkipped),
    conflicts: conflicts.map(jsonEntry),
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

function jsonSkipped({ path, reason }: Skipped) {
  return { path, reason: reason.message };
}

function jsonEntry(entry: PlanEntry) {
  const { kind, path, base = null, local = null, remote = null } = entry;
  return {
    kind,
    path,
    ...('change' in entry && { change: entry.change }),
    ...('from' in entry && entry.from !== undefined && { from: entry.from }),
    ...('reason' in entry && { reason: entry.kind === 'refused' ? entry.reason.message : entry.reason }),
    base,
    local,
    remote,
  };
}
