/** Requests to the platform with the key of this window, independent of the extension. */

import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { replaceFiles } from '../files.ts';
import { control, platformUrl, requestAs } from '../platform.ts';

export const deploymentId = String(
  vscode.workspace
    .getConfiguration(undefined, vscode.workspace.workspaceFolders![0]!.uri)
    .get('dataModel.deployment.id'),
);
const root = `/build/api/v1/deployments/${deploymentId}`;

const mine = `views:
  - name: mine
    cubes:
      - join_path: orders
        includes:
          - count
`;

/** The folder contains one view. @returns a new branch that was never synced with the folder */
export async function startUnsynced(): Promise<string> {
  await replaceFiles(new Map([['model/views/mine.yml', mine]]));
  const name = `unsynced-${Date.now()}`;
  await request('POST', `${root}/branches`, { name, from: 'main' });
  return name;
}

/** The argument that a tree row passes to a command. */
export function rowOf(branchName?: string): { target: Record<string, string> } {
  const target = { connectionId: platformUrl, deploymentId, deploymentName: 'Sample' };
  return { target: branchName === undefined ? target : { ...target, branchName } };
}

export function request(method: string, path: string, body?: unknown): Promise<unknown> {
  return requestAs('own', method, path, body);
}

/** Replaces the injected faults of the emulator. */
export async function injectFaults(...rules: object[]): Promise<void> {
  await control('POST', 'faults', rules);
}

/** The branch that is open in dev mode. */
export async function openBranch(): Promise<string> {
  const { branchName } = (await request('GET', `/api/v1/deployments/${deploymentId}/build-status`)) as {
    branchName: string;
  };
  return branchName;
}

export async function remoteFiles(branchName: string): Promise<Map<string, string>> {
  const query = `branchName=${encodeURIComponent(branchName)}`;
  const body = (await request('GET', `${root}/data-model/file-hashes?${query}`)) as Record<string, { hash: string }>;
  return new Map(Object.entries(body).map(([path, { hash }]) => [path.replace(/^\//, ''), hash]));
}

/** Writes a file to the branch as another user. */
export async function writeRemote(branchName: string, path: string, content: string): Promise<void> {
  await request('PUT', `${root}/data-model/files`, { branchName, files: [{ path, content }] });
}

export function sha1(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}
