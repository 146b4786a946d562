/** The map's texts. */

import { type TextsOf, textsFrom } from '../../../base/browser/texts.ts';
import { type MapTextKey, mapTexts } from '../../../contract/messages/mapTexts.ts';

export type MapTextFunction = TextsOf<MapTextKey>;

/** @param translations by the English text */
export function makeMapText(translations: Readonly<Record<string, string>>): MapTextFunction {
  return textsFrom(mapTexts, translations);
}
