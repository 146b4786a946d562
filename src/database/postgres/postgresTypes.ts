import type { ColumnKind } from '../../model/catalog/catalog.ts';

/** @param type as `format_type` writes it @param category of `pg_type.typcategory` */
export function kindOf(type: string, category: string): ColumnKind {
  if (category === 'N') return 'number';
  if (category === 'S' || category === 'E' || type === 'uuid') return 'text';
  if (category === 'B') return 'boolean';
  // Not `time`, which has no day.
  return category === 'D' && /^(?:timestamp|date)/.test(type) ? 'time' : 'other';
}

const boolean = 16;
/** int2, int4, oid, float4, float8: a number of JavaScript holds each of their values. */
const numbers = new Set([21, 23, 26, 700, 701]);

/** How values are read: exact decimals, large integers, times and structures stay texts. */
export const valueTypes = {
  getTypeParser: (oid: number) => (text: string) => {
    if (oid === boolean) return text === 't';
    if (!numbers.has(oid)) return text;
    const value = Number(text);
    // JSON has no infinity.
    return Number.isFinite(value) ? value : text;
  },
};
