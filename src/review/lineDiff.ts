/** The lines that differ between two texts, with a few lines around them, and the part of a changed line that differs. */

import { diffArrays } from 'diff';

export interface DiffLine {
  /** `gap`: equal lines that are left out; `cut`: the rest, because the texts are too long. `text` is their number. */
  kind: 'same' | 'removed' | 'added' | 'gap' | 'cut';
  text: string;
  /** The first and the last character, exclusive, that the other version of the line has not. */
  mark?: [number, number];
}

/** Lines of one text. The time grows with the product of both. */
const maxLines = 400;
const context = 2;

export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const [old, now] = [before.slice(0, maxLines), after.slice(0, maxLines)];
  const all = withMarks(allLines(old, now));
  const isNear = all.map((_, at) =>
    all.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'),
  );
  const lines: DiffLine[] = [];
  let left = 0;
  const closeGap = () => {
    if (left > 0) lines.push({ kind: 'gap', text: String(left) });
    left = 0;
  };
  for (const [at, line] of all.entries()) {
    if (isNear[at]) {
      closeGap();
      lines.push(line);
    } else left += 1;
  }
  closeGap();
  const rest = Math.max(before.length, after.length) - maxLines;
  return rest > 0 ? [...lines, { kind: 'cut', text: String(rest) }] : lines;
}

function allLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  return diffArrays([...old], [...now]).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value.map((text): DiffLine => ({ kind, text }));
  });
}

/** Marks the lines of a block that replaces one with as many lines. */
function withMarks(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  let at = 0;
  while (at < lines.length) {
    const from = at;
    while (lines[at]?.kind === 'removed') at += 1;
    const middle = at;
    while (lines[at]?.kind === 'added') at += 1;
    if (middle > from && at - middle === middle - from) {
      for (let place = from; place < middle; place += 1) {
        const other = place + middle - from;
        const [one, two] = marksOf(lines[place]!.text, lines[other]!.text);
        marked[place] = { ...lines[place]!, mark: one };
        marked[other] = { ...lines[other]!, mark: two };
      }
    }
    if (at === from) at += 1;
  }
  return marked;
}

function marksOf(old: string, now: string): [[number, number], [number, number]] {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return [
    [start, old.length - end],
    [start, now.length - end],
  ];
}
