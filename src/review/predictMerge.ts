/**
 * Predicts whether a merge will conflict: three-way per file, then per line, as the platform merges. Counts the conflicts that a
 * merge by hand has left.
 */

import mergeLines from 'diff3';

type Texts = ReadonlyMap<string, string>;

/**
 * Each side: path → text. A text with a NUL character counts as binary. Files that are equal on all sides may be left out.
 * `conflicts` are the paths with conflicting changes, sorted; a renamed file is a deleted and an added one.
 */
export function predictMerge(base: Texts, ours: Texts, theirs: Texts): { conflicts: readonly string[] } {
  const conflicts = new Set<string>();
  const merged = new Set<string>();
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const [before, mine, other] = [base.get(path), ours.get(path), theirs.get(path)];
    const isOneSided = mine === other || other === before || mine === before;
    const conflicting = !isOneSided && isConflict(before, mine, other);
    if (conflicting) conflicts.add(path);
    const kept = conflicting ? before : mine === before ? other : mine;
    if (kept !== undefined) merged.add(path);
  }
  for (const path of merged) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (merged.has(path.slice(0, end))) conflicts.add(path.slice(0, end));
  }
  return { conflicts: [...conflicts].sort() };
}

function isConflict(before: string | undefined, mine: string | undefined, other: string | undefined): boolean {
  if (before === undefined || mine === undefined || other === undefined) return true;
  if ([before, mine, other].some((text) => text.includes('\0'))) return true;
  return mergeLines(linesOf(mine), linesOf(before), linesOf(other)).some(({ conflict }) => conflict !== undefined);
}

/** The conflicting parts of a file whose lines in the result are still those of the base. */
export function unresolvedConflicts(texts: Record<'base' | 'ours' | 'theirs' | 'result', string>): number {
  const [base, ours, theirs, result] = [texts.base, texts.ours, texts.theirs, texts.result].map(linesOf);
  let count = 0;
  for (const { conflict } of mergeLines(ours!, base!, theirs!)) {
    if (!conflict) continue;
    // The result changed this part if it conflicts with another change of it.
    const changed = base!.toSpliced(conflict.oIndex, conflict.o.length, '\0changed\n');
    if (!mergeLines(result!, base!, changed).some((part) => part.conflict !== undefined)) count += 1;
  }
  return count;
}

/** With their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
