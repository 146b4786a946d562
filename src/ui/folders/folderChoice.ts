/** Finds the bound folder for a command: from its argument, the active editor, or a quick pick. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { sessionErrors } from '../../session/errors.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { App } from '../shell/app.ts';
import { activeFile, parseMergeUri } from '../shell/mergeUris.ts';
import { pickItem } from '../shell/quickInput.ts';
import { parseDocumentUri } from '../shell/readOnlyDocuments.ts';

/** The folder of a command argument: a source control, a row or group of it, a file, or a read-only document. */
export function folderOf({ folders }: Pick<App, 'folders'>, argument: unknown): BoundFolder | undefined {
  const uri = argumentUri(argument);
  if (!uri) return undefined;
  const workspaceFolder = parseDocumentUri(uri)?.parameters.folder ?? parseMergeUri(uri)?.folder;
  if (workspaceFolder !== undefined)
    return folders.list.value.find((folder) => folder.workspaceFolder === workspaceFolder);
  return uri.scheme === 'file' ? folders.of(uri.fsPath) : undefined;
}

/** The folder of the active editor, otherwise the first that follows a branch, otherwise the first. */
export function activeFolder(app: Pick<App, 'folders'>): BoundFolder | undefined {
  const folders = app.folders.list.value;
  return folderOf(app, activeFile()) ?? folders.find(({ session }) => session.value?.sync.value) ?? folders[0];
}

/** The platform of a bound folder to which there is no connection: that of the active folder, otherwise the first. */
export function addressToConnect(app: Pick<App, 'connections' | 'folders'>): string | undefined {
  const bound = [activeFolder(app), ...app.folders.list.value].flatMap((folder) => folder?.binding.connectionId ?? []);
  return bound.find((id) => URL.canParse(id) && !app.connections.get(id));
}

/** The id of the deployment that the active folder is bound to, if it is one of this connection. */
export function boundDeployment(app: Pick<App, 'folders'>, connectionId: string): string | undefined {
  const binding = activeFolder(app)?.binding;
  return binding?.connectionId === connectionId ? binding.deploymentId : undefined;
}

/** @throws UserError if no folder is bound, CancelledError if the user picks none */
export async function chooseFolder(app: Pick<App, 'folders'>, argument?: unknown): Promise<BoundFolder> {
  const folders = app.folders.list.value;
  const known = folderOf(app, argument) ?? folderOf(app, activeFile());
  if (known) return known;
  const [only] = folders;
  if (!only) throw sessionErrors.error('folder-not-bound');
  if (folders.length === 1) return only;
  const picked = await pickItem(
    folders.map((folder) => ({
      label: folder.name,
      description: folder.session.value?.branchName ?? '',
      detail: folder.workspaceFolder,
      folder,
    })),
    { placeHolder: vscode.l10n.t('Select a folder that is bound to a deployment') },
  );
  if (!picked) throw new CancelledError();
  return picked.folder;
}

/** The URI of a menu argument. */
export function argumentUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { resourceUri, rootUri, resourceStates } = argument as {
    resourceUri?: unknown;
    rootUri?: unknown;
    resourceStates?: readonly { resourceUri?: unknown }[];
  };
  const uri = resourceUri ?? rootUri ?? resourceStates?.[0]?.resourceUri;
  return uri instanceof vscode.Uri ? uri : undefined;
}
