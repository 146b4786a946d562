/** The columns before those of the result, which stay in view while the result scrolls. */

import { element } from '../../../base/browser/dom.ts';
import type { QueryText } from '../../shared/pageTexts.ts';
import type { GridData } from './gridData.ts';

export interface LeadColumn {
  /** For screen readers. */
  readonly title: string;
  /** Pixels. */
  readonly width: number;
  /** Its label is for screen readers. */
  cell(row: number): { text: string; label: string };
}

const symbols = { added: '+', removed: '−', changed: '≠', same: '' } as const;

/** A comparison has one that marks what changed. */
export function leadColumns(data: GridData, text: QueryText): LeadColumn[] {
  if (!data.source.compared) return [];
  const cell = (row: number) => {
    const change = data.change(row);
    return { text: symbols[change], label: text(`change.${change}`) };
  };
  return [{ title: text('grid.change'), width: 28, cell }];
}

export function leadWidth(lead: readonly LeadColumn[]): number {
  return lead.reduce((sum, { width }) => sum + width, 0);
}

/** The position of a column of the result among all columns, from 1, as `aria-colindex` counts. */
export function columnPosition(lead: readonly LeadColumn[], column: number): number {
  return lead.length + column + 1;
}

/** Their elements in one row. */
export function leadElements(lead: readonly LeadColumn[], role: 'columnheader' | 'rowheader'): HTMLElement[] {
  return lead.map(({ width }, at) => {
    const node = element('div', { class: 'grid-lead', role, 'aria-colindex': at + 1 });
    node.style.left = `${leadWidth(lead.slice(0, at))}px`;
    node.style.width = `${width}px`;
    return node;
  });
}
