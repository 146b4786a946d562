/** The maps of a source as places where a key can be added. */

import type { IndexedFile } from '../../../src/model/index/modelIndex.ts';
import { lineEnd, lineStart } from '../../../src/model/source/lines.ts';
import type { MapNode, ValueNode } from '../../../src/model/source/tree.ts';

interface KeyPlace {
  /** The texts around the new key. */
  before: string;
  after: string;
  offset: number;
  /** The keys that the map has. */
  names: readonly string[];
}

/** Every map of the definitions, without those of free data and those that a template writes. */
export function keyPlaces({ text, path, source }: IndexedFile): KeyPlace[] {
  const found: KeyPlace[] = [];
  const add = (map: MapNode) => {
    if (map.open) return;
    const place = path.endsWith('.js') || text[map.start] === '{' ? flowPlace(text, map) : blockPlace(text, map);
    if (place) found.push({ ...place, names: map.entries.map(({ name }) => name) });
  };
  const visit = (node: ValueNode, isMembers: boolean) => {
    if (node.kind === 'list') for (const item of node.items) visit(item, false);
    if (node.kind !== 'map') return;
    if (!isMembers) add(node);
    for (const { name, value } of node.entries) {
      if (name === 'meta') continue;
      const group = [
        'measures',
        'dimensions',
        'segments',
        'joins',
        'preAggregations',
        'hierarchies',
        'indexes',
        'granularities',
      ];
      visit(value, path.endsWith('.js') && group.includes(name));
    }
  };
  for (const { node } of source.definitions) visit(node, false);
  return found;
}

function flowPlace(text: string, map: MapNode): Omit<KeyPlace, 'names'> | undefined {
  if (text[map.start] !== '{') return undefined;
  const offset = map.start + 1;
  return { before: `${text.slice(0, offset)} `, after: ` ${text.slice(offset)}`, offset: offset + 1 };
}

/** A line after the first key, or before it if its value has more lines. */
function blockPlace(text: string, map: MapNode): Omit<KeyPlace, 'names'> | undefined {
  const [first] = map.entries;
  if (!first || first.keySpan.start < map.start) return undefined;
  const quoted = /["']/.test(text[first.keySpan.start - 1] ?? '') ? 1 : 0;
  const start = first.keySpan.start - quoted;
  const line = lineStart(text, start);
  const indent = ' '.repeat(start - line);
  if (text.slice(line, start).trim() === '') {
    const before = text.slice(0, line) + indent;
    return { before, after: `\n${text.slice(line)}`, offset: before.length };
  }
  if (first.value.kind !== 'scalar' || first.value.start < first.keySpan.end) return undefined;
  const end = lineEnd(text, first.keySpan.end);
  if (first.value.end > end) return undefined;
  const before = `${text.slice(0, end)}\n${indent}`;
  return { before, after: text.slice(end), offset: before.length };
}
