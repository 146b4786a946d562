/** A name that fits at the cursor, before it becomes an item of the list. */

import type { Definition, Member } from '../../../model/index/definitions.ts';
import type { PartOfModel } from '../../hover/hover.ts';
import type { CompletionItemKind } from '../../protocol/protocol.ts';

export interface Candidate {
  label: string;
  /** The inserted text. With `isSnippet`, a snippet as in the protocol. */
  text: string;
  isSnippet?: boolean;
  /** `text` replaces the names before the dot, too. */
  fromStart?: boolean;
  /** A dot and another name usually follow. */
  isOpen?: boolean;
  /** The order in the list: smaller ones first. */
  rank: number;
  kind: CompletionItemKind;
  detail: string;
  symbol?: PartOfModel;
  note?: string | (() => string);
}

type CandidateKind = Definition['kind'] | Member['kind'] | 'granularity';

const kinds: Readonly<Record<CandidateKind, CompletionItemKind>> = {
  cube: 7,
  view: 8,
  view_group: 9,
  measure: 3,
  dimension: 5,
  segment: 10,
  preAggregation: 18,
  hierarchy: 13,
  granularity: 20,
};

export function kindOf(symbol: PartOfModel): CompletionItemKind {
  if ('granularity' in symbol) return kinds.granularity;
  return kinds['member' in symbol ? symbol.member.kind : symbol.definition.kind];
}
