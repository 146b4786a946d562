/** Adds what a database has new to the cubes of a model: dimensions, measures and joins, in the texts of their files. */

import type { CubeDraft } from '../../model/generate/cubeDraft.ts';
import { dimensionFields, measureFields } from '../../model/generate/cubeYaml.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { camelCase } from '../../model/source/names.ts';
import { javaScriptText } from '../../model/source/quotes.ts';
import type { Language } from '../../model/source/tree.ts';
import { changed } from '../codeActions/edits/action.ts';
import { type NewEntry, type NewValue, sqlText, yamlText } from '../codeActions/edits/newText.ts';
import { addMember } from '../codeActions/edits/sourceEdits.ts';

/**
 * Changes the texts of the index. Members have the names of the draft.
 * @returns why a cube cannot be changed; undefined if it was
 */
export function addToCube(index: ModelIndex, draft: CubeDraft): string | undefined {
  const parts = [
    ...draft.joins.map(({ name, ...fields }) => ({ group: 'joins', name, fields })),
    ...draft.dimensions.map((one) => ({ group: 'dimensions', name: one.name, fields: dimensionFields(one) })),
    ...draft.measures.map((one) => ({ group: 'measures', name: one.name, fields: measureFields(one) })),
  ];
  const before = index.cube(draft.name);
  const path = before?.file ?? '';
  const original = index.file(path)?.text;
  if (before?.open !== false || original === undefined) return 'a program or a template makes the cube';
  for (const { group, name, fields } of parts) {
    const file = index.file(path)!;
    const cube = index.cube(draft.name);
    const { language, broken } = file.source;
    if (broken || !cube) break;
    const entries = entriesOf(language, fields).filter(({ key }) => key !== 'name');
    index.set(path, changed(file.text, [addMember(file, cube, group, name, entries)]));
  }
  const after = index.cube(draft.name);
  const names = after && new Set([...index.members(after).keys(), ...index.joins(after).map(({ name }) => name)]);
  const isWhole = parts.every(({ name }) => names?.has(name)) && !index.file(path)!.source.broken;
  if (isWhole) return undefined;
  index.set(path, original);
  return 'its file cannot be changed safely';
}

function entriesOf(language: Language, fields: object): NewEntry[] {
  return Object.entries(fields).map(([key, value]) => ({
    key: keyOf(language, key),
    value: writtenValue(language, value),
  }));
}

function keyOf(language: Language, key: string): string {
  return language === 'yaml' ? key : camelCase(key);
}

function writtenValue(language: Language, value: unknown): NewValue {
  if (Array.isArray(value)) return { items: value.map((one) => writtenValue(language, one)) };
  if (typeof value === 'object' && value !== null) return { entries: entriesOf(language, value) };
  if (typeof value !== 'string') return JSON.stringify(value);
  if (language === 'yaml') return yamlText(value);
  const written = /\{\w+\}/.test(value) ? sqlText(language, value) : javaScriptText(value);
  // Only YAML needs the escapes of braces and backslashes.
  return written.replace(/\\\\x(5c|7b|7d)/g, (_, code: string) => ({ '5c': '\\\\', '7b': '{', '7d': '}' })[code]!);
}
