/** Uses the picks that offer a sign-in with a browser, through the editor's own quick input. */

import * as vscode from 'vscode';
import type { SignInRow } from '../../../src/ui/connections/signInRows.ts';

type Pick = vscode.QuickPick<vscode.QuickPickItem>;

export interface ShownPick {
  pick: Pick;
  /** Selects the row of an action as the Enter key does. */
  choose(action: SignInRow['action']): void;
}

export class SignInPicks {
  readonly shown: ShownPick[] = [];
  readonly #original = vscode.window.createQuickPick;

  /** `onShow` is called for each such pick, once it is open. */
  constructor(onShow: (shown: ShownPick) => void = () => {}) {
    const create = (): Pick => {
      const pick = this.#original.call(vscode.window) as Pick;
      const listener = pick.onDidChangeActive(() => {
        const rows = pick.items as readonly (vscode.QuickPickItem & Partial<SignInRow>)[];
        if (rows[0]?.action === undefined) return;
        listener.dispose();
        const shown = { pick, choose: (action: SignInRow['action']) => accept(pick, rowOf(rows, action)) };
        this.shown.push(shown);
        onShow(shown);
      });
      return pick;
    };
    Object.defineProperty(vscode.window, 'createQuickPick', { configurable: true, writable: true, value: create });
  }

  restore(): void {
    const value = this.#original;
    Object.defineProperty(vscode.window, 'createQuickPick', { configurable: true, writable: true, value });
  }
}

function rowOf(rows: readonly (vscode.QuickPickItem & Partial<SignInRow>)[], action: SignInRow['action']) {
  const row = rows.find((each) => each.action === action);
  if (!row) throw new Error(`No row ${action}`);
  return row;
}

/** The editor accepts its active row, so it must know about it first. */
function accept(pick: Pick, row: vscode.QuickPickItem): void {
  const acceptActive = () => {
    if (pick.activeItems[0] !== row) return false;
    void vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return true;
  };
  if (acceptActive()) return;
  const listener = pick.onDidChangeActive(() => {
    if (acceptActive()) listener.dispose();
  });
  pick.activeItems = [row];
}
