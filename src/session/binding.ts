/** What ties a workspace folder to a deployment: platform, deployment, where the project and its model are. */

import path from 'node:path';
import { UserError } from '../base/errors.ts';

/** The connection id of the emulator on this machine: its port may change, its name does not. */
export const emulatorConnectionId = 'emulator';

export interface Binding {
  /** A platform's base address as connections know it, or `emulator`. */
  connectionId: string;
  deploymentId: string;
  /** Absolute path of the folder that holds `cube.js` or `cube.py` and the model folder. */
  projectFolder: string;
  /** POSIX path of the model folder relative to the project folder. */
  modelFolder: string;
}

export interface BindingSettings {
  platformUrl: string | undefined;
  deploymentId: string | number | undefined;
  projectFolder: string | undefined;
  modelFolder: string | undefined;
}

/**
 * Address without query, fragment and trailing slashes; a bare host gets `https://`, on this machine `http://`.
 * @throws UserError when it is no address, holds a user name or password, or is plain http to another machine.
 */
export function normaliseBaseUrl(text: string): string {
  const trimmed = text.trim();
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${defaultScheme(trimmed)}://${trimmed}`);
  } catch (cause) {
    throw new UserError(`“${trimmed}” is not a web address.`, {
      action: 'Enter one such as https://acme.example.com.',
      cause,
    });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UserError(`“${trimmed}” is not a web address.`, { action: 'It must start with https://.' });
  }
  if (url.protocol === 'http:' && !thisMachine.test(url.hostname)) {
    throw new UserError(`The address of ${url.host} must start with https://.`, {
      action: 'Plain http, which others can read, is for this machine only.',
    });
  }
  if (url.username || url.password) {
    throw new UserError('The address holds a user name or password.', {
      action: 'Leave it out: the key is asked for next.',
    });
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Hosts that are this machine, as the client sees it too. */
const thisMachine = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

function defaultScheme(address: string): 'http' | 'https' {
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(address)?.[1] ?? '';
  return thisMachine.test(host) ? 'http' : 'https';
}

/** Reads a folder's binding; undefined when it is not bound. @throws UserError naming the setting that is wrong. */
export function readBinding(workspaceFolder: string, settings: BindingSettings): Binding | undefined {
  const { platformUrl, deploymentId } = settings;
  if (!platformUrl?.trim() || deploymentId === undefined || `${deploymentId}`.trim() === '') return undefined;
  const connectionId =
    platformUrl.trim() === emulatorConnectionId ? emulatorConnectionId : normaliseBaseUrl(platformUrl);
  const projectFolder = path.resolve(workspaceFolder, settings.projectFolder?.trim() || '.');
  if (!isInside(workspaceFolder, projectFolder)) {
    throw new UserError('The setting “dataModel.project.folder” points outside the workspace folder.', {
      action: 'Make it a path inside the folder, such as “.” or “analytics”.',
      where: workspaceFolder,
    });
  }
  const modelFolder = path.posix
    .normalize(settings.modelFolder?.trim().replaceAll('\\', '/') || 'model')
    .replace(/\/+$/, '');
  if (modelFolder.startsWith('..') || modelFolder.startsWith('/') || /^[a-z]:/i.test(modelFolder)) {
    throw new UserError('The setting “dataModel.model.folder” points outside the project folder.', {
      action: 'Make it a path inside the project, such as “model”.',
      where: workspaceFolder,
    });
  }
  return { connectionId, deploymentId: `${deploymentId}`.trim(), projectFolder, modelFolder };
}

function isInside(parent: string, child: string): boolean {
  const relative = path.relative(parent, child);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
