/** Failures of the compiler process. Errors in a model are part of the compile result instead. */

import { errorCatalog } from '../base/errors.ts';

export const compilerErrors = errorCatalog({
  'compile-timeout': {
    message: 'The data model was not compiled within {0} s, so the compile was stopped.',
    action: 'Check the JavaScript of the model for an endless loop, or allow more time.',
  },
  'compiler-exited': {
    message: 'The compiler process ended while it compiled the data model: {0}.',
    action: 'Check the model for code that ends the process or uses up its memory.',
  },
  'invalid-reply': {
    message: 'The compiler process sent an invalid reply.',
    action: 'Check the model for code that changes the compiler.',
  },
  'forged-reply': {
    message: 'The compiler process sent a message that is not its reply, so it was stopped.',
    action: 'Check the model for code that sends messages in the name of the compiler.',
  },
  /** `{0}`: megabytes. */
  'large-reply': {
    message: 'The compiler process sent more than {0} MB, so it was stopped.',
    action: 'Check the model for code that makes endless or very large texts.',
  },
});
