/** Notices changes on disk: through the client if it can watch files, otherwise with a watcher for each model folder. */

import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
} from 'vscode-languageserver/node';
import { messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { documentNames } from '../../model/documents/documentKind.ts';
import { rulesFileName } from '../../model/source/modelSource.ts';
import { watchModel } from '../../session/modelWatch.ts';
import type { Project } from './project.ts';

/** @returns whether the client watches the files */
export async function watchThroughClient(
  connection: Connection,
  { workspace }: ClientCapabilities,
  modelFolder: string,
  log: Log,
): Promise<boolean> {
  if (!workspace?.didChangeWatchedFiles?.dynamicRegistration) return false;
  // Whole folders, because the deletion of a folder is one event.
  const models = modelFolder === '.' ? '**/*.{yml,yaml,js,jinja,py}' : `**/${modelFolder}/**`;
  const watchers = [models, '**/cube.{js,py}', `**/${rulesFileName}`, documentNames].map((globPattern) => ({
    globPattern,
  }));
  try {
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    return true;
  } catch (failure) {
    log.warn(`The client does not watch files: ${messageOf(failure)}`);
    return false;
  }
}

/** Reads changed files of the model again, and then calls `changed`. */
export function watchProject(project: Project, log: Log, changed: () => void): void {
  const { lifetime, binding } = project;
  lifetime.add(
    watchModel(
      project.model,
      (files) => void project.changedOnDisk(files).then(changed),
      (failure) => log.warn(`Cannot watch ${binding.projectFolder}: ${messageOf(failure)}`),
    ),
  );
}
