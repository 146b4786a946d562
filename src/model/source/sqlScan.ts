/** Reads SQL as far as checks and edits need it: where strings and comments are, and whether brackets are closed. */

interface SqlEnd {
  /** The state at the end of the text. `unbalanced`: a bracket closes that was not opened. */
  in: 'code' | 'string' | 'line comment' | 'comment' | 'unbalanced';
  /** The start of the string or comment, or the wrong bracket. */
  at: number;
  /** The offsets of the brackets that are open at the end. */
  open: readonly number[];
  /** A string before the end has a line break, which is part of the data. */
  hasBreakInString: boolean;
}

/** What differs between the dialects of databases. */
interface Dialect {
  lineComment: RegExp;
  /** A backslash escapes the character behind it. */
  escapes?: true;
  /** A comment can contain comments. */
  nests?: true;
  /** The strings and names with quotes of several characters, from their start: the first group is the text that ends them. */
  quoted?: RegExp;
  brackets: string;
}

const dollarQuote = /(\$(?:[A-Za-z_]\w*)?\$)/y;

/** The SQL of edits: all brackets must be balanced in a part that is moved. */
const careful: Dialect = { lineComment: /--/y, escapes: true, brackets: '([{' };

/** Rows differ in what contradicts each other; each stands for several databases. */
const dialects: readonly Dialect[] = [
  { lineComment: /--/y, nests: true, quoted: dollarQuote, brackets: '(' },
  { lineComment: /--|\/\//y, escapes: true, quoted: dollarQuote, brackets: '(' },
  { lineComment: /--(?=\s|$)|#/y, escapes: true, quoted: /('''|""")/y, brackets: '(' },
  { lineComment: /--/y, nests: true, quoted: /\[()/y, brackets: '(' },
  { lineComment: /--/y, quoted: /q'([^\s\w'])/iy, brackets: '(' },
];

/** Quotes without an end, because each search for one reads the rest of the text. */
const mostFailed = 100;

const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
const closing: Readonly<Record<string, string>> = { '': ']', '(': ")'", '[': "]'", '{': "}'", '<': ">'" };

/** The text that ends a string or name with quotes of several characters. */
function endOfQuote(quote: string, opening: string): string {
  if (/^['"$]/.test(opening)) return quote;
  return closing[quote] ?? `${quote}'`;
}

/** `text` is the value in YAML, the source of a template literal in JavaScript. */
export function endOfSql(text: string, dialect: Dialect = careful): SqlEnd {
  const { lineComment, escapes, nests, quoted, brackets } = dialect;
  const open: number[] = [];
  let hasBreakInString = false;
  let failed = 0;
  const end = (where: SqlEnd['in'], at = text.length): SqlEnd => ({ in: where, at, open, hasBreakInString });
  const matchAt = (pattern: RegExp | undefined, at: number) => {
    if (!pattern) return null;
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    const isStart = failed < mostFailed && /[[q'"$]/i.test(char) && !/\w/.test(text[i - 1] ?? '');
    const long = isStart ? matchAt(quoted, i) : null;
    const longEnd = long ? text.indexOf(endOfQuote(long[1]!, long[0]), i + long[0].length) : -1;
    failed += Number(long !== null && longEnd < 0);
    if (long && longEnd >= 0) {
      i = longEnd + endOfQuote(long[1]!, long[0]).length - 1;
    } else if (char === '\\' && escapes) {
      // The backslash before a backtick in a template literal is not part of the SQL.
      if (text[i + 1] !== '`') i += 1;
    } else if (char === "'" || char === '"' || char === '`') {
      const close = endOfString(text, i, escapes);
      if (close < 0) return end('string', i);
      hasBreakInString ||= text.slice(i, close).includes('\n');
      i = close;
    } else if (/[-#/]/.test(char) && matchAt(lineComment, i)) {
      const lineBreak = text.indexOf('\n', i);
      if (lineBreak < 0) return end('line comment', i);
      i = lineBreak;
    } else if (text.startsWith('/*', i)) {
      const close = endOfComment(text, i, nests);
      if (close < 0) return end('comment', i);
      i = close + 1;
    } else if (brackets.includes(char)) open.push(i);
    else if (pairs[char] !== undefined && brackets.includes(pairs[char]) && text[open.pop() ?? -1] !== pairs[char])
      return end('unbalanced', i);
  }
  return end('code');
}

function endOfString(text: string, from: number, escapes: boolean | undefined): number {
  for (let i = from + 1; i < text.length; i += 1) {
    if (text[i] === text[from]) return i;
    if (text[i] === '\\' && escapes) i += 1;
  }
  // A backtick is always escaped in the source of a template literal.
  return text[from] === '`' ? text.indexOf('`', from + 1) : -1;
}

/** The slash that ends the comment at `from`, before which the star is. */
function endOfComment(text: string, from: number, nests: boolean | undefined): number {
  let level = 0;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    level = found[0] === '*/' ? level - 1 : nests ? level + 1 : 1;
    if (level === 0) return found.index;
  }
  return -1;
}

/** Whether all brackets, strings and comments of a text are closed in it. */
export function isBalanced(text: string): boolean {
  const { in: end, open } = endOfSql(text);
  return (end === 'code' || end === 'line comment') && open.length === 0;
}

export interface Unbalanced {
  at: number;
  /** The quote, parenthesis or start of a comment. */
  text: string;
  isOpen: boolean;
}

/** What is opened and never closed, or closed and never opened, in every dialect. */
export function unbalancedIn(text: string): Unbalanced | undefined {
  let first: Unbalanced | undefined;
  for (const dialect of dialects) {
    const { in: where, at, open } = endOfSql(text, dialect);
    let found: Unbalanced | undefined;
    if (where === 'string' || where === 'comment')
      found = { at, text: where === 'string' ? text[at]! : '/*', isOpen: true };
    else if (where === 'unbalanced') found = { at, text: text[at]!, isOpen: false };
    else if (open.length > 0) found = { at: open.at(-1)!, text: '(', isOpen: true };
    if (!found) return undefined;
    first ??= found;
  }
  return first;
}

/** A word between two pairs of single quotes, which no dialect can read: `''paid''`. An editor adds the second pair to that of a snippet. */
export function doubledQuotesIn(text: string): { at: number; text: string } | undefined {
  for (const found of text.matchAll(/(?<![\w'\\])''\w(?:[^'\n]*\w)?''(?!')/g)) {
    const before = endOfSql(text.slice(0, found.index));
    if (before.in === 'code') return { at: found.index, text: found[0] };
  }
  return undefined;
}
