/** A reason why synchronisation stops and asks. The texts are in one table, so that the editor can translate them. */

import { type ErrorArgument, type ErrorText, fillIn } from '../../base/errors.ts';

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

/** The user can confirm these halts for exactly one plan. The others end when their cause ends. */
const confirmable: ReadonlySet<HaltKind> = new Set<HaltKind>([
  'first-sync',
  'mass-delete',
  'emptied-folder',
  'emptied-branch',
  'filter-changed',
  'git-busy',
]);

interface HaltText extends Required<ErrorText> {
  kind: HaltKind;
}

const confirmPlan = 'Review the plan, then confirm it.';
const reviewPlan = 'Review the new plan.';
const openDevMode = 'Open a branch in dev mode and use the dev branch it creates.';
const ownFolder = 'Put the data model into its own folder and open that folder.';

/** Every halt by its code. `{0}`, `{1}` … stand for the arguments. */
export const haltTexts = {
  'never-synced': {
    kind: 'first-sync',
    message: 'This folder was never synced with this branch.',
    action: confirmPlan,
  },
  'base-lost': {
    kind: 'first-sync',
    message:
      'The record of the last sync is lost or damaged. Nothing will be deleted; files that differ become conflicts.',
    action: confirmPlan,
  },
  'filter-changed': {
    kind: 'filter-changed',
    message: 'Other files are synced than last time: the ignore file or the model folder changed.',
    action: confirmPlan,
  },
  'git-busy': {
    kind: 'git-busy',
    message: 'A merge or rebase is in progress in the git repository of this folder.',
    action: 'Finish it first, or confirm to sync the files as they are.',
  },
  'emptied-branch': {
    kind: 'emptied-branch',
    message: 'The branch lists no files, but it had some at the last sync.',
    action: 'Check the branch. Confirm only if it was emptied on purpose.',
  },
  'emptied-folder': {
    kind: 'emptied-folder',
    message: 'The folder contains no synced files, but it had some at the last sync.',
    action: 'Check the folder. Confirm only to delete every file on the branch.',
  },
  'mass-delete-branch': {
    kind: 'mass-delete',
    message: '{0} of {1} files would be deleted on the branch: {2}.',
    action: confirmPlan,
  },
  'mass-delete-folder': {
    kind: 'mass-delete',
    message: '{0} of {1} files would be deleted in this folder: {2}.',
    action: confirmPlan,
  },
  'plan-changed': {
    kind: 'plan-changed',
    message: 'The plan has changed since it was shown.',
    action: reviewPlan,
  },
  'plan-changed-files': {
    kind: 'plan-changed',
    message: 'The plan has changed since it was shown: {0}.',
    action: reviewPlan,
  },
  'missing-folder': {
    kind: 'missing-folder',
    message: 'The project folder does not exist.',
    action: 'Restore the folder, or open it at its new location.',
  },
  'root-folder': { kind: 'refused-folder', message: 'The root of a disk is never synced.', action: ownFolder },
  'home-folder': { kind: 'refused-folder', message: 'The home folder is never synced.', action: ownFolder },
  'partial-listing': {
    kind: 'partial-listing',
    message: 'Two listings of the branch contradict each other: one of them lacks {0}.',
    action: 'Try again in a moment. Nothing was changed.',
  },
  'no-branch': { kind: 'not-dev-branch', message: 'No branch is named.', action: openDevMode },
  'not-dev-branch': {
    kind: 'not-dev-branch',
    message: '“{0}” is not a personal dev branch.',
    action: openDevMode,
  },
  'unnamed-branch': {
    kind: 'not-dev-branch',
    message: 'The request does not name its branch.',
    action: 'Select the branch explicitly.',
  },
  'session-closed': {
    kind: 'session-moved',
    message: 'Dev mode is not on “{0}” any more: no dev-mode session is open for this credential.',
    action: 'Open “{0}” in dev mode again.',
  },
  'session-moved': {
    kind: 'session-moved',
    message: 'Dev mode is not on “{0}” any more: the dev-mode session of this credential is on “{1}”.',
    action: 'Open “{0}” in dev mode again, or follow the other branch.',
  },
  'remote-moved': {
    kind: 'remote-moved',
    message: 'The same files have just changed on the branch.',
    action: reviewPlan,
  },
  'branch-busy': {
    kind: 'remote-moved',
    message: 'The branch keeps changing: another client is writing to it.',
    action: reviewPlan,
  },
  'verify-mismatch': {
    kind: 'verify-mismatch',
    message: 'After the push the branch does not show what was sent: {0}.',
    action:
      'Compare these files with the branch: another client wrote to it at the same time, or the platform changed the content.',
  },
  locked: {
    kind: 'locked',
    message: 'Another window or command is syncing this folder.',
    action: 'Wait until it is done, then try again.',
  },
} as const satisfies Readonly<Record<string, HaltText>>;

export type HaltCode = keyof typeof haltTexts;

export interface Halt {
  kind: HaltKind;
  /** The texts without their arguments, for translation. */
  text: Required<ErrorText>;
  args: readonly ErrorArgument[];
  /** The event, in English; one sentence that is complete on its own. */
  message: string;
  /** The next step for the user, in English, as an imperative sentence. */
  action: string;
  /** Whether `confirmed: true` with this very plan continues. */
  confirmable: boolean;
  /** The files concerned, if any. */
  paths?: readonly string[];
}

export function halt(code: HaltCode, args: readonly ErrorArgument[] = [], paths?: readonly string[]): Halt {
  const { kind, message, action } = haltTexts[code];
  return {
    kind,
    text: { message, action },
    args,
    message: fillIn(message, args),
    action: fillIn(action, args),
    confirmable: confirmable.has(kind),
    ...(paths && { paths }),
  };
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

/** The first three paths, and how many more there are. */
export function listSome(paths: readonly string[]): string {
  const names = [...new Set(paths)];
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} … (+${names.length - 3})`;
}
