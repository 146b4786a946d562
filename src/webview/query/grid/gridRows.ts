/** The elements of the visible rows. They are reused while the grid scrolls, and written only if they differ. */

import { element, setAttribute } from '../../../base/browser/dom.ts';
import type { RowChange } from '../../../contract/messages/resultShape.ts';
import type { CellChange } from './cellText.ts';
import { cellPadding, type TextWidth } from './columnWidths.ts';
import { columnPosition, type LeadColumn, leadElements } from './leadColumns.ts';
import type { CellPlace } from './selection.ts';

export interface Area {
  index: number;
  /** Pixels from the edge of the grid's content. */
  start: number;
  size: number;
}

interface CellLook {
  text: string;
  /** Class names, separated by spaces. */
  look: string;
  change: CellChange | undefined;
  isSelected: boolean;
  isActive: boolean;
}

export interface RowPainter {
  change(row: number): RowChange;
  cell(row: number, column: number): CellLook;
  /** For screen readers. */
  changeLabel(change: CellChange): string;
}

/** The element with the grid's focus, for `aria-activedescendant`. */
export const activeId = 'active-cell';

interface View {
  readonly node: HTMLElement;
  /** The row or column that it shows; -1: none yet. */
  index: number;
}

interface CellView extends View {
  /** The content and the place of the element, as one text each. */
  shown: string;
  place: string;
}

interface RowView extends View {
  lead: readonly HTMLElement[];
  readonly cells: CellView[];
  /** The content of its lead columns, as one text. */
  shown: string;
}

export class GridRows {
  readonly node = element('div', { class: 'grid-body', role: 'rowgroup' });
  readonly #views: RowView[] = [];
  readonly #painter: RowPainter;
  #lead: readonly LeadColumn[] = [];
  #ofCell: TextWidth = () => 0;

  constructor(painter: RowPainter) {
    this.#painter = painter;
  }

  draw(rows: readonly Area[], columns: readonly Area[], lead: readonly LeadColumn[], ofCell: TextWidth): void {
    if (this.#lead !== lead) this.#replaceLead(lead);
    this.#ofCell = ofCell;
    fitViews(this.#views, rows, () => this.#makeRow());
    for (const [at, row] of rows.entries()) {
      const view = this.#views[at]!;
      if (view.index !== row.index) {
        view.index = row.index;
        view.node.style.top = `${row.start}px`;
        setAttribute(view.node, 'aria-rowindex', row.index + 2);
        view.node.classList.toggle('odd', row.index % 2 === 1);
      }
      this.#drawRow(view, columns);
    }
  }

  /** Undefined for an element that is not a cell of the result. */
  placeOf(shown: Element): CellPlace | undefined {
    for (const { index: row, cells } of this.#views) {
      const cell = cells.find(({ node }) => node === shown);
      if (cell) return { row, column: cell.index };
    }
    return undefined;
  }

  #replaceLead(lead: readonly LeadColumn[]): void {
    this.#lead = lead;
    for (const view of this.#views) {
      for (const node of view.lead) node.remove();
      this.#addLead(view);
      // The number of lead columns is part of the position of each cell.
      for (const cell of view.cells) cell.place = '';
    }
  }

  #addLead(view: RowView): void {
    view.lead = leadElements(this.#lead, 'rowheader');
    view.shown = '';
    view.node.prepend(...view.lead);
  }

  #makeRow(): RowView {
    const node = element('div', { class: 'grid-row', role: 'row' });
    const view: RowView = { node, lead: [], cells: [], index: -1, shown: '' };
    this.#addLead(view);
    this.node.append(node);
    return view;
  }

  #drawRow(view: RowView, columns: readonly Area[]): void {
    const { node, cells, index } = view;
    this.#drawLead(view);
    fitViews(cells, columns, () => {
      const cell = element('div', { role: 'gridcell' });
      node.append(cell);
      return { node: cell, index: -1, shown: '', place: '' };
    });
    for (const [at, column] of columns.entries()) this.#drawCell(cells[at]!, index, column);
  }

  #drawLead(view: RowView): void {
    const change = this.#painter.change(view.index);
    const cells = this.#lead.map((column) => column.cell(view.index));
    const shown = [change, ...cells.map(({ text, label }) => `${text} ${label}`)].join('\n');
    if (view.shown === shown) return;
    view.shown = shown;
    view.node.dataset.change = change;
    for (const [at, { text, label }] of cells.entries()) {
      const node = view.lead[at]!;
      node.textContent = text;
      setAttribute(node, 'aria-label', label);
    }
  }

  #drawCell(view: CellView, row: number, column: Area): void {
    const { node } = view;
    const place = `${column.index} ${column.start} ${column.size}`;
    const { text, look, change, isSelected, isActive } = this.#painter.cell(row, column.index);
    const label = change && this.#painter.changeLabel(change);
    const shown = `${look}\n${isSelected}\n${isActive}\n${label ?? text}`;
    if (view.place === place && view.shown === shown) return;
    if (view.place !== place) {
      view.place = place;
      view.index = column.index;
      node.style.left = `${column.start}px`;
      node.style.width = `${column.size}px`;
      setAttribute(node, 'aria-colindex', columnPosition(this.#lead, column.index));
    }
    // A clip for each cell would take most of the time of a frame.
    const isLong = change !== undefined || this.#ofCell(text) + cellPadding > column.size;
    node.className = `grid-cell ${look}${isLong ? ' long' : ''}`;
    if (view.shown === shown) return;
    view.shown = shown;
    setAttribute(node, 'aria-selected', isSelected ? 'true' : 'false');
    setAttribute(node, 'id', isActive ? activeId : undefined);
    setAttribute(node, 'aria-description', label);
    setAttribute(node, 'title', undefined);
    if (change) node.replaceChildren(...changeParts(change));
    else node.textContent = text;
  }
}

/** As many views as areas, in their order. Views that remain visible keep their elements; those at one end move to the other. */
function fitViews<Kind extends View>(views: Kind[], areas: readonly Area[], make: () => Kind): void {
  const first = areas[0]?.index ?? 0;
  const last = areas.at(-1)?.index ?? -1;
  const stays = ({ index }: View) => index >= first && index <= last;
  const kept = views.findIndex(stays);
  if (kept >= 0) {
    for (const view of views.splice(0, kept)) {
      view.index = -1;
      views.at(-1)!.node.after(view.node);
      views.push(view);
    }
    for (let missing = views[0]!.index - first; missing > 0; missing -= 1) {
      const view = stays(views.at(-1)!) ? make() : views.pop()!;
      view.index = -1;
      views[0]!.node.before(view.node);
      views.unshift(view);
    }
  }
  while (views.length > areas.length) views.pop()!.node.remove();
  while (views.length < areas.length) views.push(make());
}

function changeParts({ before, after, difference }: CellChange): Node[] {
  return [
    element('span', { class: `before ${before.kind}` }, before.text),
    element('span', { class: 'arrow' }, '→'),
    element('span', { class: `after ${after.kind}` }, after.text),
    ...(difference === '' ? [] : [element('span', { class: 'difference' }, difference)]),
  ];
}
