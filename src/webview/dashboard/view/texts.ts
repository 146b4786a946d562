/** The page's texts in the editor's language, or in English where a translation is missing. */

import { type TextsOf, textsFrom } from '../../../base/browser/texts.ts';
import { type HostTextKey, hostTexts } from '../../../contract/messages/hostTexts.ts';

export type Texts = TextsOf<HostTextKey>;

/** @param translations by the English text */
export function makeTexts(translations: Readonly<Record<string, string>>): Texts {
  return textsFrom(hostTexts, translations);
}
