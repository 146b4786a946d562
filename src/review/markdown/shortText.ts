/** Values of unknown origin in a review. */

/** Control characters, those that change the direction of writing, and invisible ones. */
const hidden = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff]+/gu;
const longest = 200;

/** One line without invisible characters; a longer text is cut. */
export function shortText(text: string): string {
  return clip(text.slice(0, longest * 4).replace(hidden, ' '), longest);
}

/** Cuts between characters, not inside one. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
