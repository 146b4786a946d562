/** Installs extensions for VS Code's server. The servers of this process share the result, because an installation takes seconds. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeServer, toolNode } from '../locations.ts';
import { runProgram } from '../process/runProgram.ts';
import { temporaryFolder } from '../process/temporaryFolder.ts';

export const serverScript = path.join(codeServer, 'out/node/entry.js');

const folders = new Map<string, Promise<string>>();

async function install(vsixFiles: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const home = temporaryFolder('extensions').path;
  const extensions = path.join(home, 'extensions');
  const config = path.join(home, 'config.yaml');
  await writeFile(config, '');
  for (const file of vsixFiles) {
    const args = ['--config', config, '--user-data-dir', path.join(home, 'data'), '--extensions-dir', extensions];
    await runProgram(toolNode, [serverScript, ...args, '--install-extension', file], { env: { ...env, HOME: home } });
  }
  return extensions;
}

/** Returns the folder with these extensions. It is removed when this process ends. */
export function extensionsFolder(vsixFiles: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const key = vsixFiles.join('\n');
  let folder = folders.get(key);
  if (!folder) {
    folder = install(vsixFiles, env);
    folders.set(key, folder);
  }
  return folder;
}
