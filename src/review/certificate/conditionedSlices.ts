/**
 * Slices whose SQL differs, and in another way with filters or attributes of a caller. Their values without both do not tell whether
 * numbers change.
 */

import { Limit } from '../../base/async.ts';
import type { QueryViewer } from '../../model/documents/queryDocument.ts';
import { type Asked, batchesOf } from '../compiled/askedSides.ts';
import { joined } from '../compiled/memberQueries.ts';
import { sqlEdits } from '../compiled/sameSql.ts';
import type { SharedSlice } from './slices.ts';

/** A slice, and its queries with filters. */
interface Filtered extends SharedSlice {
  slice: SharedSlice;
}

const concurrency = 4;

/** @param caller has attributes; undefined: they cannot be set */
export async function conditionedSlices(
  filtered: readonly Filtered[],
  asked: Asked,
  caller: QueryViewer | undefined,
): Promise<ReadonlySet<SharedSlice>> {
  const found = new Set<SharedSlice>();
  const compare = async (batch: readonly Filtered[]): Promise<void> => {
    if (await isSameCondition(batch, asked, caller)) return;
    if (batch.length === 1) for (const { slice } of batch) found.add(slice);
    const half = Math.ceil(batch.length / 2);
    if (batch.length > 1) for (const part of [batch.slice(0, half), batch.slice(half)]) await compare(part);
  };
  const limit = new Limit(concurrency);
  await Promise.all(batchesOf(filtered).map((batch) => limit.run(() => compare(batch))));
  return found;
}

/** Whether filters and attributes change the SQL of both sides in the same way. */
async function isSameCondition(
  batch: readonly Filtered[],
  asked: Asked,
  caller: QueryViewer | undefined,
): Promise<boolean> {
  const pairOf = (slices: readonly SharedSlice[], as?: QueryViewer) =>
    asked.pair(
      joined(slices.map(({ queries }) => queries.before)),
      joined(slices.map(({ queries }) => queries.after)),
      as,
    );
  const now = await pairOf(batch, caller);
  // Both models need other values of attributes.
  const conditional = caller && now.effect === 'neither' ? await pairOf(batch) : now;
  if (conditional.effect === 'same') return true;
  const plain = await pairOf(batch.map(({ slice }) => slice));
  if (!conditional.sql || !plain.sql) return false;
  const before = sqlEdits(plain.sql.before, conditional.sql.before);
  return before !== undefined && before === sqlEdits(plain.sql.after, conditional.sql.after);
}
