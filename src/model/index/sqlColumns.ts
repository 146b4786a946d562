/** The columns in the SQL of a member: names that are neither references, functions, keywords, nor the names of tables. */

export interface ColumnName {
  /** The cube in `{cube}.column`; undefined for `CUBE`, and for a name without one. */
  cube?: string;
  name: string;
  /** After a reference in braces: nothing but a column is there. */
  isQualified: boolean;
}

const keywords = new Set(
  (
    'all and any array as asc at between bigint boolean both by case cast char collate cross current_date current_time ' +
    'current_timestamp date day decimal desc distinct double else end epoch escape except exists extract false filter first float ' +
    'following for from full group having hour ilike in inner int integer intersect interval is isnull join last lateral leading ' +
    'left like limit localtime localtimestamp minute month natural not notnull null nulls numeric offset on or order outer over ' +
    'partition preceding precision quarter range real regexp right rlike row rows second select similar smallint some string ' +
    'symmetric text then time timestamp timestamptz tinyint to trailing true unbounded union unknown using varchar varying week ' +
    'when where with within without year zone'
  ).split(' '),
);

/** Comments and strings, references in braces with the column after them, quoted names, and names with dots. */
const token = new RegExp(
  [
    String.raw`--[^\n\r]*|/\*[\s\S]*?(?:\*/|$)|#>>?|'(?:[^']|'')*(?:'|$)`,
    String.raw`\$?\{\s*(?<cube>\w*)[^{}]*\}(?:\s*\.\s*(?<after>\w+|"[^"]*"|\x60[^\x60]*\x60))?`,
    String.raw`(?<path>(?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]*"|\x60[^\x60]*\x60)(?:\s*\.\s*(?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]*"|\x60[^\x60]*\x60))*)(?<call>\s*\()?`,
    String.raw`::\s*[\w ]+?(?=\b)|\d[\w.]*`,
  ].join('|'),
  'gu',
);

/** Each column once, in the order of the text. A text that contains a query has none: its names belong to other tables. */
export function columnsOf(sql: string): ColumnName[] {
  if (/\bselect\b/i.test(sql)) return [];
  const found = new Map<string, ColumnName>();
  const add = (name: string, cube?: string, isQualified = false) => {
    const plain = name.replace(/^["`]|["`]$/g, '');
    if (plain !== '') {
      found.set(`${cube ?? ''}.${plain}`, { name: plain, isQualified, ...(cube === undefined ? {} : { cube }) });
    }
  };
  for (const { groups } of sql.matchAll(token)) {
    const { cube, after, path, call } = groups ?? {};
    if (after !== undefined && cube) add(after, cube === 'CUBE' || cube === 'TABLE' ? undefined : cube, true);
    if (path === undefined || call !== undefined) continue;
    const last = path.split('.').at(-1)!.trim();
    if (!keywords.has(path.toLowerCase()) || path === sql.trim()) add(last);
  }
  return [...found.values()];
}
