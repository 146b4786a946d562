/**
 * Conflicts that are being merged in the editor's 3-way merge. The result is a file of its own, outside the folder: until it
 * is complete the person's file stays as it is, whatever saves by itself meanwhile.
 */

import { createHash } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Conflict } from '../../sync/plan/planTypes.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { showFailure } from '../shell/notifications.ts';
import { baseUri, branchUri, localCopyUri } from './branchDocuments.ts';
import { localUri } from './planReview.ts';

/** The editor's own command, which its git extension uses too; the API does not promise it. */
const openCommand = '_open.mergeEditor';
/** With such lines in the result the editor begins the merge anew: what merges by itself is merged, the rest is asked. */
const unmerged = '<<<<<<<\n=======\n>>>>>>>\n';

export interface Merge {
  followed: FollowedBranch;
  path: string;
  /** Both sides as they were when the merge began. */
  conflict: Conflict;
}

export class OpenMerges implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #open = new Map<string, Merge>();
  readonly #settle: (merge: Merge) => Promise<void>;

  /** @param settle sends the local file once it holds the merge */
  constructor(app: App, settle: (merge: Merge) => Promise<void>) {
    this.#app = app;
    this.#settle = settle;
    this.#lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) {
          // The API has no type for a merge's tab; what it gives names the result.
          const result = (input as { result?: vscode.Uri } | undefined)?.result;
          const merge = result && this.#open.get(result.toString());
          if (merge) this.#closed(result, merge).catch((failure) => showFailure(failure, app.log));
        }
      }),
    );
  }

  /** Opens the merge of a conflict. @throws where the editor has no merge editor. */
  async open(followed: FollowedBranch, conflict: Conflict): Promise<void> {
    const { folder, branch } = followed;
    const { l10n } = vscode;
    const file = { folder, branch, path: conflict.path };
    const result = this.#resultUri(followed, conflict.path);
    await vscode.workspace.fs.writeFile(result, new TextEncoder().encode(unmerged));
    this.#open.set(result.toString(), { followed, path: conflict.path, conflict });
    await vscode.commands.executeCommand(openCommand, {
      base: baseUri(file),
      input1: { uri: branchUri(file), title: branch, description: l10n.t('Remote'), detail: '' },
      // A copy: the file itself may change meanwhile.
      input2: { uri: localCopyUri(file), title: folder.name, description: l10n.t('Local'), detail: '' },
      output: result,
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#open.clear();
  }

  #resultUri({ folder, branch }: FollowedBranch, file: string): vscode.Uri {
    const key = createHash('sha1').update([folder.workspaceFolder, branch, file].join('\0')).digest('hex').slice(0, 16);
    return vscode.Uri.joinPath(this.#app.context.globalStorageUri, 'merges', key, path.posix.basename(file));
  }

  async #closed(result: vscode.Uri, merge: Merge): Promise<void> {
    this.#open.delete(result.toString());
    const merged = await vscode.workspace.fs.readFile(result);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(result, '..'), { recursive: true });
    const text = new TextDecoder().decode(merged);
    // Closed without a result: the conflict stays as it is.
    if (/^<{7}/m.test(text)) return;
    const { l10n } = vscode;
    const { branch } = merge.followed;
    const send = l10n.t('Save and Push');
    const question = l10n.t('Save the merge result of {0} and push it to {1}?', merge.path, branch);
    if ((await vscode.window.showInformationMessage(question, send, l10n.t('Discard'))) !== send) return;
    await this.#write(merge, text);
    await this.#settle(merge);
  }

  /** Puts the merge in the place of the local version, through the editor: it can be undone there. */
  async #write({ followed, path: file, conflict }: Merge, text: string): Promise<void> {
    const uri = localUri(followed, file);
    const document = await vscode.workspace.openTextDocument(uri);
    const onDisk = await vscode.workspace.fs.readFile(uri);
    if (document.isDirty || createHash('sha1').update(onDisk).digest('hex') !== conflict.local) {
      throw new UserError(vscode.l10n.t('{0} changed after the merge started.', file), {
        action: vscode.l10n.t('Merge it again.'),
      });
    }
    const whole = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, whole, text);
    if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) {
      throw new UserError(vscode.l10n.t('Could not save {0}.', file));
    }
  }
}
