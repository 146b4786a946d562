/** The drawing: creates the elements of what is visible, and marks what is selected. */

import { replaceContent } from '../../base/browser/dom.ts';
import type { MapText } from '../shared/pageTexts.ts';
import { svgElement } from '../shared/svgElement.ts';
import { type BoxSize, type Fonts, sizeOf } from './boxSize.ts';
import { drawBox, type PlacedBox } from './drawBox.ts';
import { drawLine, loopOf } from './drawLine.ts';
import type { Layout, Point } from './layout/layoutTypes.ts';
import type { Line, Scene } from './scene.ts';
import { type Area, overlaps, Viewport } from './viewport.ts';

interface DrawnLine {
  line: Line;
  way: readonly Point[];
  area: Area;
}

/** Below this scale, boxes show their names only. */
const farScale = 0.42;
/** Pixels around the window in which elements exist already. */
const border = 200;

export class MapCanvas {
  readonly svg: SVGSVGElement;
  readonly viewport = new Viewport();
  readonly #fonts: Fonts;
  readonly #text: MapText;
  readonly #moved = svgElement('g');
  readonly #lineLayer = svgElement('g', { class: 'lines' });
  readonly #boxLayer = svgElement('g', { class: 'boxes' });
  #boxes = new Map<string, PlacedBox>();
  #lines = new Map<string, DrawnLine>();
  #scene: Scene = { boxes: [], lines: [], direction: 'down' };
  #extent = { width: 0, height: 0 };
  readonly #drawnBoxes = new Map<string, SVGGElement>();
  readonly #drawnLines = new Map<string, SVGGElement>();
  #selected: string | null = null;
  #member: string | null = null;
  /** The one box that Tab reaches. */
  #focused: string | undefined;
  #frame = 0;

  constructor(label: string, fonts: Fonts, text: MapText) {
    this.#fonts = fonts;
    this.#text = text;
    this.svg = svgElement('svg', { class: 'map', role: 'application', 'aria-label': label });
    this.#moved.append(this.#lineLayer, this.#boxLayer);
    this.svg.append(this.#moved);
    new ResizeObserver(() => this.measure()).observe(this.svg);
  }

  get boxes(): ReadonlyMap<string, PlacedBox> {
    return this.#boxes;
  }

  get focused(): string | undefined {
    return this.#focused;
  }

  sizes(scene: Scene): Map<string, BoxSize> {
    return new Map(scene.boxes.map((box) => [box.id, sizeOf(box, this.#fonts, this.#text)]));
  }

  /** Replaces the map. The viewport stays as it is. */
  show(scene: Scene, sizes: ReadonlyMap<string, BoxSize>, layout: Layout): void {
    this.#scene = scene;
    this.#extent = { width: layout.width, height: layout.height };
    this.#boxes = new Map(
      scene.boxes.map((box) => [box.id, { box, size: sizes.get(box.id)!, ...layout.places.get(box.id)! }]),
    );
    this.#lines = new Map();
    for (const line of scene.lines) {
      const place = this.#boxes.get(line.first);
      const way = line.first === line.last && place ? loopOf(place, place.size.width) : layout.ways.get(line.id);
      if (way && way.length > 1) this.#lines.set(line.id, { line, way, area: areaOf(way) });
    }
    this.#clear();
    if (this.#focused === undefined || !this.#boxes.has(this.#focused)) this.#focused = scene.boxes[0]?.id;
    this.#sync();
  }

  areaOf(id: string): Area | undefined {
    const placed = this.#boxes.get(id);
    return placed && { x: placed.x, y: placed.y, width: placed.size.width, height: placed.size.height };
  }

  /** The box nearest to the middle of the window; the preferred one from five times as far. */
  nearestToMiddle(among: ReadonlySet<string>, preferred: string | null): string | undefined {
    const window = this.viewport.area();
    let best: { id: string; distance: number } | undefined;
    for (const id of this.#boxes.keys()) {
      if (!among.has(id)) continue;
      const { x, y, width, height } = this.areaOf(id)!;
      const [dx, dy] = [x + width / 2 - window.x - window.width / 2, y + height / 2 - window.y - window.height / 2];
      const distance = Math.hypot(dx, dy) * (id === preferred ? 0.2 : 1);
      if (!best || distance < best.distance) best = { id, distance };
    }
    return best?.id;
  }

  neighbors(id: string): Set<string> {
    return new Set(
      this.#scene.lines.flatMap(({ first, last }) => (first === id ? [last] : last === id ? [first] : [])),
    );
  }

  /** `null` selects nothing. */
  select(id: string | null, member: string | null = null): void {
    this.#selected = id !== null && this.#boxes.has(id) ? id : null;
    this.#member = member;
    if (this.#selected !== null) this.#focused = this.#selected;
    this.#sync();
  }

  /** Moves the keyboard's focus to a box and shows it. */
  focus(id: string): void {
    const area = this.areaOf(id);
    if (!area) return;
    this.#focused = id;
    this.viewport.show(area);
    this.#sync();
    this.#drawnBoxes.get(id)?.focus({ preventScroll: true });
  }

  fit(): void {
    this.viewport.fit(this.#extent);
    this.refresh();
  }

  /** Draws in the next frame. */
  refresh(): void {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#sync();
    });
  }

  measure(): void {
    const { width, height } = this.svg.getBoundingClientRect();
    this.viewport.window = { width: Math.max(1, width), height: Math.max(1, height) };
    this.refresh();
  }

  /** The whole map in an SVG element that is not in the document. */
  whole(): { svg: SVGSVGElement; width: number; height: number } {
    const { width, height } = this.#extent;
    const svg = svgElement('svg', { class: this.svg.getAttribute('class')?.replace(/\bfar\b/, '') ?? 'map' });
    const lines = [...this.#lines.values()].map((one) => this.#drawLine(one));
    const boxes = [...this.#boxes.values()].map((one) => drawBox(one, this.#fonts, this.#text));
    svg.append(svgElement('g', { class: 'lines' }, ...lines), svgElement('g', { class: 'boxes' }, ...boxes));
    return { svg, width, height };
  }

  #clear(): void {
    this.#drawnBoxes.clear();
    this.#drawnLines.clear();
    replaceContent(this.#lineLayer);
    replaceContent(this.#boxLayer);
  }

  #drawLine({ line, way }: DrawnLine): SVGGElement {
    return drawLine(line, way, line.first === line.last ? 'right' : this.#scene.direction);
  }

  #sync(): void {
    const { x, y, scale } = this.viewport.state;
    this.#moved.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
    this.svg.classList.toggle('far', scale < farScale);
    this.svg.classList.toggle('has-selection', this.#selected !== null);
    const area = this.viewport.area(border);
    const keepsFocus = this.#drawnBoxes.get(this.#focused ?? '')?.contains(document.activeElement);
    sync(
      this.#drawnLines,
      this.#lines,
      this.#lineLayer,
      ({ area: own }) => overlaps(own, area),
      (one) => this.#drawLine(one),
    );
    sync(
      this.#drawnBoxes,
      this.#boxes,
      this.#boxLayer,
      (one) => (keepsFocus && one.box.id === this.#focused) || overlaps({ ...one, ...one.size }, area),
      (one) => drawBox(one, this.#fonts, this.#text),
    );
    this.#mark();
  }

  #mark(): void {
    const near = this.#selected === null ? new Set<string>() : this.neighbors(this.#selected);
    for (const [id, node] of this.#drawnBoxes) {
      const isSelected = id === this.#selected;
      node.classList.toggle('selected', isSelected);
      node.classList.toggle('faded', this.#selected !== null && !isSelected && !near.has(id));
      node.setAttribute('tabindex', id === this.#focused ? '0' : '-1');
      node.setAttribute('aria-current', String(isSelected));
      for (const row of node.querySelectorAll<SVGElement>('.row'))
        row.classList.toggle('current', isSelected && row.dataset.member === this.#member && this.#member !== null);
    }
    for (const [id, node] of this.#drawnLines) {
      const { first, last } = this.#lines.get(id)!.line;
      node.classList.toggle('active', first === this.#selected || last === this.#selected);
    }
  }
}

/** Creates the elements that are wanted and removes the others. */
function sync<Item>(
  drawn: Map<string, SVGGElement>,
  items: ReadonlyMap<string, Item>,
  layer: SVGGElement,
  isWanted: (item: Item) => boolean,
  draw: (item: Item) => SVGGElement,
): void {
  for (const [id, item] of items) {
    const known = drawn.get(id);
    if (!isWanted(item)) {
      known?.remove();
      drawn.delete(id);
    } else if (!known) {
      const node = draw(item);
      drawn.set(id, node);
      layer.append(node);
    }
  }
}

function areaOf(way: readonly Point[]): Area {
  const [xs, ys] = [way.map(({ x }) => x), way.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x: x - 12, y: y - 12, width: Math.max(...xs) - x + 24, height: Math.max(...ys) - y + 24 };
}
