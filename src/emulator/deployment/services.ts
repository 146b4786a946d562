/** What the parts of the emulator share: time, limits, the compiler, the way to save. */

import type { Log } from '../../base/log.ts';
import type { Compilations } from '../compile/compilations.ts';

export interface Services {
  /** Milliseconds since the epoch. */
  clock: () => number;
  log: Log;
  compilations: Compilations;
  /** Milliseconds a build takes at least. */
  buildMs: number;
  /** Milliseconds without a request after which a dev environment is suspended. */
  idleMs: number;
  /** Milliseconds a request that waits for a build is held at most. */
  waitMs: number;
  /** Folders that stand for repositories one may connect to, by name. */
  repositories: Readonly<Record<string, string>>;
  /** Base address, known once the emulator listens. */
  url(): string;
  /** Resolves when everything that was changed before the call is on disk. */
  save(): Promise<void>;
  /** Aborts when the emulator closes. */
  closing: AbortSignal;
}
