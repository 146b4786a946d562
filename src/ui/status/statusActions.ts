/** The quick pick items of the status bar item, the most important first. */

import type { CommandId } from '../manifest/commandTable.ts';
import type { Localizer } from '../shell/localizer.ts';
import type { StatusModel } from './statusAppearance.ts';

/** Commands of the editor. */
type EditorCommand = 'workbench.actions.view.problems' | 'workbench.view.scm';

export interface StatusAction {
  /** `reopen` opens the followed branch in dev mode again. */
  run: CommandId | EditorCommand | 'reopen';
  icon: string;
  label: string;
  detail?: string;
}

/** @param committable whether the branch differs from its parent; undefined if that is not known */
export function statusActions(model: StatusModel, committable: boolean | undefined, l10n: Localizer): StatusAction[] {
  if (model.connect) return notConnectedActions(model.connect, model, l10n);
  if (model.step === 'branch gone') return goneActions(model, l10n);
  const { branchName, sync, build, outage, problems } = model;
  const commit = branchName !== undefined && {
    run: 'dataModel.branch.commit' as const,
    icon: 'check',
    label: l10n.t('Commit {0}', branchName),
  };
  const actions: (StatusAction | false | undefined)[] = [
    sync?.halt && haltAction(sync.halt, branchName, l10n),
    sync &&
      sync.conflicts > 0 && {
        run: 'workbench.view.scm',
        icon: 'warning',
        label: sync.conflicts === 1 ? l10n.t('Resolve 1 Conflict') : l10n.t('Resolve {0} Conflicts', sync.conflicts),
        detail: l10n.t('Both versions are kept until you resolve the conflict.'),
      },
    outage?.needsSignIn === true && {
      run: 'dataModel.connection.signInAgain',
      icon: 'sign-in',
      label: l10n.t('Sign In Again…'),
      detail: outage.message,
    },
    outage !== undefined && {
      run: 'dataModel.sync.refresh',
      icon: 'debug-disconnect',
      label: l10n.t('Try Again'),
      ...(!outage.needsSignIn && { detail: outage.message }),
    },
    branchName === undefined && {
      run: 'dataModel.branch.openDevMode',
      icon: 'git-branch',
      label: l10n.t('Open Branch in Dev Mode…'),
      detail: l10n.t('Without a dev branch, files that you save are not pushed.'),
    },
    problems.errors > 0 && {
      run: 'workbench.actions.view.problems',
      icon: 'error',
      label: problems.errors === 1 ? l10n.t('Show 1 Error') : l10n.t('Show {0} Errors', problems.errors),
    },
    build?.tone === 'bad' && {
      run: 'dataModel.logs.open',
      icon: 'output',
      label: l10n.t('Open Logs of Failed Build'),
      ...(build.detail ? { detail: build.detail } : {}),
    },
    sync &&
      sync.remote > 0 && {
        run: 'dataModel.sync.pull',
        icon: 'cloud-download',
        label: l10n.t('Bring from the branch: {0}', sync.remote),
      },
    sync &&
      sync.local > 0 && {
        run: 'dataModel.sync.push',
        icon: 'cloud-upload',
        label: l10n.t('Send to the branch: {0}', sync.local),
      },
    committable === true && commit,
    branchName !== undefined && {
      run: 'dataModel.sync.review',
      icon: 'diff-multiple',
      label: l10n.t('Review Changes'),
    },
    committable === undefined && commit,
    branchName !== undefined && {
      run: 'dataModel.model.validate',
      icon: 'beaker',
      label: l10n.t('Validate on Platform'),
    },
    branchName !== undefined &&
      outage === undefined && {
        run: 'dataModel.sync.refresh',
        icon: 'refresh',
        label: l10n.t('Compare with Branch'),
      },
    branchName !== undefined && {
      run: 'dataModel.branch.openDevMode',
      icon: 'git-branch',
      label: l10n.t('Open Another Branch in Dev Mode…'),
    },
    branchName !== undefined && leave(l10n),
    build?.tone !== 'bad' && {
      run: 'dataModel.logs.open',
      icon: 'output',
      label: l10n.t('Open Logs…'),
    },
    ...records(l10n),
  ];
  return actions.filter((action): action is StatusAction => typeof action === 'object');
}

function notConnectedActions(connect: CommandId, { platform }: StatusModel, l10n: Localizer): StatusAction[] {
  return [
    {
      run: connect,
      icon: 'plug',
      label: l10n.t('Connect to {0}…', platform),
      detail: l10n.t('The folder is bound to this platform. Local checks work without a connection.'),
    },
    {
      run: 'dataModel.folder.bind',
      icon: 'link',
      label: l10n.t('Bind the Folder to Another Deployment…'),
    },
    ...records(l10n),
  ];
}

function goneActions({ branchName = '' }: StatusModel, l10n: Localizer): StatusAction[] {
  return [
    {
      run: 'dataModel.branch.openDevMode',
      icon: 'git-branch',
      label: l10n.t('Open Another Branch…'),
      detail: l10n.t('The branch {0} was deleted.', branchName),
    },
    {
      run: 'dataModel.branch.createAgain',
      icon: 'debug-restart',
      label: l10n.t('Create It Again from This Folder'),
      detail: l10n.t('The new branch gets the files of this folder after you confirm the plan.'),
    },
    {
      run: 'dataModel.sync.refresh',
      icon: 'refresh',
      label: l10n.t('Look for the Branch Again'),
    },
    leave(l10n),
    ...records(l10n),
  ];
}

function leave(l10n: Localizer): StatusAction {
  return { run: 'dataModel.branch.leaveDevMode', icon: 'sign-out', label: l10n.t('Leave Dev Mode') };
}

function records(l10n: Localizer): StatusAction[] {
  return [
    { run: 'dataModel.sync.history', icon: 'history', label: l10n.t('Show Sync History') },
    { run: 'dataModel.log.show', icon: 'list-unordered', label: l10n.t('Show Extension Log') },
  ];
}

function haltAction(
  halt: { kind: string; message: string; action: string },
  branchName: string | undefined,
  l10n: Localizer,
): StatusAction {
  const detail = `${halt.message} ${halt.action}`;
  switch (halt.kind) {
    case 'session-moved':
    case 'not-dev-branch':
      return {
        run: 'reopen',
        icon: 'debug-restart',
        label: l10n.t('Reopen {0} in Dev Mode', branchName ?? ''),
        detail,
      };
    case 'verify-mismatch':
      return { run: 'dataModel.sync.review', icon: 'diff-multiple', label: l10n.t('Show Differences'), detail };
    default:
      return {
        run: 'dataModel.sync.review',
        icon: 'debug-pause',
        label: l10n.t('Review Sync Plan'),
        detail,
      };
  }
}
