/** What a person types as the values of a filter, as the values a filter carries. */

export const filterOperators = ['equals', 'notEquals', 'contains', 'notContains', 'gt', 'gte', 'lt', 'lte'] as const;

/** Values separated by commas; one in quotes may hold commas itself. @param type the dimension's type: numbers and booleans become such. */
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
