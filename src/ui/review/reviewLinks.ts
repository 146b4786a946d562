/** Opens what the texts of a review link to: comparisons of files, and places in the sources. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { FileChange } from '../../review/fileChanges.ts';
import type { User } from '../../review/model/modelChange.ts';
import type { ReviewPlace } from '../../review/modelChanges.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { BranchReading } from '../../session/review/readReview.ts';
import type { FollowedBranch } from '../folders/followedBranch.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import { resourceUri } from '../resources/resourceAddress.ts';
import { resourceKinds } from '../resources/resourceKinds.ts';
import { toRange } from '../shell/ranges.ts';
import { localUri } from '../sync/branchDocuments.ts';
import type { LinkTarget } from './cards/cardParts.ts';
import { writeOldName } from './oldName.ts';
import { type ReviewedFile, reviewUri } from './reviewDocuments.ts';

export interface ReviewedBranches {
  connectionId: string;
  deploymentId: string;
  branchName: string;
  target: string;
  folder: BoundFolder | undefined;
  /** If the folder follows the reviewed branch. */
  followed: FollowedBranch | undefined;
}

const maxComparisons = 300;

export async function openLink(
  link: Exclude<LinkTarget, { kind: 'values' | 'tests' | 'statements' | 'definition' }>,
  branches: ReviewedBranches,
  reading: BranchReading,
): Promise<void> {
  const { review, after, before } = reading;
  const sides = ({ path: file, previousPath = file }: FileChange): [vscode.Uri, vscode.Uri, vscode.Uri] => {
    const nothing = versionUri(branches, branches.target, file).with({ authority: 'nothing' });
    const original = before.has(previousPath) ? versionUri(branches, branches.target, previousPath) : nothing;
    return [versionUri(branches, branches.branchName, file), original, after.has(file) ? sourceUri(file) : nothing];
  };
  const sourceUri = (file: string) => {
    const { followed, branchName } = branches;
    const local = followed?.engine.state.value.plan?.local.get(file);
    // The file itself can be edited.
    if (followed && local !== undefined && local === after.get(file)) return localUri(followed, file);
    return versionUri(branches, branchName, file);
  };
  const names = `${branches.target} ↔ ${branches.branchName}`;
  switch (link.kind) {
    case 'file':
      return compare(sides(link.change), `${path.posix.basename(link.change.path)} (${names})`);
    case 'conflict':
      return compare(sides({ path: link.file, status: 'changed' }), `${path.posix.basename(link.file)} (${names})`);
    case 'allFiles': {
      const changes = review.files.slice(0, maxComparisons).map(sides);
      await vscode.commands.executeCommand('vscode.changes', names, changes);
      return;
    }
    case 'place': {
      const { file, range, side }: ReviewPlace = link.place;
      const uri = side === 'after' ? sourceUri(file) : versionUri(branches, branches.target, file);
      await vscode.window.showTextDocument(uri, { selection: toRange(range) });
      return;
    }
    case 'oldName':
      return writeOldName(link.change, branches.followed, reading);
    case 'content':
      return openContent(link.user, branches);
  }
}

function versionUri(branches: ReviewedBranches, branchName: string, file: string): vscode.Uri {
  const { connectionId, deploymentId, folder } = branches;
  return reviewUri({ connectionId, deploymentId, folder, branchName, file } satisfies ReviewedFile);
}

async function compare([, original, modified]: [vscode.Uri, vscode.Uri, vscode.Uri], title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', original, modified, title, { preview: true });
}

/** A report opens as a document, a dashboard as a preview. */
async function openContent({ kind, name, content }: User, branches: ReviewedBranches): Promise<void> {
  const { connectionId, deploymentId } = branches;
  const id = content?.id ?? '';
  if (kind === 'report') {
    const reports = resourceKinds.find((one) => one.id === 'reports')!;
    const uri = resourceUri({ connectionId, kind: reports, values: [deploymentId, id] }, name);
    await vscode.commands.executeCommand('vscode.open', uri);
    return;
  }
  // A notification belongs to the dashboard that it is about.
  const publicId = kind === 'dashboard' ? id : content?.where;
  if (publicId === undefined) return;
  const target = { connectionId, deploymentId, publicId };
  await vscode.commands.executeCommand('dataModel.dashboard.open' satisfies CommandId, { target });
}
