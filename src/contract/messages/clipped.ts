/** The beginning of a text that a stranger sent. Knows nothing of messages. */

/**
 * At most `most` characters of `text`, as a text of its own: a plain slice keeps the whole alive, and a window may send ten million
 * characters.
 */
export function clipped(text: string, most: number): string {
  return text.length <= most ? text : (JSON.parse(JSON.stringify(text.slice(0, most))) as string);
}
