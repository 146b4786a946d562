/** Says that filters hide rows, of the table and the chart. */

import { element } from '../../base/browser/dom.ts';
import { icon } from '../shared/icons.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import type { FilteredRows } from './grid/valueFilter.ts';

export interface FilterBar {
  readonly node: HTMLElement;
  update(rows: FilteredRows): void;
}

export function makeFilterBar(text: QueryText, language: string, clear: () => void): FilterBar {
  const number = new Intl.NumberFormat(language);
  const words = element('span', { role: 'status' });
  const button = element('button', { type: 'button', onclick: clear }, text('filter.clearAll'));
  const node = element('div', { class: 'filter-bar', hidden: true }, icon('filter'), words, button);
  return {
    node,
    update({ shown, all, columns }) {
      node.hidden = columns.length === 0;
      const said = text('filter.rows', number.format(shown), number.format(all), columns.join(', '));
      if (words.textContent !== said) words.textContent = said;
    },
  };
}
