/**
 * What a report found at places in the texts of a model, such as problems. After a change, that stays whose definition has the
 * same table and whose member or join has the same text, at its new place. The rest is about a text that does not exist any more.
 */

import type { Definition, Join, Member } from '../model/index/definitions.ts';
import { definitionsIn } from '../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../model/index/modelIndex.ts';
import type { Problem } from '../model/source/problem.ts';
import type { Span } from '../model/source/range.ts';
import { valueAt } from '../model/source/tree.ts';

/** The files of a model at one time, by path. */
export type ModelFiles = ReadonlyMap<string, IndexedFile>;

export function filesOf({ files }: ModelIndex): ModelFiles {
  return new Map([...files].map((file) => [file.path, file]));
}

type Placed = Pick<Problem, 'file' | 'range'>;

export class ReportedPlaces<T extends Placed> {
  readonly #files: ModelFiles;
  readonly #found: readonly T[];
  readonly #needsAllFiles: boolean;

  /**
   * @param files the texts that `found` is about
   * @param options.needsAllFiles nothing stays after a change of any file
   */
  constructor(files: ModelFiles, found: readonly T[], { needsAllFiles = false } = {}) {
    this.#files = files;
    this.#found = found;
    this.#needsAllFiles = needsAllFiles;
  }

  /** What is still about the texts of a model. */
  in(index: ModelIndex): T[] {
    if (this.#needsAllFiles && !hasSameFiles(this.#files, filesOf(index))) return [];
    return this.#found.flatMap((one) => {
      const [before, now] = [this.#files.get(one.file), index.file(one.file)];
      if (!before || !now) return [];
      return before === now || before.text === now.text ? [one] : moved(one, before, now);
    });
  }
}

function hasSameFiles(before: ModelFiles, now: ModelFiles): boolean {
  return before.size === now.size && [...before].every(([path, { text }]) => now.get(path)?.text === text);
}

function moved<T extends Placed>(found: T, before: IndexedFile, now: IndexedFile): T[] {
  const span = {
    start: before.lines.offsetAt(found.range.start),
    end: before.lines.offsetAt(found.range.end),
  };
  const old = anchorOf(before, span);
  const known =
    old && definitionsIn(now).find(({ kind, name }) => kind === old.definition.kind && name === old.definition.name);
  if (!old || !known || tableText(before, old.definition) !== tableText(now, known)) return [];
  const place = old.item ? itemsOf(known).find((one) => keyOf(one) === keyOf(old.item!)) : known;
  if (!place) return [];
  const from = (old.item ?? old.definition).span.start;
  const until = old.item ? old.item.span.end : span.end;
  const text = before.text.slice(from, until);
  if (now.text.slice(place.span.start, place.span.start + text.length) !== text) return [];
  if (old.item && place.span.end - place.span.start !== text.length) return [];
  const shift = place.span.start - from;
  return [{ ...found, range: now.lines.rangeOf({ start: span.start + shift, end: span.end + shift }) }];
}

/** The definition that contains a span, and the member or join in it. */
function anchorOf(
  file: IndexedFile,
  span: Span,
): { definition: Definition; item: Member | Join | undefined } | undefined {
  const contains = ({ span: { start, end } }: { span: Span }) => start <= span.start && span.end <= end;
  const definition = definitionsIn(file).find(contains);
  return definition && { definition, item: itemsOf(definition).find(contains) };
}

function itemsOf({ members, joins }: Definition): (Member | Join)[] {
  return [...members, ...joins];
}

function keyOf(item: Member | Join): string {
  return `${'kind' in item ? item.kind : 'join'} ${item.name}`;
}

function tableText({ text }: IndexedFile, { node }: Definition): string {
  const value = valueAt(node, 'sqlTable') ?? valueAt(node, 'sql');
  return value ? text.slice(value.start, value.end) : '';
}
