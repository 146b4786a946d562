/** The cube before a member that is named without one, such as `orders.` before `count` in `{count}`. */

import type { Definition } from '../../model/index/definitions.ts';
import { definitionsIn, occurrencesOfReference } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import type { Reference } from '../../model/index/references.ts';
import type { Range, Span } from '../../model/source/range.ts';
import type { InlayHint } from '../protocol/protocol.ts';

/** The names in `includes` are left out: their cube is in the join path above them. */
const roles: ReadonlySet<Reference['role']> = new Set(['sql', 'member', 'rollup', 'own']);

export function inlayHints(index: ModelIndex, path: string, range: Range): InlayHint[] {
  const file = index.file(path);
  if (!file) return [];
  const wanted = { start: file.lines.offsetAt(range.start), end: file.lines.offsetAt(range.end) };
  const hints = new Map<number, InlayHint>();
  for (const definition of definitionsIn(file)) {
    for (const hint of hintsIn(index, file, definition, wanted)) hints.set(hint.at, hint.hint);
  }
  return [...hints].sort(([a], [b]) => a - b).map(([, hint]) => hint);
}

function hintsIn(index: ModelIndex, file: IndexedFile, definition: Definition, { start, end }: Span) {
  return index.references(definition).references.flatMap((reference) => {
    const { role, chain } = reference;
    if (!roles.has(role) || chain.end < start || chain.start > end || file.text[chain.start - 1] === '.') return [];
    const [first] = occurrencesOfReference(index, reference);
    if (first?.span.start !== chain.start || !('member' in first.symbol)) return [];
    const { name, definition: cube } = first.symbol.member;
    // In a view, a member may have another name than in its cube.
    if (file.text.slice(first.span.start, first.span.end) !== name) return [];
    return [{ at: chain.start, hint: { position: file.lines.positionAt(chain.start), label: `${cube.name}.` } }];
  });
}
