/** How a halt of synchronisation is put to a person: title, detail, and the one thing they can do about it. Pure. */

import type { Halt } from '../sync/halt.ts';
import type { Translate } from './translate.ts';

export type HaltRemedy = 'confirm' | 'reopen' | 'review' | 'retry' | 'none';

export interface HaltWords {
  message: string;
  detail: string;
  remedy: HaltRemedy;
  /** Label of the button; undefined where there is nothing to press. */
  button: string | undefined;
  /** A few words for the status bar. */
  short: string;
}

/** How many of a halt's files are named. */
const named = 8;

export function haltWords(halt: Halt, t: Translate): HaltWords {
  const paths = halt.paths ?? [];
  const left = paths.length - named;
  const detail = [
    halt.action,
    ...(paths.length > 0 ? ['', ...paths.slice(0, named)] : []),
    ...(left > 0 ? [t('… and {0} more', left)] : []),
  ].join('\n');
  const remedy = remedyOf(halt);
  return { message: halt.message, detail, remedy, button: buttonOf(halt, remedy, t), short: shortWords(halt, t) };
}

function remedyOf(halt: Halt): HaltRemedy {
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

function buttonOf(halt: Halt, remedy: HaltRemedy, t: Translate): string | undefined {
  switch (remedy) {
    case 'confirm':
      return halt.kind === 'mass-delete' || halt.kind === 'emptied-folder' || halt.kind === 'emptied-branch'
        ? t('Delete and go on')
        : t('Go on');
    case 'reopen':
      return t('Open dev mode again');
    case 'review':
      return t('Show what differs');
    case 'retry':
      return t('Try again');
    case 'none':
      return undefined;
  }
}

function shortWords({ kind }: Halt, t: Translate): string {
  switch (kind) {
    case 'first-sync':
      return t('first sync waits');
    case 'mass-delete':
    case 'emptied-folder':
    case 'emptied-branch':
      return t('asks before deleting');
    case 'filter-changed':
      return t('ignore rules changed');
    case 'git-busy':
      return t('git merge open');
    case 'plan-changed':
    case 'remote-moved':
      return t('branch changed meanwhile');
    case 'missing-folder':
      return t('folder missing');
    case 'refused-folder':
      return t('folder refused');
    case 'partial-listing':
      return t('incomplete listing');
    case 'not-dev-branch':
      return t('no dev branch');
    case 'session-moved':
      return t('dev mode moved elsewhere');
    case 'verify-mismatch':
      return t('branch differs after sending');
    case 'locked':
      return t('another window syncs');
  }
}
