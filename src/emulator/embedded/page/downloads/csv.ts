/** Writes rows as comma-separated values (RFC 4180). */

export interface Sheet {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export function csvOf({ head, rows }: Sheet): string {
  return [head, ...rows].map(csvLine).join('');
}

export function csvLine(row: readonly (string | number)[]): string {
  return `${row.map(csvCell).join(',')}\r\n`;
}

/** Prefixes text that a spreadsheet would run as a formula. */
function csvCell(cell: string | number): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
