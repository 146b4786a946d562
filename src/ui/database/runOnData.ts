/** Runs work about the saved files of a model in a process of its own, which ends with the work. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { LocalProcess, type LongRequests } from '../../local/process/localProcess.ts';
import type { LocalProgress, ModelOnData, ModelOnDisk } from '../../local/process/localRequests.ts';
import type { Catalogs } from '../../model/catalog/catalogLookup.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { filesOf, type ModelFiles } from '../../session/reportedPlaces.ts';
import type { KnownProject } from './projectDatabases.ts';

interface Answered<Name extends keyof LongRequests> {
  answer: LongRequests[Name]['answer'];
  session: FolderSession;
  /** The saved files when the work began, without those that changed since. */
  files: ModelFiles;
  isChanged: boolean;
}

interface Running {
  log: Log;
  signal: AbortSignal;
  onProgress(progress: LocalProgress): void;
}

/** The requests that need the databases of the model. */
type OnData = {
  [Name in keyof LongRequests as LongRequests[Name]['needs'] extends ModelOnData ? Name : never]: LongRequests[Name];
};

/**
 * Reads the tables first, so that both are about the same database.
 * @param known tables that were just read
 * @throws UserError, CancelledError
 */
export async function runOnData<Name extends keyof OnData>(
  name: Name,
  { folder, database }: KnownProject,
  more: Omit<LongRequests[Name]['needs'], keyof ModelOnData>,
  running: Running,
  known?: Catalogs,
): Promise<Answered<Name>> {
  const sources = await database.requireSources();
  const catalogs = known ?? (await database.readCatalogs(running.signal));
  const needs = { sources, ...more } as Omit<LongRequests[Name]['needs'], keyof ModelOnDisk>;
  const answered = await runOnFiles(name, folder, needs, running);
  if (database.state.value.catalogs !== catalogs) {
    throw new UserError(vscode.l10n.t('The data source has changed since then.'), {
      action: vscode.l10n.t('Run the command again.'),
    });
  }
  return answered;
}

/** @throws UserError, CancelledError */
export async function runOnFiles<Name extends keyof LongRequests>(
  name: Name,
  folder: BoundFolder,
  more: Omit<LongRequests[Name]['needs'], keyof ModelOnDisk>,
  { log, signal, onProgress }: Running,
): Promise<Answered<Name>> {
  const session = await folder.open();
  // The process reads the files, too, and the editor may report a change later.
  await session.reloadModel();
  const process = new LocalProcess(log);
  try {
    const files = filesOf(session.model.project.saved);
    const { projectFolder, modelFolder } = folder.binding;
    const needs = { folder: { projectFolder, modelFolder }, ...more } as LongRequests[Name]['needs'];
    const answer = await process.run(name, needs, signal, onProgress);
    const { saved } = session.model.project;
    const unchanged = new Map([...files].filter(([path, { text }]) => saved.file(path)?.text === text));
    return { answer, session, files: unchanged, isChanged: unchanged.size < files.size };
  } finally {
    process.dispose();
  }
}
