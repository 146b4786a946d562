/** Texts of unknown origin in one line: no character is invisible or changes the direction of its neighbors. */

/** Characters that a cell shows; the whole text is shown on request. */
const maxShown = 300;

/** Control characters, and format characters except the joiners that scripts and emoji need. */
const invisible =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const symbols: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥' };

/** At most `limit` characters and an ellipsis. */
export function oneLine(text: string, limit = maxShown): string {
  const isCut = text.length > limit;
  const start = isCut ? text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : text;
  return `${start.replace(invisible, (one) => symbols[one] ?? named(one))}${isCut ? '…' : ''}`;
}

/** The whole text with its lines and tabs. */
export function allLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(invisible, (one) => (one === '\n' || one === '\t' ? one : named(one)));
}

function named(character: string): string {
  return `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
