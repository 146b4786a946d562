/** Requests and responses of dbt syncs. Spec: “dbt sync”; what it does not show is from the notes. */

import * as z from 'zod/mini';
import { record } from '../definition/record.ts';
import { listResponse, Timestamp } from '../definition/shapes.ts';

/** Filter values of the history. Case-sensitive. */
export const syncStatuses = ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'UNKNOWN'] as const;
export const syncTriggers = ['manual', 'api', 'webhook', 'agent', 'unknown'] as const;

export const StartDbtSyncInput = z.strictObject({
  /** The branch that the new branch is for. Empty or omitted: the caller’s dev-mode session, else the production branch. */
  branchName: z.optional(z.string()),
  /** A branch or tag of the dbt repository. */
  ref: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
  source: z.optional(z.enum(['git', 'manifest'])),
  manifest: z.optional(record(z.string(), z.unknown())),
  output: z.optional(z.enum(['branch', 'files'])),
});

export const DbtSyncResponse = z.looseObject({
  /** The new branch; null if the sync creates none. */
  branchName: z.nullish(z.string()),
  syncJobId: z.string(),
  workflowId: z.nullish(z.string()),
});

/** One phase of a run. Durations are measured by the platform’s clock. */
const DbtSyncRunPhase = z.looseObject({
  phase: z.string(),
  startedOffsetMs: z.nullish(z.number()),
  durationMs: z.nullish(z.number()),
  /** An unknown value says nothing about the run. */
  outcome: z.nullish(z.string()),
});

const manifestCounts = {
  models: z.nullish(z.number()),
  sources: z.nullish(z.number()),
  macros: z.nullish(z.number()),
};

const DbtSyncManifestStats = z.looseObject(manifestCounts);

const DbtSyncRunStats = z.looseObject({
  ...manifestCounts,
  dbtVersion: z.nullish(z.string()),
  manifestGeneratedAt: z.nullish(Timestamp),
});

/** An entry of the history. */
export const DbtSyncRun = z.looseObject({
  syncJobId: z.string(),
  /** A value of `syncStatuses`. */
  status: z.string(),
  /** A value of `syncTriggers`. */
  trigger: z.nullish(z.string()),
  triggeredBy: z.nullish(z.looseObject({ id: z.nullish(z.number()), email: z.nullish(z.string()) })),
  /** `git` or `manifest`. */
  source: z.nullish(z.string()),
  /** `branch` or `files`. */
  output: z.nullish(z.string()),
  dbtRef: z.nullish(z.string()),
  branchName: z.nullish(z.string()),
  startedAt: z.nullish(Timestamp),
  completedAt: z.nullish(Timestamp),
  durationMs: z.nullish(z.number()),
  errorMessage: z.nullish(z.string()),
  failedPhase: z.nullish(z.string()),
  phases: z.nullish(z.array(DbtSyncRunPhase)),
  stats: z.nullish(DbtSyncRunStats),
});
export type DbtSyncRun = z.output<typeof DbtSyncRun>;

export const DbtSyncRunListResponse = listResponse(DbtSyncRun);

const DbtSyncProgress = z.looseObject({
  stage: z.nullish(z.string()),
  percentComplete: z.nullish(z.number()),
  message: z.nullish(z.string()),
});

export const DbtSyncStatusResponse = z.looseObject({
  syncJobId: z.string(),
  /** A phase, `COMPLETED` or `FAILED`. An unknown value means that the sync is still running. */
  status: z.string(),
  progress: z.nullish(DbtSyncProgress),
  updatedAt: z.nullish(Timestamp),
  /** Why it failed. A cancelled sync has failed, too. */
  error: z.nullish(z.string()),
});
export type DbtSyncStatusResponse = z.output<typeof DbtSyncStatusResponse>;

const DbtSyncGeneratedFile = z.looseObject({ path: z.string() });

export const DbtSyncResultResponse = z.looseObject({
  generatedFiles: z.nullish(z.array(DbtSyncGeneratedFile)),
  cubeCount: z.nullish(z.number()),
  manifestStats: z.nullish(DbtSyncManifestStats),
  completedAt: z.nullish(Timestamp),
  durationMs: z.nullish(z.number()),
});

export const DbtSyncLogEntry = z.looseObject({
  timestamp: Timestamp,
  level: z.nullish(z.string()),
  stream: z.nullish(z.string()),
  message: z.string(),
  phase: z.nullish(z.string()),
  /** Duration of the phase. */
  durationMs: z.nullish(z.number()),
});

export const DbtSyncLogEntriesListResponse = listResponse(DbtSyncLogEntry);

export const DbtGeneratedFileContent = z.looseObject({ path: z.string(), content: z.string() });

export const DbtSyncGeneratedFilesListResponse = listResponse(DbtGeneratedFileContent);

export const DbtSyncCancelResponse = z.looseObject({
  success: z.nullish(z.boolean()),
  syncJobId: z.nullish(z.string()),
  status: z.nullish(z.string()),
});

export const dbtSyncSchemas = {
  StartDbtSyncInput,
  DbtSyncResponse,
  DbtSyncRun,
  DbtSyncRunPhase,
  DbtSyncRunStats,
  DbtSyncRunListResponse,
  DbtSyncStatusResponse,
  DbtSyncProgress,
  DbtSyncResultResponse,
  DbtSyncGeneratedFile,
  DbtSyncManifestStats,
  DbtSyncLogEntry,
  DbtSyncLogEntriesListResponse,
  DbtSyncCancelResponse,
  DbtSyncGeneratedFilesListResponse,
  DbtGeneratedFileContent,
};
