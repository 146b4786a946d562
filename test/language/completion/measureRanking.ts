/** The place in the completion list of a reference in SQL whose text is removed, before anything is typed. */

import { referenceCompletion } from '../../../src/language/completion/referenceCompletion.ts';
import { isTableSql } from '../../../src/language/completion/references/sqlCandidates.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Reference } from '../../../src/model/index/references.ts';
import { isCurrentCube, resolve } from '../../../src/model/index/resolve.ts';
import { indexOf, type Texts } from '../../model/models.ts';

export interface Ranked {
  reference: Reference;
  names: 'own members' | 'own cube' | 'other cubes';
  /** The place in the list, from 0; -1 if the reference is not offered. */
  at: number;
}

/** One result for each reference to a member, cube or column of a model that is written in braces and has a meaning. */
export function measureRanking(texts: Texts): Ranked[] {
  const index = indexOf(texts);
  return index.definitions.flatMap((definition) =>
    index.references(definition).references.flatMap((reference) => rankOf(index, reference) ?? []),
  );
}

function rankOf(index: ModelIndex, reference: Reference): Ranked | undefined {
  const { definition, chain, role } = reference;
  const { text } = index.file(definition.file)!;
  const isInBraces = /\{\s*$/.test(text.slice(0, chain.start)) && /^\s*\}/.test(text.slice(chain.end));
  if (role !== 'sql' || !isInBraces || isTableSql({ field: reference })) return undefined;
  const { targets, failure } = resolve(index, reference);
  if (failure || targets.length < chain.parts.length) return undefined;
  const emptied = index.withText(definition.file, text.slice(0, chain.start) + text.slice(chain.end));
  const items = referenceCompletion(emptied, definition.file, chain.start) ?? [];
  // In the order in which an editor shows them.
  const offered = [...items]
    .sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1))
    .map(({ label, textEdit }) => (label === 'CUBE' ? label : textEdit.newText.replace(/\$0|\}$/g, '')));
  const meant = spellingOf(reference, chain.parts.map(({ name }) => name).join('.'));
  const names =
    meant === 'CUBE' ? 'own cube' : 'member' in targets[0]! || isOwn(reference) ? 'own members' : 'other cubes';
  return { reference, names, at: offered.findIndex((name) => spellingOf(reference, name) === meant) };
}

function isOwn({ definition, chain: { parts } }: Reference): boolean {
  return isCurrentCube(parts[0]!.name) || parts[0]!.name === definition.name;
}

/** The same text for `status`, `CUBE.status` and `orders.status` in the cube `orders`. */
function spellingOf({ definition }: Reference, name: string): string {
  const [first = '', ...rest] = name.split('.');
  if (!isCurrentCube(first) && first !== definition.name) return name;
  return rest.length === 0 ? 'CUBE' : rest.join('.');
}
