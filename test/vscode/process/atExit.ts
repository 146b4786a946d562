/** What must happen before this process ends, however it ends: by itself, by a signal, by its parent's death. */

import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const actions = new Set<() => void>();
let listening = false;

function listen(): void {
  listening = true;
  process.on('exit', () => {
    for (const action of [...actions].reverse()) {
      try {
        action();
      } catch {
        // The others must still have their turn; nothing can be done about this one any more.
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Runs `action` (synchronous) when the process ends; the returned function takes it back. */
export function runAtExit(action: () => void): () => void {
  if (!listening) listen();
  actions.add(action);
  return () => actions.delete(action);
}

function parentOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/**
 * Ends this process when the one that started it is gone. npm puts a shell between itself and a script, so the
 * grandparent counts too where it can be seen.
 */
export function exitWithParent(): void {
  const parent = process.ppid;
  const grandparent = process.env.npm_lifecycle_event === undefined ? undefined : parentOf(parent);
  setInterval(() => {
    if (process.ppid !== parent || (grandparent !== undefined && parentOf(parent) !== grandparent)) process.exit(1);
  }, 500).unref();
}
