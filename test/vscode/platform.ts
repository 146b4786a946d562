/** Starts the built emulator as a child process and binds folders to its deployment. */

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from './locations.ts';
import { ChildGroup } from './process/childGroup.ts';
import { temporaryFolder } from './process/temporaryFolder.ts';

export interface PlatformAccess {
  url: string;
  apiKey: string;
  adminApiKey: string;
  deploymentId: number;
  deployBranch: string;
  dashboardPublicId?: string;
  embedTenant?: string;
  dataApiUrl?: string;
}

export interface RunningPlatform extends PlatformAccess {
  /** Environment variables with its address and keys. */
  readonly env: Record<string, string>;
  waitForExit(): Promise<void>;
  stop(): Promise<void>;
}

const program = path.join(repository, 'dist/cli/dataModel.js');

export function platformIsBuilt(): boolean {
  return existsSync(program);
}

/** Starts the emulator with its sample deployment on a free port. @param parent the folder of the folder for its data */
export async function startPlatform(args: readonly string[] = [], parent?: string): Promise<RunningPlatform> {
  // The folder holds its data and is removed even when it is killed.
  const folder = temporaryFolder('platform', parent);
  const childEnv = { ...process.env, TMPDIR: folder.path };
  const serving = ['emulator', '--port', '0', '--json', ...args];
  const child = new ChildGroup({ script: program, args: serving, env: childEnv, folder: folder.path });
  const stop = async () => {
    await child.stop();
    folder.remove();
  };
  try {
    const [line] = await child.waitForOutput(/^\{.*\}$/m);
    const access = JSON.parse(line) as PlatformAccess;
    const env = {
      DATA_MODEL_URL: access.url,
      DATA_MODEL_API_KEY: access.apiKey,
      DATA_MODEL_ADMIN_API_KEY: access.adminApiKey,
    };
    return { ...access, env, waitForExit: () => child.waitForExit(), stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

/** Binds a folder to the deployment in its settings. Keeps other settings. */
export async function bindFolder(folder: string, access: PlatformAccess): Promise<void> {
  const { url, deploymentId, dashboardPublicId, embedTenant } = access;
  const file = path.join(folder, '.vscode/settings.json');
  const settings = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>) : {};
  settings['dataModel.platform.url'] = url;
  settings['dataModel.deployment.id'] = deploymentId;
  if (dashboardPublicId) settings['dataModel.dashboard.publicId'] = dashboardPublicId;
  if (embedTenant) settings['dataModel.dashboard.embedTenant'] = embedTenant;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}
