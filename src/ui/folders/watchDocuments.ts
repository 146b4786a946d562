/** Watches the query and test documents of a folder, also while their parent folders are created or deleted. */

import * as vscode from 'vscode';
import { Batch } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { documentNames, kindOfName } from '../../model/documents/documentKind.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';
import { diskChangeDelayMs } from '../../session/modelWatch.ts';
import type { testPattern } from '../manifest/ids.ts';

/**
 * Reports each document that was created, changed or deleted.
 * @param pattern of their names
 * @param known those that the caller has read. VS Code reports only the folder when a folder is deleted.
 */
export function watchDocuments(
  folder: BoundFolder,
  pattern: typeof documentNames | typeof testPattern,
  known: () => Iterable<vscode.Uri>,
  changed: (uri: vscode.Uri) => void,
): Disposable {
  const lifetime = new Lifetime();
  const root = vscode.Uri.file(folder.binding.projectFolder);
  const files = lifetime.add(vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(root, pattern)));
  for (const event of [files.onDidCreate, files.onDidChange, files.onDidDelete]) lifetime.add(event(changed));
  const isWanted = (path: string) => pattern === documentNames || kindOfName(path) === 'test';
  const search = async (uris: readonly vscode.Uri[]) => {
    const paths = new Set(uris.flatMap(({ fsPath }) => relativeTo(folder, fsPath) ?? []));
    const { readProjectPath } = await import('../../model/project/readProject.ts');
    for (const path of paths) {
      // The event of a document is one already, and the search of a folder finds what is below it.
      if (kindOfName(path) || isBelowOneOf(path, paths)) continue;
      for await (const file of readProjectPath(folder.binding, 'documents', path)) {
        if (lifetime.disposed) return;
        if (isWanted(file.path)) changed(vscode.Uri.joinPath(root, file.path));
      }
    }
  };
  const created = lifetime.add(new Batch<vscode.Uri>((uris) => void search(uris).catch(() => {}), diskChangeDelayMs));
  const everything = new vscode.RelativePattern(root, '**');
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

function isBelowOneOf(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return false;
}
