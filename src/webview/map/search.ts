/** The search field with its list of results: a combobox. */

import { element, replaceContent, setAttribute } from '../../base/browser/dom.ts';
import type { MapText } from '../shared/pageTexts.ts';
import { svgElement } from '../shared/svgElement.ts';
import type { SearchEntry, SearchResult } from './findEntries.ts';
import { shape } from './shapes.ts';

export interface Search {
  readonly node: HTMLElement;
  focus(): void;
  clear(): void;
}

export function makeSearch(
  text: MapText,
  find: (query: string) => SearchResult,
  choose: (entry: SearchEntry) => void,
): Search {
  let entries: readonly SearchEntry[] = [];
  let active = 0;
  const list = element('ul', { id: 'results', role: 'listbox', 'aria-label': text('search.results'), hidden: true });
  const input = element('input', {
    type: 'search',
    placeholder: text('search.label'),
    'aria-label': text('search.label'),
    role: 'combobox',
    'aria-controls': 'results',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const clear = () => {
    input.value = '';
    close();
  };
  const pick = (entry: SearchEntry | undefined) => {
    if (!entry) return;
    close();
    choose(entry);
  };
  const mark = () => {
    for (const [at, option] of [...list.querySelectorAll('[role="option"]')].entries()) {
      setAttribute(option, 'aria-selected', String(at === active));
      if (at === active) option.scrollIntoView({ block: 'nearest' });
    }
    setAttribute(input, 'aria-activedescendant', entries.length > 0 ? `result-${active}` : undefined);
  };
  const update = () => {
    const { entries: found, more } = find(input.value);
    entries = found;
    active = 0;
    const options = found.map((entry, at) => optionOf(entry, at, text, () => pick(entry)));
    const note = found.length === 0 ? text('search.none') : more > 0 ? text('search.more', more) : '';
    replaceContent(list, ...options, note !== '' && element('li', { class: 'note', role: 'presentation' }, note));
    list.hidden = input.value.trim() === '';
    input.setAttribute('aria-expanded', String(!list.hidden));
    mark();
  };
  input.addEventListener('input', update);
  input.addEventListener('focus', () => {
    if (input.value.trim() !== '') update();
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      active = (active + step + entries.length) % entries.length;
      mark();
    } else if (event.key === 'Enter') pick(entries[active]);
    else if (event.key === 'Escape' && !list.hidden) close();
    else return;
    event.preventDefault();
  });
  return { node: element('div', { class: 'search' }, input, list), focus: () => input.select(), clear };
}

function optionOf(entry: SearchEntry, at: number, text: MapText, choose: () => void): HTMLElement {
  const { name, kind, container, member } = entry;
  const option = element(
    'li',
    { id: `result-${at}`, role: 'option', 'aria-selected': 'false', onclick: choose },
    element('span', { class: 'result-name' }, name),
    element(
      'span',
      { class: 'result-container' },
      member === null && container === '' ? text('legend.root') : container,
    ),
  );
  // The field would lose the focus before the click, and close the list.
  option.addEventListener('mousedown', (event) => event.preventDefault());
  option.prepend(
    svgElement('svg', { class: `icon ${kind}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' }, shape(kind, 0, 0)),
  );
  return option;
}
