/** The edits of references, one for each name that changes. */

import type { Definition } from '../../model/index/definitions.ts';
import { type DimensionPart, type PartField, partFieldsIn } from '../../model/index/dimensionParts.ts';
import {
  definitionsIn,
  isSameSymbol,
  type Occurrence,
  occurrencesOf,
  occurrencesOfReference,
} from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Reference } from '../../model/index/references.ts';
import { resolve } from '../../model/index/resolve.ts';
import { contains, type Span } from '../../model/source/range.ts';
import type { Change, ViewNames } from './change.ts';
import { renameErrors } from './renameErrors.ts';

/**
 * - `model`: the definition, and references in cubes
 * - `view`: in a view of another file
 * - `template`: a name in a text that a template writes
 * - `query`: in a saved query
 */
export type EditGroup = 'model' | 'view' | 'template' | 'query';

export interface RenameEdit {
  file: string;
  span: Span;
  text: string;
  group: EditGroup;
  /** The definition that contains the reference. */
  definition?: Definition;
}

/** Names that a reference must contain to be changed. */
export function changedNames(change: Change, names: ViewNames): Set<string> {
  const { from } = change;
  return new Set([from, ...names.views.flatMap((view) => [...names.of(view).keys()]), ...names.splitViews.keys()]);
}

/** @throws UserError if a reference would change its meaning */
export function referenceEdits(index: ModelIndex, change: Change, names: ViewNames): RenameEdit[] {
  const { target, to } = change;
  if ('symbol' in target && ('template' in target.symbol || 'granularity' in target.symbol)) {
    const { symbol } = target;
    if ('granularity' in symbol) refuseSeveralParts(index, symbol);
    return occurrencesOf(index, symbol)
      .filter((one) => !('template' in symbol) || isWrittenAs(index, one, symbol.template.name, change))
      .map(({ file, span }) => ({ file, span, text: to, group: 'model' }));
  }
  const searched = changedNames(change, names);
  const isCube = change.definition !== undefined && change.definition.kind !== 'view_group';
  if (isCube) for (const reference of referencesTo(index, [to])) refuseCaptured(index, reference, to);
  return referencesTo(index, searched).flatMap((reference) => editsOf(index, reference, change, names));
}

/** A window and a time shift may mean the parts of several dimensions. */
function refuseSeveralParts(index: ModelIndex, part: DimensionPart): void {
  for (const definition of index.definitions) {
    const isAmbiguous = ({ parts }: PartField) => parts.length > 1 && parts.some((one) => isSameSymbol(one, part));
    if (partFieldsIn(index, definition).some(isAmbiguous))
      throw renameErrors.error('several-parts', [part.granularity.name, definition.name]);
  }
}

/** The references that contain one of the names. */
function referencesTo(index: ModelIndex, searched: Iterable<string>): Reference[] {
  const found = new Set<Reference>();
  for (const name of searched) {
    for (const definition of index.mentioning(name))
      for (const reference of index.references(definition).byName.get(name) ?? []) found.add(reference);
  }
  return [...found];
}

/** An import may give a macro another name, which is known in that file only. */
function isWrittenAs(index: ModelIndex, { file, span }: Occurrence, name: string, { from, path }: Change): boolean {
  const isKnown = from === name || file === path;
  return isKnown && index.text(file)?.text.slice(span.start, span.end) === from;
}

/** The edits of one reference. */
export function editsOf(index: ModelIndex, reference: Reference, change: Change, names: ViewNames): RenameEdit[] {
  const { definition, chain } = reference;
  const { file } = definition;
  const found: RenameEdit[] = occurrencesOfReference(index, reference).flatMap((one) => {
    const text = newText(index, one, change, names);
    if (text === undefined) return [];
    const isBare = one.span.start === chain.start && (reference.role === 'sql' || reference.role === 'member');
    if (isBare && !('definition' in one.symbol) && index.cube(text))
      throw renameErrors.error('captured', [text, definition.name]);
    // A constant of a program may have other uses.
    const isConstant = definition.language === 'javascript' && !contains(definition.span, one.span);
    return [{ file, span: one.span, text, group: isConstant ? 'template' : 'model', definition }];
  });
  const splitViews = names.splitViews;
  for (const { name, start, end } of chain.parts) {
    const renamed = index.cube(name) ? undefined : splitViews.get(name);
    if (renamed !== undefined) found.push({ file, span: { start, end }, text: renamed, group: 'model', definition });
  }
  return found;
}

/** @throws UserError if several cubes or views share the text of an edit and it names something else in one of them */
export function refuseShared(index: ModelIndex, change: Change, names: ViewNames, edits: readonly RenameEdit[]): void {
  for (const { file, span, definition } of edits) {
    const source = index.file(file);
    if (!source || !definition || contains(definition.span, span)) continue;
    for (const other of definitionsIn(source)) {
      const isChanged = (reference: Reference) =>
        editsOf(index, reference, change, names).some((one) => one.span.start === span.start);
      const { references } = index.references(other);
      if (references.some((one) => contains(one.chain, span) && !isChanged(one)))
        throw renameErrors.error('shared', [source.text.slice(span.start, span.end), other.name]);
    }
  }
}

function newText(
  index: ModelIndex,
  { symbol, role, view, file, span }: Occurrence,
  change: Change,
  names: ViewNames,
): string | undefined {
  if (role === 'self') return undefined;
  if ('definition' in symbol) return symbol.definition === change.definition ? change.to : undefined;
  if (!('member' in symbol)) return undefined;
  if (view) return names.of(view).get(index.file(file)!.text.slice(span.start, span.end));
  return change.members.has(symbol.member) ? change.to : undefined;
}

/** In a reference without a dot, the name of a cube is found before that of a member. */
function refuseCaptured(index: ModelIndex, reference: Reference, to: string): void {
  if (reference.chain.parts[0]!.name !== to) return;
  if (reference.role !== 'sql' && reference.role !== 'member') return;
  const [first] = resolve(index, reference).targets;
  if (first && 'member' in first) throw renameErrors.error('captured', [to, reference.definition.name]);
}
