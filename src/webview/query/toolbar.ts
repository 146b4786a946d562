/** The title of the query, its branch, and what can be done with it. */

import { element } from '../../base/browser/dom.ts';
import type { QueryContent } from '../../contract/messages/queryChannel.ts';
import type { QueryTextKey } from '../../contract/messages/queryTexts.ts';
import { showMenu } from '../shared/contextMenu.ts';
import { type IconName, icon } from '../shared/icons.ts';
import type { QueryText } from '../shared/pageTexts.ts';
import { oneLine } from './grid/visibleText.ts';

export interface ToolbarActions {
  run(): void;
  cancel(): void;
  compare(): void;
  why(): void;
  history(): void;
  edit(): void;
  saveAs(): void;
  export(format: 'csv' | 'json'): void;
}

export interface Toolbar {
  readonly node: HTMLElement;
  update(content: QueryContent): void;
  /** Whether the export has rows that the filters hide. */
  setFiltered(isFiltered: boolean): void;
}

export function makeToolbar(text: QueryText, actions: ToolbarActions): Toolbar {
  let isFiltered = false;
  const title = element('h1', {});
  const branchName = element('span', { class: 'branch-name' });
  const branch = element('span', { class: 'branch' }, icon('branch'), branchName);
  const button = (name: IconName, key: QueryTextKey, onclick: () => void, more = {}) =>
    element(
      'button',
      { type: 'button', class: 'tool', title: text(key), 'aria-label': text(key), onclick, ...more },
      icon(name),
      element('span', { class: 'tool-label' }, text(key)),
    );
  /** Without a label, which would leave no room for the title. */
  const short = { class: 'tool short' };
  const run = button('play', 'run', () => actions.run(), { class: 'tool primary' });
  const cancel = button('stop', 'cancel', () => actions.cancel());
  const compare = button('compare', 'compare.with', () => actions.compare());
  const why = button('question', 'why', () => actions.why(), short);
  const history = button('clock', 'history', () => actions.history(), short);
  const edit = button('compose', 'edit', () => actions.edit(), short);
  const saved = button('save', 'saveAs', () => actions.saveAs(), short);
  const exported = button('export', 'export.menu', () => openExport(), { ...short, 'aria-haspopup': 'menu' });
  const openExport = () => {
    const { left, bottom } = exported.getBoundingClientRect();
    const entries = (['csv', 'json'] as const).map((format) => ({
      label: text(isFiltered ? (format === 'csv' ? 'export.allCsv' : 'export.allJson') : `export.${format}`),
      run: () => actions.export(format),
    }));
    showMenu(entries, left, bottom + 2, exported);
  };
  const node = element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': text('toolbar.label') },
    title,
    branch,
    element('span', { class: 'spacer' }),
    run,
    cancel,
    compare,
    edit,
    saved,
    why,
    history,
    exported,
  );
  return {
    node,
    setFiltered(now) {
      isFiltered = now;
    },
    update(content) {
      const { state, result } = content;
      const isRunning = state === 'running';
      title.textContent = oneLine(content.title);
      title.title = title.textContent;
      branch.hidden = content.branch === '';
      branchName.textContent = oneLine(content.branch);
      branch.title = text('page.branch', branchName.textContent);
      const hadFocus = document.activeElement === run || document.activeElement === cancel;
      run.hidden = isRunning;
      cancel.hidden = !isRunning;
      if (hadFocus) (isRunning ? cancel : run).focus();
      saved.hidden = !content.isScratch;
      compare.disabled = isRunning;
      why.disabled = isRunning;
      exported.disabled = result === null;
    },
  };
}
