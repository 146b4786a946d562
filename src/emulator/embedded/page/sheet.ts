/** Rows as comma-separated text (RFC 4180). */

export interface Sheet {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export function csvOf({ head, rows }: Sheet): string {
  return [head, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would run as a formula is kept a text. */
function quoted(cell: string | number): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
