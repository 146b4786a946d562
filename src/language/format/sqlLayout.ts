/** Lays out the SQL of a value. Only white space changes: names, references, literals and comments stay as they are. */

import { commonDialects, format, type SqlDialect } from '../../model/format/sqlFormatter.ts';

/** The longest line that is not divided. */
export const lineWidth = 100;

/** Characters. A longer text would take more than half a second. */
const maximumLength = 50_000;

/** What the library made of texts, by dialect and text: a formatted text is formatted again, to see that it stays. */
export type SqlLayouts = Map<string, string | undefined>;

interface SqlStyle {
  dialects?: readonly SqlDialect[];
  /** Also a text of one line is divided. */
  isBlock?: boolean;
  known?: SqlLayouts;
}

/**
 * The text with one clause, item or condition on each line, or on one line if it was and fits. Undefined if that cannot be
 * done with certainty: for a dialect that no formatter reads, or signs that mean different things in different databases.
 */
export function formattedSql(
  sql: string,
  { dialects = commonDialects, isBlock = false, known = new Map() }: SqlStyle = {},
): string | undefined {
  const masked = sql.length > maximumLength ? undefined : withoutReferences(sql);
  if (!masked || hasUncertainSign.test(masked.text)) return undefined;
  const before = tokensOf(masked.text);
  if (!before) return undefined;
  for (const dialect of dialects) {
    const once = laidOut(masked.text, before, dialect, isBlock, known);
    const tokens = once === undefined ? undefined : tokensOf(once);
    if (once === undefined || !tokens) continue;
    // A layout that is not final would change with each run.
    return laidOut(once, tokens, dialect, isBlock, known) === once ? withReferences(once, masked) : undefined;
  }
  return undefined;
}

/** Whether two texts differ in white space without a meaning only. */
export function isSameSqlValue(before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => {
    const masked = withoutReferences(text);
    return masked && !hasUncertainSign.test(masked.text) ? { ...masked, tokens: tokensOf(masked.text) } : undefined;
  });
  if (!old?.tokens || !now?.tokens) return before === after;
  const isSame =
    old.references.length === now.references.length &&
    old.references.every((one, i) => one.text === now.references[i]!.text);
  return isSame && merged(old.tokens, now.tokens, false) !== undefined;
}

interface Masked {
  text: string;
  references: readonly { text: string; name: string }[];
}

/** Each `{…}` and `${…}` becomes a name of its length, also in literals. Undefined if a brace is not closed. */
function withoutReferences(sql: string): Masked | undefined {
  let prefix = 'ref';
  while (sql.includes(prefix)) prefix += 'x';
  const references: { text: string; name: string }[] = [];
  let text = '';
  for (let i = 0; i < sql.length; i += 1) {
    if (sql[i] === '}') return undefined;
    if (sql[i] !== '{' && !(sql[i] === '$' && sql[i + 1] === '{')) {
      text += sql[i];
      continue;
    }
    const end = afterBraces(sql, sql.indexOf('{', i));
    if (end < 0) return undefined;
    const reference = sql.slice(i, end);
    const name = `${prefix}${references.length}_`.padEnd(reference.length, '_');
    references.push({ text: reference, name });
    text += name;
    i = end - 1;
  }
  return { text, references };
}

function afterBraces(sql: string, from: number): number {
  let depth = 0;
  for (let i = from; i < sql.length; i += 1) {
    if (sql[i] === '{') depth += 1;
    else if (sql[i] === '}') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return -1;
}

function withReferences(text: string, { references }: Masked): string | undefined {
  let result = '';
  let done = 0;
  for (const { name, text: reference } of references) {
    const at = text.indexOf(name, done);
    if (at < 0) return undefined;
    result += text.slice(done, at) + reference;
    done = at + name.length;
  }
  return result + text.slice(done);
}

interface Token {
  text: string;
  /** The white space before it. */
  space: string;
}

/** Escapes, dollar quotes, and comments of some dialects only. */
const hasUncertainSign = /[\\$#]|\/\//;
const token =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]\n]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}\p{N}_]+|[<>=!|&:~@%^+*/?-]+|[^\s]/gu;

/** Undefined if a literal or comment is not closed, or cannot be told from operators. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (/^['"`[\]]$/.test(found) || (isOperator(found) && /--|\/\*|\*\//.test(found))) return undefined;
    // The white space at the end of a comment belongs to its line.
    const one = found.startsWith('--') ? found.trimEnd() : found;
    tokens.push({ text: one, space: text.slice(done, index) });
    done = index + found.length;
  }
  return tokens;
}

const isOperator = (text: string) => /^[<>=!|&:~@%^+*/?-]+$/.test(text);
const isBracket = (text: string) => /^[(),;]$/.test(text);
const isLineComment = (text: string) => text.startsWith('--');

/** Operators that mean the same with and without white space around them. */
const isFree = (text: string) => /^(?:[<>=+*/%-]|<>|<=|>=|!=|\|\|)$/.test(text);

/** Words after which a space goes before a bracket. After other words it is a call. */
const wordsBeforeBracket = new Set(
  'all and any as between by case distinct else except exists from having in intersect is join like not on or over partition select some then union using values when where with within filter'.split(
    ' ',
  ),
);

function laidOut(
  text: string,
  before: readonly Token[],
  dialect: SqlDialect,
  isBlock: boolean,
  known: SqlLayouts,
): string | undefined {
  const isOneLine = !isBlock && !text.trim().includes('\n');
  if (before.length <= 1) return text.trim();
  const key = `${dialect} ${text}`;
  if (!known.has(key)) known.set(key, format(text, dialect, { expressionWidth: 80 }));
  const found = known.get(key);
  const after = found === undefined ? undefined : tokensOf(found);
  if (!after) return undefined;
  const line = isOneLine ? merged(before, after, true) : undefined;
  return line !== undefined && line.length <= lineWidth ? line : merged(before, after, false);
}

/** The tokens with the white space of `after`, where it has no meaning. Undefined if it has one, or if the tokens differ. */
function merged(before: readonly Token[], after: readonly Token[], inOneLine: boolean): string | undefined {
  if (before.length !== after.length) return undefined;
  let result = '';
  for (const [i, { text, space }] of after.entries()) {
    if (before[i]!.text !== text) return undefined;
    if (i === 0) {
      result = text;
      continue;
    }
    const left = after[i - 1]!.text;
    const allowed = spaceBetween(left, text, before[i]!.space, space);
    if (allowed === undefined || (isLineComment(left) && !allowed.includes('\n'))) return undefined;
    const isJoined = inOneLine && allowed.includes('\n');
    result += (isJoined ? (left === '(' || text === ')' ? '' : ' ') : allowed) + text;
  }
  return result;
}

function spaceBetween(left: string, right: string, before: string, after: string): string | undefined {
  if ((before === '') === (after === '')) return after;
  if (after === '') return isBracket(left) || isBracket(right) ? after : undefined;
  if (right === '(' && /[\p{L}\p{N}_"`\]]$/u.test(left)) return wordsBeforeBracket.has(left.toLowerCase()) ? after : '';
  if (isBracket(left) || isBracket(right) || isLineComment(left) || /^(?:--|\/\*)/.test(right)) return after;
  // `1e-5` is a number.
  const isExponent = /\de$/i.test(left);
  return (isFree(left) && !isOperator(right)) || (isFree(right) && !isOperator(left) && !isExponent)
    ? after
    : undefined;
}
