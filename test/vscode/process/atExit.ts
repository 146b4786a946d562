/** Runs clean-up when this process ends, also after a signal or when its parent ends. */

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
        // The process ends in any case. Run the other actions.
      }
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Runs the synchronous `action` when the process ends. The returned function cancels that. */
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
 * Ends this process when its parent ends. npm starts scripts through a shell, so the grandparent counts too if it is
 * visible.
 */
export function exitWithParent(): void {
  const parent = process.ppid;
  const grandparent = process.env.npm_lifecycle_event === undefined ? undefined : parentOf(parent);
  setInterval(() => {
    if (process.ppid !== parent || (grandparent !== undefined && parentOf(parent) !== grandparent)) process.exit(1);
  }, 500).unref();
}
