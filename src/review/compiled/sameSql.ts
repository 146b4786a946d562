/** Whether two statements of the compiler are the same, apart from names that a rename changed. */

import { snakeCase } from '../../model/source/names.ts';
import type { QuerySql } from '../../query/run/runQuery.ts';

/** Names of the former model with their new ones: cubes and views as `orders`, members as `orders.count`. */
export type Renames = ReadonlyMap<string, string>;

/**
 * Literals, quoted identifiers, comments to the end of their line, words, operators, single characters. A literal without an end goes to the
 * end of the text.
 */
const tokens =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|\[[^\]\n]*\]|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\w+|[<>=!|&:~@%^+*/-]+|[^\s\w]/g;

/** With the white space between them. */
const exactTokens = new RegExp(`${tokens.source}|\\s+`, 'g');

/** Words whose case has no meaning in any dialect: they can be no names without quotes. */
const keywords = new Set(
  'select from where group by order having limit offset as and or not in is null case when then else end join left right full inner outer cross on using union all distinct between like asc desc with'.split(
    ' ',
  ),
);

export function isSameSql(before: QuerySql, after: QuerySql, renames: Renames): boolean {
  if (JSON.stringify(before.parameters) !== JSON.stringify(after.parameters)) return false;
  const names = [...renames].flatMap(aliasesOf);
  const [old, now] = [textsOf(before), textsOf(after)];
  return old.length === now.length && old.every((text, i) => isSameText(text, now[i]!, names));
}

/** The statement and those of its pre-aggregations. Their schema differs between a dev branch and production. */
function textsOf({ text, preAggregations = [] }: QuerySql): string[] {
  const schemas = preAggregations.flatMap(({ table }) => {
    const end = table.lastIndexOf('.');
    return end > 0 ? [table.slice(0, end + 1)] : [];
  });
  const plain = (sql: string) => schemas.reduce((rest, schema) => rest.replaceAll(schema, ''), sql);
  return [text, ...preAggregations.map(({ sql }) => sql)].map(plain);
}

/** White space and the case of keywords have no meaning outside literals. A backslash ends a literal in some dialects only. */
function isSameText(before: string, after: string, names: readonly NewAlias[]): boolean {
  if (before === after) return true;
  const isExact = before.includes('\\') || after.includes('\\');
  const pattern = isExact ? exactTokens : tokens;
  const [old, now] = [before.match(pattern) ?? [], after.match(pattern) ?? []];
  const isSame = (token: string, other: string) =>
    token === other || (!isExact && isSameKeyword(token, other)) || isRenamed(token, other, names);
  return old.length === now.length && old.every((token, i) => isSame(token, now[i]!));
}

function isSameKeyword(before: string, after: string): boolean {
  const word = before.toLowerCase();
  return word === after.toLowerCase() && keywords.has(word);
}

/** How the compiler calls a renamed part, with the text that may follow: `orders__created_at_day`. */
interface NewAlias {
  before: string;
  after: string;
  end: '__' | '_';
}

function aliasesOf([before, after]: readonly [string, string]): NewAlias[] {
  const [old, now] = [before, after].map((name) => name.split('.').map(snakeCase)) as [string[], string[]];
  const whole = { before: old.join('__'), after: now.join('__'), end: old.length > 1 ? '_' : '__' } as const;
  // A cube with `sql_alias` has that in front of its members.
  return old.length < 2 ? [whole] : [whole, { before: `__${old[1]}`, after: `__${now[1]}`, end: '_' }];
}

/** Aliases are quoted. */
function isRenamed(before: string, after: string, aliases: readonly NewAlias[]): boolean {
  if (!/^["`[]/.test(before) || before[0] !== after[0]) return false;
  const [old, now] = [before.slice(1, -1), after.slice(1, -1)];
  return aliases.some((alias) => {
    const at = alias.before.startsWith('__') ? old.indexOf('__') : 0;
    if (at < 0 || !old.startsWith(alias.before, at)) return false;
    const rest = old.slice(at + alias.before.length);
    return (rest === '' || rest.startsWith(alias.end)) && now === old.slice(0, at) + alias.after + rest;
  });
}
