/** Finds the box that an arrow key leads to. */

import type { Area } from './viewport.ts';

export type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const directions: Readonly<Record<ArrowKey, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export function isArrowKey(key: string): key is ArrowKey {
  return Object.hasOwn(directions, key);
}

/** A box that is connected counts as half as far. Undefined if there is none in this direction. */
export function nextBox(
  key: ArrowKey,
  from: Area,
  others: ReadonlyMap<string, Area>,
  connected: ReadonlySet<string>,
): string | undefined {
  const { x, y } = directions[key];
  const middle = (area: Area) => ({ x: area.x + area.width / 2, y: area.y + area.height / 2 });
  const start = middle(from);
  let best: { id: string; cost: number } | undefined;
  for (const [id, area] of others) {
    const end = middle(area);
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    if (ahead <= 1 || aside > ahead * 3 + 20) continue;
    const cost = (ahead + 2 * aside) * (connected.has(id) ? 0.5 : 1);
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id;
}
