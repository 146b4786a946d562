/** Reports what each push means for what shows its branch. Sends no requests: the session validates and builds after each push. */

import type { Disposable } from '../../base/lifetime.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { outcomeOf, type SavedChanges, type SaveOutcome } from '../../session/savedChanges.ts';
import { forCurrent } from '../shell/observe.ts';

/** Reports each outcome once. @param onOutcome also gets the branch that received the save */
export function followSaves(
  folder: BoundFolder,
  onOutcome: (outcome: SaveOutcome, branchName: string) => void,
): Disposable {
  return forCurrent(folder.session, (session, whileOpen) => {
    let reported = keyOf(session.changes.value);
    whileOpen.add(
      session.changes.onChange((changes) => {
        const outcome = outcomeOf(changes);
        const key = keyOf(changes);
        const { branchName } = session;
        if (!outcome || isSameKey(key, reported)) return;
        reported = key;
        if (branchName !== undefined) onOutcome(outcome, branchName);
      }),
    );
  });
}

/** Equal for the same outcome of the same push. A validation that is repeated reports nothing new. */
function keyOf(changes: SavedChanges): readonly unknown[] {
  const outcome = outcomeOf(changes);
  if (outcome?.kind !== 'stale') return [outcome?.kind, changes.version];
  const { reason } = outcome;
  return [reason.why, changes.version, 'failure' in reason ? reason.failure : undefined];
}

function isSameKey(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
