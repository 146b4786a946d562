/** Translates the errors of `errorCatalog` and the halts of sync. `test/ui/translatable.ts` collects their texts from the catalogs. */

import { type CatalogMessage, describeError, type ErrorArgument, messageOf, UserError } from '../../base/errors.ts';
import type { Halt } from '../../sync/plan/halt.ts';
import type { Localizer } from './localizer.ts';

export type ErrorParts = Pick<UserError, 'message' | 'where' | 'action'>;

/** The parts of a failure's text in the user's language. */
export function errorParts(failure: unknown, l10n: Localizer): ErrorParts {
  if (!(failure instanceof UserError)) return { message: messageOf(failure), where: undefined, action: undefined };
  const { text, args, message, where, action } = failure;
  if (!text) return { message, where, action };
  return {
    message: translate(text.message, args, l10n),
    where,
    action: text.action === undefined ? undefined : translate(text.action, args, l10n),
  };
}

/** The texts of a halt in the user's language. */
export function haltText({ text, args }: Halt, l10n: Localizer): { message: string; action: string } {
  return { message: translate(text.message, args, l10n), action: translate(text.action, args, l10n) };
}

/** A message of a catalog in the user's language. Stored messages of older versions are English texts. */
export function messageText(message: CatalogMessage | string, l10n: Localizer): string {
  return typeof message === 'string' ? message : translate(message.text.message, message.args, l10n);
}

function translate(template: string, args: readonly ErrorArgument[], l10n: Localizer): string {
  return l10n.t(template, ...args.map((value) => (typeof value === 'object' ? messageText(value, l10n) : value)));
}

/** The text of a failure in the user's language. */
export function errorText(failure: unknown, l10n: Localizer): string {
  return describeError(errorParts(failure, l10n));
}

/** A failure as a message shows it, and what its *Details* add. */
export interface FoldedError {
  text: string;
  /** The whole text with the place and the id of the request; undefined if `text` has all of it. */
  details: string | undefined;
}

/** Longer texts of a server are folded to their first sentence. */
const maxUnfolded = 160;

/** One sentence and what to do next. The host, the operation and the id of the request are for a report to the operator. */
export function foldedError(failure: unknown, l10n: Localizer): FoldedError {
  const { message, where, action } = errorParts(failure, l10n);
  const short = firstSentence(message);
  const isRequest = hasRequest(failure) || (failure instanceof UserError && hasRequest(failure.cause));
  // The text of a server may end without a period.
  const sentence = action === undefined || /[.!?…:)]$/.test(short) ? short : `${short}.`;
  const text = describeError({ message: sentence, where: isRequest ? undefined : where, action });
  const details = [message, isRequest && where].filter(Boolean).join('\n\n');
  return { text, details: isRequest || short !== message ? details : undefined };
}

/** Not `instanceof`, because activation does not load the client. */
function hasRequest(failure: unknown): boolean {
  return failure instanceof UserError && failure.name === 'PlatformError';
}

function firstSentence(message: string): string {
  const [line = ''] = message.trim().split('\n', 1);
  if (line === message && line.length <= maxUnfolded) return message;
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  if (sentence.length <= maxUnfolded) return sentence;
  const cut = sentence.slice(0, maxUnfolded);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxUnfolded / 2))}…`;
}
