/** Runs work about a model and its databases in a process of its own, which ends with the work. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { LocalProcess, type OnData } from '../../local/process/localProcess.ts';
import type { LocalProgress } from '../../local/process/localRequests.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import { filesOf, type ModelFiles } from '../../session/reportedPlaces.ts';
import type { KnownProject } from './projectDatabases.ts';

interface Answered<Name extends keyof OnData> {
  answer: OnData[Name]['answer'];
  session: FolderSession;
  /** The saved files when the work began, without those that changed since. */
  files: ModelFiles;
  isChanged: boolean;
}

/** Reads the tables first, so that both are about the same database. @throws UserError, CancelledError */
export async function runOnData<Name extends keyof OnData>(
  name: Name,
  { folder, database }: KnownProject,
  more: OnData[Name]['more'],
  log: Log,
  signal: AbortSignal,
  onProgress: (progress: LocalProgress) => void,
): Promise<Answered<Name>> {
  const sources = await database.requireSources();
  const session = await folder.open();
  // The process reads the files, too, and the editor may report a change later.
  await session.reloadModel();
  const catalogs = await database.readCatalogs(signal);
  const process = new LocalProcess(log);
  try {
    const files = filesOf(session.model.project.saved);
    const { projectFolder, modelFolder } = folder.binding;
    const model = { folder: { projectFolder, modelFolder }, sources, ...more };
    const answer = await process.onData(name, model, signal, onProgress);
    if (database.state.value.catalogs !== catalogs) {
      throw new UserError(vscode.l10n.t('The data source has changed since then.'), {
        action: vscode.l10n.t('Run the command again.'),
      });
    }
    const { saved } = session.model.project;
    const unchanged = new Map([...files].filter(([path, { text }]) => saved.file(path)?.text === text));
    return { answer, session, files: unchanged, isChanged: unchanged.size < files.size };
  } finally {
    process.dispose();
  }
}
