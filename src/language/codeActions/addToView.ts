/** Adds the member at the cursor to a view: to an item of the member's cube, or over a join from a cube of the view. */

import type { Definition, Member } from '../../model/index/definitions.ts';
import { occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { allViewCubes, type ViewCube } from '../../model/index/viewMembers.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import { type Language, valueAt } from '../../model/source/tree.ts';
import type { CodeAction } from '../protocol/protocol.ts';
import { type ActionPlace, actionOf, type Change } from './edits/action.ts';
import type { NewValue } from './edits/newText.ts';
import { addItem, freeName, keyIn } from './edits/sourceEdits.ts';

const includable = ['measure', 'dimension', 'segment', 'hierarchy'];

/** The name of a member in `includes`, with an alias if the view has another member of that name. */
function include(index: ModelIndex, view: Definition, { name, definition }: Member, prefix?: string): NewValue {
  const taken = new Set([...index.viewMembers(view).members.keys(), ...index.members(view).keys()]);
  const inView = (one: string) => (prefix === undefined ? one : `${prefix}_${one}`);
  if (!taken.has(inView(name))) return text(view.language, name);
  const alias = freeName(`${definition.name}_${name}`, taken);
  return {
    entries: [
      { key: 'name', value: text(view.language, name) },
      { key: 'alias', value: text(view.language, alias) },
    ],
  };
}

function text(language: Language, name: string): string {
  return language === 'yaml' ? name : javaScriptText(name);
}

function path({ joinPath }: ViewCube): string[] {
  return (joinPath?.parts ?? []).map(({ name }) => name);
}

function changeOf(index: ModelIndex, view: Definition, member: Member, cube: Definition): Change | undefined {
  const file = index.file(view.file);
  if (!file || file.source.broken) return undefined;
  const items = allViewCubes(index, view).filter(({ definition, split }) => definition === view && !split);
  const item = items.find(({ cubeName }) => cubeName === cube.name);
  if (item) {
    const list = valueAt(item.node, 'includes');
    const isExcluded = item.excludes.some(({ name }) => name === member.name);
    const isIncluded = item.includes === '*' || item.includes.some(({ name }) => name === member.name);
    if (list?.kind !== 'list' || isExcluded || isIncluded) return undefined;
    return addItem(file, list, include(index, view, member, item.prefix));
  }
  const from = items.find(({ cubeName }) => {
    const last = cubeName === undefined ? undefined : index.cube(cubeName);
    return last && index.joins(last).some(({ name }) => name === cube.name);
  });
  const cubes = valueAt(view.node, 'cubes');
  if (!from || cubes?.kind !== 'list') return undefined;
  const joinPath = [...path(from), cube.name].join('.');
  return addItem(file, cubes, {
    entries: [
      { key: keyIn(view.language, 'joinPath'), value: joinPath },
      { key: 'includes', value: { items: [include(index, view, member)] } },
    ],
  });
}

export function addToViews(place: ActionPlace): CodeAction[] {
  const { index, file, span } = place;
  const found = occurrenceAt(index, file.path, file.lines.positionAt(span.start));
  if (!found || !('member' in found.symbol) || found.view) return [];
  const { member } = found.symbol;
  const cube = found.role === 'name' ? member.definition : (found.holder ?? member.definition);
  if (!includable.includes(member.kind) || cube.kind !== 'cube') return [];
  return index.definitions.flatMap((view) => {
    const change = view.kind === 'view' ? changeOf(index, view, member, cube) : undefined;
    return change
      ? [actionOf(place, `Add '${member.name}' to the view '${view.name}'`, 'refactor.rewrite', [change])]
      : [];
  });
}
