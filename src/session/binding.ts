/** The connection of a workspace folder to a deployment: platform, deployment, project folder and model folder. */

import path from 'node:path';
import type { UserError } from '../base/errors.ts';
import { normaliseBaseUrl } from '../platform/baseUrl.ts';
import { sessionErrors } from './errors.ts';

/** The connection id of the emulator on this machine. Its address changes with the port, so the address cannot be the id. */
export const emulatorConnectionId = 'emulator';

/** The value of the setting `dataModel.platform.url` for a folder that an emulator of its own serves. */
const servedSetting = 'folder';

/** The connection to the emulator that serves a project. It is not an address. */
export function servedConnectionId(projectFolder: string): string {
  return `${emulatorConnectionId} ${projectFolder}`;
}

/** Whether it is an emulator that serves a folder. */
export function isServedConnection(connectionId: string): boolean {
  return connectionId.startsWith(`${emulatorConnectionId} `);
}

/** The project folder that an emulator serves. */
export function servedFolderOf(connectionId: string | undefined): string | undefined {
  const isFolder = connectionId !== undefined && isServedConnection(connectionId);
  return isFolder ? connectionId.slice(emulatorConnectionId.length + 1) : undefined;
}

/** Whether it is an emulator of this machine. */
export function isEmulatorConnection(connectionId: string): boolean {
  return connectionId === emulatorConnectionId || isServedConnection(connectionId);
}

export function isServed({ connectionId, projectFolder }: Pick<Binding, 'connectionId' | 'projectFolder'>): boolean {
  return connectionId === servedConnectionId(projectFolder);
}

/** Why a folder with this connection cannot be used: it was removed, or the emulator was stopped. */
export function noConnection(connectionId: string): UserError {
  if (isEmulatorConnection(connectionId)) return sessionErrors.error('emulator-stopped');
  return sessionErrors.error('no-connection', [connectionId]);
}

/** The value of the setting `dataModel.platform.url`. */
export function platformSetting(connectionId: string): string {
  return isServedConnection(connectionId) ? servedSetting : connectionId;
}

export interface Binding {
  /** A platform's normalised base address, `emulator`, or `emulator` with the project folder that it serves. */
  connectionId: string;
  deploymentId: string;
  /** Absolute path of the folder that contains `cube.js` or `cube.py` and the model folder. */
  projectFolder: string;
  /** POSIX path of the model folder relative to the project folder. */
  modelFolder: string;
}

interface BindingSettings {
  platformUrl: string | undefined;
  deploymentId: string | number | undefined;
  projectFolder: string | undefined;
  modelFolder: string | undefined;
}

/** Reads a folder's binding; undefined when the folder is not bound. @throws UserError that names the invalid setting. */
export function readBinding(workspaceFolder: string, settings: BindingSettings): Binding | undefined {
  const { platformUrl, deploymentId } = settings;
  if (!platformUrl?.trim() || deploymentId === undefined || `${deploymentId}`.trim() === '') return undefined;
  const projectFolder = path.resolve(workspaceFolder, settings.projectFolder?.trim() || '.');
  if (!isInside(workspaceFolder, projectFolder)) {
    throw sessionErrors.error('project-outside-workspace', [], { where: workspaceFolder });
  }
  const modelFolder = path.posix
    .normalize(settings.modelFolder?.trim().replaceAll('\\', '/') || 'model')
    .replace(/\/+$/, '');
  if (modelFolder.startsWith('..') || modelFolder.startsWith('/') || /^[a-z]:/i.test(modelFolder)) {
    throw sessionErrors.error('model-outside-project', [], { where: workspaceFolder });
  }
  const connectionId = connectionOf(platformUrl.trim(), projectFolder);
  return { connectionId, deploymentId: `${deploymentId}`.trim(), projectFolder, modelFolder };
}

function connectionOf(setting: string, projectFolder: string): string {
  if (setting === servedSetting) return servedConnectionId(projectFolder);
  return setting === emulatorConnectionId ? emulatorConnectionId : normaliseBaseUrl(setting);
}

function isInside(parent: string, child: string): boolean {
  const relative = path.relative(parent, child);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
