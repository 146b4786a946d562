/** The dimension or measure at a position of a model file. */

import type * as vscode from 'vscode';
import type { ProfiledMember } from '../../local/profile/profileMember.ts';
import { occurrenceAt } from '../../model/index/lookup.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { type BoundFolder, relativeTo } from '../../session/folders.ts';

export interface FoundMember extends ProfiledMember {
  /** The name in the text. */
  start: vscode.Position;
  end: vscode.Position;
}

export function memberAt(
  folder: BoundFolder,
  { model: { project } }: FolderSession,
  document: vscode.TextDocument,
  position: vscode.Position,
): FoundMember | undefined {
  const file = document.uri.scheme === 'file' ? relativeTo(folder, document.uri.fsPath) : undefined;
  if (file === undefined) return undefined;
  if (project.open.text(file)) project.edit(file, document.getText());
  const found = occurrenceAt(project.open, file, position);
  if (!found || !('member' in found.symbol)) return undefined;
  const { member } = found.symbol;
  if (member.kind !== 'dimension' && member.kind !== 'measure') return undefined;
  // A member that a cube inherits is read in that cube.
  const cube = found.holder?.kind === 'cube' ? found.holder : member.definition;
  return {
    name: `${cube.name}.${member.name}`,
    kind: member.kind,
    start: document.positionAt(found.span.start),
    end: document.positionAt(found.span.end),
  };
}
