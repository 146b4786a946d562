/** The columns of a query's result, as far as the query itself tells. */

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/**
 * The keys of the rows: `orders.count`, `orders.created_at.day`. The first granularity of a dimension is also the dimension's own
 * name. Rows can be ordered by the same names. Parts of a wrong type are left out.
 */
export function columnsOf(query: Readonly<Record<string, unknown>>): string[] {
  const columns = new Set([...texts(query.dimensions)]);
  const times: unknown[] = Array.isArray(query.timeDimensions) ? query.timeDimensions : [];
  for (const time of times) {
    if (typeof time !== 'object' || time === null) continue;
    const { dimension, granularity } = time as { dimension?: unknown; granularity?: unknown };
    if (typeof dimension !== 'string' || typeof granularity !== 'string') continue;
    columns.add(`${dimension}.${granularity}`).add(dimension);
  }
  for (const measure of texts(query.measures)) columns.add(measure);
  return [...columns];
}
