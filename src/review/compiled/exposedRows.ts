/** A new view, or a new member of a view, may show rows of a column that the filters of the former views left out. */

import { isLinkUrl } from '../../model/index/resolve.ts';
import { ownerOf } from '../../model/source/names.ts';
import { renamedMember } from './renamedQuery.ts';
import { compareRows, type RowFilter, type Rows, renamedRows, rowsText, sharedTypes } from './rowFilters.ts';

interface Seen {
  /** All members, with the column of each one. */
  side: { members: Readonly<Record<string, string>>; types: Readonly<Record<string, string>> };
  caller: { members: readonly string[]; rows: Readonly<Record<string, Exclude<Rows, undefined>>> };
}

/** `view`: by its name in the newer model. */
export interface ExposedRows {
  view: string;
  before: string;
  after: string;
  isCertain?: false;
}

/** `former`: names of the newer model with those of the former one. */
export function exposedRows(old: Seen, now: Seen, former: ReadonlyMap<string, string>): ExposedRows[] {
  const renames = new Map([...former].map(([to, from]) => [from, to]));
  const columns = { old: columnsOf(old), now: columnsOf(now) };
  const places = new Map<string, string[]>();
  for (const name of old.caller.members) {
    const column = originOf(old, name);
    places.set(column, [...(places.get(column) ?? []), name]);
  }
  const found = new Map<string, ExposedRows | undefined>();
  for (const name of now.caller.members) {
    // The rows of a view with all its members are compared with its former ones.
    if (isLinkUrl(name) || Object.hasOwn(old.side.members, renamedMember(name, former))) continue;
    const seen = places.get(renamedMember(originOf(now, name), former));
    if (!seen) continue;
    const [was, is] = [anyOf(seen.map((one) => rowsOf(old, one))), rowsOf(now, name)];
    const view = ownerOf(name);
    const key = JSON.stringify([view, was, is]);
    if (found.has(key)) continue;
    const differs = compareRows(
      renamedRows(renamedRows(was, columns.old), renames),
      renamedRows(is, columns.now),
      sharedTypes(old.side, now.side, former),
    );
    const texts = {
      before: rowsText(renamedRows(was, renames)),
      after: rowsText(is),
      ...(!differs.isCertain && { isCertain: false as const }),
    };
    found.set(key, differs.more ? { view, ...texts } : undefined);
  }
  return [...found.values()].flatMap((one) => one ?? []);
}

function columnsOf({ side }: Seen): ReadonlyMap<string, string> {
  return new Map(Object.entries(side.members));
}

function originOf({ side }: Seen, member: string): string {
  return side.members[member] ?? member;
}

/** The filters of the view and of the cube behind it. */
function rowsOf(seen: Seen, member: string): Rows {
  const owners = new Set([ownerOf(member), ownerOf(originOf(seen, member))]);
  const all = [...owners].flatMap((name) => {
    const rows = seen.caller.rows[name];
    return rows === undefined ? [] : [rows];
  });
  if (all.includes('none')) return 'none';
  return all.length > 0 ? all.flatMap((rows) => rows as readonly RowFilter[]) : undefined;
}

function anyOf(alternatives: readonly Rows[]): Rows {
  const filters = new Map<string, readonly RowFilter[]>();
  for (const rows of alternatives) {
    if (rows === undefined) return undefined;
    if (typeof rows !== 'string') filters.set(JSON.stringify(rows), rows);
  }
  const [only, ...others] = filters.values();
  if (!only) return 'none';
  return others.length > 0 ? [{ or: [only, ...others].map((and) => ({ and })) }] : only;
}
