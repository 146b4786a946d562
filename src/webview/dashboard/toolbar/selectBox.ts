/** Select boxes whose options follow the configuration. */

import { element, replaceContent } from '../../../base/browser/dom.ts';

/** A `<select>` without options. */
export function selectBox(label: string, name: string, onSelect: (value: string) => void): HTMLSelectElement {
  const node = element('select', { 'aria-label': label, title: label, name });
  node.addEventListener('change', () => onSelect(node.value));
  return node;
}

/** Replaces the options only where they differ, so that an open list stays open. */
export function fillSelect(
  node: HTMLSelectElement,
  options: readonly (readonly [string, string])[],
  value: string,
): void {
  const known = options.some(([one]) => one === value);
  const wanted = known ? options : [...options, [value, value.replace(/^=/, '')] as const];
  const same =
    node.options.length === wanted.length &&
    wanted.every(([one, label], index) => node.options[index]?.value === one && node.options[index]?.text === label);
  if (!same) replaceContent(node, ...wanted.map(([one, label]) => element('option', { value: one }, label)));
  if (node.value !== value) node.value = value;
}
