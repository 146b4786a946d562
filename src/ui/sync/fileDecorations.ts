/** Marks files in the Explorer and on tabs: in conflict, not yet sent, not yet brought, verified on the branch. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { relativeTo } from '../../session/folders.ts';
import { type FollowedBranch, forEachFollowedBranch } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import type { ColorId } from '../shell/ids.ts';
import { type FileSyncStatus, fileSyncStatuses } from './changedFiles.ts';
import { localUri } from './planReview.ts';

interface Marked {
  mark: FileSyncStatus;
  branch: string;
  /** When it was last verified. */
  verified: Date | undefined;
}

export class FileDecorations implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #marked = new Map<string, Marked>();

  constructor({ folders }: Pick<App, 'folders'>) {
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(
      vscode.window.registerFileDecorationProvider({
        onDidChangeFileDecorations: this.#changed.event,
        provideFileDecoration: (uri) => decoration(this.#marked.get(uri.toString())),
      }),
    );
    this.#lifetime.add(forEachFollowedBranch(folders, (followed, lifetime) => this.#follow(followed, lifetime)));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow(followed: FollowedBranch, lifetime: Lifetime): void {
    const { folder, engine, branch } = followed;
    const sent = new Set<string>();
    let shown = new Map<string, FileSyncStatus>();
    const show = (next: ReadonlyMap<string, FileSyncStatus>) => {
      const changed: vscode.Uri[] = [];
      const { lastVerified: verified } = engine.state.value;
      for (const path of new Set([...shown.keys(), ...next.keys()])) {
        const mark = next.get(path);
        if (mark === shown.get(path)) continue;
        const uri = localUri(followed, path);
        changed.push(uri);
        if (mark) this.#marked.set(uri.toString(), { mark, branch, verified });
        else this.#marked.delete(uri.toString());
      }
      shown = new Map(next);
      if (changed.length > 0) this.#changed.fire(changed);
    };
    const render = () => show(fileSyncStatuses(engine.state.value, sent));
    lifetime.add(
      engine.onDidPush(({ paths }) => {
        for (const path of paths) sent.add(path);
        render();
      }),
    );
    lifetime.add(engine.state.onChange(render));
    // What was verified was the text before this edit.
    lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || document.uri.scheme !== 'file') return;
        const path = relativeTo(folder, document.uri.fsPath);
        if (path !== undefined && sent.delete(path)) render();
      }),
    );
    lifetime.onDispose(() => show(new Map()));
    render();
  }
}

function decoration(marked: Marked | undefined): vscode.FileDecoration | undefined {
  if (!marked) return undefined;
  const { l10n } = vscode;
  const color = (id: ColorId) => new vscode.ThemeColor(id);
  switch (marked.mark) {
    case 'conflict': {
      const tooltip = l10n.t('In conflict with {0}', marked.branch);
      const conflict = new vscode.FileDecoration('!', tooltip, color('dataModel.conflictResourceForeground'));
      conflict.propagate = true;
      return conflict;
    }
    case 'local': {
      const tooltip = l10n.t('Not pushed to {0} yet', marked.branch);
      const local = new vscode.FileDecoration('↑', tooltip, color('dataModel.changedResourceForeground'));
      local.propagate = true;
      return local;
    }
    case 'remote': {
      const tooltip = l10n.t('Changed on {0}, not pulled yet', marked.branch);
      return new vscode.FileDecoration('↓', tooltip, color('dataModel.incomingResourceForeground'));
    }
    case 'verified': {
      const time = marked.verified?.toLocaleTimeString(vscode.env.language) ?? '';
      // No colour: most files are verified, and what is well should not shout.
      return new vscode.FileDecoration('✓', l10n.t('Verified on {0} at {1}', marked.branch, time));
    }
  }
}
