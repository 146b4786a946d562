/** Text of others in Markdown: inline code, in which no renderer reads markup, links or mentions. */

import { shortText } from './shortText.ts';

/** One line, also in a cell of a table. */
export function inlineCode(text: string): string {
  const clipped = shortText(text);
  if (clipped.trim() === '') return '(empty)';
  const runs = clipped.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const pad = /^`|`$/.test(clipped) ? ' ' : '';
  // A table ends a cell at each bar that no backslash escapes.
  const safe = clipped.replace(/(\\*)\|/g, '$1$1\\|').replace(/\\+$/, '$& ');
  return `${fence}${pad}${safe}${pad}${fence}`;
}
