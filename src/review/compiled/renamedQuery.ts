/** Names of members and queries under other names. */

import type { QueryObject } from '../../model/documents/queryDocument.ts';

/** `names`: members and whole cubes or views with the names to use; also of a member with a granularity. */
export function renamedMember(name: string, names: ReadonlyMap<string, string>): string {
  const [owner = '', member, ...rest] = name.split('.');
  if (member === undefined) return names.get(owner) ?? name;
  if (rest.length > 1) return name;
  const renamedOwner = names.get(owner);
  const renamed =
    names.get(`${owner}.${member}`) ?? (renamedOwner === undefined ? undefined : `${renamedOwner}.${member}`);
  return renamed === undefined ? name : [renamed, ...rest].join('.');
}

export function renamedQuery(query: QueryObject, names: ReadonlyMap<string, string>): QueryObject {
  if (names.size === 0) return query;
  const nameOf = (text: string) => (text.includes('.') ? renamedMember(text, names) : text);
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return nameOf(value);
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      // The values of a filter are data.
      Object.entries(value).map(([key, inner]) => [nameOf(key), key === 'values' ? inner : renamed(inner)]),
    );
  };
  return renamed(query) as QueryObject;
}
