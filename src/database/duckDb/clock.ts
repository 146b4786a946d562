/**
 * Decides what DuckDB's clock shows. The functions that read it are replaced by macros of the same names, which are found first:
 * also for `CURRENT_DATE` and the like, which the parser turns into calls. What macros cannot replace is refused.
 */

/** Every function without parameters that returns the current time; `age` of one argument counts from the current day. */
export function clockMacros(at: string): string[] {
  const now = `TIMESTAMPTZ '${new Date(at).toISOString()}'`;
  const local = `CAST(${now} AS TIMESTAMP)`;
  const values = {
    now,
    transaction_timestamp: now,
    get_current_timestamp: now,
    current_timestamp: now,
    current_localtimestamp: local,
    localtimestamp: local,
    current_date: `CAST(${now} AS DATE)`,
    today: `CAST(${now} AS DATE)`,
    get_current_time: `CAST(${now} AS TIMETZ)`,
    current_time: `CAST(${now} AS TIMETZ)`,
    current_localtime: `CAST(${local} AS TIME)`,
    localtime: `CAST(${local} AS TIME)`,
  };
  const day = `CAST(CAST(${now} AS DATE) AS TIMESTAMP)`;
  return [
    ...Object.entries(values).map(([name, value]) => `CREATE MACRO main.${name}() AS ${value}`),
    `CREATE MACRO main.age(a) AS system.main.age(${day}, CAST(a AS TIMESTAMP)), (a, b) AS system.main.age(a, b)`,
  ];
}

/** Texts and comments are skipped; a name is the first group, what follows it the second. */
const token =
  /[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|(?<name>[\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")*")\s*(?<next>[.(]?)/gu;

/** Names that lead past the macros: the schemas of the system, times of the process, and SQL in a text. */
const undecided: Readonly<Record<string, string>> = {
  system: '.',
  pg_catalog: '.',
  uuidv7: '(',
  pg_conf_load_time: '(',
  pg_postmaster_start_time: '(',
  query: '(',
};

/** Why `at` cannot decide the time in a statement; undefined if it does. */
export function undecidedIn(sql: string): string | undefined {
  for (const { groups } of sql.matchAll(token)) {
    const { name, next } = groups ?? {};
    if (name === undefined) continue;
    const plain = name.replace(/^"([\s\S]*)"$/, '$1').toLowerCase();
    if (Object.hasOwn(undecided, plain) && undecided[plain] === next) {
      return `“at” cannot decide the time that “${name}${next === '(' ? '()' : '.'}” reads. Use now() or CURRENT_DATE.`;
    }
  }
  return undefined;
}
