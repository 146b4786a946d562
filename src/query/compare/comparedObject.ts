/** A comparison as an object and as comma-separated values. Both contain only the rows that differ. */

import { csvLine } from '../results/csv.ts';
import { type RowObject, rowObject } from '../results/json.ts';
import type { ComparedTable } from './compareTables.ts';

interface ComparedObject {
  added: RowObject[];
  removed: RowObject[];
  changed: { before: RowObject; after: RowObject }[];
}

export function comparedObject({ columns, rows }: ComparedTable): ComparedObject {
  const compared: ComparedObject = { added: [], removed: [], changed: [] };
  for (const { change, before, after } of rows) {
    if (change === 'same') continue;
    const [earlier, later] = [before, after].map((cells) => rowObject(columns, cells ?? [])) as [RowObject, RowObject];
    if (change === 'changed') compared.changed.push({ before: earlier, after: later });
    else compared[change].push(change === 'added' ? later : earlier);
  }
  return compared;
}

/** The change, the dimensions, and each measure before and after. */
export function comparedCsv({ columns, rows }: ComparedTable): string {
  const isMeasure = columns.map(({ kind }) => kind === 'measure');
  const head = columns.flatMap(({ key }, place) => (isMeasure[place] ? [`${key} (before)`, `${key} (after)`] : [key]));
  const types = columns.flatMap(({ type }, place) => (isMeasure[place] ? [type, type] : [type]));
  const lines = rows
    .filter(({ change }) => change !== 'same')
    .map(({ change, before, after }) => {
      const cells = columns.flatMap((_, place) => {
        const both = [before?.[place] ?? null, after?.[place] ?? null];
        return isMeasure[place] ? both : [(after ? both[1] : both[0]) ?? null];
      });
      return csvLine([change, ...cells], ['string', ...types]);
    });
  return [csvLine(['change', ...head]), ...lines].join('');
}
