/** Text of the model as Markdown that shows it literally. */

export function escapeMarkdown(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]()#+\-.!|~>$:@]/g, '\\$&')
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]+/gm, '')
    .trim();
}

/** `text` as code within a line. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const fence = '`'.repeat(1 + longestRun(line));
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, 1 + longestRun(text)));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

export function link(label: string, address: string): string {
  const target = address.replace(/[()\s<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `[${escapeMarkdown(label)}](${target})`;
}
