/** Builds production again after a confirmation, and shows the progress of the build. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { readProductionState, showProductionBuilt, waitForProductionBuild } from '../branches/productionBuild.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { confirm, withProgress } from '../shell/notifications.ts';
import { rebuildProduction } from './rebuild.ts';

export async function buildAgain(app: App, selected: SelectedDeployment): Promise<void> {
  const { l10n } = vscode;
  const { deployment, name } = selected;
  const { deployBranchMergeAllowed } = await deployment.settings.load();
  if (deployBranchMergeAllowed === false) {
    throw new UserError(l10n.t('“{0}” does not allow merges to production.', name), {
      action: l10n.t('Push a commit to its repository, which builds it.'),
    });
  }
  const production = await deployment.deployBranch();
  const detail = l10n.t(
    'The files of {0} stay as they are; variables and settings take effect. The platform builds production when a branch is merged, so a branch without changes is created, merged and deleted.',
    production,
  );
  if (!(await confirm(l10n.t('Build production of “{0}” again?', name), detail, l10n.t('Build')))) {
    throw new CancelledError();
  }
  const branch = { ...selected, branchName: production, production, kind: 'production' as const, parent: undefined };
  const before = await readProductionState(branch, production);
  await withProgress(l10n.t('Starting the production build of “{0}”', name), (signal) =>
    rebuildProduction(deployment, production, Date.now().toString(36), signal),
  );
  const end = await waitForProductionBuild(app, branch, before && { ...before, lastCommit: undefined });
  if (end !== undefined) showProductionBuilt(app, selected, end);
}
