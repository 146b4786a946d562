/** Why a save, a validation or a comparison failed, as a short text and as a whole message. */

import type { FailureKind } from '../../platform/errors.ts';
import type { SavedChanges } from '../../session/savedChanges.ts';
import { errorText } from '../shell/errorText.ts';
import { needsSignIn } from '../shell/failureKinds.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface Outage {
  /** For the status bar. */
  short: string;
  /** The whole error in one paragraph. */
  message: string;
  /** Whether a new sign-in solves it. */
  needsSignIn: boolean;
}

type FailedStep = NonNullable<SavedChanges['failed']>['step'] | 'comparison';

export function outageMessage(step: FailedStep, failure: unknown, l10n: Localizer): Outage {
  return {
    short: shortMessage(step, (failure as { kind?: FailureKind } | undefined)?.kind, l10n),
    message: errorText(failure, l10n),
    needsSignIn: needsSignIn(failure),
  };
}

function shortMessage(step: FailedStep, kind: FailureKind | undefined, l10n: Localizer): string {
  switch (kind) {
    case 'dns':
    case 'refused':
    case 'proxy':
    case 'tls':
    case 'timeout':
    case 'reset':
      return l10n.t('no connection');
    case 'unauthorized':
      return l10n.t('key rejected');
    case 'forbidden':
      return l10n.t('access denied');
    case 'server':
      return l10n.t('platform error');
  }
  switch (step) {
    case 'push':
      return l10n.t('last save not pushed');
    case 'validation':
      return l10n.t('not validated');
    case 'build':
      return l10n.t('build not known');
    case 'comparison':
      return l10n.t('not compared');
  }
}
