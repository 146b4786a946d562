/** The texts of each page, by key; `textsFrom` makes them. */

import type { TextsOf } from '../../base/browser/texts.ts';
import type { HostTextKey } from '../../contract/messages/hostTexts.ts';
import type { MapTextKey } from '../../contract/messages/mapTexts.ts';
import type { QueryTextKey } from '../../contract/messages/queryTexts.ts';

export type HostText = TextsOf<HostTextKey>;
export type MapText = TextsOf<MapTextKey>;
export type QueryText = TextsOf<QueryTextKey>;
