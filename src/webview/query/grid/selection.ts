/** The selected cells: a rectangle from the anchor to the active cell. */

/** Row -1 is the row of the column titles. */
export interface CellPlace {
  row: number;
  column: number;
}

export interface Selection {
  active: CellPlace;
  anchor: CellPlace;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** Rows of Page Up and Page Down. */
  page: number;
}

export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function selectCell(active: CellPlace, anchor: CellPlace = active): Selection {
  return { active, anchor: active.row < 0 || anchor.row < 0 ? active : anchor };
}

/** Undefined while the active cell is a column title. */
export function rangeOf({ active, anchor }: Selection): CellRange | undefined {
  if (active.row < 0) return undefined;
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export function isInRange(range: CellRange | undefined, row: number, column: number): boolean {
  if (!range) return false;
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

/** The same selection in a grid of another size; undefined in one without columns. */
export function clampSelection({ active, anchor }: Selection, { rows, columns }: GridSize): Selection | undefined {
  if (columns === 0) return undefined;
  const clamp = ({ row, column }: CellPlace) => ({
    row: Math.min(row, rows - 1),
    column: Math.min(column, columns - 1),
  });
  return selectCell(clamp(active), clamp(anchor));
}

interface Keys {
  key: string;
  /** Control, or Command. */
  ctrl: boolean;
  shift: boolean;
}

/** The selection after a key; undefined for a key that moves nothing. */
export function selectionAfter({ active, anchor }: Selection, keys: Keys, size: GridSize): Selection | undefined {
  const target = targetOf(active, keys, size);
  if (!target) return undefined;
  // A range has no titles.
  const first = keys.shift && active.row >= 0 ? 0 : -1;
  const row = Math.max(first, Math.min(target.row, size.rows - 1));
  const column = Math.max(0, Math.min(target.column, size.columns - 1));
  return selectCell({ row, column }, keys.shift ? anchor : undefined);
}

function targetOf({ row, column }: CellPlace, { key, ctrl }: Keys, { rows, columns, page }: GridSize) {
  const last = rows - 1;
  switch (key) {
    case 'ArrowUp':
      return { row: ctrl ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: ctrl ? last : row + 1, column };
    case 'ArrowLeft':
      return { row, column: ctrl ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: ctrl ? columns - 1 : column + 1 };
    case 'PageUp':
      return { row: Math.max(0, row - page), column };
    case 'PageDown':
      return { row: row + page, column };
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrl ? last : row, column: columns - 1 };
    default:
      return undefined;
  }
}

/** Every cell; undefined if there is none. */
export function selectAll({ rows, columns }: GridSize): Selection | undefined {
  if (rows === 0 || columns === 0) return undefined;
  return selectCell({ row: rows - 1, column: columns - 1 }, { row: 0, column: 0 });
}
