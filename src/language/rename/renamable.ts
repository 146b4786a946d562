/** The name that can be changed at a position, or the reason why none can. */

import type { Definition } from '../../model/index/definitions.ts';
import { type ModelSymbol, type Occurrence, occurrenceAt, placeOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isStandardGranularity } from '../../model/index/resolve.ts';
import type { ViewCube } from '../../model/index/viewMembers.ts';
import type { Position, Span } from '../../model/source/range.ts';
import { refusalAt } from './refusal.ts';
import { renameErrors } from './renameErrors.ts';

/** A symbol, or the name that a view gives to a member by an `alias`. */
export type RenameTarget = { symbol: ModelSymbol } | { alias: { file: string; span: Span }; view: Definition };

export interface Renamable {
  target: RenameTarget;
  /** The name to change, at the position. Behind the prefix of a view. */
  name: string;
  span: Span;
}

/** @throws UserError with the reason why nothing can be renamed there */
export function renamableAt(index: ModelIndex, path: string, position: Position): Renamable {
  const found = occurrenceAt(index, path, position);
  if (!found) throw refusalAt(index, path, position);
  return renamableOf(index, found);
}

/** @throws UserError with the reason why what is named there cannot be renamed */
export function renamableOf(index: ModelIndex, found: Occurrence): Renamable {
  const { symbol, span, role, file: path } = found;
  const text = found.text ?? index.text(path)?.text.slice(span.start, span.end) ?? '';
  if (role === 'self') throw renameErrors.error('current-cube', [text]);
  if (role === 'alias') return { target: { alias: { file: path, span }, view: found.view! }, name: text, span };
  if ('template' in symbol) {
    const { kind, name, file } = symbol.template;
    if (kind === 'function') throw renameErrors.error('python', [name, file]);
    return { target: { symbol }, name: text, span };
  }
  const definition = definitionOf(symbol);
  if (definition.pattern) throw renameErrors.error('definition' in symbol ? 'generated' : 'in-generated-cube', [text]);
  // A dimension may give a built-in granularity another meaning, but not another name.
  if ('granularity' in symbol && !symbol.isTimeShift && isStandardGranularity(text))
    throw renameErrors.error('built-in', [text]);
  if (found.view) return includedMember(index, found, text);
  return { target: { symbol }, name: placeOf(symbol).name, span };
}

function definitionOf(symbol: Exclude<ModelSymbol, { template: unknown }>): Definition {
  if ('definition' in symbol) return symbol.definition;
  return ('member' in symbol ? symbol.member : symbol.dimension).definition;
}

/** The name of a view's member: an alias, or the name of the cube's member behind an optional prefix. */
function includedMember(index: ModelIndex, { symbol, span, view }: Occurrence, text: string): Renamable {
  let name = text;
  for (let holder = view; holder?.kind === 'view' && !index.members(holder).has(name); ) {
    const included = index.viewMembers(holder).members.get(name);
    if (!included) break;
    const { item } = included;
    name = baseName(item, name);
    const listed = listedAs(item, name);
    if (listed?.aliased) {
      const { file } = item.definition;
      const alias = { file, span: listed.aliasSpan };
      return { target: { alias, view: item.definition }, name, span: { start: span.end - name.length, end: span.end } };
    }
    holder = item.cubeName === undefined ? undefined : index.cube(item.cubeName);
  }
  return { target: { symbol }, name, span: { start: span.end - name.length, end: span.end } };
}

/** The name of a view's member without the prefix of its item. */
export function baseName({ prefix }: ViewCube, name: string): string {
  return prefix === undefined ? name : name.slice(prefix.length + 1);
}

/** The item in `includes` for a name of the view without its prefix, and whether it gives that name as an `alias`. */
export function listedAs({ includes }: ViewCube, name: string) {
  const listed = includes === '*' ? undefined : includes.find(({ alias }) => alias === name);
  return listed && { ...listed, aliased: listed.aliasSpan.start !== listed.nameSpan.start };
}
