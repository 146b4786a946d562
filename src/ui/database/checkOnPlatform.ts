/** Asks the platform about the SQL of each public member and join of a project, on the dev branch that its folder follows. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import type { DatabaseCheck } from '../../local/check/checkMembers.ts';
import { checkPlatform } from '../../local/check/checkPlatform.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import { QueryRunner } from '../../query/run/runQuery.ts';
import { noConnection } from '../../session/binding.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { filesOf, type ModelFiles } from '../../session/reportedPlaces.ts';
import { versionDifference } from '../../session/versionDifference.ts';
import { untilBuilt } from '../folders/untilBuilt.ts';
import type { App } from '../shell/app.ts';
import { confirm, withProgress } from '../shell/notifications.ts';
import { type OtherVersion, otherVersionOf } from '../sync/pendingFiles.ts';
import { requireFollowedBranch } from '../sync/syncTargets.ts';

interface PlatformAnswer {
  answer: DatabaseCheck;
  session: FolderSession;
  branchName: string;
  /** The saved files that the branch has, without those that changed since. */
  files: ModelFiles;
  isChanged: boolean;
  /** Why the branch does not have all of them. */
  otherVersion: OtherVersion | undefined;
}

/** @throws UserError, PlatformError; CancelledError if the user does not agree, or cancels before the first question */
export async function checkOnPlatform({ connections, log }: App, folder: BoundFolder): Promise<PlatformAnswer> {
  const { l10n } = vscode;
  const followed = await requireFollowedBranch(folder);
  const { session, engine, branchName } = followed;
  const isAgreed = await confirm(
    l10n.t('Ask the platform for each public member and join of {0}?', branchName),
    l10n.t(
      'The project has no data source on this computer. The queries read one row each, but the platform’s database may read whole tables for them, one after another. You can cancel at any time.',
    ),
    l10n.t('Ask Platform'),
  );
  if (!isAgreed) throw new CancelledError();
  return withProgress(l10n.t('Checking “{0}” on its platform', folder.name), async (signal, report) => {
    const { connectionId, deploymentId, projectFolder, modelFolder } = folder.binding;
    const platform = await connections.get(connectionId)?.open();
    if (!platform) throw noConnection(connectionId);
    await platform.require(runtimeOperations.createDeploymentToken, deploymentId, signal);
    await untilBuilt(followed, signal, report);
    await session.reloadModel();
    await engine.refresh(signal);
    const otherVersion = otherVersionOf(folder);
    const different = versionDifference(session.changes.value, [], modelFolder);
    const { client } = await session.deployment();
    const runner = new QueryRunner({ client, deploymentId, branchName, log });
    // The user may save files during the check.
    const project = new ProjectModel({ projectFolder, modelFolder }, signal);
    try {
      await project.load();
      const answer = await checkPlatform(project.saved, runner, {
        signal,
        onProgress: (done, all) => report(l10n.t('{0} of {1} members and joins', done, all)),
      });
      const elsewhere = new Set(different && [...different.conflicts, ...different.unpushed, ...different.unpulled]);
      const asked = [...filesOf(project.saved)].filter(([path]) => !elsewhere.has(path));
      const { saved } = session.model.project;
      const files = new Map(asked.filter(([path, { text }]) => saved.file(path)?.text === text));
      return { answer, session, branchName, files, isChanged: files.size < asked.length, otherVersion };
    } finally {
      project.dispose();
      runner.dispose();
    }
  });
}
