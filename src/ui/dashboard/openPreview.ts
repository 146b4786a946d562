/** The dashboard commands: select a deployment and a dashboard, then open or export it. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { EmbedSubject } from '../../session/dashboard/embedAddress.ts';
import { plainOptions } from '../../session/dashboard/previewState.ts';
import { tenantDashboards } from '../../session/dashboard/tenantDashboards.ts';
import { folderFor } from '../branches/branchChoice.ts';
import { chooseDeployment } from '../deployments/deploymentChoice.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { readSetting } from '../shell/settings.ts';
import type { RowTarget } from '../tree/row.ts';
import { type DashboardSource, pickDashboard, rememberDashboard } from './knownDashboards.ts';
import { followedBranchName } from './preview/branchChoices.ts';
import { exportDashboard } from './preview/exportDashboard.ts';
import { pickProfile, previewAs } from './previewAs.ts';
import type { OpenPreview, Previews } from './previews.ts';

/** Milliseconds; a slow list must not delay a user who pastes an address. */
const listTimeoutMs = 3_000;

/** The dashboard of a row, or the one that `pickDashboard` finds. */
export async function openDashboard(
  app: App,
  previews: Previews,
  selection: SelectedDeployment,
  argument: unknown,
): Promise<OpenPreview> {
  return show(app, previews, selection, await selectDashboard(app, selection, argument));
}

/** Lets the user select also where there is only one. */
export async function openOtherDashboard(
  app: App,
  previews: Previews,
  selection: SelectedDeployment,
): Promise<OpenPreview> {
  return show(app, previews, selection, await selectDashboard(app, selection, undefined, true));
}

/** Switches the current preview to another user. Without one, opens a dashboard as that user. */
export async function openAs(app: App, previews: Previews, argument: unknown): Promise<void> {
  const { current } = previews;
  if (current) return previewAs(app, current.preview);
  const selection = await chooseDeployment(app, argument);
  const subject = await selectDashboard(app, selection, argument);
  const folder = folderFor(app, selection);
  const scope = folder && vscode.Uri.file(folder.workspaceFolder);
  const profile = await pickProfile(app, { platform: () => selection.connection.open(), scope, current: null });
  await show(app, previews, selection, subject, profile);
}

async function selectDashboard(
  app: App,
  selection: SelectedDeployment,
  argument: unknown,
  asksAlways = false,
): Promise<EmbedSubject> {
  const source = sourceOf(app, selection);
  const given = (argument as { target?: RowTarget } | undefined)?.target?.publicId;
  const subject: EmbedSubject =
    given === undefined
      ? await pickDashboard(app, source, asksAlways)
      : { surface: 'dashboard', publicId: given, deploymentId: source.deploymentId };
  if (subject.publicId !== undefined) await rememberDashboard(app, source, subject.publicId);
  return subject;
}

export async function openApp(app: App, previews: Previews, selection: SelectedDeployment): Promise<OpenPreview> {
  return show(app, previews, selection, { surface: 'app', deploymentId: selection.deployment.id });
}

export async function openChat(app: App, previews: Previews, selection: SelectedDeployment): Promise<OpenPreview> {
  return show(app, previews, selection, { surface: 'chat', deploymentId: selection.deployment.id });
}

/** The platform renders the image with the user's own key; no embed session is needed. */
export async function exportImage(app: App, selection: SelectedDeployment): Promise<void> {
  const { l10n } = vscode;
  const subject = await pickDashboard(app, sourceOf(app, selection));
  const branchName = followedBranchName(folderFor(app, selection)) ?? null;
  const title = subject.publicId ?? 'dashboard';
  const { client, builds } = selection.deployment;
  const target = { client, builds, subject, title };
  const saved = await withProgress(l10n.t('Exporting {0}', title), (signal, report) =>
    exportDashboard(target, { format: 'png', branch: branchName }, signal, report),
  );
  showStatus(l10n.t('Exported to {0}', saved));
}

export async function refreshAll(previews: Previews): Promise<void> {
  for (const { preview } of previews.all) preview.refresh();
}

export async function openOutside(previews: Previews): Promise<void> {
  const open = previews.current;
  if (!open) {
    throw new UserError(vscode.l10n.t('No dashboard is open.'), {
      action: vscode.l10n.t('Preview a dashboard first.'),
    });
  }
  await open.outside.open();
}

function sourceOf(app: App, selection: SelectedDeployment): DashboardSource {
  const folder = folderFor(app, selection);
  const scope = folder && vscode.Uri.file(folder.workspaceFolder);
  return {
    connectionId: selection.connection.id,
    deploymentId: selection.deployment.id,
    baseUrl: selection.deployment.client.baseUrl,
    configured: readSetting('dataModel.dashboard.publicId', scope),
    listed: async () => {
      const tenant = readSetting('dataModel.dashboard.embedTenant', scope);
      const platform = await selection.connection.open();
      if (!tenant || !platform.hasAdmin) return [];
      return tenantDashboards(platform.admin, selection.deployment.id, tenant, AbortSignal.timeout(listTimeoutMs));
    },
  };
}

async function show(
  app: App,
  previews: Previews,
  selection: SelectedDeployment,
  subject: EmbedSubject,
  profile?: string | null,
): Promise<OpenPreview> {
  const folder = folderFor(app, selection);
  const session = await folder?.open();
  await session?.resume();
  const branch = session?.branchName ?? null;
  const scope = folder && vscode.Uri.file(folder.workspaceFolder);
  const open = previews.show({
    tab: crypto.randomUUID(),
    changes: 0,
    connectionId: selection.connection.id,
    subject,
    ...(folder ? { folder: folder.workspaceFolder } : {}),
    mine: branch !== null,
    mode: profile == null && readSetting('dataModel.dashboard.mode', scope) === 'private' ? 'private' : 'signed',
    options: { ...plainOptions, branch, profile: profile ?? null },
  });
  // A tab that showed the same dashboard keeps its user otherwise.
  if (profile !== undefined && open.preview.options.profile !== profile) await open.preview.showAs(profile);
  return open;
}
