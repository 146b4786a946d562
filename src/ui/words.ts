/** How pure text functions get their words: the editor hands in `vscode.l10n`, a test and a command line `plainWords`. */

export interface Words {
  t(message: string, ...values: (string | number | boolean)[]): string;
}

/** The English words themselves, with `{0}`, `{1}` … filled in. */
export const plainWords: Words = {
  t: (message, ...values) =>
    message.replace(/\{(\d+)\}/g, (whole, index: string) => `${values[Number(index)] ?? whole}`),
};

export function countOfFiles(count: number, l10n: Words): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', count);
}
