/** What an answer itself tells: rows that filters on measures, the limit and the offset leave out, and measures without a value. */

import type { DataRows } from '../../contract/dataApi.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { valueAt } from '../../model/source/tree.ts';
import { cubeOf } from './countedCube.ts';
import type { Line, Step } from './explanation.ts';
import { listOf, type Part, placeOfMember, placeOfSpan, type Query } from './queryParts.ts';
import type { RowCounter } from './rowCounter.ts';
import { whyTexts } from './whyTexts.ts';

/** Rows of the result that are read again. */
export const maxRows = 1_000;

interface Answered {
  query: Query;
  rows: DataRows;
  /** Filters on measures. */
  measureFilters: readonly Part[];
  counter: Pick<RowCounter, 'total'>;
  numbers(...numbers: readonly number[]): string[];
}

interface Found {
  causes: Line[];
  steps: Step[];
  notes: Line[];
}

/** What leaves out rows of the result: filters on measures, limit and offset. */
export async function ofResult(answered: Answered, left: number, found: Found): Promise<void> {
  const {
    query,
    rows: { data, total },
    measureFilters,
    counter,
    numbers,
  } = answered;
  const all = total === null || total === undefined ? undefined : Number(total);
  if (measureFilters.length > 0 && left > 0) {
    const without = (some: readonly Part[]) => {
      const filters = listOf(query.filters).filter((one) => !some.some(({ written }) => written === one));
      return counter.total({ ...query, filters, limit: 1, rowLimit: undefined, offset: undefined }, 'asked');
    };
    const before = await without(measureFilters);
    found.steps.push({ text: whyTexts.message('grouped'), rows: before });
    for (const [at, part] of measureFilters.entries()) {
      const rows = await without(measureFilters.slice(at + 1));
      found.steps.push({ text: part.text, place: part.place, rows });
    }
    if (before > 0 && data.length === 0 && !all) {
      const rows = await Promise.all(measureFilters.map((part) => without([part])));
      const alone = measureFilters.filter((_, at) => rows[at]! > 0);
      for (const part of alone.length > 0 ? alone : measureFilters) {
        const count = alone.length > 0 ? rows[measureFilters.indexOf(part)]! : before;
        const text = whyTexts.message('measure-filter-empties', [part.text, ...numbers(count)]);
        found.causes.push({ text, place: part.place });
      }
    }
  }
  if (all === undefined || all === 0) return;
  const [shown, whole] = numbers(data.length, all);
  const { offset = 0, limit, rowLimit } = query;
  if (data.length === 0) {
    const text =
      Number(offset) >= all
        ? whyTexts.message('offset', [numbers(Number(offset))[0]!, whole!])
        : whyTexts.message('limit-zero');
    if (Number(offset) >= all || Number(limit ?? rowLimit) === 0) found.causes.push({ text });
  } else if (data.length < all && (limit ?? rowLimit) !== undefined && Number(limit ?? rowLimit) <= maxRows)
    found.notes.push({ text: whyTexts.message('limit-note', [shown!, whole!]) });
}

/** Measures without a value, although rows are read. */
export function emptyMeasures(
  { query, rows: { data }, numbers }: Answered,
  left: number,
  { index, cube }: { index: ModelIndex; cube: string },
): Line[] {
  const causes: Line[] = [];
  if (data.length === 0 || data.length >= maxRows) return causes;
  for (const name of listOf(query.measures).map(String)) {
    const member = index.memberByPath(name);
    if (!member || cubeOf(index, name)?.name !== cube) continue;
    const filters = valueAt(member.node, 'filters');
    const isNull = data.every((row) => row[name] === null || row[name] === undefined);
    const isZero = filters !== undefined && data.every((row) => Number(row[name] ?? 0) === 0);
    if (!isNull && !isZero) continue;
    const place = filters ? placeOfSpan(index, member.definition.file, filters) : placeOfMember(index, name);
    const text = whyTexts.message(filters ? 'own-filters' : 'no-value', [name, ...numbers(left)]);
    causes.push({ text, place });
  }
  return causes;
}

/** Whether no measure has a value: null, or 0 over all rows. */
export function hasNoValues(query: Query, { data }: DataRows): boolean {
  const measures = listOf(query.measures).map(String);
  const { dimensions, timeDimensions } = query;
  const isGrouped =
    listOf(dimensions).length > 0 ||
    listOf(timeDimensions).some((one) => (one as { granularity?: unknown } | null)?.granularity);
  const isEmpty = (value: unknown) => value === null || value === undefined || (!isGrouped && Number(value) === 0);
  return measures.length > 0 && data.every((row) => measures.every((name) => isEmpty(row[name])));
}
