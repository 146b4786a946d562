/** The visible rows and columns, by @tanstack/virtual-core. */

import { elementScroll, observeElementOffset, Virtualizer } from '@tanstack/virtual-core';

type Axis = Virtualizer<HTMLElement, HTMLElement>;

export interface AxisSize {
  count: number;
  size(index: number): number;
  /** Pixels before the first one, which always cover the beginning of the scrolled area. */
  fixed: number;
}

export class GridViewport {
  readonly #scroller: HTMLElement;
  readonly #changed: () => void;
  readonly #rows: Axis;
  readonly #columns: Axis;
  #height: AxisSize = { count: 0, size: () => 0, fixed: 0 };
  #width: AxisSize = { count: 0, size: () => 0, fixed: 0 };

  /** @param changed is called when other rows or columns become visible */
  constructor(scroller: HTMLElement, changed: () => void) {
    this.#scroller = scroller;
    this.#changed = changed;
    this.#rows = new Virtualizer(this.#options(this.#height, false));
    this.#columns = new Virtualizer(this.#options(this.#width, true));
  }

  get rows() {
    return this.#rows.getVirtualItems();
  }

  get columns() {
    return this.#columns.getVirtualItems();
  }

  /** Pixels of all rows and columns. */
  get total(): { width: number; height: number } {
    return { width: this.#columns.getTotalSize(), height: this.#rows.getTotalSize() };
  }

  /** Whole rows that are visible. */
  get page(): number {
    const height = this.#scroller.clientHeight - this.#height.fixed;
    return Math.max(1, Math.floor(height / Math.max(1, this.#height.size(0))) - 1);
  }

  /** Call when the scrolled element is in the document. */
  resize(rows: AxisSize, columns: AxisSize): void {
    const isOther = rows.count !== this.#height.count || rows.fixed !== this.#height.fixed;
    this.#height = rows;
    this.#width = columns;
    this.#rows.setOptions(this.#options(rows, false));
    this.#columns.setOptions(this.#options(columns, true));
    if (isOther) this.#rows.measure();
    this.#columns.measure();
    this.#rows._willUpdate();
    this.#columns._willUpdate();
  }

  reveal(row: number, column: number): void {
    if (row >= 0) this.#rows.scrollToIndex(row, { align: 'auto' });
    this.#columns.scrollToIndex(column, { align: 'auto' });
  }

  toTop(): void {
    this.#rows.scrollToOffset(0);
  }

  #options({ count, size, fixed }: AxisSize, horizontal: boolean) {
    return {
      count,
      horizontal,
      estimateSize: size,
      paddingStart: fixed,
      scrollPaddingStart: fixed,
      overscan: horizontal ? 1 : 6,
      getScrollElement: () => this.#scroller,
      scrollToFn: elementScroll,
      observeElementOffset,
      // Without the scroll bars, which cover the last row and column.
      observeElementRect: (_: Axis, report: (rect: { width: number; height: number }) => void) => {
        const measure = () => report({ width: this.#scroller.clientWidth, height: this.#scroller.clientHeight });
        measure();
        const observer = new ResizeObserver(measure);
        observer.observe(this.#scroller);
        return () => observer.disconnect();
      },
      onChange: () => this.#changed(),
    };
  }
}
