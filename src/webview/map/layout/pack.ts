/** Places rectangles of different sizes in rows, so that together they have about the shape of a window. */

interface Rectangle {
  width: number;
  height: number;
}

const shape = 1.6;

/** The highest come first. `offsets` are in the order of the rectangles. */
export function pack(
  rectangles: readonly Rectangle[],
  gap: number,
): { offsets: { x: number; y: number }[]; width: number; height: number } {
  const area = rectangles.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = rectangles.reduce((most, { width }) => Math.max(most, width), 0);
  const limit = Math.max(widest, Math.sqrt(area * shape));
  const order = rectangles.map((_, at) => at).sort((a, b) => rectangles[b]!.height - rectangles[a]!.height || a - b);
  const offsets = rectangles.map(() => ({ x: 0, y: 0 }));
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const at of order) {
    const one = rectangles[at]!;
    if (x > 0 && x + one.width > limit) {
      x = 0;
      y += rowHeight + gap;
      rowHeight = 0;
    }
    offsets[at] = { x, y };
    x += one.width + gap;
    width = Math.max(width, x - gap);
    rowHeight = Math.max(rowHeight, one.height);
  }
  return { offsets, width, height: y + rowHeight };
}
