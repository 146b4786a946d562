/** Prints a JSON document again. Numbers and texts stay as they are written. */

import { type Document, isMap, isSeq, type Node } from 'yaml';
import type { Place } from '../keys/conventions.ts';
import { lineWidth } from './sqlLayout.ts';

export function formattedJson(text: string, { contents }: Document.Parsed, place: Place): string {
  const print = (node: Node, at: Place, indent: string, width: number): string => {
    const inner = `${indent}  `;
    if (isSeq(node)) {
      const isPlain = node.items.every((item) => !isMap(item) && !isSeq(item));
      const line = `[${node.items.map((item) => source(item as Node)).join(', ')}]`;
      if (isPlain && indent.length + width + line.length <= lineWidth) return line;
      const items = node.items.map((item) => inner + print(item as Node, at.items ?? at, inner, 0));
      return `[\n${items.join(',\n')}\n${indent}]`;
    }
    if (!isMap(node)) return source(node);
    if (node.items.length === 0) return '{}';
    const { rank = () => 0 } = at;
    const nameOf = (key: unknown) => JSON.parse(source(key as Node)) as string;
    const entries = node.items
      .map(({ key, value }) => ({ name: nameOf(key), key: source(key as Node), value: value as Node }))
      .toSorted((a, b) => rank(a.name) - rank(b.name))
      .map(({ name, key, value }) => `${inner}${key}: ${print(value, at.below(name), inner, key.length + 2)}`);
    return `{\n${entries.join(',\n')}\n${indent}}`;
  };
  const source = (node: Node) => text.slice(node.range![0], node.range![1]);
  return print(contents as Node, place, '', 0);
}
