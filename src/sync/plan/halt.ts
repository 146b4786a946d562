/** Reasons for which a synchronisation stops and asks, or stops until something is put right. Knows nothing of how they are shown. */

export type HaltKind =
  | 'first-sync'
  | 'mass-delete'
  | 'emptied-folder'
  | 'emptied-branch'
  | 'filter-changed'
  | 'git-busy'
  | 'plan-changed'
  | 'missing-folder'
  | 'refused-folder'
  | 'partial-listing'
  | 'not-dev-branch'
  | 'session-moved'
  | 'remote-moved'
  | 'verify-mismatch'
  | 'locked';

/** Halts that a person may confirm for exactly one plan; the others end when their cause does. */
const confirmable: ReadonlySet<HaltKind> = new Set<HaltKind>([
  'first-sync',
  'mass-delete',
  'emptied-folder',
  'emptied-branch',
  'filter-changed',
  'git-busy',
]);

export interface Halt {
  kind: HaltKind;
  /** What happened, in plain words; stands alone in a notification. */
  message: string;
  /** What to do next, as an imperative sentence. */
  action: string;
  /** Whether `confirmed: true` with this very plan goes on. */
  confirmable: boolean;
  /** The files it is about, where it is about some. */
  paths?: readonly string[];
}

export function halt(kind: HaltKind, message: string, action: string, paths?: readonly string[]): Halt {
  return { kind, message, action, confirmable: confirmable.has(kind), ...(paths && { paths }) };
}

/** Thrown inside a synchronisation to stop it; the engine turns it into the result's `halt`. */
export class HaltError extends Error {
  readonly halt: Halt;

  constructor(reason: Halt) {
    super(reason.message);
    this.name = 'HaltError';
    this.halt = reason;
  }
}

export function lockLost(): Halt {
  return halt(
    'locked',
    'Another window or command synchronises this folder right now.',
    'Wait until it is done, then try again.',
  );
}

export function nameSome(paths: readonly string[]): string {
  const names = [...new Set(paths)];
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}
