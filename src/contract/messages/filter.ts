/** A filter in the page's address and in `set-filter`: `f_<semantic view>.<dimension>=<JSON>`. Spec: “Action catalog”. */

export interface EmbedFilter {
  view: string;
  dimension: string;
  operator: string;
  values: readonly (string | number | boolean)[];
}

const namePattern = /^f_([A-Za-z_]\w*)\.([A-Za-z_]\w*)$/;

/** Name and value of the filter as a query parameter, not encoded. A filter without values clears it. */
export function filterParameter({ view, dimension, operator, values }: EmbedFilter): [name: string, value: string] {
  return [`f_${view}.${dimension}`, JSON.stringify({ operator, values })];
}

/** The `filterUrlParameter` of the action, with the JSON not encoded, as in the specification. */
export function filterText(filter: EmbedFilter): string {
  return filterParameter(filter).join('=');
}

/** The filter in a `filterUrlParameter`, its JSON encoded or not; undefined if it is invalid. */
export function parseFilterText(text: string): EmbedFilter | undefined {
  const at = text.indexOf('=');
  return at < 0 ? undefined : parseFilterParameter(text.slice(0, at), text.slice(at + 1));
}

/** The filter in one parameter. The JSON is `{operator, values}`, `{operator, value}`, a list of values or one value. */
export function parseFilterParameter(name: string, value: string): EmbedFilter | undefined {
  const [, view, dimension] = namePattern.exec(name) ?? [];
  if (view === undefined || dimension === undefined) return undefined;
  const parsed = fromJson(value) ?? fromJson(decoded(value));
  if (parsed === undefined) return undefined;
  const { operator = 'equals', values, value: one } = Array.isArray(parsed) ? { values: parsed } : asRecord(parsed);
  const list = [values ?? one ?? []].flat();
  const plain = list.filter((item): item is string | number | boolean => /^(string|number|boolean)$/.test(typeof item));
  if (typeof operator !== 'string' || plain.length !== list.length) return undefined;
  return { view, dimension, operator, values: plain };
}

function asRecord(parsed: unknown): { operator?: unknown; values?: unknown; value?: unknown } {
  return typeof parsed === 'object' && parsed !== null ? parsed : { value: parsed };
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
