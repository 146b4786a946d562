/** What a click on the status bar offers, what matters most first. Pure. */

import type { CommandId } from '../shell/ids.ts';
import type { Localizer } from '../shell/localizer.ts';
import type { StatusModel } from './statusText.ts';

/** Commands of the editor itself that are offered beside ours. */
export type EditorCommand = 'workbench.actions.view.problems' | 'workbench.view.scm';

export interface StatusAction {
  /** `reopen`: open dev mode again on the branch that was followed. */
  run: CommandId | EditorCommand | 'reopen';
  icon: string;
  label: string;
  detail?: string;
}

export function statusActions(model: StatusModel, l10n: Localizer): StatusAction[] {
  const { branch, sync, build, outage, problems } = model;
  const actions: (StatusAction | false | undefined)[] = [
    sync?.halt && haltAction(sync.halt, branch, l10n),
    sync &&
      sync.conflicts > 0 && {
        run: 'workbench.view.scm',
        icon: 'warning',
        label: sync.conflicts === 1 ? l10n.t('Settle 1 conflict') : l10n.t('Settle {0} conflicts', sync.conflicts),
        detail: l10n.t('Both versions are kept until you decide.'),
      },
    outage !== undefined && {
      run: 'dataModel.sync.refresh',
      icon: 'debug-disconnect',
      label: l10n.t('Try the platform again'),
      detail: outage.message,
    },
    branch === undefined && {
      run: 'dataModel.branch.openDevMode',
      icon: 'git-branch',
      label: l10n.t('Open a branch in dev mode'),
      detail: l10n.t('Without one, what you save stays on this machine.'),
    },
    problems.errors > 0 && {
      run: 'workbench.actions.view.problems',
      icon: 'error',
      label: problems.errors === 1 ? l10n.t('Show 1 error') : l10n.t('Show {0} errors', problems.errors),
    },
    build?.tone === 'bad' && {
      run: 'dataModel.logs.open',
      icon: 'output',
      label: l10n.t('Read the logs of the failed build'),
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
    branch !== undefined && { run: 'dataModel.branch.commit', icon: 'check', label: l10n.t('Commit {0}', branch) },
    branch !== undefined && {
      run: 'dataModel.sync.review',
      icon: 'diff-multiple',
      label: l10n.t('Compare folder and branch'),
    },
    branch !== undefined && { run: 'dataModel.model.validate', icon: 'beaker', label: l10n.t('Validate the branch') },
    branch !== undefined &&
      outage === undefined && {
        run: 'dataModel.sync.refresh',
        icon: 'refresh',
        label: l10n.t('Look again for changes'),
      },
    branch !== undefined && {
      run: 'dataModel.branch.openDevMode',
      icon: 'git-branch',
      label: l10n.t('Open another branch in dev mode'),
    },
    branch !== undefined && { run: 'dataModel.branch.leaveDevMode', icon: 'sign-out', label: l10n.t('Leave dev mode') },
    build?.tone !== 'bad' && {
      run: 'dataModel.logs.open',
      icon: 'output',
      label: l10n.t('Open the deployment’s logs'),
    },
    { run: 'dataModel.sync.history', icon: 'history', label: l10n.t('Show what synchronisation did') },
    { run: 'dataModel.log.show', icon: 'list-unordered', label: l10n.t('Show this extension’s log') },
  ];
  return actions.filter((action): action is StatusAction => typeof action === 'object');
}

function haltAction(
  halt: { kind: string; message: string; action: string },
  branch: string | undefined,
  l10n: Localizer,
): StatusAction {
  const detail = `${halt.message} ${halt.action}`;
  switch (halt.kind) {
    case 'session-moved':
    case 'not-dev-branch':
      return {
        run: 'reopen',
        icon: 'debug-restart',
        label: l10n.t('Open dev mode again on {0}', branch ?? ''),
        detail,
      };
    case 'verify-mismatch':
      return { run: 'dataModel.sync.review', icon: 'diff-multiple', label: l10n.t('Show what differs'), detail };
    default:
      return {
        run: 'dataModel.sync.review',
        icon: 'debug-pause',
        label: l10n.t('Look at the plan that waits'),
        detail,
      };
  }
}
