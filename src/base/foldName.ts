/** Names as a file system that ignores case compares them. */

const ascii = /^[\u0000-\u007f]*$/;

/** Two paths with the same key are one file on a file system that ignores case or the Unicode form. */
export function foldName(path: string): string {
  if (ascii.test(path)) return path.toLowerCase();
  const folded = Array.from(path.normalize('NFC'), (character) => {
    const upper = character.toUpperCase();
    return (upper.length === character.length ? upper : character).toLowerCase();
  });
  return folded.join('').normalize('NFC');
}
