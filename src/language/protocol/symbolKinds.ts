/** How editors show the parts of a model: each kind has its own symbol kind of the protocol, and so its own icon. */

import type { MemberKind } from '../../model/index/definitions.ts';
import type { DefinitionKind } from '../../model/source/tree.ts';
import type { SymbolKind } from './protocol.ts';

type PartKind = DefinitionKind | MemberKind | 'join' | 'granularity' | 'macro';

/** In the order of the protocol: package, class, method, field, interface, function, variable, boolean, array, struct, operator. */
export const symbolKinds: Readonly<Record<PartKind, SymbolKind>> = {
  view_group: 4,
  cube: 5,
  macro: 6,
  dimension: 8,
  view: 11,
  measure: 12,
  granularity: 13,
  segment: 17,
  hierarchy: 18,
  preAggregation: 23,
  join: 25,
};
