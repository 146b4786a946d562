/** A query without members that another model does not have, so that the rest can be compared. */

type Query = Readonly<Record<string, unknown>>;

interface Reduced {
  /** Undefined if no column is left. */
  query: Query | undefined;
  /** The rest of the query has the same rows without them: only measures are left out. */
  keepsRows: boolean;
}

/** `names`: members as `orders.count`. Filters and the order of these members are left out, too. */
export function withoutMembers(query: Query, names: ReadonlySet<string>): Reduced {
  const isLeftOut = (name: unknown) => typeof name === 'string' && names.has(memberOf(name));
  let keepsRows = true;
  const kept = (key: string, isOut: (value: unknown) => boolean): unknown => {
    const values = query[key];
    if (!Array.isArray(values)) return values;
    const rest = values.filter((value) => !isOut(value));
    if (key !== 'measures' && rest.length < values.length) keepsRows = false;
    return rest;
  };
  const filters = Array.isArray(query.filters) ? query.filters.flatMap((one) => filterWithout(one, isLeftOut)) : [];
  if (JSON.stringify(filters) !== JSON.stringify(query.filters ?? [])) keepsRows = false;
  const order = orderWithout(query.order, isLeftOut);
  // With a limit, the order decides which rows there are.
  if (JSON.stringify(order) !== JSON.stringify(query.order)) keepsRows = false;
  const reduced: Record<string, unknown> = {
    ...query,
    measures: kept('measures', isLeftOut),
    dimensions: kept('dimensions', isLeftOut),
    segments: kept('segments', isLeftOut),
    timeDimensions: kept('timeDimensions', (time) => isLeftOut((time as { dimension?: unknown } | null)?.dimension)),
    filters: query.filters === undefined ? undefined : filters,
    order,
  };
  for (const key of Object.keys(reduced)) if (reduced[key] === undefined) delete reduced[key];
  return { query: hasColumns(reduced) ? reduced : undefined, keepsRows };
}

/** All members that a query names, without granularities. */
export function membersIn({ measures, dimensions, segments, timeDimensions, filters }: Query): Set<string> {
  const names = new Set<string>();
  const add = (name: unknown) => {
    if (typeof name === 'string') names.add(memberOf(name));
  };
  for (const list of [measures, dimensions, segments]) for (const name of listOf(list)) add(name);
  for (const time of listOf(timeDimensions)) add((time as { dimension?: unknown } | null)?.dimension);
  const addFilters = (list: unknown) => {
    for (const filter of listOf(list)) {
      const { member, dimension, and, or } = (filter ?? {}) as Record<string, unknown>;
      add(member ?? dimension);
      addFilters(and);
      addFilters(or);
    }
  };
  addFilters(filters);
  return names;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `orders.created_at` of `orders.created_at.day`. */
function memberOf(name: string): string {
  return name.split('.', 2).join('.');
}

function hasColumns({ measures, dimensions, timeDimensions }: Query): boolean {
  const isColumn = (time: unknown) => Boolean((time as { granularity?: unknown } | null)?.granularity);
  return listOf(measures).length + listOf(dimensions).length > 0 || listOf(timeDimensions).some(isColumn);
}

function filterWithout(filter: unknown, isLeftOut: (name: unknown) => boolean): unknown[] {
  if (typeof filter !== 'object' || filter === null) return [filter];
  const { member, dimension } = filter as Record<string, unknown>;
  if (isLeftOut(member ?? dimension)) return [];
  for (const group of ['and', 'or']) {
    const inner = (filter as Record<string, unknown>)[group];
    if (!Array.isArray(inner)) continue;
    const rest = inner.flatMap((one) => filterWithout(one, isLeftOut));
    return rest.length > 0 ? [{ ...filter, [group]: rest }] : [];
  }
  return [filter];
}

/** A map of members to directions, or a list of pairs or of `{id, desc}`. */
function orderWithout(order: unknown, isLeftOut: (name: unknown) => boolean): unknown {
  if (Array.isArray(order)) {
    return order.filter((one) => !isLeftOut(Array.isArray(one) ? one[0] : (one as { id?: unknown } | null)?.id));
  }
  if (typeof order !== 'object' || order === null) return order;
  return Object.fromEntries(Object.entries(order).filter(([name]) => !isLeftOut(name)));
}
