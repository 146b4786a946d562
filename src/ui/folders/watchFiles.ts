/** Watches files of a folder, also while their parent folders are created or deleted. */

import * as vscode from 'vscode';
import { Batch } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { diskChangeDelayMs } from '../../session/modelWatch.ts';

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
  const search = async (created: vscode.Uri) => {
    for (const uri of await filesBelow(created, pattern.pattern)) if (!lifetime.disposed) changed(uri);
  };
  const created = lifetime.add(
    new Batch<vscode.Uri>((uris) => {
      for (const uri of uris) void search(uri);
    }, diskChangeDelayMs),
  );
  const everything = new vscode.RelativePattern(pattern.baseUri, '**');
  const folders = lifetime.add(vscode.workspace.createFileSystemWatcher(everything, false, true, false));
  // On Linux, VS Code misses the files in folders that were created together with the folder above them.
  lifetime.add(folders.onDidCreate((uri) => created.add(uri)));
  lifetime.add(
    folders.onDidDelete(({ path }) => {
      for (const uri of [...known()]) if (uri.path.startsWith(`${path}/`)) changed(uri);
    }),
  );
  return lifetime;
}

/** None if `created` is a file, or was deleted. */
async function filesBelow(created: vscode.Uri, pattern: string): Promise<vscode.Uri[]> {
  try {
    const { type } = await vscode.workspace.fs.stat(created);
    if (type !== vscode.FileType.Directory) return [];
    return await vscode.workspace.findFiles(new vscode.RelativePattern(created, pattern), '**/node_modules/**');
  } catch {
    return [];
  }
}
