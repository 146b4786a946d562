/** Why a change breaks something, or is not known, in English. */

import { errorCatalog } from '../../base/errors.ts';

/** `{0}`: the name of the part as it was. */
export const reviewTexts = errorCatalog({
  gone: { message: '{0} is gone.' },
  /** `{1}`: the new name. */
  renamed: { message: '{0} is now named {1}.' },
  /** `{1}`: `measure`, `dimension`, … */
  'other-kind': { message: '{0} is now a {1}.' },
  /** `{1}`: the new type; `{2}`: the former one. */
  retyped: { message: '{0} is now of type {1} instead of {2}.' },
  'other-type': { message: '{0} has another type.' },
  hidden: { message: '{0} is no longer public.' },
  /** `{0}`, `{1}`: the cubes. */
  /** `{0}`: what the platform says. */
  refused: { message: 'The platform refuses it now: {0}' },
  /** `{0}`: members. */
  unseen: { message: 'Its viewer does not see {0} any more.' },
  /** `{0}`: the branch. */
  'not-built': { message: '{0} is not built.' },
  'not-run': {
    message:
      'The platform does not run {0}, so its model is not compiled. A shared branch runs with a staging environment: enable it, then refresh.',
  },
  'build-failed': { message: 'The build of {0} failed: {1}' },
  'no-answer': { message: 'The platform did not answer for {0} in time.' },
  'not-read': { message: 'The compiled model of {0} cannot be read: {1}' },
  'no-join': { message: 'There is no join from {0} to {1} any more.' },
});
