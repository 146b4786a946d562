/** Why the options of a command line cannot be read. */

import { messageOf } from './errors.ts';

/** Without Node's advice on arguments that start with a dash, which no command takes. */
export function optionErrorText(failure: unknown): string {
  const text = messageOf(failure).replace(/\. To specify a positional argument starting with a '-'.*$/s, '');
  return text.endsWith('.') ? text : `${text}.`;
}
