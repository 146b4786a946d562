/** Jobs that render dashboards: pending, processing, completed or failed. Each is dropped after a retention time. */

import { randomUUID } from 'node:crypto';
import { Limit, raceAbort } from '../../base/async.ts';
import { messageOf } from '../../base/errors.ts';

export interface RenderRequest {
  publicId: string;
  deploymentId: number;
  format: 'png' | 'pdf';
  branchName: string;
  securityContext: Readonly<Record<string, unknown>>;
  /** Data API token for that branch and security context, valid for as long as the job is kept. */
  token: string;
  filters: readonly Record<string, unknown>[];
  locale: string | undefined;
  timezone: string | undefined;
  colorScheme: 'light' | 'dark';
}

/** Renders a dashboard. Rejects with a message for the user when it cannot be rendered, and when `signal` aborts. */
export type RenderDashboard = (request: RenderRequest, signal: AbortSignal) => Promise<Uint8Array>;

export interface ExportJob {
  id: string;
  /** The user who requested it. */
  userId: number;
  deploymentId: number;
  format: 'png' | 'pdf';
  status: 'pending' | 'processing' | 'completed' | 'failed';
  error: string | null;
  file: Uint8Array | null;
  /** Milliseconds since the epoch. */
  submittedAt: number;
}

/** Milliseconds after the submission. Limits: “Dashboard export job and file retention”. */
export const exportRetention = 5 * 60_000;
/** Limit of unfinished jobs of one deployment. */
const maxOpenJobs = 5;

export class Exports {
  readonly #clock: () => number;
  readonly #render: RenderDashboard;
  readonly #closing: AbortSignal;
  readonly #rendering = new Limit(2);
  #jobs: ExportJob[] = [];
  /** For the running jobs. */
  readonly #stops = new Map<ExportJob, AbortController>();

  constructor({ clock, render, closing }: { clock: () => number; render: RenderDashboard; closing: AbortSignal }) {
    this.#clock = clock;
    this.#render = render;
    this.#closing = closing;
  }

  /** The job with this id, until it is dropped. */
  find(id: string): ExportJob | undefined {
    this.#dropExpired();
    return this.#jobs.find((job) => job.id === id);
  }

  /** Starts a job; undefined when too many are unfinished. */
  start(userId: number, request: RenderRequest): ExportJob | undefined {
    this.#dropExpired();
    const { deploymentId, format } = request;
    const open = this.#jobs.filter((job) => job.deploymentId === deploymentId && isOpen(job));
    if (open.length >= maxOpenJobs) return undefined;
    const job: ExportJob = {
      id: randomUUID(),
      userId,
      deploymentId,
      format,
      status: 'pending',
      error: null,
      file: null,
      submittedAt: this.#clock(),
    };
    this.#jobs.push(job);
    void this.#perform(job, request);
    return job;
  }

  async #perform(job: ExportJob, request: RenderRequest): Promise<void> {
    const stop = new AbortController();
    this.#stops.set(job, stop);
    const signal = AbortSignal.any([stop.signal, this.#closing]);
    try {
      job.file = await this.#rendering.run(() => {
        job.status = 'processing';
        return raceAbort(this.#render(request, signal), signal);
      }, signal);
      job.status = 'completed';
    } catch (failure) {
      job.status = 'failed';
      job.error = messageOf(failure);
    } finally {
      this.#stops.delete(job);
    }
  }

  /** Drops expired jobs and stops their rendering. */
  #dropExpired(): void {
    const now = this.#clock();
    const kept = (job: ExportJob) => now - job.submittedAt < exportRetention;
    for (const [job, stop] of this.#stops) if (!kept(job)) stop.abort();
    this.#jobs = this.#jobs.filter(kept);
  }
}

export function isOpen({ status }: ExportJob): boolean {
  return status === 'pending' || status === 'processing';
}
