/** Shortens texts of untrusted senders. */

/**
 * At most `maxLength` characters of `text`, as a copy: a plain slice keeps the whole text in memory, which may have ten million
 * characters.
 */
export function clipped(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : (JSON.parse(JSON.stringify(text.slice(0, maxLength))) as string);
}
