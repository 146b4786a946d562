/** Translation for pure functions. The editor passes `vscode.l10n`, tests and the command line pass `plainLocalizer`. */

import { fillIn } from '../../base/errors.ts';

export interface Localizer {
  t(message: string, ...values: (string | number | boolean)[]): string;
}

/** The English texts, with `{0}`, `{1}` … filled in. */
export const plainLocalizer: Localizer = {
  t: (message, ...values) => fillIn(message, values.map(String)),
};

export function countOfFiles(count: number, l10n: Localizer): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
}
