/** Texts of failures, which the code of a model can make as large as it likes. */

import { messageOf } from '../base/errors.ts';

/** Characters of one message. */
const maxText = 20_000;

/** The text, or its start and how long it is. */
export function cutText(text: string): string {
  if (text.length <= maxText) return text;
  return `${text.slice(0, maxText)}… (cut: the message has ${text.length} characters)`;
}

/** The message of anything that was thrown. */
export function failureText(failure: unknown): string {
  try {
    return cutText(String(messageOf(failure)));
  } catch {
    // A model can throw objects whose properties throw.
    return 'The code of the model failed with an error that has no message.';
  }
}
