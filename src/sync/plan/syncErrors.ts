/** The errors of synchronisation that are shown to the user. */

import { errorCatalog } from '../../base/errors.ts';

export const syncErrors = errorCatalog({
  'not-text': {
    message: 'The platform returns text only, and its text for {0} does not have the hash of the file.',
    action: 'The file stays as it is here. Transfer it in another way.',
  },
  'content-moved': { message: '{0} has just changed on the branch.', action: 'Refresh, then try again.' },
  'no-safe-copy': {
    message: 'The branch’s version of {0} is not text, so it cannot be kept in the trash.',
    action: 'Save a copy of it first, then delete it on the branch.',
  },
  'not-kept': {
    message: 'The conflict of {0} stays: the copy of the local version could not be written to {1}.',
    action: 'Rename a file of that name, or close the program that uses it, then try again.',
  },
  'not-in-trash': { message: 'The trash does not contain {0} any more.' },
  'unsaved-changes': { message: '{0} has unsaved changes.', action: 'Save or revert it, then restore again.' },
  'restore-busy': {
    message: '{0} was not restored: another program is writing it.',
    action: 'Close that program, then restore again.',
  },
});
