/** The difference of two texts by lines, such as two versions of a query's SQL. */

/** Lines beyond which the middle parts count as wholly different. */
const maxLines = 2_000;

/** All lines, with `-` before one that only `before` has, `+` before one that only `after` has, and a blank before the others. */
export function lineDiff(before: string, after: string): string[] {
  const left = before.split(/\r?\n/);
  const right = after.split(/\r?\n/);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => `${mark}${line}`);
  return [
    ...marked(' ', left.slice(0, start)),
    ...middle(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...marked(' ', left.slice(left.length - end)),
  ];
}

/** By a longest common subsequence. */
function middle(left: readonly string[], right: readonly string[]): string[] {
  const width = right.length + 1;
  const isLong = left.length > maxLines || right.length > maxLines;
  // Lengths of the longest common subsequence of both rests.
  const lengths = new Uint16Array(isLong ? 0 : (left.length + 1) * width);
  for (let i = left.length - 1; i >= 0 && !isLong; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const [down, across] = [lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!];
      lengths[i * width + j] = left[i] === right[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(down, across);
    }
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (!isLong && i < left.length && j < right.length && left[i] === right[j]) {
      lines.push(` ${left[i]}`);
      i += 1;
      j += 1;
    } else if (
      i < left.length &&
      (j >= right.length || isLong || lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    ) {
      lines.push(`-${left[i]}`);
      i += 1;
    } else {
      lines.push(`+${right[j]}`);
      j += 1;
    }
  }
  return lines;
}
