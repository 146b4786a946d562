/** How a halt is shown: a message, its details, and one action that resolves it. */

import type { Halt } from '../../sync/plan/halt.ts';
import { haltText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';

type HaltResolution = 'confirm' | 'reopen' | 'review' | 'retry' | 'none';

export interface HaltMessage {
  message: string;
  detail: string;
  resolution: HaltResolution;
  /** Label of the button; undefined if there is no action. */
  button: string | undefined;
  /** The text for the status bar. */
  short: string;
}

/** More files are only counted. */
const maxListedPaths = 8;

export function haltMessage(halt: Halt, l10n: Localizer): HaltMessage {
  const paths = halt.paths ?? [];
  const remaining = paths.length - maxListedPaths;
  const { message, action } = haltText(halt, l10n);
  const detail = [
    action,
    ...(paths.length > 0 ? ['', ...paths.slice(0, maxListedPaths)] : []),
    ...(remaining > 0 ? [l10n.t('… and {0} more', remaining)] : []),
  ].join('\n');
  const resolution = resolutionOf(halt);
  return {
    message,
    detail,
    resolution,
    button: buttonOf(halt, resolution, l10n),
    short: shortMessage(halt, l10n),
  };
}

function resolutionOf(halt: Halt): HaltResolution {
  if (halt.confirmable) return 'confirm';
  switch (halt.kind) {
    case 'session-moved':
    case 'not-dev-branch':
      return 'reopen';
    case 'verify-mismatch':
      return 'review';
    case 'remote-moved':
    case 'partial-listing':
    case 'plan-changed':
    case 'locked':
      return 'retry';
    default:
      return 'none';
  }
}

function buttonOf(halt: Halt, resolution: HaltResolution, l10n: Localizer): string | undefined {
  switch (resolution) {
    case 'confirm':
      return halt.kind === 'mass-delete' || halt.kind === 'emptied-folder' || halt.kind === 'emptied-branch'
        ? l10n.t('Delete and Continue')
        : l10n.t('Continue');
    case 'reopen':
      return l10n.t('Reopen in Dev Mode');
    case 'review':
      return l10n.t('Show Differences');
    case 'retry':
      return l10n.t('Try Again');
    case 'none':
      return undefined;
  }
}

function shortMessage({ kind }: Halt, l10n: Localizer): string {
  switch (kind) {
    case 'first-sync':
      return l10n.t('first sync pending');
    case 'mass-delete':
    case 'emptied-folder':
    case 'emptied-branch':
      return l10n.t('confirm deletions');
    case 'filter-changed':
      return l10n.t('ignore rules changed');
    case 'git-busy':
      return l10n.t('git merge in progress');
    case 'plan-changed':
    case 'remote-moved':
      return l10n.t('branch changed');
    case 'missing-folder':
      return l10n.t('folder missing');
    case 'refused-folder':
      return l10n.t('folder not allowed');
    case 'partial-listing':
      return l10n.t('incomplete listing');
    case 'not-dev-branch':
      return l10n.t('not a dev branch');
    case 'session-moved':
      return l10n.t('dev mode moved');
    case 'verify-mismatch':
      return l10n.t('branch differs after push');
    case 'locked':
      return l10n.t('syncing in another window');
  }
}
