/**
 * A long list of rows with one fixed height. Only the visible rows have elements; the owner fills them by index.
 * The package @tanstack/virtual-core does the same for 32 kB more, 28 % of the page’s script: it also measures rows of any height.
 */

import { element } from '../../../base/browser/dom.ts';

/** Pixels; equal to the height in the style sheet. */
const rowHeight = 20;
/** Extra rows above and below the visible ones. */
const overscan = 2;

export interface ListOwner {
  makeRow(): HTMLElement;
  fill(row: HTMLElement, index: number): void;
  /** A stable number of the row at `index`, which does not change when earlier rows are removed. */
  numberAt(index: number): number | undefined;
  indexOf(number: number): number;
  /** Index of the row that stays visible when the list shrinks. */
  selected(): number | undefined;
}

export class VirtualList {
  /** The scrolling element. */
  readonly node: HTMLElement;
  readonly #rowsContainer = element('div', { class: 'virtual-rows', role: 'presentation' });
  readonly #owner: ListOwner;
  readonly #rows: HTMLElement[] = [];
  #length = 0;
  #height = 0;
  #top = 0;
  #contentHeight = -1;
  #following = true;
  /** The first visible row while the user looks at older rows. */
  #anchor: { number: number; offset: number } | undefined;

  /** @param head a sticky row with the height of the others */
  constructor(head: HTMLElement, owner: ListOwner) {
    this.#owner = owner;
    this.node = element('div', { class: 'virtual-list' }, head, this.#rowsContainer);
    this.node.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => {
      const selected = this.#owner.selected();
      const wasVisible = selected !== undefined && this.#isVisible(selected);
      this.#height = Math.max(0, this.node.clientHeight - rowHeight);
      this.render(this.#length);
      if (wasVisible && !this.#isVisible(selected)) this.reveal(selected);
    }).observe(this.node);
  }

  /** Draws `length` rows. Follows the newest row if it was visible; otherwise keeps the visible rows in place. */
  render(length: number): void {
    this.#length = length;
    const contentHeight = length * rowHeight;
    if (this.#contentHeight !== contentHeight) {
      this.#contentHeight = contentHeight;
      this.#rowsContainer.style.height = `${contentHeight}px`;
    }
    const maxTop = Math.max(0, contentHeight - this.#height);
    let top = Math.min(this.#top, maxTop);
    if (this.#following) top = maxTop;
    else if (this.#anchor) top = this.#owner.indexOf(this.#anchor.number) * rowHeight + this.#anchor.offset;
    this.#scrollTo(Math.max(0, Math.min(top, maxTop)));
    this.#drawRows();
  }

  /** Scrolls a row into view. */
  reveal(index: number): void {
    const top = index * rowHeight;
    this.#following = index === this.#length - 1;
    if (top < this.#top) this.#scrollTo(top);
    else if (top + rowHeight > this.#top + this.#height) this.#scrollTo(top + rowHeight - this.#height);
    this.#setAnchor();
    this.#drawRows();
  }

  #isVisible(index: number): boolean {
    const top = index * rowHeight;
    return top >= this.#top && top + rowHeight <= this.#top + this.#height;
  }

  /** Follows the newest row from now on. */
  follow(): void {
    this.#following = true;
    this.#anchor = undefined;
  }

  /** Number of rows for Page Up and Page Down. */
  get page(): number {
    return Math.max(1, Math.floor(this.#height / rowHeight) - 1);
  }

  #scrollTo(top: number): void {
    if (Math.abs(top - this.#top) < 1) return;
    this.#top = top;
    this.node.scrollTop = top;
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.node;
    // This listener also gets the events of `#scrollTo`.
    if (Math.abs(scrollTop - this.#top) < 1) return;
    this.#top = scrollTop;
    // Not `#height`: a list that grows is scrolled by the browser before its new height is known here.
    this.#following = scrollTop + clientHeight >= scrollHeight - rowHeight / 2;
    this.#setAnchor();
    this.#drawRows();
  }

  #setAnchor(): void {
    const index = Math.floor(this.#top / rowHeight);
    const number = this.#following ? undefined : this.#owner.numberAt(index);
    this.#anchor = number === undefined ? undefined : { number, offset: this.#top - index * rowHeight };
  }

  #drawRows(): void {
    const first = Math.max(0, Math.floor(this.#top / rowHeight) - overscan);
    const shown = Math.max(0, Math.min(this.#length - first, Math.ceil(this.#height / rowHeight) + 2 * overscan));
    while (this.#rows.length < shown) {
      const row = this.#owner.makeRow();
      this.#rows.push(row);
      this.#rowsContainer.append(row);
    }
    for (const [position, row] of this.#rows.entries()) {
      const hidden = position >= shown;
      if (row.hidden !== hidden) row.hidden = hidden;
      if (hidden) continue;
      const transform = `translateY(${(first + position) * rowHeight}px)`;
      if (row.style.transform !== transform) row.style.transform = transform;
      this.#owner.fill(row, first + position);
    }
  }
}
