/** The buttons that several parts of the page share. */

import { element } from '../../../base/browser/dom.ts';
import { type IconName, icon } from '../../shared/icons.ts';

export function iconButton(name: IconName, label: string, onclick?: () => void): HTMLButtonElement {
  return element(
    'button',
    { class: 'icon-button', type: 'button', title: label, 'aria-label': label, onclick },
    icon(name),
  );
}

export function linkButton(label: string, onclick: () => void): HTMLButtonElement {
  return element('button', { class: 'link', type: 'button', onclick }, label);
}

/** An entry of a menu in a popover. */
export function menuItem(label: string, onclick: () => void): HTMLButtonElement {
  return element('button', { class: 'menu-item', type: 'button', onclick }, label);
}
