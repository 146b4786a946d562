/** Finds a name of a message in the statement, which quotes it in its own way. */

export interface NameInSql {
  /** As the database would write it. */
  name: string;
  /** Undefined if it is there several times. */
  offset: number | undefined;
}

/** @param parts a schema, a table and a column, or the last ones of these */
export function nameInSql(sql: string, parts: readonly string[]): NameInSql | undefined {
  const quoted = parts.map((part) => `[\`"]?${part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}[\`"]?`);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_$\`".])${quoted.join('\\s*\\.\\s*')}(?![\\p{L}\\p{N}_$])`, 'giu');
  const found = [...sql.matchAll(pattern)];
  if (found.length === 0) return undefined;
  return { name: parts.join('.'), offset: found.length === 1 ? found[0]!.index : undefined };
}
