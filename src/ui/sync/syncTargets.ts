/** Finds the files and the followed branch for a sync command: from Source Control rows, Explorer files, or the active editor. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';
import { argumentUri, chooseFolder, folderOf } from '../folders/folderChoice.ts';
import { type FollowedBranch, followedBranchOf } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { activeFile, parseMergeUri } from '../shell/mergeUris.ts';
import { parseDocumentUri } from '../shell/readOnlyDocuments.ts';

/** Opens the folder of a command and returns the branch it follows. @throws UserError if it follows none */
export async function chooseFollowedBranch(app: App, argument?: unknown): Promise<FollowedBranch> {
  return requireFollowedBranch(await chooseFolder(app, argument));
}

/** @throws UserError if the folder follows no branch */
export async function requireFollowedBranch(folder: BoundFolder): Promise<FollowedBranch> {
  const session = await folder.open();
  await session.resume();
  const followed = followedBranchOf(folder);
  if (followed) return followed;
  throw new UserError(vscode.l10n.t('“{0}” does not sync with a dev branch.', folder.name), {
    code: 'no-followed-branch',
    action: vscode.l10n.t('Open a branch in dev mode first.'),
  });
}

export interface FilesOfFolder {
  followed: FollowedBranch;
  /** POSIX paths relative to the project folder. */
  paths: readonly string[];
}

/**
 * The files of the command arguments: rows, groups, files or read-only documents. Without arguments, the file of the active editor.
 * @throws UserError if there is no file, or if it is not in a bound folder
 */
export async function chooseFiles(app: App, args: readonly unknown[]): Promise<FilesOfFolder> {
  const uris = argumentUris(args);
  const [first = activeFile()] = uris;
  const folder = first && folderOf(app, first);
  if (!first || !folder) {
    throw new UserError(
      first
        ? vscode.l10n.t('{0} is not in a folder that is bound to a deployment.', vscode.workspace.asRelativePath(first))
        : vscode.l10n.t('No file is selected.'),
      { action: vscode.l10n.t('Open a data model file, or select one in the Source Control view.') },
    );
  }
  const paths = (uris.length > 0 ? uris : [first])
    .filter((uri) => folderOf(app, uri) === folder)
    .map((uri) => pathIn(folder, uri))
    .filter((path) => path !== undefined);
  return { followed: await requireFollowedBranch(folder), paths: [...new Set(paths)] };
}

/** All URIs in the arguments of a menu. The Explorer passes its selection as a list. */
export function argumentUris(args: readonly unknown[]): vscode.Uri[] {
  const items = args.flatMap((argument): unknown[] => {
    if (Array.isArray(argument)) return argument;
    const states = (argument as { resourceStates?: readonly unknown[] } | undefined)?.resourceStates;
    return states ? [...states] : [argument];
  });
  const uris = new Map<string, vscode.Uri>();
  for (const item of items) {
    // A source control is a folder, not a file.
    if (typeof item === 'object' && item !== null && 'rootUri' in item) continue;
    const uri = argumentUri(item);
    if (uri) uris.set(uri.toString(), uri);
  }
  return [...uris.values()];
}

function pathIn(folder: BoundFolder, uri: vscode.Uri): string | undefined {
  return parseDocumentUri(uri)?.parameters.file ?? parseMergeUri(uri)?.file ?? relativeTo(folder, uri.fsPath);
}
