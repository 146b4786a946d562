/** How pure text functions get their words: the editor hands in `vscode.l10n.t`, a test and a command line `plainWords`. */

export type Translate = (message: string, ...values: (string | number | boolean)[]) => string;

/** The English words themselves, with `{0}`, `{1}` … filled in. */
export const plainWords: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => `${values[Number(index)] ?? whole}`);

export function countOfFiles(count: number, t: Translate): string {
  return count === 1 ? t('1 file') : t('{0} files', count);
}
