/** The saved state of a deployment's dbt syncs. */

import * as z from 'zod';

const Phase = z.object({
  phase: z.string(),
  /** Milliseconds since the epoch, as all times here. */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  outcome: z.enum(['running', 'completed', 'failed', 'cancelled', 'unknown']),
});

const LogLine = z.object({
  at: z.number(),
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  phase: z.string(),
});

const Run = z.object({
  id: z.string(),
  /** Increases by one with every run. */
  number: z.number(),
  userId: z.number(),
  email: z.string(),
  /** The trigger of the run. The emulator has no other way than the API. */
  trigger: z.enum(['api']),
  source: z.enum(['git', 'manifest']),
  output: z.enum(['branch', 'files']),
  /** The branch or tag of the dbt repository; null for its default branch, and for a manifest. */
  ref: z.string().nullable(),
  /** The branch that the new one is for. */
  target: z.string(),
  /** The new branch. It exists when the run has completed. */
  branchName: z.string().nullable(),
  /** `UNKNOWN`: the emulator ended during the run. */
  status: z.enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'UNKNOWN']),
  error: z.string().nullable(),
  startedAt: z.number(),
  updatedAt: z.number(),
  endedAt: z.number().nullable(),
  phases: z.array(Phase),
  logs: z.array(LogLine),
  stats: z
    .object({
      models: z.number(),
      sources: z.number(),
      macros: z.number(),
      dbtVersion: z.string().optional(),
      manifestGeneratedAt: z.string().optional(),
    })
    .nullable(),
  /** Paths of the generated files, one for each cube. */
  paths: z.array(z.string()),
  /** The contents of the output `files`, as ids of blobs; null when they are not held (any more). */
  files: z.array(z.object({ path: z.string(), blob: z.string() })).nullable(),
});
export type DbtRunRecord = z.output<typeof Run>;

export const DbtRecord = z.object({
  /** The repository of the deployment's dbt integration, as `owner/name`; null: the connected one. */
  repository: z.string().nullable(),
  /** Oldest first. */
  runs: z.array(Run),
  nextNumber: z.number(),
});
export type DbtRecord = z.output<typeof DbtRecord>;

export function emptyDbtRecord(): DbtRecord {
  return { repository: null, runs: [], nextNumber: 1 };
}
