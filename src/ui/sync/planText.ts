/** A sync plan as text: a summary, warnings and one line for each file. */

import type { Change, Conflict, Plan, PlanEntry } from '../../sync/plan/planTypes.ts';
import { haltText, messageText } from '../shell/errorText.ts';
import { countOfFiles, type Localizer } from '../shell/localizer.ts';

export type Direction = 'push' | 'pull';

export interface SyncSides {
  /** Name of the workspace folder. */
  folder: string;
  branchName: string;
}

/** One sentence for each kind of step, in the order of execution. */
export function planSummary(
  plan: Plan,
  { folder, branchName }: SyncSides,
  directions: readonly Direction[],
  l10n: Localizer,
): string[] {
  const sentences: string[] = [];
  const add = (count: number, text: (files: string) => string) => {
    if (count > 0) sentences.push(text(countOfFiles(count, l10n)));
  };
  if (directions.includes('pull')) {
    const { changed, deleted } = countChanges(plan.pulls);
    add(changed, (files) => l10n.t('Pull {0} from {1} into “{2}”.', files, branchName, folder));
    add(deleted, (files) => l10n.t('Move {0} of “{1}” to the trash (deleted on {2}).', files, folder, branchName));
  }
  if (directions.includes('push')) {
    const { changed, deleted } = countChanges(plan.pushes);
    add(changed, (files) => l10n.t('Push {0} from “{1}” to {2}.', files, folder, branchName));
    add(deleted, (files) => l10n.t('Delete {0} on {1} (deleted in “{2}”).', files, branchName, folder));
  }
  if (plan.conflicts.length === 1) sentences.push(l10n.t('Keep both versions of 1 conflict until you resolve it.'));
  else if (plan.conflicts.length > 1) {
    sentences.push(l10n.t('Keep both versions of {0} conflicts until you resolve them.', plan.conflicts.length));
  }
  add(plan.refused.length, (files) => l10n.t('Skip {0} on both sides.', files));
  return sentences;
}

/** The halts that the user must confirm, except for the first sync, which the question already explains. */
export function planWarnings(plan: Plan, directions: readonly Direction[], l10n: Localizer): string[] {
  const warnings = directions.flatMap((direction) => plan.halts[direction]).filter(({ kind }) => kind !== 'first-sync');
  return [...new Set(warnings.map((halt) => haltText(halt, l10n).message))];
}

const order = { pull: 0, push: 1, conflict: 2, refused: 3 };

/** One line for each entry, the steps of `directions` first: `↓ model/cubes/orders.yml (new)`. */
export function planLines(plan: Plan, directions: readonly Direction[], l10n: Localizer): string[] {
  return plan.entries
    .filter((entry) => (entry.kind !== 'push' && entry.kind !== 'pull') || directions.includes(entry.kind))
    .sort((a, b) => order[a.kind] - order[b.kind])
    .map((entry) => entryLine(entry, l10n));
}

/** The detail text of the confirmation: summary, warnings, and the first `limit` files. */
export function planDetail(
  plan: Plan,
  sides: SyncSides,
  directions: readonly Direction[],
  l10n: Localizer,
  limit = 8,
): string {
  const lines = planLines(plan, directions, l10n);
  const remaining = lines.length - limit;
  return [
    ...planSummary(plan, sides, directions, l10n),
    ...planWarnings(plan, directions, l10n).map((warning) => l10n.t('Warning: {0}', warning)),
    '',
    ...lines.slice(0, limit),
    ...(remaining > 0 ? [l10n.t('… and {0} more', remaining)] : []),
  ].join('\n');
}

/** The whole plan as a document. */
export function planDocument(plan: Plan, sides: SyncSides, l10n: Localizer): string {
  const sections: [string, readonly PlanEntry[]][] = [
    [l10n.t('Conflicts (both versions are kept until you resolve them)'), plan.conflicts],
    [l10n.t('Pull from {0} into “{1}”', sides.branchName, sides.folder), plan.pulls],
    [l10n.t('Push from “{0}” to {1}', sides.folder, sides.branchName), plan.pushes],
    [l10n.t('Skipped'), plan.refused],
  ];
  const text = sections
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => [title, ...entries.map((entry) => `  ${entryLine(entry, l10n)}`)].join('\n'));
  const title = l10n.t('“{0}” and {1}', sides.folder, sides.branchName);
  return `${[title, ...(text.length > 0 ? text : [l10n.t('No differences.')])].join('\n\n')}\n`;
}

function entryLine(entry: PlanEntry, l10n: Localizer): string {
  switch (entry.kind) {
    case 'conflict':
      return `⚠ ${entry.path} (${conflictLabel(entry, l10n)})`;
    case 'refused':
      return `– ${entry.path} (${messageText(entry.reason, l10n)})`;
    default: {
      const arrow = entry.kind === 'push' ? '↑' : '↓';
      const name = entry.from === undefined ? entry.path : `${entry.from} → ${entry.path}`;
      return `${arrow} ${name} (${changeLabel(entry.change, l10n)})`;
    }
  }
}

export function changeLabel(change: Change, l10n: Localizer): string {
  switch (change) {
    case 'add':
      return l10n.t('new');
    case 'edit':
      return l10n.t('changed');
    case 'delete':
      return l10n.t('deleted');
    case 'rename':
      return l10n.t('renamed');
  }
}

export function conflictLabel(conflict: Conflict, l10n: Localizer): string {
  switch (conflict.reason) {
    case 'both-changed':
      if (conflict.local === undefined) return l10n.t('deleted locally, changed on the branch');
      if (conflict.remote === undefined) return l10n.t('changed locally, deleted on the branch');
      return l10n.t('changed locally and on the branch');
    case 'both-added':
      return l10n.t('added locally and on the branch with different content');
    case 'file-and-folder':
      return conflict.local === undefined
        ? l10n.t('a folder here, a file on the branch')
        : l10n.t('a file here, a folder on the branch');
    case 'unsaved':
      return l10n.t('changed on the branch while the editor has unsaved changes');
  }
}

function countChanges(entries: readonly { change: Change }[]): { changed: number; deleted: number } {
  const deleted = entries.filter(({ change }) => change === 'delete').length;
  return { changed: entries.length - deleted, deleted };
}
