/** The model of a project before the user's changes: that of the parent branch, or of the last commit in git. */

import path from 'node:path';
import * as vscode from 'vscode';
import { hashOf } from '../../base/hash.ts';
import { ModelIndex } from '../../model/index/modelIndex.ts';
import { isModelSource } from '../../model/source/modelSource.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';
import type { BranchChanges } from '../../session/review/branchReview.ts';

export interface EarlierModel {
  /** For messages. */
  name: string;
  index: ModelIndex;
}

/** @throws PlatformError, CancelledError */
export async function modelOfParent(
  current: ModelIndex,
  { parent, before }: BranchChanges,
  signal: AbortSignal,
): Promise<EarlierModel> {
  const sources = [...before.keys()].filter((file) => isModelSource(file, current.modelFolder));
  const textOf = (file: string) => current.text(file)?.text;
  const isSame = (file: string) => before.get(file) === hashOf(Buffer.from(textOf(file) ?? ''));
  const texts = await parent.texts(before, sources, signal);
  const all = new Map(
    sources.flatMap((file) => {
      const text = isSame(file) ? textOf(file) : texts.get(file);
      return text === undefined ? [] : [[file, text] as const];
    }),
  );
  return { name: parent.branchName, index: indexOf(current.modelFolder, all) };
}

/** As the git extension of VS Code tells it. */
interface GitChange {
  uri: vscode.Uri;
  /** Before a rename. */
  originalUri: vscode.Uri;
}

interface GitRepository {
  state: {
    HEAD?: { commit?: string };
    untrackedChanges: readonly GitChange[];
    workingTreeChanges: readonly GitChange[];
  };
  diffWithHEAD(): Promise<readonly GitChange[]>;
  show(ref: string, file: string): Promise<string>;
}

interface Git {
  getAPI(version: 1): { openRepository(root: vscode.Uri): Promise<GitRepository | null> };
}

/** Undefined if the project is in no repository with a commit, or if git is off. @param saved the files as they are on the disk */
export async function modelOfCommit(saved: ModelIndex, folder: BoundFolder): Promise<EarlierModel | undefined> {
  const extension = vscode.extensions.getExtension<Git>('vscode.git');
  const root = vscode.Uri.file(folder.binding.projectFolder);
  const repository = await (async () => (await extension?.activate())?.getAPI(1).openRepository(root))().catch(
    () => undefined,
  );
  if (!repository?.state.HEAD?.commit) return undefined;
  const changed = new Set<string>();
  const { untrackedChanges, workingTreeChanges } = repository.state;
  for (const { uri, originalUri } of [
    ...(await repository.diffWithHEAD()),
    ...untrackedChanges,
    ...workingTreeChanges,
  ]) {
    for (const one of [uri, originalUri]) {
      const file = relativeTo(folder, one.fsPath);
      if (file !== undefined && isModelSource(file, saved.modelFolder)) changed.add(file);
    }
  }
  const texts = new Map([...saved.files].map((one) => [one.path, one.text] as const));
  for (const file of changed) {
    // A file that git does not know is new.
    const text = await repository.show('HEAD', path.join(folder.binding.projectFolder, file)).catch(() => undefined);
    if (text === undefined) texts.delete(file);
    else texts.set(file, text);
  }
  return { name: vscode.l10n.t('the last commit'), index: indexOf(saved.modelFolder, texts) };
}

function indexOf(modelFolder: string, texts: ReadonlyMap<string, string>): ModelIndex {
  const index = new ModelIndex({ modelFolder });
  for (const [file, text] of texts) index.set(file, text);
  return index;
}
