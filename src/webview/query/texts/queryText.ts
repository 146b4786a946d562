/** The page's texts. */

import { type TextsOf, textsFrom } from '../../../base/browser/texts.ts';
import { type QueryTextKey, queryTexts } from '../../../contract/messages/queryTexts.ts';

export type { QueryTextKey };

export type QueryText = TextsOf<QueryTextKey>;

/** @param translations by the English text */
export function makeQueryText(translations: Readonly<Record<string, string>>): QueryText {
  return textsFrom(queryTexts, translations);
}
