/** The page's texts in the editor's language, or in English where a translation is missing. */

import { type HostTextKey, hostTexts } from '../../../contract/messages/hostTexts.ts';

export type Texts = (key: HostTextKey, ...values: (string | number)[]) => string;

/** @param translations by the English text */
export function makeTexts(translations: Readonly<Record<string, string>>): Texts {
  return (key, ...values) => {
    const english = hostTexts[key];
    const template = (Object.hasOwn(translations, english) ? translations[english] : undefined) ?? english;
    return template.replace(/\{(\d)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
  };
}
