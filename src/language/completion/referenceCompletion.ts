/** Completes the names of cubes, views, members, granularities and columns, and those of templates. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { ListNode, ValueNode } from '../../model/source/tree.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';
import type { CompletionItem } from '../protocol/protocol.ts';
import type { Candidate } from './references/candidate.ts';
import { columnCandidates } from './references/columnCandidates.ts';
import { afterContext, contextCandidates, isContextName, securityNames } from './references/contextNames.ts';
import { itemsOf } from './references/items.ts';
import { contextRank, firstNames, namesAfter } from './references/memberCandidates.ts';
import { type ReferencePlace, referencePlace } from './references/referencePlace.ts';
import {
  fieldGranularities,
  includedMembers,
  joinTargets,
  namedDefinitions,
  ownMembers,
  parents,
  pathCubes,
} from './references/roleCandidates.ts';
import { filterNames, isTableSql, sqlOfCubes } from './references/sqlCandidates.ts';
import { tableCandidates } from './references/tableCandidates.ts';
import { templateNameCompletion } from './references/templateNameCompletion.ts';

/** The names that fit at an offset of a source, the best ones first; undefined if no reference fits there. */
export function referenceCompletion(index: ModelIndex, path: string, offset: number): CompletionItem[] | undefined {
  const inTemplate = templateNameCompletion(index, path, offset);
  if (inTemplate) return inTemplate;
  const place = referencePlace(index, path, offset);
  const candidates = place && candidatesAt(place);
  if (!candidates) return undefined;
  const listed = listedBeside(place);
  const typed = place.before.map((name) => `${name}.`).join('');
  const isListed = ({ text, fromStart }: Candidate) =>
    listed.has((fromStart ? text : typed + text).replace(/^(CUBE|TABLE)\./, ''));
  return itemsOf(
    index,
    path,
    place,
    candidates.filter((one) => !isListed(one)),
  );
}

function candidatesAt(place: ReferencePlace): Candidate[] | undefined {
  const { field, reference } = place;
  switch (reference?.role ?? field.role) {
    case 'text':
      return fieldGranularities(place);
    case 'extends':
      return parents(place);
    case 'join':
      return joinTargets(place);
    case 'joinPath':
      return pathCubes(place);
    case 'include':
      return includedMembers(place);
    case 'own':
      return ownMembers(place);
    case 'view':
      return namedDefinitions(place, 'view');
    case 'viewGroup':
      return namedDefinitions(place, 'view_group');
    case 'sql':
      if (field.isCode && !/\$\{[^{}`]*$/.test(place.prefix)) return undefined;
      return reference ? names(place) : (tableCandidates(place) ?? columnCandidates(place));
    default:
      return reference && names(place);
  }
}

/** Names in SQL and in fields that list members. */
function names(place: ReferencePlace): Candidate[] | undefined {
  const { index, before, field } = place;
  if (/\.(values|if)$/.test(field.path))
    return field.path.startsWith('accessPolicy.') ? securityNames(index, before) : undefined;
  if (before[0] !== undefined && isContextName(before[0]))
    return afterContext(index, before, innerQuote(place)) ?? filterNames(place);
  if (isTableSql(place)) return before.length === 0 ? [...contextCandidates(0), ...sqlOfCubes(place)] : sqlOf(place);
  if (before.length > 0) return namesAfter(place);
  return [...firstNames(place), ...(field.role === 'sql' ? contextCandidates(contextRank) : [])];
}

function sqlOf({ before }: ReferencePlace): Candidate[] {
  return before.length === 1 ? [{ label: 'sql', text: 'sql()', rank: 0, kind: 3, detail: 'SQL of the cube' }] : [];
}

/** The quote that may be used inside the value. */
function innerQuote({ field, patch }: ReferencePlace): string {
  return patch.text[field.span.start - 1] === "'" ? '"' : "'";
}

/** The other items of the list at the cursor. */
function listedBeside({ definition, patch: { text, at } }: ReferencePlace): Set<string> {
  const list = innermostList(definition.node, at);
  const items = list?.items.filter(({ start, end }) => at < start || at > end) ?? [];
  const nameOf = (item: ValueNode) =>
    item.kind === 'code' ? text.slice(item.start, item.end) : (textOf(item) ?? textOf(valueAt(item, 'name')));
  return new Set(items.flatMap((item) => nameOf(item)?.replace(/^(CUBE|TABLE)\./, '') ?? []));
}

/** The list whose item is the name at the offset. */
function innermostList(node: ValueNode, at: number): ListNode | undefined {
  if (at < node.start || at > node.end) return undefined;
  if (node.kind === 'map') {
    for (const { value } of node.entries) if (value.start <= at && at <= value.end) return innermostList(value, at);
  }
  if (node.kind !== 'list') return undefined;
  const item = node.items.find(({ start, end }) => start <= at && at <= end);
  const isName = item?.kind !== 'list' && (item?.kind !== 'map' || valueAt(item, 'name')?.start === at);
  return isName ? node : item && innermostList(item, at);
}
