/** The grid of a result: sorted, with widths and a selection; it draws only what is visible. */

import { element, setAttribute } from '../../../base/browser/dom.ts';
import { showMenu } from '../../shared/contextMenu.ts';
import type { QueryText } from '../../shared/pageTexts.ts';
import { showDetail } from './cellDetail.ts';
import { boundedWidth, type Fonts } from './columnWidths.ts';
import { showFilterMenu } from './filterMenu.ts';
import { GridData, type GridState } from './gridData.ts';
import { GridHead } from './gridHead.ts';
import { listenToGrid } from './gridInput.ts';
import { activeId, GridRows } from './gridRows.ts';
import type { GridSource } from './gridSource.ts';
import { GridViewport } from './gridViewport.ts';
import { type LeadColumn, leadColumns, leadWidth } from './leadColumns.ts';
import {
  type CellPlace,
  clampSelection,
  type GridSize,
  isInRange,
  rangeOf,
  type Selection,
  selectAll,
} from './selection.ts';
import { textWidthIn } from './textWidthIn.ts';
import { type FilteredRows, filterOf, isFiltered, type ValueFilters, valuesOf } from './valueFilter.ts';
import { oneLine } from './visibleText.ts';

/** Pixels that a key changes a width by. */
const widthStep = 16;
/** Characters of a tooltip. */
const maxTooltip = 1_000;

export interface GridOwner {
  copy(text: string): void;
  openDefinition(member: string): void;
  /** The user sorted, filtered, or changed a width. */
  changed(): void;
  /** Other rows pass the filters. */
  filtered(): void;
}

export class ResultGrid {
  readonly node: HTMLElement;
  readonly #text: QueryText;
  readonly #language: string;
  readonly #owner: GridOwner;
  readonly #head: GridHead;
  readonly #rows: GridRows;
  readonly #viewport: GridViewport;
  readonly #content: HTMLElement;
  #state: GridState;
  /** All rows, also those that the filters hide. */
  #whole: GridSource | undefined;
  #data: GridData | undefined;
  #lead: readonly LeadColumn[] = [];
  #widths: number[] = [];
  #selection: Selection | undefined;
  #frame = 0;
  #font = '';
  #fontPx = 13;
  #fonts: Fonts | undefined;
  /** The pixels that the numbers of each column need. */
  #leastWidths: readonly number[] = [];

  constructor(text: QueryText, language: string, state: GridState, owner: GridOwner) {
    this.#text = text;
    this.#language = language;
    this.#owner = owner;
    this.#state = state;
    this.#head = new GridHead(text, {
      resize: (column, width) => this.#setWidth(column, width),
      fit: (column) => this.#fit(column),
      filter: (column) => this.#showFilter(column),
    });
    this.#rows = new GridRows({
      change: (row) => this.#data!.change(row),
      cell: (row, column) => this.#look(row, column),
      changeLabel: ({ before, after, difference }) =>
        difference === ''
          ? text('cell.changed', before.text, after.text)
          : text('cell.changedBy', before.text, after.text, difference),
    });
    this.#content = element('div', { class: 'grid-content' }, this.#head.node, this.#rows.node);
    this.node = element(
      'div',
      {
        class: 'grid',
        role: 'grid',
        tabindex: 0,
        'aria-label': text('grid.label'),
        'aria-description': text('grid.hint'),
        'aria-multiselectable': 'true',
        'aria-readonly': 'true',
      },
      this.#content,
    );
    this.#viewport = new GridViewport(this.node, () => this.#drawSoon());
    const grid = this;
    listenToGrid(this.node, {
      get selection() {
        return grid.#selection;
      },
      get size() {
        return grid.#size;
      },
      placeOf: (shown) => this.#rows.placeOf(shown) ?? this.#head.placeOf(shown),
      select: (selection, reveals) => this.#select(selection, reveals),
      selectAll: () => this.selectAll(),
      hover: (cell, place) => setAttribute(cell, 'title', this.#tooltip(place)),
      sort: (column) => this.#sortBy(column),
      filter: (column) => this.#showFilter(column),
      stepWidth: (column, direction) => this.#setWidth(column, this.#widths[column]! + direction * widthStep),
      showValue: (place) => this.#showValue(place),
      showMenu: (x, y) => this.#showMenu(x, y),
      copy: () => this.#copy(false),
    });
  }

  get state(): GridState {
    return this.#state;
  }

  /** Rows that are shown. */
  get length(): number {
    return this.#data?.order.length ?? 0;
  }

  /** The rows that pass the filters. */
  get source(): GridSource | undefined {
    return this.#data?.source;
  }

  get filteredRows(): FilteredRows {
    const filters = this.#whole?.columns.filter(({ key }) => isFiltered(filterOf(this.#state.filters, key))) ?? [];
    const columns = filters.map(({ title }) => oneLine(title));
    return { shown: this.source?.count ?? 0, all: this.#whole?.count ?? 0, columns };
  }

  clearFilters(): void {
    this.#filter({});
  }

  /** Call when `node` is in the document. */
  show(source: GridSource): void {
    const keys = (columns: GridSource['columns'] | undefined) => columns?.map(({ key }) => key).join('\n');
    const isOther = keys(this.#data?.columns) !== keys(source.columns);
    this.#leastWidths = [];
    this.#whole = source;
    this.#arrange();
    if (isOther) this.#viewport.toTop();
  }

  selectAll(): void {
    const selection = selectAll(this.#size);
    if (selection) this.#select(selection, false);
  }

  showOnlyDifferences(onlyDifferences: boolean): void {
    this.#change({ onlyDifferences });
  }

  get #size(): GridSize {
    return { rows: this.length, columns: this.#widths.length, page: this.#viewport.page };
  }

  #change(state: Partial<GridState>): void {
    this.#state = { ...this.#state, ...state };
    this.#arrange();
    this.#viewport.toTop();
    this.#owner.changed();
  }

  #filter(filters: ValueFilters): void {
    this.#leastWidths = [];
    this.#change({ filters });
    this.#owner.filtered();
  }

  /** After another source, sort or filter. */
  #arrange(): void {
    const source = this.#whole;
    if (!source) return;
    const data = new GridData(source, this.#state, this.#language, this.#text('cell.empty'));
    this.#data = data;
    this.#lead = leadColumns(data, this.#text);
    this.#useFont();
    const fonts = this.#fonts!;
    if (this.#leastWidths.length === 0) {
      this.#leastWidths = source.columns.map((_, column) => data.numbersWidth(column, fonts));
    }
    this.#widths = source.columns.map((_, column) =>
      data.width(column, fonts, this.#leastWidths[column]!, this.#state.widths),
    );
    setAttribute(this.node, 'aria-colcount', source.columns.length + this.#lead.length);
    setAttribute(this.node, 'aria-rowcount', this.length + 1);
    if (this.#selection) this.#selection = clampSelection(this.#selection, this.#size);
    this.#resize();
    this.#draw();
  }

  #useFont(): void {
    const { font, fontSize } = getComputedStyle(this.node);
    if (this.#font === font) return;
    this.#font = font;
    this.#fontPx = Number.parseFloat(fontSize);
    this.#fonts = { ofCell: textWidthIn(this.node), ofBold: textWidthIn(this.node, 600) };
    this.#leastWidths = [];
  }

  #resize(): void {
    const row = Math.round(this.#fontPx * 1.4) + 6;
    this.node.style.setProperty('--row', `${row}px`);
    this.#viewport.resize(
      { count: this.length, size: () => row, fixed: row },
      { count: this.#widths.length, size: (column) => this.#widths[column]!, fixed: leadWidth(this.#lead) },
    );
    const { width, height } = this.#viewport.total;
    this.#content.style.width = `${width}px`;
    this.#content.style.height = `${height}px`;
  }

  #drawSoon(): void {
    // Scroll events come before the frame's callbacks, so this draws in the same frame.
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const data = this.#data;
    if (!data) return;
    const { columns } = this.#viewport;
    const active = this.#selection?.active;
    this.#head.draw(columns, {
      columns: data.columns,
      isNumber: (column) => data.isNumber(column),
      isFiltered: (column) => isFiltered(filterOf(this.#state.filters, data.columns[column]!.key)),
      sort: this.#state.sort,
      active: active?.row === -1 ? active.column : -1,
      lead: this.#lead,
    });
    this.#rows.draw(this.#viewport.rows, columns, this.#lead, this.#fonts!.ofCell);
    setAttribute(this.node, 'aria-activedescendant', this.#activeCell() ? activeId : undefined);
  }

  #activeCell(): Element | null {
    return this.#content.querySelector(`#${activeId}`);
  }

  #look(row: number, column: number) {
    const active = this.#selection?.active;
    return {
      ...this.#data!.shown(row, column),
      isSelected: isInRange(this.#selection && rangeOf(this.#selection), row, column),
      isActive: active?.row === row && active.column === column,
    };
  }

  #tooltip({ row, column }: CellPlace): string {
    const data = this.#data!;
    const before = data.before(row, column);
    const whole = data.wholeText(row, column);
    const isChanged = before !== undefined && String(before) !== whole;
    return oneLine(isChanged ? `${before} → ${whole}` : whole, maxTooltip);
  }

  #select(selection: Selection, reveals: boolean): void {
    this.#selection = selection;
    if (reveals) this.#viewport.reveal(selection.active.row, selection.active.column);
    this.#drawSoon();
  }

  /** Ascending, then descending, then as the platform sent the rows. */
  #sortBy(column: number): void {
    const { key } = this.#data!.columns[column]!;
    const { sort } = this.#state;
    if (sort?.key !== key) this.#change({ sort: { key, descending: false } });
    else this.#change({ sort: sort.descending ? null : { key, descending: true } });
  }

  #setWidth(column: number, width: number): void {
    const bounded = boundedWidth(width, this.#leastWidths[column]);
    this.#widths[column] = bounded;
    const widths: Record<string, number> = Object.assign(Object.create(null), this.#state.widths);
    widths[this.#data!.columns[column]!.key] = bounded;
    this.#state = { ...this.#state, widths };
    this.#resize();
    this.#drawSoon();
    this.#owner.changed();
  }

  #fit(column: number): void {
    const rows = this.#viewport.rows.map(({ index }) => index);
    this.#setWidth(column, this.#data!.fittingWidth(column, this.#fonts!, rows));
  }

  #copy(withTitles: boolean): void {
    const range = this.#selection && rangeOf(this.#selection);
    if (this.#data && range) this.#owner.copy(this.#data.copied(range, withTitles));
  }

  #copyAsMarkdown(): void {
    const range = this.#selection && rangeOf(this.#selection);
    if (this.#data && range) this.#owner.copy(this.#data.copiedAsMarkdown(range));
  }

  #showValue({ row, column }: CellPlace): void {
    const data = this.#data!;
    const value = data.wholeText(row, column);
    const before = data.before(row, column);
    const other = this.#text('detail.before', data.source.compared?.branch ?? '');
    showDetail({
      title: this.#text('detail.row', oneLine(data.columns[column]!.title), row + 1),
      values: [{ value }, ...(before === undefined ? [] : [{ heading: other, value: String(before) }])],
      copyLabel: this.#text('menu.copy'),
      closeLabel: this.#text('detail.close'),
      copy: () => this.#owner.copy(value),
    });
  }

  #showFilter(column: number): void {
    const data = this.#data!;
    const { key, title } = data.columns[column]!;
    const { filters } = this.#state;
    showFilterMenu(
      {
        text: this.#text,
        language: this.#language,
        title: oneLine(title),
        values: valuesOf(this.#whole!, column, filters),
        filter: filterOf(filters, key),
        shown: ({ cell }) => data.valueText(cell, column),
        change: (filter) => {
          const others = Object.entries(this.#state.filters).filter(([other]) => other !== key);
          this.#filter(Object.fromEntries([...others, ...(isFiltered(filter) ? [[key, filter] as const] : [])]));
        },
      },
      this.#head.boxOf(column) ?? this.node.getBoundingClientRect(),
      this.node,
    );
  }

  #showMenu(x: number, y: number): void {
    const active = this.#selection?.active;
    const column = active && this.#data?.columns[active.column];
    if (!active || !column) return;
    const { key, member } = column;
    const entry = (label: Parameters<QueryText>[0], run: () => void) => ({ label: this.#text(label), run });
    const entries =
      active.row < 0
        ? [
            entry('menu.ascending', () => this.#change({ sort: { key, descending: false } })),
            entry('menu.descending', () => this.#change({ sort: { key, descending: true } })),
            entry('menu.unsort', () => this.#change({ sort: null })),
            entry('menu.filter', () => this.#showFilter(active.column)),
          ]
        : [
            entry('menu.copy', () => this.#copy(false)),
            entry('menu.copyTitles', () => this.#copy(true)),
            entry('menu.copyMarkdown', () => this.#copyAsMarkdown()),
            entry('menu.show', () => this.#showValue(active)),
          ];
    entries.push(entry('menu.definition', () => this.#owner.openDefinition(member)));
    showMenu(entries, x, y, this.node);
  }
}
