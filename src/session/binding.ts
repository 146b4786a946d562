/** The connection of a workspace folder to a deployment: platform, deployment, project folder and model folder. */

import path from 'node:path';
import { normaliseBaseUrl } from '../platform/baseUrl.ts';
import { sessionErrors } from './errors.ts';

/** The connection id of the emulator on this machine. Its address changes with the port, so the address cannot be the id. */
export const emulatorConnectionId = 'emulator';

export interface Binding {
  /** A platform's normalised base address, or `emulator`. */
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
  const connectionId =
    platformUrl.trim() === emulatorConnectionId ? emulatorConnectionId : normaliseBaseUrl(platformUrl);
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
  return { connectionId, deploymentId: `${deploymentId}`.trim(), projectFolder, modelFolder };
}

function isInside(parent: string, child: string): boolean {
  const relative = path.relative(parent, child);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
