/** The names that are allowed at the cursor: the field, the names before a dot, and the text to replace. */

import type { Definition } from '../../../model/index/definitions.ts';
import { definitionsIn } from '../../../model/index/lookup.ts';
import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import { type Field, fieldAt, type Reference } from '../../../model/index/references.ts';
import { granularityField, isCurrentCube, type ReferenceTarget, resolve } from '../../../model/index/resolve.ts';
import { javaScriptPatches, type Patch, placeholder, wordAt } from './patch.ts';
import { yamlPatches } from './patchYaml.ts';

export interface ReferencePlace {
  /** The model with a placeholder at the cursor. */
  index: ModelIndex;
  definition: Definition;
  field: Field;
  /** The reference that the placeholder is part of. */
  reference?: Reference;
  /** The names before the placeholder, from the start of the reference. */
  before: readonly string[];
  /** Where the first of them starts in the source. */
  chainStart: number;
  patch: Patch;
  /** The text of the field up to the cursor. */
  prefix: string;
}

export function referencePlace(index: ModelIndex, path: string, offset: number): ReferencePlace | undefined {
  const text = index.file(path)?.text;
  if (text === undefined || offset < 0 || offset > text.length) return undefined;
  const word = wordAt(text, offset);
  if (/^\d/.test(text.slice(word.start, word.end))) return undefined;
  for (const patch of path.endsWith('.js') ? javaScriptPatches(text, word) : yamlPatches(text, word)) {
    const found = placeOf(index.withText(path, patch.text), path, patch);
    if (found) return found;
  }
  return undefined;
}

function placeOf(index: ModelIndex, path: string, patch: Patch): ReferencePlace | undefined {
  const at = patch.at + 1;
  for (const definition of definitionsIn(index.file(path)!)) {
    if (at < definition.span.start || at > definition.span.end) continue;
    const { field, reference } = fieldAt(definition, patch.text, at) ?? {};
    if (!field || (field.role === 'text' && !granularityField.test(field.path))) continue;
    const place = { index, definition, field, patch, prefix: patch.text.slice(field.span.start, patch.at) };
    const parts = reference?.chain.parts ?? [];
    const here = parts.findIndex(({ name }) => name.includes(placeholder));
    if (!reference || here < 0) return { ...place, before: [], chainStart: patch.word.start };
    const { name } = parts[here]!;
    const inText = name.slice(0, name.indexOf(placeholder)).split('.').slice(0, -1);
    return {
      ...place,
      reference,
      before: [...parts.slice(0, here).map((part) => part.name), ...inText],
      chainStart: reference.chain.start - (patch.at - patch.word.start),
    };
  }
  return undefined;
}

/** The meaning of the names before the cursor. The placeholder itself is not resolved: to find out that no such name exists takes long. */
export function targetBefore({ index, definition, reference, before }: ReferencePlace): ReferenceTarget | undefined {
  const [first] = before;
  if (!reference || first === undefined) return undefined;
  if (!isCurrentCube(first) && !index.cube(first) && !index.member(definition, first)) return undefined;
  const parts = reference.chain.parts.slice(0, before.length);
  return resolve(index, { ...reference, chain: { ...reference.chain, parts } }).targets[before.length - 1];
}

/** The cube before `{cube}.` in SQL: after it follows a column. */
export function cubeBeforeColumn({ index, definition, prefix }: ReferencePlace): Definition | undefined {
  const name = /\{\s*(?:\w+\s*\.\s*)*(\w+)\s*\}\.["`]?$/.exec(prefix)?.[1];
  if (name === undefined) return undefined;
  return isCurrentCube(name) ? definition : index.cube(name);
}

/** Whether the cursor is in a text or comment of the SQL. */
export function isInSqlText({ prefix }: ReferencePlace): boolean {
  return prefix.split("'").length % 2 === 0 || /--[^\r\n]*$/.test(prefix);
}
