/** A long list of which only the rows in sight exist. Rows have one height; the owner fills them by index. Knows no messages. */

import { element } from '../../../base/browser/dom.ts';

/** Pixels; the style sheet says the same. */
export const rowHeight = 20;
/** Rows beyond those in sight, above and below. */
const margin = 2;

export interface ListOwner {
  makeRow(): HTMLElement;
  fill(row: HTMLElement, index: number): void;
  /** A number that stays with the row at `index` when rows before it go; the list keeps its place by it. */
  numberAt(index: number): number | undefined;
  indexOf(number: number): number;
  /** The row that stays in sight when the list becomes lower; undefined for none. */
  selected(): number | undefined;
}

export class VirtualList {
  /** What scrolls. */
  readonly node: HTMLElement;
  readonly #rowsHome = element('div', { class: 'virtual-rows', role: 'presentation' });
  readonly #owner: ListOwner;
  readonly #rows: HTMLElement[] = [];
  #length = 0;
  #height = 0;
  #top = 0;
  #spaced = -1;
  #following = true;
  /** The first row in sight, while a person looks at something else than the newest. */
  #anchor: { number: number; offset: number } | undefined;

  /** @param head as high as a row, stays above them */
  constructor(head: HTMLElement, owner: ListOwner) {
    this.#owner = owner;
    this.node = element('div', { class: 'virtual-list', role: 'rowgroup' }, head, this.#rowsHome);
    this.node.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => {
      const selected = this.#owner.selected();
      const inSight = selected !== undefined && this.#isInSight(selected);
      this.#height = Math.max(0, this.node.clientHeight - rowHeight);
      this.render(this.#length);
      if (inSight && !this.#isInSight(selected)) this.reveal(selected);
    }).observe(this.node);
  }

  /** Shows so many rows. The newest stay in sight where they were, any other row keeps its place. */
  render(length: number): void {
    this.#length = length;
    const whole = length * rowHeight;
    if (this.#spaced !== whole) {
      this.#spaced = whole;
      this.#rowsHome.style.height = `${whole}px`;
    }
    const most = Math.max(0, whole - this.#height);
    let top = Math.min(this.#top, most);
    if (this.#following) top = most;
    else if (this.#anchor) top = this.#owner.indexOf(this.#anchor.number) * rowHeight + this.#anchor.offset;
    this.#scrollTo(Math.max(0, Math.min(top, most)));
    this.#place();
  }

  /** Brings a row into sight. */
  reveal(index: number): void {
    const top = index * rowHeight;
    this.#following = index === this.#length - 1;
    if (top < this.#top) this.#scrollTo(top);
    else if (top + rowHeight > this.#top + this.#height) this.#scrollTo(top + rowHeight - this.#height);
    this.#hold();
    this.#place();
  }

  #isInSight(index: number): boolean {
    const top = index * rowHeight;
    return top >= this.#top && top + rowHeight <= this.#top + this.#height;
  }

  /** Keeps the newest in sight from now on. */
  follow(): void {
    this.#following = true;
    this.#anchor = undefined;
  }

  /** How many rows a page of the keyboard goes. */
  get page(): number {
    return Math.max(1, Math.floor(this.#height / rowHeight) - 1);
  }

  #scrollTo(top: number): void {
    if (Math.abs(top - this.#top) < 1) return;
    this.#top = top;
    this.node.scrollTop = top;
  }

  #scrolled(): void {
    const { scrollTop } = this.node;
    // Our own scrolling ends up here too.
    if (Math.abs(scrollTop - this.#top) < 1) return;
    this.#top = scrollTop;
    this.#following = scrollTop + this.#height >= this.#length * rowHeight - rowHeight / 2;
    this.#hold();
    this.#place();
  }

  #hold(): void {
    const index = Math.floor(this.#top / rowHeight);
    const number = this.#following ? undefined : this.#owner.numberAt(index);
    this.#anchor = number === undefined ? undefined : { number, offset: this.#top - index * rowHeight };
  }

  #place(): void {
    const first = Math.max(0, Math.floor(this.#top / rowHeight) - margin);
    const shown = Math.max(0, Math.min(this.#length - first, Math.ceil(this.#height / rowHeight) + 2 * margin));
    while (this.#rows.length < shown) {
      const row = this.#owner.makeRow();
      this.#rows.push(row);
      this.#rowsHome.append(row);
    }
    for (const [position, row] of this.#rows.entries()) {
      const hidden = position >= shown;
      if (row.hidden !== hidden) row.hidden = hidden;
      if (hidden) continue;
      const place = `translateY(${(first + position) * rowHeight}px)`;
      if (row.style.transform !== place) row.style.transform = place;
      this.#owner.fill(row, first + position);
    }
  }
}
