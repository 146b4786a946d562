/** Translates the errors of `errorCatalog` and the halts of sync. `test/ui/translatable.ts` collects their texts from the catalogs. */

import { describeError, messageOf, UserError } from '../../base/errors.ts';
import type { Halt } from '../../sync/plan/halt.ts';
import type { Localizer } from './localizer.ts';

export type ErrorParts = Pick<UserError, 'message' | 'where' | 'action'>;

/** The parts of a failure's text in the user's language. */
export function errorParts(failure: unknown, l10n: Localizer): ErrorParts {
  if (!(failure instanceof UserError)) return { message: messageOf(failure), where: undefined, action: undefined };
  const { text, args, message, where, action } = failure;
  if (!text) return { message, where, action };
  return {
    message: l10n.t(text.message, ...args),
    where,
    action: text.action === undefined ? undefined : l10n.t(text.action, ...args),
  };
}

/** The texts of a halt in the user's language. */
export function haltText({ text, args }: Halt, l10n: Localizer): { message: string; action: string } {
  return { message: l10n.t(text.message, ...args), action: l10n.t(text.action, ...args) };
}

/** The text of a failure in the user's language. */
export function errorText(failure: unknown, l10n: Localizer): string {
  return describeError(errorParts(failure, l10n));
}
