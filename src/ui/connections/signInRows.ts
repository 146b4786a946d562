/** The rows of the sign-in with a browser. */

import type { Localizer } from '../shell/localizer.ts';

export interface SignInRow {
  icon: string;
  label: string;
  description?: string;
  detail?: string;
  action: 'open' | 'copy' | 'enterKey';
}

/** @param until the time at which the code expires */
export function signInRows(
  { userCode, verificationUri, until }: { userCode: string; verificationUri: string; until: string },
  l10n: Localizer,
): SignInRow[] {
  return [
    {
      icon: 'globe',
      label: l10n.t('Sign In with a Browser'),
      description: l10n.t('Code {0}, valid until {1}', userCode, until),
      detail: l10n.t('Copies the code and opens {0}', verificationUri),
      action: 'open',
    },
    { icon: 'copy', label: l10n.t('Copy Code'), description: userCode, action: 'copy' },
    { icon: 'key', label: l10n.t('Enter an API Key or Access Token'), action: 'enterKey' },
  ];
}
