/** Conflicts that are being merged in the editor's 3-way merge: opens it, and asks when its result was saved. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { baseUri, branchUri, localCopyUri } from './branchDocuments.ts';
import type { Followed } from './following.ts';
import { showFailure } from './notifications.ts';
import { localUri } from './planReview.ts';

/** The editor's own command, which its git extension uses too; the API does not promise it. */
const openCommand = '_open.mergeEditor';

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
  async open(followed: Followed, path: string): Promise<void> {
    const { folder, branch } = followed;
    const { l10n } = vscode;
    const file = { folder, branch, path };
    const output = localUri(followed, path);
    await vscode.commands.executeCommand(openCommand, {
      base: baseUri(file),
      input1: { uri: branchUri(file), title: branch, description: l10n.t('on the branch'), detail: '' },
      // A copy: the file itself changes while it is merged.
      input2: { uri: localCopyUri(file), title: folder.name, description: l10n.t('on this machine'), detail: '' },
      output,
    });
    this.#open.set(output.toString(), { followed, path });
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#open.clear();
  }

  async #ask(uri: vscode.Uri, merge: Merge): Promise<void> {
    const { engine, branch } = merge.followed;
    if (!engine.state.value.conflicts.some(({ path }) => path === merge.path)) {
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
