/** The URIs of merge results. The editor shows their path, which is that of the file in the project. */

import * as vscode from 'vscode';
import { mergeScheme } from '../manifest/ids.ts';

/** One merge at a time for each file, branch and other side. */
export interface MergeAddress {
  /** The workspace folder. */
  folder: string;
  branchName: string;
  /** POSIX path relative to the project folder. */
  file: string;
  /** The parent branch that is merged into the branch; undefined: the branch is merged into the folder. */
  parent?: string | undefined;
}

export function mergeUri({ folder, branchName, file, parent }: MergeAddress): vscode.Uri {
  const parameters = { branchName, file, folder, ...(parent !== undefined && { parent }) };
  const query = new URLSearchParams(parameters).toString();
  return vscode.Uri.from({ scheme: mergeScheme, path: `/${file}`, query });
}

/** Returns undefined for a URI that is not of a merge. */
export function parseMergeUri({ scheme, query }: vscode.Uri): MergeAddress | undefined {
  if (scheme !== mergeScheme) return undefined;
  const { folder, branchName, file, parent } = Object.fromEntries(new URLSearchParams(query));
  if (folder === undefined || branchName === undefined || file === undefined) return undefined;
  return { folder, branchName, file, parent };
}

/** The result and the sides of a merge editor. The API has no type for its tab. */
export interface MergeInput {
  base: vscode.Uri;
  input1: vscode.Uri;
  input2: vscode.Uri;
  result: vscode.Uri;
}

/** Undefined for another tab. */
export function mergeInputOf(tab: vscode.Tab | undefined): MergeInput | undefined {
  const input = tab?.input as Partial<MergeInput> | undefined;
  return input?.result instanceof vscode.Uri ? (input as MergeInput) : undefined;
}

/** The file of the active editor. In a merge editor this is the result, whichever side has the focus. */
export function activeFile(): vscode.Uri | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return mergeInputOf(activeTab)?.result ?? vscode.window.activeTextEditor?.document.uri;
}
