/** Reads SQL as far as edits need it: where strings and comments are, and whether brackets are closed. */

interface SqlEnd {
  /** The state at the end of the text. `unbalanced`: a bracket closes that was not opened. */
  in: 'code' | 'string' | 'line comment' | 'comment' | 'unbalanced';
  /** Brackets that are open at the end. */
  open: number;
  /** A string before the end has a line break, which is part of the data. */
  hasBreakInString: boolean;
}

const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };

/** `text` is the value in YAML, the source of a template literal in JavaScript. */
export function endOfSql(text: string): SqlEnd {
  const open: string[] = [];
  let hasBreakInString = false;
  const end = (where: SqlEnd['in']): SqlEnd => ({ in: where, open: open.length, hasBreakInString });
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    if (char === '\\') {
      // The backslash before a backtick in a template literal is not part of the SQL.
      if (text[i + 1] !== '`') i += 1;
    } else if (char === "'" || char === '"' || char === '`') {
      const close = endOfString(text, i);
      if (close < 0) return end('string');
      hasBreakInString ||= text.slice(i, close).includes('\n');
      i = close;
    } else if (text.startsWith('--', i)) {
      const lineBreak = text.indexOf('\n', i);
      if (lineBreak < 0) return end('line comment');
      i = lineBreak;
    } else if (text.startsWith('/*', i)) {
      const close = text.indexOf('*/', i + 2);
      if (close < 0) return end('comment');
      i = close + 1;
    } else if ('([{'.includes(char)) open.push(char);
    else if (pairs[char] !== undefined && open.pop() !== pairs[char]) return end('unbalanced');
  }
  return end('code');
}

function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i += 1) if (text[i] === text[from] && text[i - 1] !== '\\') return i;
  // A backtick is always escaped in the source of a template literal.
  return text[from] === '`' ? text.indexOf('`', from + 1) : -1;
}

/** Whether all brackets, strings and comments of a text are closed in it. */
export function isBalanced(text: string): boolean {
  const { in: end, open } = endOfSql(text);
  return (end === 'code' || end === 'line comment') && open === 0;
}
