/** Texts of a page in the editor's language, or in English if a translation is missing. */

export type TextsOf<Key extends string> = (key: Key, ...values: (string | number)[]) => string;

/** @param english by key; `{0}` is replaced by a value @param translations by the English text */
export function textsFrom<Key extends string>(
  english: Readonly<Record<Key, string>>,
  translations: Readonly<Record<string, string>>,
): TextsOf<Key> {
  return (key, ...values) => {
    const original = english[key];
    const template = (Object.hasOwn(translations, original) ? translations[original] : undefined) ?? original;
    return template.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
  };
}
