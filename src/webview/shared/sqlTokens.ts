/** Splits SQL of any dialect into parts to color. */

type SqlTokenKind = 'comment' | 'string' | 'name' | 'number' | 'keyword' | 'parameter' | 'plain';

export interface SqlToken {
  text: string;
  kind: SqlTokenKind;
}

const keywords = new Set(
  `all and any array as asc at between by case cast cross current_date current_timestamp date desc distinct else end escape except
  exists extract false fetch filter first following for from full group having ilike in inner intersect interval is join last lateral
  left like limit natural not null nulls offset on or order outer over partition preceding range recursive right row rows select set
  similar some table then time timestamp timestamptz to true unbounded union unnest using values when where window with within zone`.split(
    /\s+/,
  ),
);

/** An unfinished text or comment ends with the SQL. */
const pattern = new RegExp(
  [
    '(?<comment>--[^\\n]*|/\\*[^]*?(?:\\*/|$))',
    "(?<string>'[^']*(?:''[^']*)*(?:'|$))",
    '(?<name>"[^"]*(?:""[^"]*)*(?:"|$)|`[^`]*(?:`|$))',
    '(?<parameter>\\$\\d+|\\?|(?<![:\\w]):[a-z_]\\w*|@\\w+|%s)',
    '(?<number>\\b\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?\\b)',
    '(?<word>[a-z_][\\w$]*)',
  ].join('|'),
  'gi',
);

/** The texts of all tokens together are `sql`. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let end = 0;
  const add = (text: string, kind: SqlTokenKind) => {
    const last = tokens.at(-1);
    if (text === '') return;
    if (last?.kind === kind && kind === 'plain') last.text += text;
    else tokens.push({ text, kind });
  };
  for (const match of sql.matchAll(pattern)) {
    add(sql.slice(end, match.index), 'plain');
    end = match.index + match[0].length;
    const { word, ...groups } = match.groups as Record<string, string | undefined>;
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as SqlTokenKind | undefined;
    add(match[0], kind ?? (keywords.has(word!.toLowerCase()) ? 'keyword' : 'plain'));
  }
  add(sql.slice(end), 'plain');
  return tokens;
}
