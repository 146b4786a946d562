/**
 * Texts of models, rows, logs and messages in answers to assistants. They can be written by anyone, and an assistant reads all of
 * them: invisible characters are written as escapes, and nothing is a link or a picture.
 */

/** Control, bidirectional, zero-width and tag characters, variation selectors, blank letters, and halves of characters. Not line feeds and tabs. */
const unseen =
  /(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Bidi_Control}\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]|\p{Variation_Selector}|\u034f|\u17b4|\u17b5)/gu;

/** What Markdown or HTML would make a link, a picture or a script of: `](`, `][`, `[x]:`, `<https:`, `<img`. */
const active = /(?<=\])[([]|(?<=^\s*\[[^\]\n]{0,200}\]):|<(?=[/?!a-z])/gim;

/** The most characters of a text that has no limit of its own. */
const fieldLimit = 300;

function escaped(characters: string): string {
  return [...Array(characters.length).keys()]
    .map((at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Shows each unseen character, and the first one of each link, as `\u202e`: six characters, also after JSON is read. */
export function safeText(text: string, limit: number = fieldLimit): { text: string; isCut: boolean } {
  const isCut = text.length > limit;
  const start = isCut ? `${text.slice(0, limit - 1)}…` : text;
  const safe = start.replaceAll('\r\n', '\n').replace(unseen, escaped).replace(active, escaped);
  // Escapes are longer than what they stand for.
  return safe.length > limit ? { text: `${safe.slice(0, limit - 1)}…`, isCut: true } : { text: safe, isCut };
}
