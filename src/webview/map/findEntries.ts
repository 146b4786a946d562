/** Finds cubes, views and members by a part of their names. */

import type { MapContent } from '../../contract/messages/mapChannel.ts';

export interface SearchEntry {
  /** The box. */
  node: string;
  member: string | null;
  name: string;
  /** `cube`, `view`, or the kind of the member. */
  kind: string;
  /** The cube or view of a member, or the folder. */
  container: string;
}

export interface SearchResult {
  entries: readonly SearchEntry[];
  /** Matches that `entries` leaves out. */
  more: number;
}

const shownEntries = 30;

/** Best first: equal, then at the start, then elsewhere; cubes and views before members. */
export function findEntries(content: MapContent, query: string): SearchResult {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return { entries: [], more: 0 };
  const found: { entry: SearchEntry; rank: number }[] = [];
  for (const entry of entriesOf(content)) {
    const name = entry.name.toLowerCase();
    const whole = entry.member === null ? name : `${entry.container.toLowerCase()}.${name}`;
    const at = name.indexOf(wanted);
    if (at < 0 && !(wanted.includes('.') && whole.includes(wanted))) continue;
    const rank = name === wanted ? 0 : at === 0 ? 1 : at > 0 ? 2 : 3;
    found.push({ entry, rank: rank * 2 + (entry.member === null ? 0 : 1) });
  }
  found.sort(
    (a, b) => a.rank - b.rank || a.entry.name.length - b.entry.name.length || (a.entry.name < b.entry.name ? -1 : 1),
  );
  return {
    entries: found.slice(0, shownEntries).map(({ entry }) => entry),
    more: Math.max(0, found.length - shownEntries),
  };
}

function* entriesOf(content: MapContent): Generator<SearchEntry> {
  if (content.mode === 'lineage') {
    for (const { id, name, kind, owner } of content.lineage?.nodes ?? [])
      yield { node: id, member: null, name, kind, container: owner };
    return;
  }
  for (const { id, name, kind, folder, members } of content.graph.nodes) {
    yield { node: id, member: null, name, kind, container: folder };
    for (const member of members)
      yield { node: id, member: member.name, name: member.name, kind: member.kind, container: name };
  }
}
