/** Finds braces in texts of SQL that the compiler does not replace, although they look as if it did. */

import type { Span } from '../source/range.ts';
import type { Language } from '../source/tree.ts';

export interface SqlBrace extends Span {
  /**
   * - `stray`: `}` alone
   * - `empty`: `{}` as the whole text
   * - `dollar`: `${name}` in YAML, whose dollar sign becomes part of the SQL
   * - `plain`: `{name}` in JavaScript, or `${name}` outside of backticks
   */
  kind: 'stray' | 'empty' | 'dollar' | 'plain';
  /** The text between the braces. */
  inner: string;
}

/** Leaves out quotes, comments, escaped braces, and braces inside braces. */
export function sqlBraces(text: string, { start, end }: Span, language: Language): SqlBrace[] {
  const found: SqlBrace[] = [];
  const before = text[start - 1];
  const opened: number[] = [];
  let quote = '';
  let lastComment: number | undefined;
  const close = (at: number) => {
    const open = opened.pop();
    if (quote !== '' || opened.length > 0) return;
    if (open === undefined) {
      found.push({ kind: 'stray', start: at, end: at + 1, inner: '' });
    } else if (text[open - 1] !== '\\') {
      const inner = text.slice(open + 1, at).trim();
      const dollar = text[open - 1] === '$';
      const isWhole = text.slice(start, end).trim().length === at + 1 - open;
      const kind =
        language === 'javascript' ? 'plain' : dollar ? 'dollar' : inner === '' && isWhole ? 'empty' : undefined;
      if (kind && !(kind === 'plain' && dollar && before === '`'))
        found.push({ kind, start: open - Number(dollar), end: at + 1, inner });
    }
  };
  for (let i = start; i < end; i += 1) {
    const char = text[i]!;
    if (char === '{') opened.push(i);
    else if (char === '}') close(i);
    else if (opened.length > 0) continue;
    else if (char === quote || (quote === '' && (char === "'" || char === '"'))) {
      quote = quote === '' ? char : '';
      // In a YAML text in single quotes, each of them is written twice.
      if (language === 'yaml' && before === "'" && text[i + 1] === "'") i += 1;
    } else if (quote === '' && /^(?:--|\/\*)$/.test(text.slice(i, i + 2))) {
      const rest = text.slice(i, end);
      if (char === '-') i += rest.search(/\n|$/) + 1;
      else {
        // Without a last one, each open comment would search to the end.
        lastComment ??= i + rest.lastIndexOf('*/');
        i += lastComment > i ? rest.indexOf('*/') + 1 : 1;
      }
    }
  }
  return found;
}
