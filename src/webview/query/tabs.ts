/** Tabs, of which one is shown. The arrow keys move between them. */

import { element, setAttribute } from '../../base/browser/dom.ts';

export interface Tab<Name extends string> {
  name: Name;
  label: string;
  panel: HTMLElement;
}

export interface Tabs<Name extends string> {
  readonly list: HTMLElement;
  select(name: Name): void;
}

/** @param onSelect is called for each selection, also of the selected tab */
export function makeTabs<Name extends string>(
  label: string,
  tabs: readonly Tab<Name>[],
  onSelect: (name: Name) => void,
): Tabs<Name> {
  const buttons = tabs.map(({ name, label: title, panel }) => {
    setAttribute(panel, 'role', 'tabpanel');
    setAttribute(panel, 'id', `panel-${name}`);
    setAttribute(panel, 'aria-labelledby', `tab-${name}`);
    return element(
      'button',
      {
        type: 'button',
        class: 'tab',
        role: 'tab',
        id: `tab-${name}`,
        'aria-controls': `panel-${name}`,
        onclick: () => select(name),
      },
      title,
    );
  });
  const select = (name: Name) => {
    for (const [at, tab] of tabs.entries()) {
      const isSelected = tab.name === name;
      setAttribute(buttons[at]!, 'aria-selected', String(isSelected));
      buttons[at]!.tabIndex = isSelected ? 0 : -1;
      tab.panel.hidden = !isSelected;
    }
    onSelect(name);
  };
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || target === undefined) return;
    event.preventDefault();
    const button = buttons.at(target % buttons.length)!;
    select(tabs[buttons.indexOf(button)]!.name);
    button.focus();
  });
  return { list, select };
}
