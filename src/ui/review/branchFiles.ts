/** The files of the group *Changes on This Dev Branch*: their rows, and the two sides of their comparisons. */

import * as vscode from 'vscode';
import type { FileChange } from '../../review/fileChanges.ts';
import type { BranchChanges } from '../../session/review/branchReview.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import { branchUri, localUri, nothingUri } from '../sync/branchDocuments.ts';
import { changeTooltip } from './cards/changeTexts.ts';
import { reviewUri } from './reviewDocuments.ts';

const icons: Record<FileChange['status'], string> = {
  added: 'diff-added',
  changed: 'diff-modified',
  removed: 'diff-removed',
  renamed: 'diff-renamed',
};

export function fileRow(
  followed: FollowedBranch,
  change: FileChange,
  parent: string,
): vscode.SourceControlResourceState {
  const resourceUri = localUri(followed, change.path);
  const command: CommandId = 'dataModel.review.openDiff';
  return {
    resourceUri,
    contextValue: 'dataModel.branchChange',
    command: { command, title: vscode.l10n.t('Open'), arguments: [resourceUri] },
    decorations: {
      iconPath: new vscode.ThemeIcon(icons[change.status]),
      strikeThrough: change.status === 'removed',
      tooltip: changeTooltip(change, parent, vscode.l10n),
    },
  };
}

/** The parent's version and the branch's. If the folder has the branch's version, it is the file itself. */
export function comparedVersions(
  followed: FollowedBranch,
  change: FileChange,
  { parent, before, after }: BranchChanges,
): [resource: vscode.Uri, original: vscode.Uri, modified: vscode.Uri] {
  const local = localUri(followed, change.path);
  const nothing = nothingUri({ ...followed, path: change.path });
  const earlier = change.previousPath ?? change.path;
  const { plan } = followed.engine.state.value;
  const isLocal = plan?.local.get(change.path) === after.get(change.path);
  return [
    local,
    before.has(earlier) ? parentUri(followed, parent.branchName, earlier) : nothing,
    !after.has(change.path) ? nothing : isLocal ? local : branchUri({ ...followed, path: change.path }),
  ];
}

export function parentUri({ folder }: FollowedBranch, parent: string, file: string): vscode.Uri {
  const { connectionId, deploymentId } = folder.binding;
  return reviewUri({ connectionId, deploymentId, branchName: parent, file, folder });
}
