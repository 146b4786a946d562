/**
 * Keeps a public name that a change took away: a view includes the member a second time, under the old name; a cube gets a member
 * that refers to the new one.
 */

import { type Definition, memberGroups } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { allViewCubes, type ViewCube } from '../../model/index/viewMembers.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import { type Language, textOf, valueAt } from '../../model/source/tree.ts';
import type { Change } from './edits/action.ts';
import { type NewValue, sqlText, yamlText } from './edits/newText.ts';
import { addItem, addMember, keyIn } from './edits/sourceEdits.ts';

export interface LostName {
  /** `sales.total` */
  name: string;
  /** Undefined: it is not renamed, but gone. */
  newName?: string | undefined;
}

/** What consumers show of a member, before and behind its SQL; of another one, only its name gives the title. */
const shownKeys = [
  ['title', 'description'],
  ['format', 'currency'],
] as const;

/** The types of measures that are kept: their values are not numbers. */
const plainTypes = ['string', 'time', 'boolean'];

/** Undefined if the sources do not have a member for the name any more, or cannot be edited. */
export function keepOldName(before: ModelIndex, after: ModelIndex, { name, newName }: LostName): Change | undefined {
  const [owner = '', local = ''] = name.split('.');
  const [newOwner = owner, newLocal] = newName?.split('.') ?? [];
  const holder = after.cube(owner);
  const isTaken = holder && (after.member(holder, local) ?? after.viewMembers(holder).members.get(local));
  if (!holder || local === '' || newOwner !== owner || isTaken) return undefined;
  return holder.kind === 'view'
    ? includeAgain(before, after, holder, { local, newLocal })
    : referTo(before, after, holder, { local, newLocal });
}

interface Names {
  local: string;
  newLocal: string | undefined;
}

function includeAgain(
  before: ModelIndex,
  after: ModelIndex,
  view: Definition,
  { local, newLocal }: Names,
): Change | undefined {
  const file = after.file(view.file);
  const old = before.cube(view.name);
  const former = old && before.viewMembers(old).members.get(local);
  const source = (newLocal === undefined ? former : after.viewMembers(view).members.get(newLocal))?.sources[0];
  const cube = source && after.cube(source.definition.name);
  if (!file || file.source.broken || !cube || !after.members(cube).has(source.name)) return undefined;
  const items = allViewCubes(after, view).filter(({ definition, split }) => definition === view && !split);
  const ofCube = items.filter(({ cubeName }) => cubeName === cube.name);
  for (const item of ofCube) {
    const list = valueAt(item.node, 'includes');
    const alias = withoutPrefix(local, item.prefix);
    if (list?.kind === 'list' && list.items.length > 0 && alias !== undefined)
      return addItem(file, list, include(view.language, source.name, alias));
  }
  // An item that includes everything has no place for an alias.
  const [item] = ofCube;
  const cubes = valueAt(view.node, 'cubes');
  if (!item?.joinPath || cubes?.kind !== 'list') return undefined;
  return addItem(file, cubes, {
    entries: [
      { key: keyIn(view.language, 'joinPath'), value: pathOf(item) },
      { key: 'includes', value: { items: [include(view.language, source.name, local)] } },
    ],
  });
}

function withoutPrefix(local: string, prefix: string | undefined): string | undefined {
  if (prefix === undefined) return local;
  return local.startsWith(`${prefix}_`) ? local.slice(prefix.length + 1) : undefined;
}

function pathOf({ joinPath }: ViewCube): string {
  return (joinPath?.parts ?? []).map(({ name }) => name).join('.');
}

function include(language: Language, name: string, alias: string): NewValue {
  const text = (one: string) => (language === 'yaml' ? one : javaScriptText(one));
  if (alias === name) return text(name);
  return {
    entries: [
      { key: 'name', value: text(name) },
      { key: 'alias', value: text(alias) },
    ],
  };
}

function referTo(
  before: ModelIndex,
  after: ModelIndex,
  cube: Definition,
  { local, newLocal = '' }: Names,
): Change | undefined {
  const file = after.file(cube.file);
  const member = after.members(cube).get(newLocal)?.[0];
  if (!file || file.source.broken || (member?.kind !== 'measure' && member?.kind !== 'dimension')) return undefined;
  const given = valueAt(member.node, 'type');
  if (given && (given.kind !== 'scalar' || given.dynamic)) return undefined;
  const own = given?.kind === 'scalar' ? String(given.value) : 'string';
  const type = member.kind === 'dimension' || plainTypes.includes(own) ? own : 'number';
  const group = [...memberGroups].find(([, kind]) => kind === member.kind)![0];
  const { language } = cube;
  const written = language === 'yaml' ? yamlText : (text: string) => javaScriptText(text);
  const old = before.cube(cube.name);
  const former = old && before.members(old).get(local)?.[0];
  const [named = [], formatted = []] = shownKeys.map((keys) =>
    keys.flatMap((key) => {
      const text = former && textOf(valueAt(former.node, key));
      return text === undefined ? [] : [{ key, value: written(text) }];
    }),
  );
  return addMember(file, cube, group, local, [
    ...named,
    { key: 'sql', value: sqlText(language, `{${newLocal}}`) },
    { key: 'type', value: written(type) },
    ...formatted,
  ]);
}
