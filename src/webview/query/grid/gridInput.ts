/** Pointer and keyboard on the grid. */

import {
  type CellPlace,
  type GridSize,
  isInRange,
  rangeOf,
  type Selection,
  selectCell,
  selectionAfter,
} from './selection.ts';

export interface GridInput {
  readonly selection: Selection | undefined;
  readonly size: GridSize;
  /** The place that an element shows: a cell of the result or a column title. */
  placeOf(shown: Element): CellPlace | undefined;
  /** @param reveals whether the grid scrolls to the active cell */
  select(selection: Selection, reveals: boolean): void;
  selectAll(): void;
  /** The pointer is over a cell. */
  hover(cell: Element, place: CellPlace): void;
  sort(column: number): void;
  /** Opens the values of the column. */
  filter(column: number): void;
  /** -1: narrower, 1: wider. */
  stepWidth(column: number, direction: number): void;
  showValue(place: CellPlace): void;
  showMenu(x: number, y: number): void;
  copy(): void;
}

/** @param node has the focus and contains the cells */
export function listenToGrid(node: HTMLElement, input: GridInput): void {
  listenToPointer(node, input);
  node.addEventListener('keydown', (event) => {
    if (!onKey(input, event)) return;
    event.preventDefault();
    // Otherwise the editor runs its own command for the key: Select All would select the texts of the page.
    event.stopPropagation();
  });
  node.addEventListener('focus', () => {
    const { rows, columns } = input.size;
    if (!input.selection && columns > 0) input.select(selectCell({ row: Math.min(0, rows - 1), column: 0 }), true);
  });
}

function listenToPointer(node: HTMLElement, input: GridInput): void {
  let isDragging = false;
  /** Undefined on the edge between two titles and on a button. */
  const placeAt = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('.grid-edge, .grid-filter')) return undefined;
    const shown = target.closest('.grid-cell, .grid-title');
    return shown ? input.placeOf(shown) : undefined;
  };
  node.addEventListener('mousedown', (event) => {
    const place = placeAt(event);
    if (!place) return;
    // The grid keeps the focus, and no text is selected.
    event.preventDefault();
    if (event.button === 0) {
      isDragging = place.row >= 0;
      input.select(selectCell(place, event.shiftKey ? input.selection?.anchor : undefined), true);
    }
    node.focus({ preventScroll: true });
  });
  node.addEventListener('pointerover', (event) => {
    if (event.buttons === 0) isDragging = false;
    const place = placeAt(event);
    if (!place || place.row < 0) return;
    if (isDragging) input.select(selectCell(place, input.selection?.anchor), false);
    else input.hover((event.target as Element).closest('.grid-cell')!, place);
  });
  node.addEventListener('click', (event) => {
    const place = placeAt(event);
    if (place?.row === -1) input.sort(place.column);
  });
  node.addEventListener('dblclick', (event) => {
    const place = placeAt(event);
    if (place && place.row >= 0) input.showValue(place);
  });
  node.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const place = placeAt(event);
    const range = input.selection && rangeOf(input.selection);
    if (place && !isInRange(range, place.row, place.column)) input.select(selectCell(place), false);
    input.showMenu(event.clientX, event.clientY);
  });
}

function onKey(input: GridInput, event: KeyboardEvent): boolean {
  const { key, shiftKey: shift } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  const letter = ctrl ? key.toLowerCase() : '';
  if (letter === 'a' && !event.altKey) {
    input.selectAll();
    return true;
  }
  const { selection, size } = input;
  if (!selection) return false;
  const { row, column } = selection.active;
  if (event.altKey) {
    if (key === 'ArrowDown') input.filter(column);
    return key === 'ArrowDown';
  }
  if (letter === 'c') input.copy();
  else if (row < 0 && shift && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    input.stepWidth(column, key === 'ArrowLeft' ? -1 : 1);
  } else if (key === 'Enter' || key === ' ') {
    if (row < 0) input.sort(column);
    else input.showValue(selection.active);
  } else {
    const next = selectionAfter(selection, { key, ctrl, shift }, size);
    if (!next) return false;
    input.select(next, true);
  }
  return true;
}
