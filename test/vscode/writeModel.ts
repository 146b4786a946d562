/** Writes the source files of a deployment's production branch to a folder. */

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dataModelOperations, type FileNode } from '../../src/contract/dataModel/dataModel.ts';
import { Client } from '../../src/platform/client.ts';
import type { PlatformAccess } from './platform.ts';

/** Keeps files that exist. */
export async function writeModel(folder: string, platform: PlatformAccess): Promise<void> {
  const client = new Client({ baseUrl: platform.url, credential: { token: platform.apiKey } });
  const write = async (node: FileNode): Promise<void> => {
    for (const child of node.children ?? []) await write(child);
    if (typeof node.content !== 'string') return;
    const file = path.join(folder, node.path.replace(/^\/+/, ''));
    if (existsSync(file)) return;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, node.content);
  };
  try {
    const nodes = client.items(dataModelOperations.listFiles, {
      params: { deploymentId: platform.deploymentId },
      query: { withContent: true, branchName: platform.deployBranch },
    });
    for await (const node of nodes) await write(node);
  } finally {
    client.dispose();
  }
}
