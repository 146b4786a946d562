/** How many rows differ between two branches, and what is shown of it. */

import { element } from '../../base/browser/dom.ts';
import type { QueryCompared } from '../../contract/messages/queryChannel.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import { oneLine } from './grid/visibleText.ts';

export interface CompareActions {
  showOnlyDifferences(only: boolean): void;
  openSqlDiff(): void;
  stop(): void;
}

export interface CompareBar {
  readonly node: HTMLElement;
  update(compared: QueryCompared | null): void;
}

export function makeCompareBar(text: QueryText, language: string, only: boolean, actions: CompareActions): CompareBar {
  const number = new Intl.NumberFormat(language);
  const title = element('strong', {});
  const counts = element('span', { role: 'status' });
  const filter = element('input', { type: 'checkbox', checked: only });
  filter.addEventListener('change', () => actions.showOnlyDifferences(filter.checked));
  const node = element(
    'div',
    { class: 'compare-bar', hidden: true },
    element('span', { class: 'compare-text' }, title, counts),
    element('label', {}, filter, text('compare.only')),
    element('span', { class: 'spacer' }),
    element('button', { type: 'button', onclick: () => actions.openSqlDiff() }, text('compare.sql')),
    element('button', { type: 'button', onclick: () => actions.stop() }, text('compare.stop')),
  );
  return {
    node,
    update(compared) {
      node.hidden = compared === null;
      if (!compared) return;
      const { branch, added, removed, changed, newMembers } = compared;
      title.textContent = text('compare.title', oneLine(branch));
      const isEqual = added + removed + changed === 0;
      const numbers = [added, removed, changed].map((count) => number.format(count));
      const isNew = newMembers.length > 0 ? [text('compare.new', oneLine(newMembers.join(', ')))] : [];
      const found = isEqual ? text('compare.equal') : text('compare.counts', ...numbers);
      // Without a common column, nothing is compared.
      counts.textContent = [...(compared.sql === null ? [] : [found]), ...isNew].join(' · ');
    },
  };
}
