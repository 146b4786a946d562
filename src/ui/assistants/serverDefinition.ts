/** How the editor starts the server of tools for a project. The key of a platform and passwords are in the process’s environment only. */

import * as vscode from 'vscode';
import { bundlePath } from '../../base/bundlePath.ts';
import { stackOf } from '../../base/errors.ts';
import { authorizationOf } from '../../platform/credential.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { ProjectDatabases } from '../database/projectDatabases.ts';
import type { App } from '../shell/app.ts';
import { readSetting } from '../shell/settings.ts';

/** The editor asks for it often: it contains no secret, and starts nothing. */
export function definitionOf({ context }: App, { name, binding }: BoundFolder): vscode.McpStdioServerDefinition {
  const { projectFolder, modelFolder } = binding;
  const args = [
    ...[bundlePath('mcpServer.mjs'), '--stdio', '--project', projectFolder, '--model-folder', modelFolder],
    ...['--mode', readSetting('dataModel.assistants.access'), '--rows', readSetting('dataModel.assistants.rows')],
  ];
  const { version } = context.extension.packageJSON as { version: string };
  // The editor’s own Node. In the desktop application it is part of another program. A platform is that of the folder, if it has one.
  const env = { ELECTRON_RUN_AS_NODE: '1', DATA_MODEL_URL: null, DATA_MODEL_API_KEY: null };
  return new vscode.McpStdioServerDefinition(`Data Model: ${name}`, process.execPath, args, env, version);
}

export function isOf({ binding }: BoundFolder, definition: vscode.McpServerDefinition): boolean {
  const args = definition instanceof vscode.McpStdioServerDefinition ? definition.args : [];
  return args[args.indexOf('--project') + 1] === binding.projectFolder;
}

/** The editor starts it now: with the project’s data, and with the branch that the folder follows. */
export async function resolved(
  app: App,
  folder: BoundFolder,
  databases: ProjectDatabases,
): Promise<vscode.McpStdioServerDefinition> {
  const definition = definitionOf(app, folder);
  const source = await databases.emulatorSource(folder.binding.projectFolder);
  const platform = await platformOf(app, folder);
  definition.args = [...definition.args, ...source.args, ...platform.args];
  definition.env = { ...definition.env, ...source.env, ...platform.env };
  return definition;
}

/** The process for a preview: it only reads, whatever the setting allows, and has no platform. @throws UserError */
export async function startOf(app: App, folder: BoundFolder, databases: ProjectDatabases) {
  const { command, args, env } = definitionOf(app, folder);
  const source = await databases.emulatorSource(folder.binding.projectFolder);
  const at = args.indexOf('--mode') + 1;
  const all = Object.entries({ ...process.env, ...env, ...source.env });
  return {
    command,
    args: [...args.with(at, 'read'), ...source.args],
    env: Object.fromEntries(
      all.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]])),
    ),
  };
}

/** Without a branch, an assistant has no platform; the rest works. */
async function platformOf({ connections, log }: App, { binding, session }: BoundFolder) {
  const none = { args: [], env: {} };
  const { connectionId, deploymentId } = binding;
  const branch = session.value?.branchName;
  const connection = connections.get(connectionId);
  if (branch === undefined || !connection) return none;
  try {
    const own = await connection.ownKey();
    if (!own) return none;
    return {
      args: ['--deployment', String(deploymentId), '--branch', branch],
      env: { DATA_MODEL_URL: own.baseUrl, DATA_MODEL_API_KEY: authorizationOf(own.credential) },
    };
  } catch (failure) {
    log.warn(`The tools for assistants start without the platform: ${stackOf(failure)}`);
    return none;
  }
}
