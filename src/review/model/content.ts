/** The content of a node of a source, by aspect, without its formatting: equal for YAML and JavaScript of the same content. */

import { memberGroups, namedItems } from '../../model/index/definitions.ts';
import { camelCase } from '../../model/source/names.ts';
import type { Language, MapNode, ScalarNode, ValueNode } from '../../model/source/tree.ts';
import type { Aspect } from './modelChange.ts';

/** The text of a source, in which nodes have their spans. */
interface Source {
  text: string;
  language: Language;
}

/** Aspect → content as text. Aspects without content are not listed. */
export type Content = ReadonlyMap<Aspect, string>;

const aspects: Readonly<Record<string, Aspect>> = {
  type: 'type',
  sql: 'sql',
  sqlTable: 'sql',
  case: 'sql',
  latitude: 'sql',
  longitude: 'sql',
  filters: 'filters',
  defaultFilters: 'filters',
  format: 'format',
  currency: 'format',
  public: 'visibility',
  title: 'title',
  description: 'description',
  relationship: 'relationship',
};

/** Older names of keys and values, in camelCase. */
const synonyms = new Map([
  ['shown', 'public'],
  ['drillMemberReferences', 'drillMembers'],
  ['measureReferences', 'measures'],
  ['dimensionReferences', 'dimensions'],
  ['segmentReferences', 'segments'],
  ['timeDimensionReference', 'timeDimension'],
  ['rollupReferences', 'rollups'],
  ['belongsTo', 'manyToOne'],
  ['hasMany', 'oneToMany'],
  ['hasOne', 'oneToOne'],
]);
const enumerated = new Set(['type', 'relationship']);
/** Lists of items with names in YAML, maps in JavaScript. */
const namedGroups = new Set(['indexes', 'granularities']);
/** They are listed as parts. */
const separate = new Set(['name', 'joins', 'accessPolicy', ...memberGroups.keys()]);

function synonymOf(name: string): string {
  return synonyms.get(name) ?? name;
}

/** The content of a definition without its members, joins and policies. */
export function definitionContent(source: Source, node: MapNode): Content {
  return contentOf(source, node, separate);
}

/** The content of a member, a join or another named item. */
export function itemContent(source: Source, node: ValueNode): Content {
  return contentOf(source, node, new Set(['name', 'granularities']));
}

/** The title, description, format, … that a view gives an included member. */
export function overrideContent(source: Source, node: ValueNode): Content {
  return contentOf(source, node, new Set(['name', 'alias']));
}

function contentOf(source: Source, node: ValueNode, without: ReadonlySet<string>): Content {
  const byAspect = new Map<Aspect, Record<string, unknown>>();
  const add = (aspect: Aspect, key: string, value: unknown) => {
    const values = byAspect.get(aspect) ?? Object.create(null);
    values[key] = value;
    byAspect.set(aspect, values);
  };
  if (node.kind !== 'map') add('other', '', plain(source, node, ''));
  else {
    for (const { name, value, dynamic } of node.entries) {
      const key = synonymOf(name);
      if (without.has(key) && !dynamic) continue;
      const content = key === 'cubes' ? viewCubes(source, value) : plain(source, value, key);
      if (key === 'public' && content === true) continue;
      add(aspects[key] ?? 'other', key, content);
    }
    if (node.open) add('other', '', 'generated');
  }
  return new Map([...byAspect].map(([aspect, values]) => [aspect, JSON.stringify(sorted(values))]));
}

/** The included members of a view are compared one by one. */
function viewCubes(source: Source, node: ValueNode): unknown {
  if (node.kind !== 'list') return plain(source, node, 'cubes');
  const shown = new Set(['joinPath', 'split']);
  return node.items.map((item) => {
    if (item.kind !== 'map') return plain(source, item, '');
    return plain(source, { ...item, entries: item.entries.filter(({ name }) => shown.has(name)) }, '');
  });
}

/** A value for `JSON.stringify`. */
function plain(source: Source, node: ValueNode, key: string): unknown {
  switch (node.kind) {
    case 'scalar':
      return scalarText(source, node, key);
    case 'code': {
      const [chain] = node.chains;
      const isName = chain && node.chains.length === 1 && chain.start === node.start && chain.end === node.end;
      if (isName && !node.isFunction) return chain.parts.map(({ name }) => name).join('.');
      return { code: compactText(source.text.slice(node.start, node.end), 'javascript') };
    }
    case 'list': {
      if (namedGroups.has(key)) return namedValues(source, node);
      const items = node.items.map((item) => plain(source, item, ''));
      return node.open ? [...items, { code: 'generated' }] : items;
    }
    case 'map': {
      if (namedGroups.has(key)) return namedValues(source, node);
      const values: Record<string, unknown> = Object.create(null);
      for (const { name, value } of node.entries) values[synonymOf(name)] = plain(source, value, name);
      if (node.open) values[''] = 'generated';
      return sorted(values);
    }
  }
}

function namedValues(source: Source, node: ValueNode): unknown {
  const values: Record<string, unknown> = Object.create(null);
  for (const item of namedItems(node)) values[item.name] = [...contentOf(source, item.node, new Set(['name']))].sort();
  return sorted(values);
}

function scalarText({ text, language }: Source, node: ScalarNode, key: string): unknown {
  const isSql = key === 'sql' || key === 'sqlTable';
  if (node.dynamic || node.value instanceof Date) return text.slice(node.start, node.end).trim();
  if (typeof node.value !== 'string') return node.value;
  const isJavaScript = language === 'javascript';
  const value = isJavaScript && (node.chains || isSql) ? withBraces(node, text) : node.value;
  if (isSql) return compactText(value, 'sql');
  if (!enumerated.has(key)) return value;
  return synonymOf(camelCase(value));
}

/** A template literal as YAML has it: `${x}` is `{x}`, and other braces are escaped. */
function withBraces(node: ScalarNode, text: string): string {
  const raw = node.chains ? text.slice(node.start, node.end).replace(/\\([`$\\])/g, '$1') : String(node.value);
  let depth = 0;
  return raw.replace(/\$\{|[{}]/g, (brace) => {
    if (depth > 0) {
      depth += brace === '}' ? -1 : 1;
      return brace;
    }
    if (brace !== '${' || !node.chains) return `\\${brace}`;
    depth = 1;
    return '{';
  });
}

function sorted(values: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(values).sort()) result[key] = values[key];
  return result;
}

/** A comment or quote without an end continues to the end of the text, so that each character is read once. */
const quoted = ["'", '"', '`']
  .map((quote) => `${quote}(?:[^${quote}\\\\]|\\\\[\\s\\S]?|${quote}${quote})*(?:${quote}|$)`)
  .join('|');

const gaps = {
  // Optimizer hints are not comments. Some databases read `1--1` as arithmetic.
  sql: new RegExp(`${quoted}|((?:\\s|/\\*(?![+!])[\\s\\S]*?(?:\\*/|$)|--(?=\\s|$)[^\\n]*)+)|--[^\\n]*\\n?`, 'g'),
  javascript: new RegExp(`${quoted}|((?:\\s|/\\*[\\s\\S]*?(?:\\*/|$)|//[^\\n]*)+)`, 'g'),
};

export function compactText(text: string, language: 'sql' | 'javascript'): string {
  return text.replace(gaps[language], (token, gap?: string) => (gap === undefined ? token : ' ')).trim();
}
