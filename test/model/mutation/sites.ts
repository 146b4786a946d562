/** Finds the places in a source that mutations can change. */

import { entryOf, type ValueNode } from '../../../src/model/source/tree.ts';
import { pick, type Random, type Source } from './mutant.ts';

/** A place in a source that a mutation can change. */
export interface Site {
  start: number;
  end: number;
  /** The keys that lead to the node. */
  path: string[];
  /** Offset of the name of its owner, where a problem is correct if the node is missing. */
  owner: number;
  value?: ValueNode;
}

const groups = new Set(['measures', 'dimensions', 'segments', 'preAggregations', 'hierarchies', 'joins']);

/** All keys of the source, except names of members. */
export function keySites(source: Source): Site[] {
  const sites: Site[] = [];
  const visit = (node: ValueNode, path: string[], owner: number) => {
    if (node.kind === 'map') {
      const name = entryOf(node, 'name')?.value;
      const first = path.at(-1) === '[]' ? (node.entries[0]?.keySpan.start ?? owner) : owner;
      const nodeOwner = name?.kind === 'scalar' && name.end > name.start ? name.start : first;
      const named = source.parsed.language === 'javascript' && path.length > 0 && groups.has(path.at(-1)!);
      for (const entry of node.entries) {
        if (entry.dynamic || entry.name === 'meta') continue;
        if (!named) sites.push({ ...entry.keySpan, path: [...path, entry.name], owner: nodeOwner, value: entry.value });
        visit(entry.value, [...path, entry.name], named ? entry.keySpan.start : nodeOwner);
      }
    } else if (node.kind === 'list') for (const item of node.items) visit(item, [...path, '[]'], owner);
  };
  if (source.parsed.root) visit(source.parsed.root, [], 0);
  else for (const one of source.parsed.definitions) visit(one.node, [], one.nameSpan.start);
  return sites;
}

export function definedNames(source: Source): Site[] {
  const sites: Site[] = [];
  for (const definition of source.parsed.definitions) {
    if (definition.name) sites.push({ ...definition.nameSpan, path: [], owner: definition.nameSpan.start });
    for (const group of ['measures', 'dimensions', 'segments']) {
      const value = entryOf(definition.node, group)?.value;
      if (value?.kind === 'map')
        for (const entry of value.entries) sites.push({ ...entry.keySpan, path: [group], owner: 0 });
      if (value?.kind === 'list') {
        for (const item of value.items) {
          const name = entryOf(item, 'name')?.value;
          if (name?.kind === 'scalar' && !name.dynamic)
            sites.push({ start: name.start, end: name.end, path: [group], owner: 0 });
        }
      }
    }
  }
  return sites.filter((site) => /^\w{2,}$/.test(source.text.slice(site.start, site.end)));
}

export function yamlLine(random: Random, source: Source, pattern: RegExp): { start: number; text: string } | undefined {
  if (source.parsed.language !== 'yaml') return undefined;
  let offset = 0;
  const lines = source.text.split('\n').map((text) => {
    const start = offset;
    offset += text.length + 1;
    return { start, text };
  });
  return pick(
    random,
    lines.filter((line) => pattern.test(line.text) && !/^\s*#|\{[%{]/.test(line.text)),
  );
}

export function enumSites(source: Source): Site[] {
  return keySites(source).filter(
    (site) =>
      ['type', 'relationship', 'operator', 'granularity', 'format', 'every', 'interval'].includes(site.path.at(-1)!) &&
      site.value?.kind === 'scalar' &&
      site.value.end > site.value.start,
  );
}
