/** Texts for spreadsheets. */

/** The first characters of a formula, also in their wide forms and behind characters that a spreadsheet may leave out. */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** A spreadsheet executes a text that starts like a formula, unless an apostrophe comes first. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A text as a field of comma-separated values (RFC 4180). */
export function csvField(text: string): string {
  const safe = withoutFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
