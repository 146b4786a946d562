/** The texts of the confirmations before a branch is committed, merged or deleted. */

import type { Localizer } from '../shell/localizer.ts';

export interface Promotion {
  deployment: string;
  branchName: string;
  /** The parent branch. */
  parent: string;
  /** The deployment's production branch. */
  production: string;
  /** Whether a change of the production branch starts a build. False for deployments that are deployed by uploads. */
  buildsProduction: boolean;
  /** Whether the platform is an emulator on this machine. */
  isLocal: boolean;
}

export interface ModalText {
  message: string;
  detail: string;
}

/** For a dev branch that was forked from production. The platform commits it to production without a warning. */
export function commitWarning(promotion: Promotion, l10n: Localizer): ModalText {
  const { branchName, parent, deployment } = promotion;
  return {
    message: l10n.t('Commit {0} directly to production?', branchName),
    detail: paragraphs([
      l10n.t(
        '{0} was forked from {1}, the production branch of “{2}”. The commit goes directly to {1}.',
        branchName,
        parent,
        deployment,
      ),
      buildConsequence(promotion, l10n),
      l10n.t('You confirm this once for each dev branch.'),
    ]),
  };
}

export function mergeWarning(promotion: Promotion, l10n: Localizer): ModalText {
  const { branchName, deployment, production } = promotion;
  return {
    message: l10n.t('Merge {0} to production?', branchName),
    detail: paragraphs([
      l10n.t(
        'The changes on {0} are merged into {1}, the production branch of “{2}”.',
        branchName,
        production,
        deployment,
      ),
      buildConsequence(promotion, l10n),
      l10n.t('{0} is deleted afterwards unless you keep it.', branchName),
    ]),
  };
}

/** For a commit to a shared branch. */
export function parentCommitWarning(promotion: Promotion, l10n: Localizer): ModalText {
  const { branchName, parent } = promotion;
  return {
    message: l10n.t('Commit {0} to {1}?', branchName, parent),
    detail: sharedConsequence(promotion, l10n),
  };
}

export function parentMergeWarning(promotion: Promotion, l10n: Localizer): ModalText {
  const { branchName, parent } = promotion;
  return {
    message: l10n.t('Merge {0} into {1}?', branchName, parent),
    detail: paragraphs([
      sharedConsequence(promotion, l10n),
      l10n.t('{0} is deleted afterwards unless you keep it.', branchName),
    ]),
  };
}

export interface BranchDeletion {
  deployment: string;
  branchName: string;
  parent: string | undefined;
  /** Branches that were forked from it. */
  children: readonly string[];
  /** Whether the user's dev-mode session is on it. */
  open: boolean;
}

export function deletionWarning(
  { deployment, branchName, parent, children, open }: BranchDeletion,
  l10n: Localizer,
): ModalText {
  const shown = children.length > 5 ? [...children.slice(0, 5), '…'] : children;
  return {
    message: l10n.t('Delete branch {0} of “{1}”?', branchName, deployment),
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
  branchName: string;
  /** Files with unsaved edits. */
  unsaved: readonly string[];
  /** Files with changes that are not on the branch. */
  unpushed: readonly string[];
  /** Files that changed on both sides. */
  conflicts: readonly string[];
}

/** More files are only counted. */
const maxListedFiles = 6;

export function pendingChangesWarning(
  { branchName, unsaved, unpushed, conflicts }: PendingChanges,
  l10n: Localizer,
): ModalText {
  const list = (title: string, files: readonly string[]) => {
    if (files.length === 0) return undefined;
    const remaining = files.length - maxListedFiles;
    return [
      title,
      ...files.slice(0, maxListedFiles),
      ...(remaining > 0 ? [l10n.t('… and {0} more', remaining)] : []),
    ].join('\n');
  };
  return {
    message: l10n.t('Some of your changes are not on {0} yet.', branchName),
    detail: paragraphs([
      list(l10n.t('Not saved:'), unsaved),
      list(l10n.t('Not pushed:'), unpushed),
      list(l10n.t('In conflict with the branch:'), conflicts),
      l10n.t('Only changes on the branch are included.'),
    ]),
  };
}

function sharedConsequence({ branchName, parent, deployment, isLocal }: Promotion, l10n: Localizer): string {
  return isLocal
    ? l10n.t('{1} gets the changes on {0}, in the emulator on this machine only.', branchName, parent)
    : l10n.t(
        '{1} is a shared branch of “{2}”. Everyone who works on it gets the changes on {0}.',
        branchName,
        parent,
        deployment,
      );
}

function buildConsequence(
  { production, deployment, buildsProduction: rebuilds, isLocal }: Promotion,
  l10n: Localizer,
): string {
  if (isLocal && rebuilds)
    return l10n.t('{0} is rebuilt in the emulator on this machine. Your git repository does not change.', production);
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
