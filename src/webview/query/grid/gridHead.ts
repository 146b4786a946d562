/** The titles of the columns: sorting, widths. */

import { element, replaceContent, setAttribute, strokeIcon } from '../../../base/browser/dom.ts';
import type { ResultColumn } from '../../../contract/messages/resultShape.ts';
import { icon } from '../../shared/icons.ts';
import type { QueryText } from '../../shared/pageTexts.ts';
import { type Area, activeId } from './gridRows.ts';
import { columnPosition, type LeadColumn, leadElements } from './leadColumns.ts';
import type { Sort } from './order.ts';
import type { CellPlace } from './selection.ts';
import { oneLine } from './visibleText.ts';

const ascending = 'M8 13V3.500M4.500 7 8 3.500 11.500 7';
const descending = 'M8 3v9.500M4.500 9 8 12.500 11.500 9';

export interface HeadActions {
  /** The user drags the edge of a column to a width in pixels. */
  resize(column: number, width: number): void;
  /** The user wants the width that shows all values. */
  fit(column: number): void;
  /** The user opens the filter of a column. */
  filter(column: number): void;
}

export interface HeadState {
  columns: readonly ResultColumn[];
  isNumber(column: number): boolean;
  isFiltered(column: number): boolean;
  sort: Sort | null;
  /** The column of the active title; -1: none. */
  active: number;
  lead: readonly LeadColumn[];
}

interface TitleView {
  readonly node: HTMLElement;
  readonly title: HTMLElement;
  readonly mark: HTMLElement;
  readonly filter: HTMLElement;
  size: number;
}

export class GridHead {
  readonly node: HTMLElement;
  readonly #row: HTMLElement;
  readonly #text: QueryText;
  readonly #actions: HeadActions;
  /** By column. */
  readonly #views = new Map<number, TitleView>();
  #lead: readonly LeadColumn[] = [];

  constructor(text: QueryText, actions: HeadActions) {
    this.#text = text;
    this.#actions = actions;
    this.#row = element('div', { class: 'grid-row', role: 'row', 'aria-rowindex': 1 });
    this.node = element('div', { class: 'grid-head', role: 'rowgroup' }, this.#row);
  }

  draw(areas: readonly Area[], state: HeadState): void {
    if (this.#lead !== state.lead) this.#replaceLead(state.lead);
    const visible = new Set(areas.map(({ index }) => index));
    for (const [index, { node }] of this.#views) {
      if (visible.has(index)) continue;
      this.#views.delete(index);
      node.remove();
    }
    for (const area of areas) this.#drawTitle(area, state);
  }

  /** Undefined for an element that is not a title. */
  placeOf(shown: Element): CellPlace | undefined {
    const found = [...this.#views].find(([, { node }]) => node === shown);
    return found && { row: -1, column: found[0] };
  }

  /** Where the menu of a column opens. */
  boxOf(column: number): DOMRect | undefined {
    return this.#views.get(column)?.node.getBoundingClientRect();
  }

  #replaceLead(lead: readonly LeadColumn[]): void {
    this.#lead = lead;
    for (const node of this.#row.querySelectorAll('.grid-lead')) node.remove();
    const nodes = leadElements(lead, 'columnheader');
    for (const [at, node] of nodes.entries()) setAttribute(node, 'aria-label', lead[at]!.title);
    this.#row.prepend(...nodes);
  }

  #drawTitle({ index, start, size }: Area, { columns, isNumber, isFiltered, sort, active, lead }: HeadState): void {
    let view = this.#views.get(index);
    if (!view) {
      view = this.#makeTitle(index);
      this.#views.set(index, view);
    }
    const { node, title, mark, filter } = view;
    const column = columns[index]!;
    const sorted = sort?.key !== column.key ? 'none' : sort.descending ? 'descending' : 'ascending';
    const shown = oneLine(column.title);
    view.size = size;
    node.style.left = `${start}px`;
    node.style.width = `${size}px`;
    node.classList.toggle('number', isNumber(index));
    filter.classList.toggle('set', isFiltered(index));
    if (title.textContent !== shown) {
      title.textContent = shown;
      // Without the name of the button.
      setAttribute(node, 'aria-label', shown);
      setAttribute(filter, 'aria-label', this.#text('filter.of', shown));
      setAttribute(filter, 'title', this.#text('filter.of', shown));
    }
    setAttribute(node, 'title', `${shown}\n${oneLine(column.key)}`);
    setAttribute(node, 'aria-colindex', columnPosition(lead, index));
    setAttribute(node, 'id', index === active ? activeId : undefined);
    if (node.getAttribute('aria-sort') === sorted) return;
    setAttribute(node, 'aria-sort', sorted);
    replaceContent(mark, sorted !== 'none' && strokeIcon(sorted === 'descending' ? descending : ascending));
  }

  #makeTitle(index: number): TitleView {
    const title = element('span', { class: 'title' });
    const mark = element('span', { class: 'sort-mark' });
    const edge = element('div', { class: 'grid-edge', title: this.#text('column.resize') });
    const filter = element(
      'button',
      { type: 'button', class: 'grid-filter', tabindex: -1, 'aria-haspopup': 'dialog' },
      icon('filter'),
    );
    filter.addEventListener('click', () => this.#actions.filter(index));
    const node = element('div', { class: 'grid-title', role: 'columnheader' }, title, mark, filter, edge);
    const view = { node, title, mark, filter, size: 0 };
    edge.addEventListener('dblclick', () => this.#actions.fit(index));
    edge.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      event.stopPropagation();
      edge.setPointerCapture(event.pointerId);
      const from = event.clientX - view.size;
      const move = ({ clientX }: PointerEvent) => this.#actions.resize(index, clientX - from);
      edge.addEventListener('pointermove', move);
      edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
    });
    this.#row.append(node);
    return view;
  }
}
