/** Names in the macros of a template and in the strings of its tags. What they mean is not certain. */

import type { Definition } from '../../model/index/definitions.ts';
import { definitionsIn } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { isCurrentCube } from '../../model/index/resolve.ts';
import { isTemplate, type JinjaTag, maskJinja } from '../../model/source/jinja.ts';
import { macrosOf } from '../../model/source/jinjaNames.ts';
import { contains, type Span } from '../../model/source/range.ts';
import type { Chain } from '../../model/source/tree.ts';
import type { Change, ViewNames } from './change.ts';
import { changedNames, editsOf, type RenameEdit } from './referenceEdits.ts';

/** The first name after a brace, with what follows after dots. */
const braced = /\{\s*(?=[A-Za-z_])([\w.]+)(?![\w.{]|\s*:)/g;
const quoted = /["'](?=[A-Za-z_])([\w.]+)["']/g;

export function templateEdits(index: ModelIndex, change: Change, names: ViewNames): RenameEdit[] {
  if ('symbol' in change.target && ('template' in change.target.symbol || 'granularity' in change.target.symbol))
    return [];
  const searched = changedNames(change, names);
  const edits: RenameEdit[] = [];
  for (const file of index.files) {
    if (file.source.language === 'javascript' || !isTemplate(file.path, file.text)) continue;
    if (![...searched].some((name) => file.text.includes(name))) continue;
    for (const { chain, inMacro } of chainsIn(file)) {
      if (!chain.parts.some(({ name }) => searched.has(name))) continue;
      const definition = nowhere(file);
      const first = chain.parts[0]!.name;
      const isKnown = first === 'FILTER_PARAMS' || index.cube(first) || names.splitViews.has(first);
      const found = !isKnown ? [] : editsOf(index, { definition, role: 'sql', path: '', chain }, change, names);
      const mayBeOwn = inMacro || hasMember(index, file, chain, change);
      edits.push(
        ...[...found, ...(mayBeOwn ? unknownCube(file, chain, change) : [])].map(
          (one): RenameEdit => ({ ...one, group: 'template' }),
        ),
      );
    }
  }
  return edits;
}

/** Whether a string of a tag may name a changed member: in a cube that has it, or outside of all cubes. */
function hasMember(index: ModelIndex, file: IndexedFile, chain: Chain, { from, members }: Change): boolean {
  const all = definitionsIn(file);
  const around = all.filter(({ span }) => contains(span, chain));
  const near = around.length > 0 ? around : all;
  const isChanged = (one: Definition) => (index.members(one).get(from) ?? []).some((member) => members.has(member));
  return members.size > 0 && (near.length === 0 || near.some(isChanged));
}

/** A macro or a function does not say in which cube it is used. */
export function unknownCube({ path }: IndexedFile, { parts }: Chain, { from, to, members }: Change): RenameEdit[] {
  const own =
    parts.length === 2 && isCurrentCube(parts[0]!.name) ? parts[1]! : parts.length === 1 ? parts[0]! : undefined;
  if (members.size === 0 || own?.name !== from) return [];
  return [{ file: path, span: { start: own.start, end: own.end }, text: to, group: 'template' }];
}

/** For references outside of any definition. */
export function nowhere({ path: file, text, source: { language } }: IndexedFile): Definition {
  const span = { start: 0, end: text.length };
  const node = { kind: 'map' as const, ...span, entries: [], open: true };
  const part = { kind: 'cube' as const, name: '', nameSpan: span, span, node, members: [], joins: [] };
  return { ...part, file, language, open: 'generated' };
}

function chainsIn({ text }: IndexedFile): { chain: Chain; inMacro?: boolean }[] {
  const { tags } = maskJinja(text);
  const bodies = macrosOf(text, tags).flatMap(({ body }) => namesIn(text, body, tags));
  const inTags = tags.filter(({ kind }) => kind !== 'comment').flatMap((tag) => chainsOf(text, tag, quoted));
  return [...bodies.map((chain) => ({ chain, inMacro: true })), ...inTags.map((chain) => ({ chain }))];
}

function namesIn(text: string, span: Span, tags: readonly JinjaTag[]): Chain[] {
  return chainsOf(text, span, braced).filter((chain) => !tags.some((tag) => contains(tag, chain)));
}

function chainsOf(text: string, { start, end }: Span, pattern: RegExp): Chain[] {
  return [...text.slice(start, end).matchAll(pattern)].map((match) => {
    const from = start + match.index + match[0].indexOf(match[1]!);
    let at = from;
    const parts = match[1]!.split('.').map((name) => {
      const part = { name, start: at, end: at + name.length };
      at = part.end + 1;
      return part;
    });
    return { start: from, end: from + match[1]!.length, parts, called: false };
  });
}
