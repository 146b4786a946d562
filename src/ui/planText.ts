/** A sync plan in plain words. Pure text; knows neither the editor nor how a plan is carried out. */

import type { Change, Conflict, Plan, PlanEntry } from '../sync/planTypes.ts';
import { countOfFiles, type Translate } from './translate.ts';

export type Direction = 'push' | 'pull';

export interface PlanPlace {
  /** Name of the workspace folder. */
  folder: string;
  branch: string;
}

/** What would be done, one sentence a kind of step, in the order in which it happens. */
export function planSentences(
  plan: Plan,
  { folder, branch }: PlanPlace,
  directions: readonly Direction[],
  t: Translate,
): string[] {
  const sentences: string[] = [];
  const say = (count: number, text: (files: string) => string) => {
    if (count > 0) sentences.push(text(countOfFiles(count, t)));
  };
  if (directions.includes('pull')) {
    const { kept, deleted } = split(plan.pulls);
    say(kept, (files) => t('Bring {0} from {1} into “{2}”.', files, branch, folder));
    say(deleted, (files) => t('Remove {0} from “{1}”, deleted on {2}. They go to the trash.', files, folder, branch));
  }
  if (directions.includes('push')) {
    const { kept, deleted } = split(plan.pushes);
    say(kept, (files) => t('Send {0} from “{1}” to {2}.', files, folder, branch));
    say(deleted, (files) => t('Delete {0} on {1}, deleted in “{2}”.', files, branch, folder));
  }
  if (plan.conflicts.length === 1) sentences.push(t('1 conflict stays as it is until you decide.'));
  else if (plan.conflicts.length > 1) {
    sentences.push(t('{0} conflicts stay as they are until you decide.', plan.conflicts.length));
  }
  say(plan.refused.length, (files) => t('Leave {0} alone on both sides.', files));
  return sentences;
}

/** What stops the plan unless a person agrees; a first sync is no more than the question itself. */
export function planWarnings(plan: Plan, directions: readonly Direction[]): string[] {
  const warnings = directions.flatMap((direction) => plan.halts[direction]).filter(({ kind }) => kind !== 'first-sync');
  return [...new Set(warnings.map(({ message }) => message))];
}

/** The steps of `directions`, and what stays as it is, each in one line: `↓ model/cubes/orders.yml (new)`. */
export function planLines(plan: Plan, directions: readonly Direction[], t: Translate): string[] {
  return plan.entries
    .filter((entry) => (entry.kind !== 'push' && entry.kind !== 'pull') || directions.includes(entry.kind))
    .map((entry) => entryLine(entry, t));
}

/** The text below the question: sentences, warnings, and the first `limit` files. */
export function planDetail(
  plan: Plan,
  place: PlanPlace,
  directions: readonly Direction[],
  t: Translate,
  limit = 8,
): string {
  const lines = planLines(plan, directions, t);
  const left = lines.length - limit;
  return [
    ...planSentences(plan, place, directions, t),
    ...planWarnings(plan, directions).map((warning) => t('Careful: {0}', warning)),
    '',
    ...lines.slice(0, limit),
    ...(left > 0 ? [t('… and {0} more', left)] : []),
  ].join('\n');
}

/** The whole plan as a document. */
export function planDocument(plan: Plan, place: PlanPlace, t: Translate): string {
  const sections: [string, readonly PlanEntry[]][] = [
    [t('Conflicts: both sides are kept until you decide'), plan.conflicts],
    [t('From {0} into “{1}”', place.branch, place.folder), plan.pulls],
    [t('From “{0}” to {1}', place.folder, place.branch), plan.pushes],
    [t('Left alone'), plan.refused],
  ];
  const text = sections
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => [title, ...entries.map((entry) => `  ${entryLine(entry, t)}`)].join('\n'));
  const title = t('“{0}” and {1}', place.folder, place.branch);
  return `${[title, ...(text.length > 0 ? text : [t('Nothing differs.')])].join('\n\n')}\n`;
}

export function entryLine(entry: PlanEntry, t: Translate): string {
  switch (entry.kind) {
    case 'conflict':
      return `⚠ ${entry.path} (${conflictWords(entry, t)})`;
    case 'refused':
      return `– ${entry.path} (${entry.reason})`;
    default: {
      const arrow = entry.kind === 'push' ? '↑' : '↓';
      const name = entry.from === undefined ? entry.path : `${entry.from} → ${entry.path}`;
      return `${arrow} ${name} (${changeWords(entry.change, t)})`;
    }
  }
}

export function changeWords(change: Change, t: Translate): string {
  switch (change) {
    case 'add':
      return t('new');
    case 'edit':
      return t('changed');
    case 'delete':
      return t('deleted');
    case 'rename':
      return t('renamed');
  }
}

export function conflictWords(conflict: Conflict, t: Translate): string {
  switch (conflict.reason) {
    case 'both-changed':
      if (conflict.local === undefined) return t('deleted here, changed on the branch');
      if (conflict.remote === undefined) return t('changed here, deleted on the branch');
      return t('changed here and on the branch');
    case 'both-added':
      return t('different here and on the branch, with no common past');
    case 'unsaved':
      return t('changed on the branch while your editor holds unsaved edits');
  }
}

function split(entries: readonly { change: Change }[]): { kept: number; deleted: number } {
  const deleted = entries.filter(({ change }) => change === 'delete').length;
  return { kept: entries.length - deleted, deleted };
}
