/**
 * The conflicts that are open in the merge editor. The merge result is a separate file outside the folder, so that an incomplete
 * merge is never saved to the local file.
 */

import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Conflict } from '../../sync/plan/planTypes.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { showFailure, showInformation } from '../shell/notifications.ts';
import { baseUri, branchUri, localCopyUri } from './branchDocuments.ts';
import { localUri } from './planReview.ts';

/** An internal command of the editor, which its git extension uses, too. It is not part of the API. */
const openCommand = '_open.mergeEditor';
/** With conflict markers in the result, the editor merges what it can and asks the user for the rest. */
const initialResult = '<<<<<<<\n=======\n>>>>>>>\n';

export interface Merge {
  followed: FollowedBranch;
  path: string;
  /** The conflict at the time when the merge was opened. */
  conflict: Conflict;
}

/** The base of a merge, and the version that is merged into the local file, with its branch. */
export interface MergeSides {
  base: vscode.Uri;
  uri: vscode.Uri;
  title: string;
}

export class OpenMerges implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #open = new Map<string, Merge>();
  readonly #pushMerged: (merge: Merge) => Promise<void>;

  /** @param pushMerged pushes the local file after the merge result was saved to it */
  constructor(app: App, pushMerged: (merge: Merge) => Promise<void>) {
    this.#app = app;
    this.#pushMerged = pushMerged;
    this.#lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) {
          // The API has no type for the tab of a merge editor, but its input contains the result.
          const result = (input as { result?: vscode.Uri } | undefined)?.result;
          const merge = result && this.#open.get(result.toString());
          if (merge) this.#handleClosed(result, merge).catch((failure) => showFailure(failure, app.log));
        }
      }),
    );
  }

  /** Opens the merge editor. `others` replace the base and the branch's version. @throws Error if the editor has none */
  async open(followed: FollowedBranch, conflict: Conflict, others?: MergeSides): Promise<void> {
    const { folder, branchName } = followed;
    const { l10n } = vscode;
    const file = { folder, branchName, path: conflict.path };
    const { base, uri, title } = others ?? { base: baseUri(file), uri: branchUri(file), title: branchName };
    const result = this.#resultUri(followed, conflict.path);
    await vscode.workspace.fs.writeFile(result, new TextEncoder().encode(initialResult));
    this.#open.set(result.toString(), { followed, path: conflict.path, conflict });
    await vscode.commands.executeCommand(openCommand, {
      base,
      input1: { uri, title, description: l10n.t('Remote'), detail: '' },
      // A copy, because the local file may change during the merge.
      input2: { uri: localCopyUri(file), title: folder.name, description: l10n.t('Local'), detail: '' },
      output: result,
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#open.clear();
  }

  #resultUri({ folder, branchName }: FollowedBranch, file: string): vscode.Uri {
    const key = hashOf(Buffer.from([folder.workspaceFolder, branchName, file].join('\0'))).slice(0, 16);
    return vscode.Uri.joinPath(this.#app.context.globalStorageUri, 'merges', key, path.posix.basename(file));
  }

  async #handleClosed(result: vscode.Uri, merge: Merge): Promise<void> {
    this.#open.delete(result.toString());
    const merged = await vscode.workspace.fs.readFile(result);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(result, '..'), { recursive: true });
    const text = new TextDecoder().decode(merged);
    // The merge is incomplete, so the conflict remains.
    if (/^<{7}/m.test(text)) return;
    const { l10n } = vscode;
    const { branchName } = merge.followed;
    const saveAndPush = l10n.t('Save and Push');
    const question = l10n.t('Save the merge result of {0} and push it to {1}?', merge.path, branchName);
    if ((await showInformation(question, saveAndPush, l10n.t('Discard'))) !== saveAndPush) return;
    await this.#write(merge, text);
    await this.#pushMerged(merge);
  }

  /** Replaces the local version by the merge result with an edit that the user can undo. */
  async #write({ followed, path: file, conflict }: Merge, text: string): Promise<void> {
    const uri = localUri(followed, file);
    const document = await vscode.workspace.openTextDocument(uri);
    const onDisk = await vscode.workspace.fs.readFile(uri);
    if (document.isDirty || hashOf(onDisk) !== conflict.local) {
      throw new UserError(vscode.l10n.t('{0} changed after the merge started.', file), {
        action: vscode.l10n.t('Merge it again.'),
      });
    }
    const fullRange = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, fullRange, text);
    if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) {
      throw new UserError(vscode.l10n.t('Could not save {0}.', file));
    }
  }
}
