/** The conflicts that are merged in the merge editor. A merge that is not complete is kept until its file is opened again. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import { type Disposable, Lifetime, toDisposable } from '../../base/lifetime.ts';
import { unresolvedConflicts } from '../../review/predictMerge.ts';
import type { Conflict } from '../../sync/plan/planTypes.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import {
  activeFile,
  type MergeAddress,
  type MergeInput,
  mergeInputOf,
  mergeUri,
  parseMergeUri,
} from '../shell/mergeUris.ts';
import { showFailure, showInformation, showStatus, showWarning } from '../shell/notifications.ts';
import { baseUri, branchUri, localCopyUri, localUri } from './branchDocuments.ts';

/** An internal command of the editor, which its git extension uses, too. It is not part of the API. */
const openCommand = '_open.mergeEditor';
/** Saves the result and closes the editor. Asks before that if conflicts remain. */
const acceptCommand = 'mergeEditor.acceptMerge';
/** With conflict markers in the result, the editor merges what it can and asks the user for the rest. */
const initialResult = '<<<<<<<\n=======\n>>>>>>>\n';

/** The other side of a merge with the parent branch. */
export interface ParentSide {
  base: vscode.Uri;
  uri: vscode.Uri;
  parent: string;
}

/** Carries on after the merge result was saved to the local file. */
type OnMerged = (followed: FollowedBranch, file: string) => Promise<void>;

export class OpenMerges implements Disposable {
  readonly #app: App;
  readonly #recordOf: (result: vscode.Uri) => vscode.Uri;
  readonly #lifetime = new Lifetime();
  readonly #completing = new Set<string>();
  readonly #offered = new Set<string>();
  readonly #onMerged = new Map<string, OnMerged>();

  /** @param recordOf the file with the versions that a result merges */
  constructor(app: App, recordOf: (result: vscode.Uri) => vscode.Uri) {
    this.#app = app;
    this.#recordOf = recordOf;
    this.#lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) {
          const input = mergeInputOf(tab);
          const address = input && parseMergeUri(input.result);
          if (address && !this.#completing.has(input.result.toString()))
            this.#handleClosed(input, address).catch((failure) => showFailure(failure, app));
        }
      }),
    );
  }

  /** Registers what follows a merge with this parent; undefined: with the branch. */
  handleMerged(parent: string | undefined, onMerged: OnMerged): Disposable {
    this.#onMerged.set(parent ?? '', onMerged);
    return toDisposable(() => {
      if (this.#onMerged.get(parent ?? '') === onMerged) this.#onMerged.delete(parent ?? '');
    });
  }

  /** Opens the merge editor with the result of an earlier time. @throws CancelledError, Error if there is no merge editor */
  async open(followed: FollowedBranch, conflict: Conflict, other?: ParentSide): Promise<void> {
    const { folder, branchName } = followed;
    const { l10n } = vscode;
    const file = { folder, branchName, path: conflict.path };
    const { base, uri } = other ?? { base: baseUri(file), uri: branchUri(file) };
    const parent = other?.parent;
    const result = mergeUri({ folder: folder.workspaceFolder, branchName, file: conflict.path, parent });
    await this.#prepare(result, conflict);
    await vscode.commands.executeCommand(openCommand, {
      base,
      input1: { uri, title: parent ?? branchName, description: l10n.t('Remote'), detail: '' },
      // A copy, because the local file may change during the merge.
      input2: { uri: localCopyUri(file), title: folder.name, description: l10n.t('Local'), detail: '' },
      output: result,
    });
  }

  /** Saves the result of the active merge editor to the local file. @throws UserError */
  async completeActive(): Promise<void> {
    const result = activeFile();
    const address = result && parseMergeUri(result);
    if (!address) {
      throw new UserError(vscode.l10n.t('No merge editor of a conflict is active.'), {
        action: vscode.l10n.t('Select a file under Conflicts in the Source Control view.'),
      });
    }
    // Refuses before the editor closes.
    this.#handlerOf(address);
    this.#followedOf(address);
    const key = result.toString();
    this.#completing.add(key);
    try {
      const accepted = await vscode.commands.executeCommand<{ successful: boolean } | undefined>(acceptCommand);
      if (accepted?.successful) await this.#apply(result, address);
    } finally {
      this.#completing.delete(key);
    }
  }

  /** Offers to complete a merge that was saved without a conflict, once. */
  async offerCompletion({ uri }: vscode.TextDocument): Promise<void> {
    const tab = tabOf(uri);
    const input = mergeInputOf(tab);
    const address = parseMergeUri(uri);
    const key = uri.toString();
    if (!tab || !input || !address || this.#offered.has(key) || (await this.#unresolved(input)) > 0) return;
    this.#offered.add(key);
    const { l10n } = vscode;
    const complete = l10n.t('Complete Merge');
    if ((await showInformation(l10n.t('The merge of {0} has no conflict left.', address.file), complete)) !== complete)
      return;
    if (tab.isActive && tab.group.isActive) return this.completeActive();
    const open = tabOf(uri);
    if (open?.isDirty) {
      throw new UserError(l10n.t('The merge of {0} has unsaved changes.', address.file), {
        action: l10n.t('Save them, then run “Complete Merge”.'),
      });
    }
    this.#completing.add(key);
    try {
      if (open) await vscode.window.tabGroups.close(open);
      await this.#apply(uri, address);
    } finally {
      this.#completing.delete(key);
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Keeps the result of an earlier time if it is about the same versions, or if the user wants it. */
  async #prepare(result: vscode.Uri, conflict: Conflict): Promise<void> {
    const { fs } = vscode.workspace;
    const { base, local, remote, path: file } = conflict;
    const record = JSON.stringify({ base, local, remote });
    const [kept, versions] = await Promise.all([this.#read(result), this.#read(this.#recordOf(result))]);
    const isStarted = kept !== undefined && kept !== initialResult;
    if (isStarted && versions === record) return;
    if (isStarted && !(await askToContinue(file))) this.#offered.delete(result.toString());
    else if (isStarted) {
      await fs.writeFile(this.#recordOf(result), new TextEncoder().encode(record));
      return;
    }
    await fs.writeFile(result, new TextEncoder().encode(initialResult));
    await fs.writeFile(this.#recordOf(result), new TextEncoder().encode(record));
  }

  async #handleClosed(input: MergeInput, address: MergeAddress): Promise<void> {
    const { l10n } = vscode;
    const { result } = input;
    const text = await this.#read(result);
    if (text === undefined) return;
    if (text === initialResult) return this.#forget(result);
    const kept = l10n.t('The merge of {0} is kept. Open it again to continue', address.file);
    if ((await this.#unresolved(input)) > 0) return showStatus(kept);
    const complete = l10n.t('Complete Merge');
    const detail = l10n.t(
      'It has no conflict left. The result is saved to the file and pushed to {0}. Otherwise it is kept until you open it again.',
      address.branchName,
    );
    const question = l10n.t('Complete the merge of {0}?', address.file);
    if ((await showInformation(question, { modal: true, detail }, complete)) === complete)
      await this.#apply(result, address);
    else showStatus(kept);
  }

  /** Conflicts whose lines are still those of the base: the editor writes these for what the user has not decided. */
  async #unresolved({ base, input1, input2, result }: MergeInput): Promise<number> {
    const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
    const [before, theirs, ours, merged] = await Promise.all(
      [base, input1, input2].map(textOf).concat(this.#text(result)),
    );
    if (/^<{7}/m.test(merged!)) return 1;
    return unresolvedConflicts({ base: before!, ours: ours!, theirs: theirs!, result: merged! });
  }

  /** Saves a result to the local file, and forgets it. @throws UserError; the result is kept then */
  async #apply(result: vscode.Uri, address: MergeAddress): Promise<void> {
    const onMerged = this.#handlerOf(address);
    const followed = this.#followedOf(address);
    const record = await this.#read(this.#recordOf(result));
    const { local } = JSON.parse(record ?? '{}') as Partial<Conflict>;
    await writeLocal(followed, address.file, local, await this.#text(result));
    await this.#forget(result);
    await onMerged(followed, address.file);
  }

  #handlerOf({ parent }: MergeAddress): OnMerged {
    const handler = this.#onMerged.get(parent ?? '');
    if (handler) return handler;
    throw new UserError(vscode.l10n.t('The review that this merge is for is closed.'), {
      action: vscode.l10n.t('Open the review of the branch again, then complete the merge.'),
    });
  }

  #followedOf({ folder, branchName }: MergeAddress): FollowedBranch {
    const followed = this.#app.folders.list.value
      .filter(({ workspaceFolder }) => workspaceFolder === folder)
      .map(followedBranchOf)
      .find((each) => each?.branchName === branchName);
    if (followed) return followed;
    throw new UserError(vscode.l10n.t('The folder no longer syncs with {0}.', branchName), {
      action: vscode.l10n.t('Open the branch in dev mode again.'),
    });
  }

  async #forget(result: vscode.Uri): Promise<void> {
    this.#offered.delete(result.toString());
    await vscode.workspace.fs.delete(result);
  }

  async #text(uri: vscode.Uri): Promise<string> {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }

  /** Undefined if there is no such file. */
  async #read(uri: vscode.Uri): Promise<string | undefined> {
    return this.#text(uri).catch(() => undefined);
  }
}

function tabOf(result: vscode.Uri): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find((tab) => mergeInputOf(tab)?.result.toString() === result.toString());
}

/** @returns false: start again. @throws CancelledError */
async function askToContinue(file: string): Promise<boolean> {
  const { l10n } = vscode;
  const carryOn = l10n.t('Continue');
  const startAgain = l10n.t('Start Again');
  const detail = l10n.t('Your merge result is of earlier versions. Continue with it, or merge the versions of now.');
  const message = l10n.t('{0} changed after you began to merge it.', file);
  const choice = await showWarning(message, { modal: true, detail }, carryOn, startAgain);
  if (choice === undefined) throw new CancelledError();
  return choice === carryOn;
}

/** Replaces the local version by the merge result with an edit that the user can undo. */
async function writeLocal(
  followed: FollowedBranch,
  file: string,
  expected: string | undefined,
  text: string,
): Promise<void> {
  const uri = localUri(followed, file);
  const document = await vscode.workspace.openTextDocument(uri);
  const onDisk = await vscode.workspace.fs.readFile(uri);
  if (document.isDirty || hashOf(onDisk) !== expected) {
    throw new UserError(vscode.l10n.t('{0} changed after the merge started.', file), {
      action: vscode.l10n.t('Open its merge again. Your result is kept.'),
    });
  }
  const fullRange = new vscode.Range(new vscode.Position(0, 0), document.lineAt(document.lineCount - 1).range.end);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, fullRange, text);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) {
    throw new UserError(vscode.l10n.t('Could not save {0}.', file));
  }
}
