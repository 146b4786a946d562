/** Records the phases, the log and the end of a run, with the times of the platform's clock. A run that has ended does not change. */

import type { DbtRunRecord } from '../records/dbtRecord.ts';
import type { SyncPhase } from './syncPhases.ts';

type Outcome = 'completed' | 'failed' | 'cancelled' | 'unknown';

const endings: Readonly<Record<Exclude<DbtRunRecord['status'], 'RUNNING'>, Outcome>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  UNKNOWN: 'unknown',
};

export class RunProgress {
  readonly run: DbtRunRecord;
  readonly #clock: () => number;

  constructor(run: DbtRunRecord, clock: () => number) {
    this.run = run;
    this.#clock = clock;
  }

  /** Ends the running phase and starts the next one. */
  start(phase: SyncPhase, message: string): void {
    if (this.run.status !== 'RUNNING') return;
    // The first phase starts with the run, so that the durations of the phases add up to that of the run.
    const now = this.run.phases.length === 0 ? this.run.startedAt : this.#clock();
    this.#endPhase('completed', now);
    this.run.phases.push({ phase, startedAt: now, endedAt: null, outcome: 'running' });
    this.log('info', message);
  }

  log(level: DbtRunRecord['logs'][number]['level'], message: string): void {
    const { status, logs, phases } = this.run;
    if (status !== 'RUNNING') return;
    const at = this.#clock();
    this.run.updatedAt = at;
    logs.push({ at, level, message, phase: phases.at(-1)?.phase ?? '' });
  }

  end(status: keyof typeof endings, error: string | null = null): void {
    if (this.run.status !== 'RUNNING') return;
    const now = this.#clock();
    if (error !== null) this.log('error', error);
    this.#endPhase(endings[status], now);
    Object.assign(this.run, { status, error, endedAt: now, updatedAt: now });
  }

  #endPhase(outcome: Outcome, now: number): void {
    const phase = this.run.phases.at(-1);
    if (phase?.outcome === 'running') Object.assign(phase, { outcome, endedAt: now });
  }
}
