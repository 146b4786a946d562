/** Texts of SQL and code without what does not change their meaning: blanks and comments outside quotes. */

/** What has no end goes to the end of the text, so that each character is read once. */
const quoted = ["'", '"', '`']
  .map((quote) => `${quote}(?:[^${quote}\\\\]|\\\\[\\s\\S]?|${quote}${quote})*(?:${quote}|$)`)
  .join('|');

const gaps = {
  // Optimizer hints are no comments. Some databases read `1--1` as arithmetic.
  sql: new RegExp(`${quoted}|((?:\\s|/\\*(?![+!])[\\s\\S]*?(?:\\*/|$)|--(?=\\s|$)[^\\n]*)+)|--[^\\n]*\\n?`, 'g'),
  javascript: new RegExp(`${quoted}|((?:\\s|/\\*[\\s\\S]*?(?:\\*/|$)|//[^\\n]*)+)`, 'g'),
};

export function compactText(text: string, language: 'sql' | 'javascript'): string {
  return text.replace(gaps[language], (token, gap?: string) => (gap === undefined ? token : ' ')).trim();
}
