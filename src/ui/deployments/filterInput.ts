/** The input box that filters the deployments tree. */

import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { createInput } from '../shell/quickInput.ts';

const typingDelayMs = 150;

/** Calls `setFilter` while the user types. Escape restores the previous filter. */
export function showFilterInput(previous: string, setFilter: (text: string) => void): void {
  const input = createInput();
  input.title = vscode.l10n.t('Filter Deployments');
  input.placeholder = vscode.l10n.t('Name of a deployment, branch, environment, or pod');
  input.value = previous;
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
    if (!accepted) setFilter(previous);
  });
  input.show();
}
