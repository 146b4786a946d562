/** Whether two statements of the compiler are the same, apart from names that a rename changed. */

import { diffArrays } from 'diff';
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

/** The time for finding edits grows with their number. */
const maxEdits = 2_000;

/** A longer quoted text is not an alias. */
const maxAlias = 500;

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
  const [old, now] = [textsOf(before), textsOf(after)];
  if (old.length !== now.length) return false;
  const aliases = new Aliases(old, now, renames);
  return old.every((text, i) => isSameText(text, now[i]!, aliases));
}

/** What one statement has in place of parts of another one, wherever they are; undefined if that is too much. */
export function sqlEdits(from: QuerySql, to: QuerySql): string | undefined {
  const texts = ({ parameters }: QuerySql) => parameters.map((one) => JSON.stringify(one));
  const pairs = [
    [from.text.match(tokens) ?? [], to.text.match(tokens) ?? []],
    [texts(from), texts(to)],
  ] as const;
  const edits = pairs.map(([old, now]) => diffArrays([...old], [...now], { maxEditLength: maxEdits }));
  if (edits.includes(undefined)) return undefined;
  return JSON.stringify(
    edits.map((all) => all?.flatMap(({ added, removed, value }) => (added || removed ? [[added, value]] : []))),
  );
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
function isSameText(before: string, after: string, aliases: Aliases): boolean {
  if (before === after) return true;
  const isExact = before.includes('\\') || after.includes('\\');
  const pattern = isExact ? exactTokens : tokens;
  const [old, now] = [before.match(pattern) ?? [], after.match(pattern) ?? []];
  const isSame = (token: string, other: string) =>
    aliases.isKnown(token) || aliases.isKnown(other)
      ? aliases.isSame(token, other)
      : token === other || (!isExact && isSameKeyword(token, other));
  return old.length === now.length && old.every((token, i) => isSame(token, now[i]!));
}

function isSameKeyword(before: string, after: string): boolean {
  const word = before.toLowerCase();
  return word === after.toLowerCase() && keywords.has(word);
}

/** The quoted names that statements give to tables and columns themselves. They contain the names of cubes and members. */
class Aliases {
  readonly #given: ReadonlySet<string>;
  /** Names, and parts of names, of the former model with the new ones, as aliases have them. */
  readonly #names: readonly (readonly [string, string])[];
  /** Each alias stands for one other one: of the former model, and back. */
  readonly #pairs = [new Map<string, string>(), new Map<string, string>()] as const;

  constructor(before: readonly string[], after: readonly string[], renames: Renames) {
    const parts = [...renames].flatMap(([old, now]) => {
      const [from, to] = [old.split('.').map(snakeCase), now.split('.').map(snakeCase)];
      return from.map((part, i) => [part, to[i] ?? ''] as const);
    });
    this.#names = parts.filter(([old, now]) => old !== now && old !== '' && now !== '');
    this.#given = new Set(renames.size > 0 ? [...before, ...after].flatMap(aliasesIn) : []);
  }

  isKnown(token: string): boolean {
    return this.#given.has(token);
  }

  isSame(before: string, after: string): boolean {
    const [forth, back] = this.#pairs;
    const [known, former] = [forth.get(before), back.get(after)];
    if (known !== undefined || former !== undefined) return known === after && former === before;
    if (!this.#given.has(before) || !this.#given.has(after)) return false;
    if (before !== after && !this.#isRenamed(before, after)) return false;
    forth.set(before, after);
    back.set(after, before);
    return true;
  }

  /** Whether one becomes the other if names in it are replaced: `"orders_key__items"`, `"orders__created_at_day"`. */
  #isRenamed(before: string, after: string): boolean {
    if (before.length > maxAlias) return false;
    // How far the newer alias is the same, for each part of the former one.
    const reached = new Map([[0, new Set([0])]]);
    for (let at = 0; at < before.length; at += 1) {
      const places = reached.get(at);
      reached.delete(at);
      if (!places) continue;
      const replaced = isWordStart(before, at)
        ? this.#names.filter(([old]) => before.startsWith(old, at) && isWordStart(before, at + old.length + 1))
        : [];
      for (const place of places) {
        if (before[at] === after[place]) reach(reached, at + 1, place + 1);
        for (const [old, now] of replaced)
          if (after.startsWith(now, place)) reach(reached, at + old.length, place + now.length);
      }
    }
    return reached.get(before.length)?.has(after.length) ?? false;
  }
}

function reach(reached: Map<number, Set<number>>, at: number, place: number): void {
  const places = reached.get(at);
  if (places) places.add(place);
  else reached.set(at, new Set([place]));
}

/** Behind a quote or an underscore. At the end of a name, one character is between it and the next start. */
function isWordStart(alias: string, at: number): boolean {
  return /["`[\]_]/.test(alias[at - 1] ?? '');
}

/** Aliases follow `AS`, or what they name. A name behind a dot, a bracket, an operator or another keyword is a column or a table. */
function aliasesIn(sql: string): string[] {
  const all = (sql.match(tokens) ?? []).filter((token) => !/^(?:--|#|\/\*)/.test(token));
  return all.filter((token, i) => {
    if (!/^["`[]/.test(token)) return false;
    const previous = (all[i - 1] ?? ',').toLowerCase();
    const isNamed = /^[\w"'`[)]/.test(previous) && (!keywords.has(previous) || /^(?:as|end|null)$/.test(previous));
    // `WITH "a" AS (`
    return isNamed || (all[i + 1]?.toLowerCase() === 'as' && all[i + 2] === '(');
  });
}
