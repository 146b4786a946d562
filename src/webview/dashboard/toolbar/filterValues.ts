/** Parses the values that the user enters for a filter. */

export const filterOperators = ['equals', 'notEquals', 'contains', 'notContains', 'gt', 'gte', 'lt', 'lte'] as const;

/** Reads comma-separated values; quoted values may contain commas. @param type the dimension's type, to parse numbers and booleans */
export function parseValues(text: string, type: string): (string | number | boolean)[] {
  const items = [...text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*))\s*(?:,|$)/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain!.trim() : quoted.replace(/\\(.)/g, '$1'),
  );
  return items
    .filter((item) => item !== '')
    .map((item) => {
      if (type === 'number' && Number.isFinite(Number(item))) return Number(item);
      return type === 'boolean' && (item === 'true' || item === 'false') ? item === 'true' : item;
    });
}
