/** Watches files of a folder, also while their parent folders are deleted. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';

/**
 * Reports each file of a pattern that was created, changed or deleted.
 * @param known the files that the caller has read. VS Code reports only the folder when a folder is deleted.
 */
export function watchFiles(
  pattern: vscode.RelativePattern,
  known: () => Iterable<vscode.Uri>,
  changed: (uri: vscode.Uri) => void,
): Disposable {
  const lifetime = new Lifetime();
  const files = lifetime.add(vscode.workspace.createFileSystemWatcher(pattern));
  for (const event of [files.onDidCreate, files.onDidChange, files.onDidDelete]) lifetime.add(event(changed));
  const everything = new vscode.RelativePattern(pattern.baseUri, '**');
  const deletions = lifetime.add(vscode.workspace.createFileSystemWatcher(everything, true, true, false));
  lifetime.add(
    deletions.onDidDelete(({ path }) => {
      for (const uri of [...known()]) if (uri.path.startsWith(`${path}/`)) changed(uri);
    }),
  );
  return lifetime;
}
