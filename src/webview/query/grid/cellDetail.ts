/** A dialog with the whole value of a cell. */

import { element } from '../../../base/browser/dom.ts';
import { allLines } from './visibleText.ts';

interface DetailValue {
  heading?: string;
  value: string;
}

export interface DetailOptions {
  title: string;
  values: readonly DetailValue[];
  copyLabel: string;
  closeLabel: string;
  copy(): void;
}

/** The focus returns to where it was when the dialog closes. */
export function showDetail({ title, values, copyLabel, closeLabel, copy }: DetailOptions): void {
  const dialog = element('dialog', { class: 'cell-detail', 'aria-labelledby': 'detail-title' });
  const close = () => dialog.close();
  dialog.append(
    element('h2', { id: 'detail-title' }, title),
    ...values.flatMap(({ heading, value }) => [
      heading === undefined ? '' : element('h3', {}, heading),
      element('pre', { tabindex: 0 }, allLines(value)),
    ]),
    element(
      'div',
      { class: 'buttons' },
      element('button', { type: 'button', onclick: copy }, copyLabel),
      element('button', { type: 'button', class: 'primary', onclick: close, autofocus: true }, closeLabel),
    ),
  );
  dialog.addEventListener('click', ({ target }) => {
    // The dialog itself: its backdrop.
    if (target === dialog) close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
