/** Writes rows as comma-separated values (RFC 4180). */

import { csvField } from '../../base/spreadsheet.ts';

export interface Sheet {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export function csvOf({ head, rows }: Sheet): string {
  return [head, ...rows].map(csvLine).join('');
}

export function csvLine(row: readonly (string | number)[]): string {
  return `${row.map((cell) => (typeof cell === 'string' ? csvField(cell) : cell)).join(',')}\r\n`;
}
