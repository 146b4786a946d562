/** Notices changes on disk: through the client if it can watch files, otherwise with a watcher for each model folder. */

import path from 'node:path';
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
} from 'vscode-languageserver/node';
import { Coalesced, delay } from '../../base/async.ts';
import { isCancellation, messageOf } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { documentNames } from '../../model/documents/documentKind.ts';
import { watchFolder } from '../../sync/local/watchFolder.ts';
import type { Project } from './project.ts';

/** A git checkout changes many files in a row. */
const delayMs = 300;

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
  const watchers = [models, '**/cube.{js,py}', documentNames].map((globPattern) => ({ globPattern }));
  try {
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    return true;
  } catch (failure) {
    log.warn(`The client does not watch files: ${messageOf(failure)}`);
    return false;
  }
}

/** Reads the whole model again after a change, and then calls `changed`. */
export function watchProject(project: Project, log: Log, changed: () => void): void {
  const { lifetime, binding } = project;
  const reading = new Coalesced(async () => {
    await delay(delayMs, lifetime.signal);
    await project.reload();
    changed();
  });
  const read = () =>
    reading.request().catch((failure) => {
      if (!isCancellation(failure)) log.error(messageOf(failure));
    });
  lifetime.add(
    watchFolder({
      folder: path.join(binding.projectFolder, binding.modelFolder),
      isRelevant: (file) => !file.split('/').some((name) => name.startsWith('.') || name === 'node_modules'),
      onChange: () => void read(),
      onFailure: (failure) => log.warn(`Cannot watch ${binding.projectFolder}: ${messageOf(failure)}`),
    }),
  );
}
