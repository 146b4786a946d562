/** Decorates files in the Explorer and on tabs with their sync status. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { relativeTo } from '../../session/folders.ts';
import { type FollowedBranch, forEachFollowedBranch } from '../folders/followedBranch.ts';
import type { ColorId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { localUri } from './branchDocuments.ts';
import { type FileSyncStatus, fileSyncStatuses } from './changedFiles.ts';

interface DecoratedFile {
  status: FileSyncStatus;
  branchName: string;
  /** When it was last verified. */
  verified: Date | undefined;
}

export class FileDecorations implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #decorated = new Map<string, DecoratedFile>();

  constructor({ folders }: Pick<App, 'folders'>) {
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(
      vscode.window.registerFileDecorationProvider({
        onDidChangeFileDecorations: this.#changed.event,
        provideFileDecoration: (uri) => decoration(this.#decorated.get(uri.toString())),
      }),
    );
    this.#lifetime.add(forEachFollowedBranch(folders, (followed, lifetime) => this.#follow(followed, lifetime)));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow(followed: FollowedBranch, lifetime: Lifetime): void {
    const { folder, engine, branchName } = followed;
    const pushed = new Set<string>();
    let shown = new Map<string, FileSyncStatus>();
    const show = (next: ReadonlyMap<string, FileSyncStatus>) => {
      const changed: vscode.Uri[] = [];
      const { lastVerified: verified } = engine.state.value;
      for (const path of new Set([...shown.keys(), ...next.keys()])) {
        const status = next.get(path);
        if (status === shown.get(path)) continue;
        const uri = localUri(followed, path);
        changed.push(uri);
        if (status) this.#decorated.set(uri.toString(), { status, branchName, verified });
        else this.#decorated.delete(uri.toString());
      }
      shown = new Map(next);
      if (changed.length > 0) this.#changed.fire(changed);
    };
    const render = () => show(fileSyncStatuses(engine.state.value, pushed));
    lifetime.add(
      engine.onDidPush(({ paths }) => {
        for (const path of paths) pushed.add(path);
        render();
      }),
    );
    lifetime.add(engine.state.onChange(render));
    // An edited text is no longer verified.
    lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0 || document.uri.scheme !== 'file') return;
        const path = relativeTo(folder, document.uri.fsPath);
        if (path !== undefined && pushed.delete(path)) render();
      }),
    );
    lifetime.onDispose(() => show(new Map()));
    render();
  }
}

function decoration(file: DecoratedFile | undefined): vscode.FileDecoration | undefined {
  if (!file) return undefined;
  const { l10n } = vscode;
  const color = (id: ColorId) => new vscode.ThemeColor(id);
  switch (file.status) {
    case 'conflict': {
      const tooltip = l10n.t('In conflict with {0}', file.branchName);
      const conflict = new vscode.FileDecoration('!', tooltip, color('dataModel.conflictResourceForeground'));
      conflict.propagate = true;
      return conflict;
    }
    case 'local': {
      const tooltip = l10n.t('Not pushed to {0} yet', file.branchName);
      const local = new vscode.FileDecoration('↑', tooltip, color('dataModel.changedResourceForeground'));
      local.propagate = true;
      return local;
    }
    case 'remote': {
      const tooltip = l10n.t('Changed on {0}, not pulled yet', file.branchName);
      return new vscode.FileDecoration('↓', tooltip, color('dataModel.incomingResourceForeground'));
    }
    case 'verified': {
      const time = file.verified?.toLocaleTimeString(vscode.env.language) ?? '';
      // No color, because most files are verified.
      return new vscode.FileDecoration('✓', l10n.t('Verified on {0} at {1}', file.branchName, time));
    }
  }
}
