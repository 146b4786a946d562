/** A filter as the embed takes it, in the address and in `set-filter`: `f_<semantic view>.<dimension>=<JSON>`. Spec: “Action catalog”. */

export interface EmbedFilter {
  view: string;
  dimension: string;
  operator: string;
  values: readonly (string | number | boolean)[];
}

const shape = /^f_([A-Za-z_]\w*)\.([A-Za-z_]\w*)$/;

/** Name and value of the filter as a parameter of an address, neither of them encoded. No values: the filter is cleared. */
export function filterParameter({ view, dimension, operator, values }: EmbedFilter): [name: string, value: string] {
  return [`f_${view}.${dimension}`, JSON.stringify({ operator, values })];
}

/** The `filterUrlParameter` of the action: the JSON as it is, as the specification writes it. */
export function filterText(filter: EmbedFilter): string {
  return filterParameter(filter).join('=');
}

/** The filter in a `filterUrlParameter`; undefined where it is none. Takes the JSON as it is and as an address carries it. */
export function parseFilterText(text: string): EmbedFilter | undefined {
  const at = text.indexOf('=');
  return at < 0 ? undefined : parseFilterParameter(text.slice(0, at), text.slice(at + 1));
}

/** The filter in one parameter. The JSON is `{operator, values}`, `{operator, value}`, a list of values or one value. */
export function parseFilterParameter(name: string, value: string): EmbedFilter | undefined {
  const [, view, dimension] = shape.exec(name) ?? [];
  if (view === undefined || dimension === undefined) return undefined;
  const stated = fromJson(value) ?? fromJson(decoded(value));
  if (stated === undefined) return undefined;
  const { operator = 'equals', values, value: one } = Array.isArray(stated) ? { values: stated } : asRecord(stated);
  const list = [values ?? one ?? []].flat();
  const plain = list.filter((item): item is string | number | boolean => /^(string|number|boolean)$/.test(typeof item));
  if (typeof operator !== 'string' || plain.length !== list.length) return undefined;
  return { view, dimension, operator, values: plain };
}

function asRecord(stated: unknown): { operator?: unknown; values?: unknown; value?: unknown } {
  return typeof stated === 'object' && stated !== null ? stated : { value: stated };
}

function fromJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) ?? undefined);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
