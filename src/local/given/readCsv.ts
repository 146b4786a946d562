/** Reads comma-separated values (RFC 4180). The first line has the names of the columns. */

import { UserError } from '../../base/errors.ts';

export interface CsvTable {
  columns: readonly string[];
  /** Null: an empty field. An empty text is a quoted one. */
  rows: readonly (readonly (string | null)[])[];
}

export const maxCsvRows = 100_000;

/** @throws UserError that names the line */
export function readCsv(text: string): CsvTable {
  const [head, ...rows] = recordsOf(text.replace(/^\ufeff/, ''));
  if (!head) throw new UserError('The file is empty. Its first line has the names of the columns.');
  const columns = head.fields.map((field) => field?.trim() ?? '');
  const repeated = columns.find((name, at) => name === '' || columns.indexOf(name) !== at);
  if (repeated !== undefined) {
    throw new UserError(
      repeated === '' ? 'Line 1: a column has no name.' : `Line 1: two columns are named “${repeated}”.`,
    );
  }
  for (const { line, fields } of rows) {
    if (fields.length === columns.length) continue;
    throw new UserError(
      `Line ${line}: it has ${fields.length} values, and the first line has ${columns.length} columns.`,
    );
  }
  return { columns, rows: rows.map(({ fields }) => fields) };
}

interface CsvRecord {
  /** 1-based. */
  line: number;
  fields: (string | null)[];
}

function recordsOf(text: string): CsvRecord[] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y;
  const records: CsvRecord[] = [];
  let fields: (string | null)[] = [];
  let line = 1;
  let startsAt = 1;
  while (field.lastIndex < text.length || fields.length > 0) {
    const match = field.exec(text);
    if (!match) throw new UserError(`Line ${line}: a quotation mark is missing, or is within a value without quotes.`);
    const [whole, quoted, plain = '', end] = match;
    fields.push(quoted === undefined ? (plain === '' ? null : plain) : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if (end === ',') {
      // A comma at the end of the text leaves an empty field.
      if (field.lastIndex < text.length) continue;
      fields.push(null);
    }
    const isBlank = fields.length === 1 && fields[0] === null;
    if (!isBlank) records.push({ line: startsAt, fields });
    if (records.length > maxCsvRows + 1) throw new UserError(`The file has more than ${maxCsvRows} rows.`);
    fields = [];
    startsAt = line;
    if (field.lastIndex >= text.length) break;
  }
  return records;
}
