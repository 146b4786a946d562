/** The dbt syncs of one deployment: running ones and the history. Spec: group D, “States and transitions”; notes: “dbt sync”. */

import { randomUUID } from 'node:crypto';
import { messageOf } from '../../base/errors.ts';
import type { DeploymentState } from '../deployment/deploymentState.ts';
import type { DbtRunRecord } from '../records/dbtRecord.ts';
import { performSync } from './performSync.ts';
import { RunProgress } from './runProgress.ts';
import type { SyncRequest } from './syncRequest.ts';

/** Limits: “Generated files retention”. */
const filesRetention = 60 * 60_000;
/** Number of runs in the history. */
const maxRuns = 200;

export class DbtSyncs {
  readonly #deployment: DeploymentState;
  readonly #running = new Map<string, AbortController>();

  constructor(deployment: DeploymentState) {
    this.#deployment = deployment;
  }

  /** Newest first. */
  get runs(): readonly DbtRunRecord[] {
    this.#dropExpired();
    return this.#deployment.record.dbt.runs.toReversed();
  }

  find(id: string): DbtRunRecord | undefined {
    this.#dropExpired();
    return this.#deployment.record.dbt.runs.find((run) => run.id === id);
  }

  /** Records a run and starts it. Call it in a change of the deployment. */
  start(request: SyncRequest): DbtRunRecord {
    const { source, output, target, user } = request;
    const { dbt } = this.#deployment.record;
    const { clock, closing, inBackground } = this.#deployment.services;
    const id = randomUUID();
    const now = clock();
    const run: DbtRunRecord = {
      id,
      number: dbt.nextNumber++,
      userId: user.id,
      email: user.email,
      trigger: 'api',
      source: 'manifest' in source ? 'manifest' : 'git',
      output,
      ref: 'manifest' in source ? null : (source.repository.ref ?? null),
      target,
      branchName: output === 'branch' ? `dbt-sync-${id.slice(0, 8)}` : null,
      status: 'RUNNING',
      error: null,
      startedAt: now,
      updatedAt: now,
      endedAt: null,
      phases: [],
      logs: [],
      stats: null,
      paths: [],
      files: null,
    };
    dbt.runs.push(run);
    this.#dropOldest();
    const abort = new AbortController();
    this.#running.set(id, abort);
    inBackground(this.#perform(run, request, AbortSignal.any([abort.signal, closing])));
    return run;
  }

  /** @returns whether the run was running */
  cancel(run: DbtRunRecord, by: string): boolean {
    if (run.status !== 'RUNNING') return false;
    this.#running.get(run.id)?.abort();
    this.#progress(run).end('CANCELLED', `The sync was cancelled by ${by}`);
    return true;
  }

  /** Ends the runs that a restart of the emulator interrupted. */
  resume(): void {
    for (const run of this.#deployment.record.dbt.runs) {
      if (run.status !== 'RUNNING') continue;
      this.#progress(run).end('UNKNOWN', 'The platform was restarted during the sync, which cannot continue');
    }
  }

  dispose(): void {
    for (const abort of this.#running.values()) abort.abort();
  }

  #progress(run: DbtRunRecord): RunProgress {
    return new RunProgress(run, this.#deployment.services.clock);
  }

  async #perform(run: DbtRunRecord, request: SyncRequest, signal: AbortSignal): Promise<void> {
    const progress = this.#progress(run);
    try {
      await performSync(this.#deployment, progress, request, signal);
    } catch (failure) {
      // A cancelled run has ended already; one that the emulator's end interrupts ends at the next start.
      if (!signal.aborted) progress.end('FAILED', messageOf(failure));
    } finally {
      this.#running.delete(run.id);
    }
    await this.#deployment.services.save().catch((failure) => {
      this.#deployment.services.log.error(`The state was not saved: ${messageOf(failure)}`);
    });
  }

  /** Drops the oldest runs above the limit. A running one stays: it can be watched and cancelled. */
  #dropOldest(): void {
    const { runs } = this.#deployment.record.dbt;
    while (runs.length > maxRuns) {
      const oldest = runs.findIndex(({ status }) => status !== 'RUNNING');
      if (oldest < 0) return;
      runs.splice(oldest, 1);
    }
  }

  #dropExpired(): void {
    const now = this.#deployment.services.clock();
    for (const run of this.#deployment.record.dbt.runs) {
      if (run.files && now - (run.endedAt ?? now) >= filesRetention) run.files = null;
    }
  }
}
