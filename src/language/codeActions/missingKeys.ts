/** Adds keys that a cube, a member or another part must have, with a value that is likely right. */

import type { Definition } from '../../model/index/definitions.ts';
import { snakeCase } from '../../model/source/names.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import type { Span } from '../../model/source/range.ts';
import { entryOf, type Language, type MapNode, textOf, valueAt } from '../../model/source/tree.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { type NewEntry, type NewValue, sqlText } from './edits/newText.ts';
import { addEntries, addMember, freeName, keyIn, namesOf } from './edits/sourceEdits.ts';
import { definitionAt, type EntryPlace, entryAt, mapAt, partAt } from './edits/treePlaces.ts';
import { joinText } from './joinText.ts';

/** The map that a missing key is added to. */
interface Owner {
  definition: Definition;
  map: MapNode;
  /** The member or join that the map is or belongs to, and the name of its group. */
  name: string | undefined;
  group: 'measure' | 'dimension' | 'preAggregation' | 'other';
}

/** A word as a value: in quotes in JavaScript. */
function word(language: Language, text: string): string {
  return language === 'yaml' ? text : javaScriptText(text);
}

/** A type that fits the name of a dimension. */
export function typeByName(name: string): string {
  const words = snakeCase(name);
  if (/(_at|_on|date|time|timestamp)$/.test(words)) return 'time';
  if (/^(is|has|was|can)_/.test(words)) return 'boolean';
  if (/(^|_)(id|count|amount|price|number|quantity|total|age|year)$/.test(words)) return 'number';
  return 'string';
}

function typeOf({ group, map, name }: Owner): string {
  if (group !== 'measure') return typeByName(name ?? '');
  const sql = textOf(valueAt(map, 'sql')) ?? '';
  if (!entryOf(map, 'sql')) return 'count';
  return /\{(?!CUBE\}|TABLE\})/.test(sql) || valueAt(map, 'sql')?.kind === 'code' ? 'number' : 'sum';
}

/** The column of the same name. */
function sqlOf({ definition, map, name = 'id', group }: Owner): string {
  const isMember = definition.members.some(({ node }) => node === map);
  const column = snakeCase(name);
  return isMember && group !== 'other' ? column : `{CUBE}.${column}`;
}

function likelyValue({ index }: MarkedProblem, owner: Owner, key: string): NewValue | undefined {
  const { definition, map, name } = owner;
  const { language } = definition;
  const join = definition.joins.find(({ node }) => node === map);
  const text = (one: string) => word(language, one);
  const quoted = (one: string) => (language === 'yaml' ? `"${one}"` : javaScriptText(one));
  const position = (column: string) => ({ entries: [{ key: 'sql', value: sqlText(language, `{CUBE}.${column}`) }] });
  const time = definition.members.find(({ node }) => textOf(valueAt(node, 'type')) === 'time')?.name;
  const target = join && index.cube(join.name);
  const texts = target ? joinText(index, definition, target) : undefined;
  switch (key) {
    case 'type':
      return text(typeOf(owner));
    case 'sql':
      // That of an index or a refresh key cannot be guessed.
      if (owner.group === 'preAggregation') return undefined;
      return sqlText(
        language,
        texts?.sql ?? (map === definition.node ? `SELECT * FROM ${definition.name}` : sqlOf(owner)),
      );
    case 'sqlTable':
      return text(snakeCase(definition.name));
    case 'relationship':
      return text(texts?.relationship ?? 'many_to_one');
    case 'latitude':
    case 'longitude':
      return position(key);
    case 'includes':
      return quoted('*');
    case 'group':
      return quoted('*');
    case 'operator':
      return text('equals');
    case 'every':
      return text('1 hour');
    case 'interval':
      return text('1 day');
    case 'granularity':
      return text('day');
    case 'partitionGranularity':
      return text('month');
    case 'timeDimension':
      return time;
    case 'allowAll':
      return 'true';
    case 'memberLevel':
      return { entries: [{ key: 'includes', value: quoted('*') }] };
    case 'label':
      return quoted(name ?? 'Other');
    case 'name':
      return text('new_name');
    default:
      return undefined;
  }
}

/** The key of each value in the case of the language. */
function inLanguage(language: Language, key: string, value: NewValue): NewEntry {
  return { key: keyIn(language, key), value };
}

/** The owner of a map: the definition or member that it is or belongs to. */
function ownerOf({ file }: MarkedProblem, map: MapNode): Owner | undefined {
  const definition = definitionAt(file, map);
  if (!definition) return undefined;
  const part = partAt(definition, map);
  const kind = part && 'kind' in part ? part.kind : undefined;
  const group = kind === 'measure' || kind === 'dimension' || kind === 'preAggregation' ? kind : 'other';
  return { definition, map, name: part?.name, group };
}

/** A key without a value gets the one that a missing key gets. */
export function fillEmpty(marked: MarkedProblem): Correction[] {
  const { file, span } = marked;
  const place = entryAt(file, span);
  const owner = place && ownerOf(marked, place.map);
  if (!owner) return [];
  const isName = place.entry.key === 'name';
  const value = isName ? nameFor(marked, place)[0] : likelyValue(marked, owner, place.entry.name);
  if (typeof value !== 'string') return [];
  const at = file.text.indexOf(':', span.end) + 1;
  const change = { file: file.path, start: at, end: at, text: ` ${value}` };
  return [
    {
      title: `Change to '${place.entry.key}: ${value}'`,
      changes: [change],
      isPreferred: !isName || value !== 'new_name',
    },
  ];
}

export function addMissingKeys(marked: MarkedProblem): Correction[] {
  const { file, problem } = marked;
  const { fix } = problem;
  const map = fix?.kind === 'addKeys' ? mapAt(file, fix.map) : undefined;
  const owner = map && ownerOf(marked, map);
  if (fix?.kind !== 'addKeys' || !owner) return [];
  const { definition } = owner;
  const entries = fix.keys.flatMap((key) => {
    const value = likelyValue(marked, owner, key);
    return value === undefined ? [] : [inLanguage(definition.language, key, value)];
  });
  const add = (added: readonly NewEntry[], isPreferred: boolean): Correction => ({
    title: `Add ${added.map(({ key, value }) => `'${key}${typeof value === 'string' ? `: ${value}` : ''}'`).join(' and ')}`,
    changes: [addEntries(file, owner.map, added)],
    isPreferred,
  });
  if (fix.needs === 'all') return entries.length === fix.keys.length ? [add(entries, true)] : [];
  // A table is more likely than a query.
  const best = entries.find(({ key }) => key === keyIn(definition.language, 'sqlTable')) ?? entries[0];
  return entries.map((entry) => add([entry], entry === best));
}

/** A name for an item: that of its column, if no other member has it. */
function nameFor({ file, index, span }: MarkedProblem, { map, list }: EntryPlace): [name: string, isColumn: boolean] {
  const sql = textOf(valueAt(map, 'sql')) ?? '';
  const column = /^(?:\{CUBE\}\.)?([A-Za-z_]\w*)$/.exec(sql)?.[1];
  const definition = definitionAt(file, span);
  const taken = [...namesOf(list), ...(definition ? index.members(definition).keys() : [])];
  // The other uses of names that a template writes are not known.
  const isFree = column !== undefined && !taken.includes(column) && definition?.pattern === undefined;
  if (isFree) return [column, true];
  return [freeName('new_name', taken), false];
}

export function addMissingName(marked: MarkedProblem): Correction[] {
  const { file, span } = marked;
  const place = entryAt(file, span);
  if (!place?.list || place.entry.key === 'name') return [];
  const [name, isColumn] = nameFor(marked, place);
  const start = place.entry.keySpan.start;
  const column = start - (file.text.lastIndexOf('\n', start - 1) + 1);
  const text = file.text[place.map.start] === '{' ? `name: ${name}, ` : `name: ${name}\n${' '.repeat(column)}`;
  const lineBreak = file.text.includes('\r\n') ? '\r\n' : '\n';
  const change = { file: file.path, start, end: start, text: text.replace('\n', lineBreak) };
  return [{ title: `Add 'name: ${name}'`, changes: [change], isPreferred: isColumn }];
}

/** A dimension that looks like the key of its table becomes the primary key; without one, such a dimension is added. */
export function addPrimaryKey(marked: MarkedProblem): Correction[] {
  const { file, span, index } = marked;
  const definition = definitionAt(file, span as Span);
  if (!definition) return [];
  const { language, name, members } = definition;
  const key = { key: keyIn(language, 'primaryKey'), value: 'true' };
  const dimensions = members.filter(({ kind, node }) => kind === 'dimension' && node.kind === 'map');
  const singular = snakeCase(name).replace(/s$/, '');
  const isKey = (one: string) => ['id', `${singular}_id`, `${singular}_key`, 'uuid', 'key'].includes(snakeCase(one));
  const likely = dimensions.filter((one) => isKey(one.name));
  const others = dimensions.filter((one) => !likely.includes(one) && /(_id|_key)$/.test(snakeCase(one.name)));
  const isInherited = index.member(definition, 'id') !== undefined;
  const fields = [{ key: 'sql', value: word(language, 'id') }, { key: 'type', value: word(language, 'number') }, key];
  return [
    ...[...likely, ...others].map((one, i) => ({
      title: `Make '${one.name}' the primary key`,
      changes: [addEntries(file, one.node as MapNode, [key])],
      isPreferred: i === 0 && likely.length > 0,
    })),
    ...(isInherited
      ? []
      : [
          {
            title: `Add the dimension 'id' as primary key`,
            changes: [addMember(file, definition, 'dimensions', 'id', fields)],
            isPreferred: likely.length === 0 && others.length === 0,
          },
        ]),
  ];
}
