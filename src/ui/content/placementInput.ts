/** Reads what the user enters about a spreadsheet. */

/** The id in the address of a spreadsheet, or the text itself. */
export function spreadsheetId(text: string): string {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return trimmed;
  const url = new URL(trimmed);
  const [, id] = /\/spreadsheets\/d\/([^/]+)/.exec(url.pathname) ?? [];
  return id ?? url.searchParams.get('resid') ?? trimmed;
}

/** `A1`, also with `$`. */
export function isCell(text: string): boolean {
  return /^\$?[A-Z]{1,3}\$?[1-9]\d{0,6}$/i.test(text.trim());
}
