/** A dbt sync as the operations report it. */

import type * as z from 'zod/mini';
import type {
  DbtSyncLogEntry,
  DbtSyncResultResponse,
  DbtSyncRun,
  DbtSyncStatusResponse,
} from '../../../contract/dataModel/syncSchemas.ts';
import { percentComplete } from '../../dbt/syncPhases.ts';
import type { DbtRunRecord } from '../../records/dbtRecord.ts';

/** An entry of the history. */
export function toRun(run: DbtRunRecord): DbtSyncRun {
  const { phases, status } = run;
  return {
    syncJobId: run.id,
    status,
    trigger: run.trigger,
    triggeredBy: { id: run.userId, email: run.email },
    source: run.source,
    output: run.output,
    dbtRef: run.ref,
    branchName: run.branchName,
    startedAt: iso(run.startedAt),
    completedAt: run.endedAt === null ? null : iso(run.endedAt),
    durationMs: durationOf(run),
    errorMessage: run.error,
    failedPhase: phases.find(({ outcome }) => outcome === 'failed')?.phase ?? null,
    phases: phases.map((phase) => ({
      phase: phase.phase,
      startedOffsetMs: phase.startedAt - run.startedAt,
      durationMs: durationOf(phase),
      outcome: phase.outcome,
    })),
    stats: run.stats,
  };
}

/** A cancelled sync is a failure with a reason. Spec: “States and transitions”. */
export function toStatus(run: DbtRunRecord): DbtSyncStatusResponse {
  const { status, phases, logs } = run;
  const stage = phases.at(-1)?.phase ?? 'INITIALIZING';
  const reported = status === 'RUNNING' ? stage : status === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
  return {
    syncJobId: run.id,
    status: reported,
    progress: {
      stage: status === 'COMPLETED' ? 'COMPLETED' : stage,
      percentComplete: percentComplete(run),
      message: logs.at(-1)?.message ?? null,
    },
    updatedAt: iso(run.updatedAt),
    error: run.error,
  };
}

export function toResult(run: DbtRunRecord): z.output<typeof DbtSyncResultResponse> {
  const { models, sources, macros } = run.stats ?? {};
  return {
    generatedFiles: run.paths.map((path) => ({ path })),
    cubeCount: run.paths.length,
    manifestStats: { models, sources, macros },
    completedAt: run.endedAt === null ? null : iso(run.endedAt),
    durationMs: durationOf(run),
  };
}

export function toLogEntry(
  { phases }: DbtRunRecord,
  { at, level, message, phase }: DbtRunRecord['logs'][number],
): z.output<typeof DbtSyncLogEntry> {
  const known = phases.find((entry) => entry.phase === phase);
  return {
    timestamp: iso(at),
    level,
    stream: level === 'info' ? 'stdout' : 'stderr',
    message,
    phase,
    durationMs: known ? durationOf(known) : null,
  };
}

/** Null while it runs. */
function durationOf({ startedAt, endedAt }: { startedAt: number; endedAt: number | null }): number | null {
  return endedAt === null ? null : endedAt - startedAt;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
