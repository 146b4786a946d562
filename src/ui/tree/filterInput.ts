/** The input box that filters a view by text. */

import type * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { createInput } from '../shell/quickInput.ts';

const typingDelayMs = 150;

/** Calls `setFilter` while the user types. Escape restores the previous filter. */
export function showFilterInput(
  texts: Pick<vscode.InputBox, 'title' | 'placeholder' | 'value'>,
  setFilter: (text: string) => void,
): void {
  const input = Object.assign(createInput(), texts);
  const apply = new Debounce(() => setFilter(input.value), typingDelayMs);
  let accepted = false;
  input.onDidChangeValue(() => apply.poke());
  input.onDidAccept(() => {
    accepted = true;
    setFilter(input.value);
    input.hide();
  });
  input.onDidHide(() => {
    apply.dispose();
    input.dispose();
    if (!accepted) setFilter(texts.value);
  });
  input.show();
}
