/** What a person is told before a branch is committed, merged or deleted: what will happen, to what, for whom. Pure. */

import type { Localizer } from '../shell/localizer.ts';

export interface Promotion {
  deployment: string;
  branch: string;
  /** The branch it was forked from. */
  parent: string;
  /** The deployment's production branch. */
  production: string;
  /** Whether what reaches the production branch is built; not where a deployment takes its model from uploads only. */
  buildsProduction: boolean;
}

export interface ModalText {
  message: string;
  detail: string;
}

/** Rule: committing a dev branch forked from production goes straight to production, and only the client can say so. */
export function commitWarning(place: Promotion, l10n: Localizer): ModalText {
  const { branch, parent, deployment } = place;
  return {
    message: l10n.t('Commit {0} directly to production?', branch),
    detail: paragraphs([
      l10n.t(
        '{0} was forked from {1}, the production branch of “{2}”. The commit goes directly to {1}.',
        branch,
        parent,
        deployment,
      ),
      consequence(place, l10n),
      l10n.t('This message appears once for each dev branch.'),
    ]),
  };
}

export function mergeWarning(place: Promotion, l10n: Localizer): ModalText {
  const { branch, deployment, production } = place;
  return {
    message: l10n.t('Merge {0} to production?', branch),
    detail: paragraphs([
      l10n.t('The changes on {0} are merged into {1}, the production branch of “{2}”.', branch, production, deployment),
      consequence(place, l10n),
      l10n.t('{0} is deleted afterwards unless you keep it.', branch),
    ]),
  };
}

export function parentMergeWarning({ branch, parent, deployment }: Promotion, l10n: Localizer): ModalText {
  return {
    message: l10n.t('Merge {0} into {1}?', branch, parent),
    detail: paragraphs([
      l10n.t(
        '{1} is a shared branch of “{2}”. Everyone who works on it gets the changes on {0}.',
        branch,
        parent,
        deployment,
      ),
      l10n.t('{0} is deleted afterwards unless you keep it.', branch),
    ]),
  };
}

export interface BranchDeletion {
  deployment: string;
  branch: string;
  parent: string | undefined;
  /** Branches that were forked from it. */
  children: readonly string[];
  /** Whether this credential's dev-mode session is on it. */
  open: boolean;
}

export function deletionWarning(
  { deployment, branch, parent, children, open }: BranchDeletion,
  l10n: Localizer,
): ModalText {
  const shown = children.length > 5 ? [...children.slice(0, 5), '…'] : children;
  return {
    message: l10n.t('Delete branch {0} of “{1}”?', branch, deployment),
    detail: paragraphs([
      l10n.t('Changes that are not merged are lost on the platform. Files on this machine do not change.'),
      children.length > 0 &&
        parent !== undefined &&
        l10n.t('{0} becomes the parent of the branches forked from it: {1}.', parent, shown.join(', ')),
      open && l10n.t('The branch is open in dev mode. Deleting it ends dev mode.'),
    ]),
  };
}

export interface PendingChanges {
  branch: string;
  /** Files with unsaved edits. */
  unsaved: readonly string[];
  /** Files that are to go to the branch. */
  unpushed: readonly string[];
  /** Files that changed on both sides. */
  conflicts: readonly string[];
}

/** How many files of each sort are named. */
const named = 6;

export function pendingChangesWarning(
  { branch, unsaved, unpushed: waiting, conflicts }: PendingChanges,
  l10n: Localizer,
): ModalText {
  const list = (title: string, files: readonly string[]) => {
    if (files.length === 0) return undefined;
    const left = files.length - named;
    return [title, ...files.slice(0, named), ...(left > 0 ? [l10n.t('… and {0} more', left)] : [])].join('\n');
  };
  return {
    message: l10n.t('Some of your changes are not on {0} yet.', branch),
    detail: paragraphs([
      list(l10n.t('Not saved:'), unsaved),
      list(l10n.t('Not pushed:'), waiting),
      list(l10n.t('In conflict with the branch:'), conflicts),
      l10n.t('Only changes on the branch are included.'),
    ]),
  };
}

function consequence({ production, deployment, buildsProduction: rebuilds }: Promotion, l10n: Localizer): string {
  return rebuilds
    ? l10n.t('{0} is rebuilt, and all users of “{1}” get the result.', production, deployment)
    : l10n.t(
        '“{1}” is deployed by uploads. Production serves the last upload until {0} is uploaded.',
        production,
        deployment,
      );
}

function paragraphs(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
