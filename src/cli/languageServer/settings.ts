/** What the client decides when it starts the server. */

import { posix, resolve } from 'node:path';
import type { InitializeParams } from 'vscode-languageserver/node';
import { pathOfUri } from './uris.ts';

/** The absolute paths of the workspace folders. */
export function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.flatMap(({ uri }) => folderOfUri(uri) ?? []);
  const root = rootUri ? folderOfUri(rootUri) : rootPath;
  return root ? [resolve(root)] : [];
}

export function folderOfUri(uri: string): string | undefined {
  const folder = pathOfUri(uri);
  return folder === undefined ? undefined : resolve(folder);
}

/** The name of the model folder in every project: `initializationOptions.modelFolder`, `model` if it is none. */
export function modelFolderOf({ initializationOptions }: InitializeParams): string {
  const { modelFolder } = (initializationOptions ?? {}) as { modelFolder?: unknown };
  if (typeof modelFolder !== 'string' || modelFolder.trim() === '') return 'model';
  const folder = posix.normalize(modelFolder.trim().replaceAll('\\', '/')).replace(/\/+$/, '');
  return folder === '' || folder.startsWith('/') || folder.startsWith('..') || /^[a-z]:/i.test(folder)
    ? 'model'
    : folder;
}
