/** The filters in force, as chips with their text; a chip opens a list of the values there are. */

import type { DataAnswer } from '../charts/answer.ts';
import { asNumber, titleOf } from '../charts/answer.ts';
import { type DashboardFilter, filters } from '../charts/definition.ts';
import { h, icon } from './dom.ts';
import { closeElsewhere } from './menu.ts';
import { type Stage, wordsOf } from './stage.ts';

const operatorSigns: Record<string, string> = {
  equals: '',
  notEquals: '≠ ',
  contains: '∋ ',
  notContains: '∌ ',
  gt: '> ',
  gte: '≥ ',
  lt: '< ',
  lte: '≤ ',
  set: '✓',
  notSet: '∅',
  is_empty: '∅',
  is_not_empty: '✓',
};

export interface FilterBarActions {
  choose(member: string, values: readonly string[]): void;
  /** All values of a dimension. */
  values(member: string): Promise<DataAnswer>;
}

export class FilterBar {
  readonly element = h('div', { class: 'filters', role: 'group' });
  readonly #stage: Stage;
  readonly #actions: FilterBarActions;

  constructor(stage: Stage, actions: FilterBarActions) {
    this.#stage = stage;
    this.#actions = actions;
  }

  show(inForce: readonly DashboardFilter[]): void {
    const words = wordsOf(this.#stage);
    this.element.setAttribute('aria-label', words.filters);
    this.element.hidden = inForce.length === 0;
    const fresh = inForce.map((filter) => this.#chip(filter));
    const there = [...this.element.children] as HTMLElement[];
    const same =
      there.length === fresh.length && there.every((chip, at) => chip.dataset.filter === fresh[at]!.dataset.filter);
    if (!same) this.element.replaceChildren(...fresh);
    else for (const [at, chip] of there.entries()) this.#renew(chip as HTMLDetailsElement, fresh[at]!);
  }

  /** A list that somebody is choosing from stays; what its chip says follows. */
  #renew(chip: HTMLDetailsElement, fresh: HTMLElement): void {
    if (!chip.open) {
      chip.replaceWith(fresh);
      return;
    }
    chip.querySelector('.text')?.replaceWith(fresh.querySelector('.text')!);
    chip.dataset.narrows = fresh.dataset.narrows;
  }

  #chip(filter: DashboardFilter): HTMLElement {
    const words = wordsOf(this.#stage);
    const narrows = filters(filter);
    const text = narrows
      ? (operatorSigns[filter.operator] ?? `${filter.operator} `) + filter.values.join(', ')
      : words.all;
    const details = h('details', {
      class: 'menu filter',
      'data-filter': filter.member,
      'data-narrows': String(narrows),
    });
    const popover = h('div', { class: 'popover values' });
    details.append(
      h(
        'summary',
        { class: 'chip' },
        icon('filter'),
        h('span', { class: 'name' }, `${filter.title ?? titleOf(filter.member, {})}:`),
        h('span', { class: 'text' }, text),
        icon('chevron'),
      ),
      popover,
    );
    details.addEventListener('toggle', () => {
      if (details.open) this.#list(popover, filter);
    });
    closeElsewhere(details);
    return details;
  }

  #clear(popover: HTMLElement, chosen: Set<string>, member: string): void {
    chosen.clear();
    for (const box of popover.querySelectorAll('input')) box.checked = false;
    this.#actions.choose(member, []);
  }

  async #list(popover: HTMLElement, filter: DashboardFilter): Promise<void> {
    const words = wordsOf(this.#stage);
    popover.replaceChildren(h('p', { class: 'empty' }, words.loading));
    try {
      const { data } = await this.#actions.values(filter.member);
      const there = data.map((row) => row[filter.member]).filter((value) => value !== null && value !== undefined);
      const values = [...new Set([...there.map(String), ...filter.values])].sort(inOrder);
      const chosen = new Set(filter.operator === 'equals' ? filter.values : []);
      const boxes = values.map((value) =>
        h(
          'label',
          {},
          h('input', {
            type: 'checkbox',
            value,
            checked: chosen.has(value),
            onchange: ({ target }: { target: HTMLInputElement }) => {
              if (target.checked) chosen.add(value);
              else chosen.delete(value);
              this.#actions.choose(filter.member, [...chosen]);
            },
          }),
          value,
        ),
      );
      popover.replaceChildren(
        ...(boxes.length > 0 ? boxes : [h('p', { class: 'empty' }, words.none)]),
        h(
          'button',
          { type: 'button', class: 'clear', onclick: () => this.#clear(popover, chosen, filter.member) },
          words.clear,
        ),
      );
    } catch (failure) {
      popover.replaceChildren(h('p', { class: 'empty' }, failure instanceof Error ? failure.message : String(failure)));
    }
  }
}

function inOrder(a: string, b: string): number {
  const [left, right] = [asNumber(a), asNumber(b)];
  return left !== null && right !== null ? left - right : a.localeCompare(b);
}
