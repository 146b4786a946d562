/** Translates the errors of `errorCatalog`. `test/ui/translatable.ts` collects their texts from the catalogs. */

import { describeError, messageOf, UserError } from '../../base/errors.ts';
import type { Localizer } from './localizer.ts';

/** The text of a failure in the user's language. */
export function errorText(failure: unknown, l10n: Localizer): string {
  if (!(failure instanceof UserError) || !failure.text) return messageOf(failure);
  const { text, args, where } = failure;
  const action = text.action === undefined ? undefined : l10n.t(text.action, ...args);
  return describeError({ message: l10n.t(text.message, ...args), where, action });
}
