/** Expand Selection: from the name at a position over its reference, value, entry and definition to the whole file. */

import { definitionsIn, touches } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { contains, type Span } from '../../model/source/range.ts';
import type { Chain, ValueNode } from '../../model/source/tree.ts';
import type { Position, SelectionRange } from '../protocol/protocol.ts';

/** One result for each position; undefined without the file. */
export function selectionRanges(
  index: ModelIndex,
  path: string,
  positions: readonly Position[],
): SelectionRange[] | undefined {
  const file = index.file(path);
  return file && positions.map((position) => selectionRange(index, file, file.lines.offsetAt(position)));
}

function selectionRange(index: ModelIndex, file: IndexedFile, offset: number): SelectionRange {
  const spans = spansAt(index, file, offset).sort((a, b) => b.end - b.start - (a.end - a.start));
  let outer: Span = { start: 0, end: file.text.length };
  let range: SelectionRange = { range: file.lines.rangeOf(outer) };
  for (const span of spans) {
    if (!contains(outer, span) || span.end - span.start === outer.end - outer.start) continue;
    range = { range: file.lines.rangeOf(span), parent: range };
    outer = span;
  }
  return range;
}

function spansAt(index: ModelIndex, { source, path }: IndexedFile, offset: number): Span[] {
  const found: Span[] = [];
  const add = (span: Span): boolean => {
    const isHere = touches(span, offset);
    if (isHere) found.push({ start: span.start, end: span.end });
    return isHere;
  };
  const addChains = (chains: readonly Chain[]) => {
    for (const chain of chains) if (add(chain)) for (const part of chain.parts) add(part);
  };
  const visit = (node: ValueNode) => {
    if (!add(node)) return;
    if (node.kind === 'list') for (const item of node.items) visit(item);
    if (node.kind !== 'map') return;
    for (const { keySpan, value } of node.entries) {
      add({ start: keySpan.start, end: Math.max(keySpan.end, value.end) });
      add(keySpan);
      visit(value);
    }
  };
  if (source.root) visit(source.root);
  for (const definition of definitionsIn(index.file(path)!)) {
    add(definition.span);
    add(definition.nameSpan);
    if (!source.root) visit(definition.node);
    addChains(index.references(definition).references.map(({ chain }) => chain));
  }
  return found;
}
