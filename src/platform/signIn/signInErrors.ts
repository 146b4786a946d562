/** Why a sign-in with a browser fails. `{0}` is the host. */

import { errorCatalog } from '../../base/errors.ts';

export const signInErrors = errorCatalog({
  'sign-in-not-offered': {
    message: '{0} offers no sign-in with a browser.',
    action: 'Enter an API key.',
  },
  'sign-in-denied': {
    message: 'The sign-in to {0} was denied in the browser.',
    action: 'Sign in again and approve it, or enter an API key.',
  },
  'sign-in-expired': {
    message: 'The code for {0} expired before the sign-in was approved.',
    action: 'Sign in again.',
  },
  'sign-in-busy': {
    message: 'Another window is refreshing the sign-in to {0}.',
    action: 'Try again.',
  },
  /** `{1}`: the error of the server. */
  'sign-in-refused': {
    message: '{0} refused the sign-in: {1}.',
    action: 'Try again, or enter an API key.',
  },
  /** `{1}`: the name of a field. */
  'sign-in-answer': {
    message: '{0} answered the sign-in in an unexpected format: {1} is missing or not usable.',
    action: 'Enter an API key.',
  },
});
