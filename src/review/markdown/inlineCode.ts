/** Text of others in Markdown: inline code, in which no renderer reads markup, links or mentions. */

/** Control characters, those that change the direction of writing, and invisible ones. */
const hidden = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff]+/gu;
const longest = 200;

/** One line, also in a cell of a table; longer texts are cut. */
export function inlineCode(text: string): string {
  const clipped = clip(text.slice(0, longest * 4).replace(hidden, ' '), longest);
  if (clipped.trim() === '') return '(empty)';
  const runs = clipped.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const pad = /^`|`$/.test(clipped) ? ' ' : '';
  // A table ends a cell at each bar that no backslash escapes.
  const safe = clipped.replace(/(\\*)\|/g, '$1$1\\|').replace(/\\+$/, '$& ');
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** Cuts between characters, not inside one. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
