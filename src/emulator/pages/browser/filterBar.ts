/** The filters of a dashboard as chips. A chip opens the list of its values. */

import { element, replaceContent, strokeIcon } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import type { DashboardFilter } from '../charts/dashboardDefinition.ts';
import { isActive } from '../charts/dataQuery.ts';
import { type QueryResult, titleOf, toNumber } from '../charts/queryResult.ts';

export interface FilterBarActions {
  select(member: string, values: readonly string[]): void;
  /** Loads the values of a dimension. */
  load(member: string): Promise<QueryResult>;
}

export class FilterBar {
  readonly element = element('div', { class: 'filters', role: 'group', 'aria-label': 'Filters' });
  readonly #actions: FilterBarActions;
  readonly #chips = new Map<string, { menu: HTMLDetailsElement; text: HTMLElement }>();

  constructor(actions: FilterBarActions) {
    this.#actions = actions;
  }

  /** Updates the texts of the chips in place, so that an open list stays open. */
  show(filters: readonly DashboardFilter[]): void {
    for (const filter of filters) {
      const { menu, text } = this.#chips.get(filter.member) ?? this.#addChip(filter);
      const operator = filter.operator === 'equals' ? '' : `${filter.operator} `;
      text.textContent = isActive(filter) ? operator + filter.values.join(', ') : 'all';
      menu.dataset.active = String(isActive(filter));
    }
  }

  #addChip(filter: DashboardFilter) {
    const text = element('span', { class: 'text' });
    const name = element('span', { class: 'detail' }, `${filter.title ?? titleOf(filter.member, {})}:`);
    const popover = element('div', { class: 'popover values' });
    const summary = element(
      'summary',
      { class: 'chip' },
      strokeIcon('M2.5 4h11M4.5 8h7M6.5 12h3'),
      name,
      text,
      strokeIcon('M4 6l4 4 4-4'),
    );
    const ontoggle = () => menu.open && this.#listValues(popover, filter);
    const attributes = { class: 'menu filter', 'data-filter': filter.member, ontoggle };
    const menu: HTMLDetailsElement = element('details', attributes, summary, popover);
    const chip = { menu, text };
    this.#chips.set(filter.member, chip);
    this.element.append(menu);
    return chip;
  }

  async #listValues(popover: HTMLElement, { member, operator, values }: DashboardFilter): Promise<void> {
    const message = (text: string) => element('p', { class: 'detail' }, text);
    replaceContent(popover, message('Loading…'));
    try {
      const { data } = await this.#actions.load(member);
      const found = data.map((row) => row[member]).filter((value) => value !== null && value !== undefined);
      const options = [...new Set([...found.map(String), ...values])].sort(compareValues);
      const selected = new Set(operator === 'equals' ? values : []);
      const boxes = options.map((value) => this.#checkBox(member, value, selected));
      const onclick = () => {
        selected.clear();
        for (const box of popover.querySelectorAll('input')) box.checked = false;
        this.#actions.select(member, []);
      };
      const clear = element('button', { type: 'button', class: 'clear', onclick }, 'Clear');
      replaceContent(popover, ...(boxes.length > 0 ? boxes : [message('No values')]), clear);
    } catch (failure) {
      replaceContent(popover, message(messageOf(failure)));
    }
  }

  #checkBox(member: string, value: string, selected: Set<string>): HTMLElement {
    const onchange = () => {
      if (box.checked) selected.add(value);
      else selected.delete(value);
      this.#actions.select(member, [...selected]);
    };
    const box = element('input', { type: 'checkbox', value, checked: selected.has(value), onchange });
    return element('label', {}, box, value);
  }
}

/** Numbers by size, text by alphabet. */
function compareValues(a: string, b: string): number {
  const [left, right] = [toNumber(a), toNumber(b)];
  return left !== null && right !== null ? left - right : a.localeCompare(b);
}
