/** Pairs expected rows with rows of a result, in any order. */

/** How rows are compared. Rows with different keys never fit; without `isFit`, rows with the same key do. */
export interface RowMatching<Expected, Row> {
  expectedKey: (expected: Expected) => string;
  rowKey: (row: Row) => string;
  isFit?: ((expected: Expected, row: Row) => boolean) | undefined;
}

/** The rows that have no partner in a largest possible pairing. */
export function unmatchedRows<Expected, Row>(
  expected: readonly Expected[],
  rows: readonly Row[],
  { expectedKey, rowKey, isFit }: RowMatching<Expected, Row>,
): { missing: Expected[]; unexpected: Row[] } {
  const missing: Expected[] = [];
  const unexpected: Row[] = [];
  const byKey = grouped(rows, rowKey);
  for (const [key, wanted] of grouped(expected, expectedKey)) {
    const candidates = byKey.get(key) ?? [];
    byKey.delete(key);
    const partners = isFit
      ? pairs(wanted.length, candidates.length, (i, j) => isFit(wanted[i]!, candidates[j]!))
      : wanted.map((_, i) => (i < candidates.length ? i : -1));
    const taken = new Set(partners);
    missing.push(...wanted.filter((_, i) => partners[i] === -1));
    unexpected.push(...candidates.filter((_, j) => !taken.has(j)));
  }
  return { missing, unexpected: [...unexpected, ...[...byKey.values()].flat()] };
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The partner of each left item in a maximum matching, -1 without one: shortest augmenting paths. */
function pairs(lefts: number, rights: number, fits: (left: number, right: number) => boolean): number[] {
  const partnerOf = Array<number>(lefts).fill(-1);
  const takenBy = Array<number>(rights).fill(-1);
  for (let start = 0; start < lefts; start += 1) {
    const reachedFrom = new Map<number, number>();
    const waiting = [start];
    let end = -1;
    for (let at = 0; at < waiting.length && end < 0; at += 1) {
      const left = waiting[at]!;
      for (let right = 0; right < rights && end < 0; right += 1) {
        if (reachedFrom.has(right) || !fits(left, right)) continue;
        reachedFrom.set(right, left);
        if (takenBy[right] === -1) end = right;
        else waiting.push(takenBy[right]!);
      }
    }
    while (end >= 0) {
      const left = reachedFrom.get(end)!;
      const before = partnerOf[left]!;
      partnerOf[left] = end;
      takenBy[end] = left;
      end = before;
    }
  }
  return partnerOf;
}
