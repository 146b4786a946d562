/** The values of a column with a check box each, below the title of the column. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import type { QueryText } from '../../shared/pageTexts.ts';
import { type CountedValue, isShown, noFilter, type ValueFilter, withValues } from './valueFilter.ts';

/** Values that are listed; a search finds the others. */
const maxListed = 500;

export interface FilterMenuOptions {
  text: QueryText;
  language: string;
  /** The title of the column. */
  title: string;
  values: readonly CountedValue[];
  filter: ValueFilter;
  /** The text of a value in a cell. */
  shown(value: CountedValue): string;
  change(filter: ValueFilter): void;
}

/** @param at pixels of the page @param back gets the focus when the user closes the menu */
export function showFilterMenu(options: FilterMenuOptions, at: { left: number; bottom: number }, back: HTMLElement) {
  const { text, title, change } = options;
  const number = new Intl.NumberFormat(options.language);
  let { filter } = options;
  const texts = new Map(options.values.map((value) => [value, options.shown(value)]));
  const search = element('input', {
    type: 'search',
    placeholder: text('filter.search'),
    'aria-label': text('filter.search'),
  });
  const all = element('input', { type: 'checkbox' });
  const list = element('div', { class: 'filter-values', role: 'group', 'aria-label': text('filter.values', title) });
  const more = element('p', { class: 'hint', role: 'status' });
  const boxes = new Map<string, HTMLInputElement>();
  const button = (label: string, onclick: () => void) => element('button', { type: 'button', onclick }, label);
  const showFound = () => set({ only: true, values: found().map(({ key }) => key) });
  const onlyFound = button(text('filter.only'), showFound);
  const menu = element(
    'div',
    { class: 'filter-menu', popover: 'auto', role: 'dialog', 'aria-label': text('filter.of', title) },
    search,
    element('label', { class: 'filter-value' }, all, element('span', { class: 'filter-text' }, text('filter.all'))),
    list,
    more,
    element(
      'div',
      { class: 'buttons' },
      onlyFound,
      button(text('filter.clear'), () => set(noFilter)),
    ),
  );
  const found = () => {
    const wanted = search.value.trim().toLocaleLowerCase();
    return options.values.filter((value) => texts.get(value)!.toLocaleLowerCase().includes(wanted));
  };
  const check = () => {
    const values = found();
    const checked = values.filter(({ key }) => isShown(filter, key)).length;
    all.checked = values.length > 0 && checked === values.length;
    all.indeterminate = checked > 0 && checked < values.length;
    for (const [key, box] of boxes) box.checked = isShown(filter, key);
  };
  const set = (next: ValueFilter) => {
    filter = next;
    check();
    change(next);
  };
  const draw = () => {
    const values = found();
    boxes.clear();
    replaceContent(
      list,
      ...values.slice(0, maxListed).map((value) => {
        const box = element('input', {
          type: 'checkbox',
          onchange: () => set(withValues(filter, [value.key], box.checked)),
        });
        boxes.set(value.key, box);
        const shown = element('span', { class: 'filter-text' }, texts.get(value)!);
        if (value.cell === null || value.cell === '') shown.classList.add('no-value');
        return element(
          'label',
          { class: 'filter-value' },
          box,
          shown,
          element('span', { class: 'filter-count' }, number.format(value.count)),
        );
      }),
    );
    onlyFound.hidden = values.length === 0 || values.length === options.values.length;
    const hidden = values.length - maxListed;
    more.hidden = hidden <= 0 && values.length > 0;
    more.textContent =
      values.length === 0 ? text('filter.none') : text('filter.more', number.format(Math.max(0, hidden)));
    check();
  };
  all.addEventListener('change', () => {
    // Without a search, also the values that another result has.
    if (search.value.trim() === '') set({ only: !all.checked, values: [] });
    else
      set(
        withValues(
          filter,
          found().map(({ key }) => key),
          all.checked,
        ),
      );
  });
  search.addEventListener('input', draw);
  search.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' && !onlyFound.hidden) showFound();
  });
  menu.addEventListener('keydown', (event) => {
    moveFocus(event, [search, all, ...boxes.values()]);
    if (event.key !== 'Escape') return;
    // A search field would be emptied first.
    event.preventDefault();
    menu.hidePopover();
  });
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return;
    const isInside = menu.contains(document.activeElement) || document.activeElement === document.body;
    menu.remove();
    if (isInside) back.focus();
  });
  draw();
  document.body.append(menu);
  menu.showPopover();
  menu.style.maxHeight = `${Math.min(420, Math.max(240, window.innerHeight - at.bottom - 8))}px`;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(4, Math.min(at.left, window.innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(at.bottom + 2, window.innerHeight - height - 4))}px`;
  search.focus();
}

/** Up and down, as in a list. */
function moveFocus(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || at < 0) return;
  items[Math.max(0, Math.min(at + step, items.length - 1))]!.focus();
  event.preventDefault();
}
