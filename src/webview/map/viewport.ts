/** Which part of the map is visible, and how large. */

import type { Point } from './layout/layoutTypes.ts';

export interface ViewportState extends Point {
  scale: number;
}

export interface Area extends Point {
  width: number;
  height: number;
}

const limits = { min: 0.02, max: 2.5 };
const margin = 32;

export class Viewport {
  /** Pixels of the window: the place of the map's origin. */
  state: ViewportState = { x: 0, y: 0, scale: 1 };
  window = { width: 1, height: 1 };
  /** Pixels that the legend covers in the lower left corner. */
  corner = { width: 0, height: 0 };

  /** The visible part of the map, with `border` pixels of the window around it. */
  area(border = 0): Area {
    const { x, y, scale } = this.state;
    return {
      x: (-x - border) / scale,
      y: (-y - border) / scale,
      width: (this.window.width + 2 * border) / scale,
      height: (this.window.height + 2 * border) / scale,
    };
  }

  pan(dx: number, dy: number): void {
    this.state = { ...this.state, x: this.state.x + dx, y: this.state.y + dy };
  }

  /** Keeps the place under `at` (pixels of the window), by default that in the middle. */
  zoom(factor: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    const { x, y, scale } = this.state;
    const wanted = Math.min(limits.max, Math.max(limits.min, scale * factor));
    const by = wanted / scale;
    this.state = { scale: wanted, x: at.x - (at.x - x) * by, y: at.y - (at.y - y) * by };
  }

  /** Shows the whole map next to the legend or above it, depending on which has more room. */
  fit(map: { width: number; height: number }): void {
    const { width, height } = this.corner;
    const beside = this.#fitted(map, { left: width, bottom: 0 });
    const above = this.#fitted(map, { left: 0, bottom: height });
    this.state = beside.scale > above.scale ? beside : above;
  }

  #fitted(
    { width, height }: { width: number; height: number },
    covered: { left: number; bottom: number },
  ): ViewportState {
    const room = { width: this.window.width - covered.left, height: this.window.height - covered.bottom };
    const wanted = Math.min(
      1,
      (room.width - 2 * margin) / Math.max(1, width),
      (room.height - 2 * margin) / Math.max(1, height),
    );
    const scale = Math.max(limits.min, wanted);
    // A map that is higher than the window starts at its top.
    const y = Math.max(margin, (room.height - height * scale) / 2);
    return { scale, x: covered.left + (room.width - width * scale) / 2, y };
  }

  /** Shows an area in the middle of the window, or of the part above the legend if the legend would cover it. */
  center({ x, y, width, height }: Area, minScale: number): void {
    const scale = Math.max(minScale, this.state.scale);
    const { window, corner } = this;
    const isCovered =
      corner.width > (window.width - width * scale) / 2 && corner.height > (window.height - height * scale) / 2;
    const room = window.height - (isCovered ? corner.height : 0);
    this.state = {
      scale,
      x: window.width / 2 - (x + width / 2) * scale,
      // The top of a high box has its name.
      y: Math.max(margin - y * scale, room / 2 - (y + height / 2) * scale),
    };
  }

  /** Pans as little as needed to show an area. */
  show(area: Area): void {
    const { scale } = this.state;
    const axis = (start: number, length: number, offset: number, room: number) => {
      const [from, to] = [start * scale + offset, (start + length) * scale + offset];
      if (from < margin || to - from > room - 2 * margin) return margin - from;
      return to > room - margin ? room - margin - to : 0;
    };
    this.pan(
      axis(area.x, area.width, this.state.x, this.window.width),
      axis(area.y, area.height, this.state.y, this.window.height),
    );
  }

  /** Moves the map so that what was at `before` is seen where it was, now that it is at `after`. */
  keep(before: Point, after: Point): void {
    const { scale } = this.state;
    this.pan((before.x - after.x) * scale, (before.y - after.y) * scale);
  }
}

export function overlaps(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
