/** Conflicts that are being merged in the editor's 3-way merge: opens it, and asks when its result was saved. */

import * as vscode from 'vscode';
import { delay } from '../base/async.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { baseUri, branchUri, localCopyUri } from './branchDocuments.ts';
import type { Followed } from './following.ts';
import { showFailure } from './notifications.ts';
import { localUri } from './planReview.ts';

/** The editor's own commands, as its git extension uses them; the API does not promise them. */
const openCommand = '_open.mergeEditor';
const mergeCommand = 'mergeEditor.resetResultToBaseAndAutoMerge';
/** How long the merge editor may take to be there, in milliseconds. */
const patienceMs = 10_000;

interface Merge {
  followed: Followed;
  path: string;
}

export class Merges implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #open = new Map<string, Merge>();
  readonly #settle: (merge: Merge) => Promise<void>;
  readonly #log: Log;

  /** @param settle sends the merged local file */
  constructor(settle: (merge: Merge) => Promise<void>, log: Log) {
    this.#settle = settle;
    this.#log = log;
    this.#lifetime.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        const merge = this.#open.get(uri.toString());
        if (merge) this.#ask(uri, merge).catch((failure) => showFailure(failure, this.#log));
      }),
    );
  }

  /** Opens the merge of a conflict; what is saved there is the local file. @throws where the editor has no merge editor. */
  async open(followed: Followed, file: string): Promise<void> {
    const { folder, branch } = followed;
    const { l10n } = vscode;
    const about = { folder, branch, path: file };
    const output = localUri(followed, file);
    await vscode.commands.executeCommand(openCommand, {
      base: baseUri(about),
      input1: { uri: branchUri(about), title: branch, description: l10n.t('on the branch'), detail: '' },
      // A copy: the file itself changes while it is merged.
      input2: { uri: localCopyUri(about), title: folder.name, description: l10n.t('on this machine'), detail: '' },
      output,
    });
    this.#open.set(output.toString(), { followed, path: file });
    // Saved behind the person's back, a half-merged file would replace theirs: then the result begins as their own version.
    if (vscode.workspace.getConfiguration('files', output).get('autoSave') === 'off') await mergeWhatCanBe(output);
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#open.clear();
  }

  async #ask(uri: vscode.Uri, merge: Merge): Promise<void> {
    const { engine, branch } = merge.followed;
    if (!engine.state.value.conflicts.some((conflict) => conflict.path === merge.path)) {
      this.#open.delete(uri.toString());
      return;
    }
    const send = vscode.l10n.t('Send the merge');
    const text = vscode.l10n.t('{0} was saved. Is the conflict with {1} settled?', merge.path, branch);
    const choice = await vscode.window.showInformationMessage(text, send, vscode.l10n.t('Not yet'));
    if (choice !== send || this.#open.get(uri.toString()) !== merge) return;
    this.#open.delete(uri.toString());
    await this.#settle(merge);
  }
}

/** Lets the result begin with what merges by itself, unsaved. Without it the result is the local version, every change of the branch left out. */
async function mergeWhatCanBe(output: vscode.Uri): Promise<void> {
  const done = new AbortController();
  const changes = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.toString() === output.toString()) done.abort();
  });
  const end = Date.now() + patienceMs;
  try {
    // The command does nothing until the merge editor is there, and nothing tells when that is.
    while (!done.signal.aborted && Date.now() < end) {
      if (isMergeOf(output)) await vscode.commands.executeCommand(mergeCommand);
      await delay(150, done.signal).catch(() => {});
    }
  } catch {
    // An editor without that command: the person merges from their own version.
  } finally {
    changes.dispose();
  }
}

/** Whether the active tab merges into this file. The API has no type for such a tab; what it gives names the result. */
function isMergeOf(output: vscode.Uri): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input as { result?: vscode.Uri } | undefined;
  return input?.result?.toString() === output.toString();
}
