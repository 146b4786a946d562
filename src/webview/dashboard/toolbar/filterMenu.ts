/** The filters of the dashboard, built from the dimensions of the model. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import type { DimensionView } from '../../../contract/messages/hostChannel.ts';
import type { FilterChoice } from '../../../contract/messages/hostConfig.ts';
import { icon } from '../../shared/icons.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { iconButton } from '../view/buttons.ts';
import type { HostCommands, HostView } from '../view/hostView.ts';
import { popover, rows } from './popover.ts';

export interface FilterMenu {
  readonly node: HTMLElement;
  render(view: HostView): void;
}

export function makeFilterMenu(
  text: HostText,
  commands: HostCommands,
  dimensions: () => Promise<readonly DimensionView[]>,
): FilterMenu {
  let filters: readonly FilterChoice[] = [];
  const label = element('span');
  const button = element('button', { class: 'text-button', type: 'button', name: 'filters' }, icon('filter'), label);
  const menu = popover(button, text('toolbar.filters'), (panel) => {
    const list = element('ul', { class: 'filters' });
    const form = element('div', {}, text('filters.loading'));
    const show = () =>
      replaceContent(list, ...filters.map((filter) => row(text, filter, () => set(without(filters, filter)))));
    const set = (next: readonly FilterChoice[]) => {
      filters = next;
      commands.choose({ filters: [...next] });
      show();
      // The clicked button no longer exists, so the panel takes the focus.
      if (!panel.contains(document.activeElement)) panel.querySelector<HTMLElement>('button, select')?.focus();
    };
    show();
    replaceContent(panel, list, form);
    const showForm = (views: readonly DimensionView[]) => {
      const adding = addForm(text, views, (filter) => set([...without(filters, filter), filter]));
      replaceContent(form, adding);
      // The panel had no element yet to take the focus.
      if (document.activeElement === button) adding.querySelector('select')?.focus();
    };
    dimensions().then(showForm, (failure: unknown) => replaceContent(form, messageOf(failure)));
  });
  const render = ({ config }: HostView) => {
    filters = config.options.filters;
    menu.node.hidden = config.surface === 'chat';
    label.textContent = filters.length > 0 ? text('toolbar.filtersOn', filters.length) : text('toolbar.filters');
  };
  return { node: menu.node, render };
}

function without(filters: readonly FilterChoice[], { view, dimension }: FilterChoice): FilterChoice[] {
  return filters.filter((one) => one.view !== view || one.dimension !== dimension);
}

function row(text: HostText, filter: FilterChoice, remove: () => void): HTMLElement {
  const name = `${filter.view}.${filter.dimension}`;
  const operator = filterOperators.find((one) => one === filter.operator);
  const label = `${name} ${operator ? text(`operator.${operator}`) : filter.operator} ${filter.values.join(', ')}`;
  return element('li', {}, element('span', {}, label), iconButton('close', text('filters.remove', name), remove));
}

function addForm(text: HostText, views: readonly DimensionView[], add: (filter: FilterChoice) => void): HTMLElement {
  const members = views.flatMap(({ view, dimensions }) => dimensions.map((dimension) => ({ view, ...dimension })));
  if (members.length === 0) return element('p', { class: 'hint' }, text('filters.noDimensions'));
  const dimension = element(
    'select',
    { 'aria-label': text('filters.dimension') },
    ...views.map(({ view, title, dimensions }) =>
      element(
        'optgroup',
        { label: title },
        ...dimensions.map((one) => element('option', { value: `${view}.${one.name}` }, one.title)),
      ),
    ),
  );
  const operator = element(
    'select',
    { 'aria-label': text('filters.operator') },
    ...filterOperators.map((one) => element('option', { value: one }, text(`operator.${one}`))),
  );
  const values = element('input', { 'aria-label': text('filters.values'), placeholder: text('filters.values') });
  const submit = (event: Event) => {
    event.preventDefault();
    const member = members.find(({ view, name }) => `${view}.${name}` === dimension.value);
    if (!member) return;
    const parsed = parseValues(values.value, member.type);
    if (parsed.length === 0) return values.focus();
    add({ view: member.view, dimension: member.name, operator: operator.value, values: parsed });
    values.value = '';
  };
  const button = element('button', { class: 'primary', type: 'submit' }, text('filters.add'));
  return element('form', { onsubmit: submit }, rows(dimension, operator, values, button));
}

const filterOperators = ['equals', 'notEquals', 'contains', 'notContains', 'gt', 'gte', 'lt', 'lte'] as const;

/** Reads comma-separated values; quoted values may contain commas. @param type the dimension's type, to parse numbers and booleans */
function parseValues(text: string, type: string): (string | number | boolean)[] {
  const items = [...text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*))\s*(?:,|$)/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain!.trim() : quoted.replace(/\\(.)/g, '$1'),
  );
  return items
    .filter((item) => item !== '')
    .map((item) => {
      if (type === 'number' && Number.isFinite(Number(item))) return Number(item);
      return type === 'boolean' && (item === 'true' || item === 'false') ? item === 'true' : item;
    });
}
