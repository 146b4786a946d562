/** Keeps the names of a view's members by an `alias`: next to the names in `includes`, and in place of a prefix that is the name of a cube. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { allViewCubes, type ViewCube } from '../../model/index/viewMembers.ts';
import { columnOf, lineEnd } from '../../model/source/lines.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { entryOf, type Language, type MapNode } from '../../model/source/tree.ts';
import type { ViewNames } from './change.ts';
import type { RenameEdit } from './referenceEdits.ts';
import { listedAs } from './renamable.ts';

/** These replace the edits of the same places. */
export function aliasEdits(index: ModelIndex, names: ViewNames): RenameEdit[] {
  return index.definitions
    .filter(({ kind }) => kind === 'view')
    .flatMap((view) =>
      allViewCubes(index, view).flatMap((item): RenameEdit[] => {
        const file = index.file(view.file);
        if (item.definition !== view || !file) return [];
        return [...prefixAliases(file.text, item, names), ...includeAliases(index, file.text, item, names)].map(
          (edit) => ({ ...edit, file: view.file, definition: view, group: 'model' }),
        );
      }),
    );
}

type Edit = Pick<RenameEdit, 'span' | 'text'>;

function prefixAliases(text: string, item: ViewCube, names: ViewNames): Edit[] {
  if ((item.prefix === undefined && !item.split) || !names.isPrefix(item)) return [];
  const value = entryOf(item.node, 'joinPath')?.value;
  return value && item.cubeName !== undefined
    ? [newEntry(text, item.definition.language, item.node, value, item.cubeName)]
    : [];
}

function includeAliases(index: ModelIndex, text: string, item: ViewCube, names: ViewNames): Edit[] {
  const cube = item.cubeName === undefined ? undefined : index.cube(item.cubeName);
  if (item.includes === '*' || !cube) return [];
  const { language } = item.definition;
  const list = entryOf(item.node, 'includes')?.value;
  return item.includes.flatMap(({ name, nameSpan, alias }): Edit[] => {
    const source = index.member(cube, name);
    const renamed = source ? names.nameInCube(item, name, [source]) : name;
    if (renamed === name || listedAs(item, alias)?.aliased || list?.kind !== 'list') return [];
    const map = list.items.find((one) => one.kind === 'map' && contains(one, nameSpan));
    if (map?.kind === 'map') return [{ span: nameSpan, text: renamed }, newEntry(text, language, map, nameSpan, name)];
    const whole = withQuotes(text, nameSpan);
    const quote = text.slice(whole.start, nameSpan.start);
    const value = (one: string) => (language === 'yaml' ? one : `${quote || '`'}${one}${quote || '`'}`);
    return [{ span: whole, text: `{ name: ${value(renamed)}, alias: ${value(name)} }` }];
  });
}

function withQuotes(text: string, { start, end }: Span): Span {
  const quote = text[start - 1] ?? '';
  return /["'`]/.test(quote) && text[end] === quote ? { start: start - 1, end: end + 1 } : { start, end };
}

/** `alias` as the next entry of a map, after the value of another entry. */
function newEntry(text: string, language: Language, map: MapNode, value: Span, alias: string): Edit {
  const { start, end } = withQuotes(text, value);
  if (text[map.start] === '{') {
    const quote = language === 'yaml' ? '' : text.slice(start, value.start) || '`';
    return { span: { start: end, end }, text: `, alias: ${quote}${alias}${quote}` };
  }
  const entry = map.entries.find((one) => contains(one.value, value))!;
  const at = lineEnd(text, end);
  const newline = text.startsWith('\r\n', at) ? '\r\n' : '\n';
  const indent = ' '.repeat(columnOf(text, entry.keySpan.start));
  return { span: { start: at, end: at }, text: `${newline}${indent}alias: ${alias}` };
}
