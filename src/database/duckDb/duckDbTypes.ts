import type { ColumnKind } from '../../model/catalog/catalog.ts';

/** @param type as DuckDB writes it */
export function kindOf(type: string): ColumnKind {
  if (/\[\d*\]$|^(?:STRUCT|MAP|UNION)\b/.test(type)) return 'other';
  if (/^(?:VARCHAR|UUID|ENUM|CHAR|TEXT)/.test(type)) return 'text';
  if (/^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DECIMAL|FLOAT|DOUBLE|BIGNUM)/.test(type)) return 'number';
  if (/^(?:TIMESTAMP|DATE\b)/.test(type)) return 'time';
  return type === 'BOOLEAN' ? 'boolean' : 'other';
}
