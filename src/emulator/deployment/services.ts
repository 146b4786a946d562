/** Shared by the parts of the emulator: clock, limits, compiler, saving. */

import type { Log } from '../../base/log.ts';
import type { PythonRun, PythonScript } from '../../compiler/pythonRun.ts';
import type { Repositories } from '../git/repositories.ts';
import type { Compilations } from './compilations.ts';

export interface Services {
  /** Milliseconds since the epoch. */
  clock: () => number;
  log: Log;
  compilations: Compilations;
  /** @throws UserError when its process does not answer */
  runPython(script: PythonScript, signal: AbortSignal): Promise<PythonRun>;
  /** Shortest time of a build in milliseconds. */
  buildMs(): number;
  /** Milliseconds without a request after which a dev environment is suspended. */
  idleMs: number;
  /** Longest time in milliseconds that a request waits for a build. */
  waitMs: number;
  /** Each conversion to metric views waits for this at its start. */
  metricViewStep(signal: AbortSignal): Promise<void>;
  /** The least time that a phase of a dbt sync takes. */
  dbtStep(phase: string, signal: AbortSignal): Promise<void>;
  /** The git repositories a deployment can connect to. */
  repositories: Repositories;
  /** Base URL, known once the emulator listens. */
  url(): string;
  /** Resolves when every change made before the call is on disk. */
  save(): Promise<void>;
  /** Work that outlives its request. It ends early on `closing`, and the emulator waits for it before it closes. Must not reject. */
  inBackground: (work: Promise<void>) => void;
  /** Aborts when the emulator closes. */
  closing: AbortSignal;
}
