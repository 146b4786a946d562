/** What the dashboard's commands do: which dashboard of which deployment on which branch, then its tab. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { EmbedSubject } from '../../session/dashboard/embedAddress.ts';
import { plainOptions } from '../../session/dashboard/previewState.ts';
import { tenantDashboards } from '../../session/dashboard/tenantDashboards.ts';
import { folderFor } from '../branches/branchChoice.ts';
import { chooseDeployment, type SelectedDeployment } from '../deployments/deploymentChoice.ts';
import type { App } from '../shell/app.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { readSetting } from '../shell/settings.ts';
import { knownDashboards, type Place, pickDashboard, rememberDashboard } from './knownDashboards.ts';
import { branchName } from './preview/branchChoices.ts';
import { exportDashboard } from './preview/exportDashboard.ts';
import type { OpenPreview, Previews } from './previews.ts';

/** Who pastes an address waits no longer for the list, in milliseconds. */
const listingMs = 3_000;

/** From a file's title bar the folder's only dashboard opens at once; everywhere else a person chooses. */
export async function openDashboard(app: App, previews: Previews, argument: unknown): Promise<OpenPreview> {
  const chosen = await chooseDeployment(app, argument);
  const place = placeOf(app, chosen);
  const [only, ...more] = knownDashboards(app, place);
  const subject: EmbedSubject =
    argument instanceof vscode.Uri && only !== undefined && more.length === 0
      ? { surface: 'dashboard', publicId: only, deploymentId: place.deploymentId }
      : await pickDashboard(app, place);
  if (subject.publicId !== undefined) await rememberDashboard(app, place, subject.publicId);
  return show(app, previews, chosen, subject);
}

export async function openApp(app: App, previews: Previews, argument: unknown): Promise<OpenPreview> {
  const chosen = await chooseDeployment(app, argument);
  return show(app, previews, chosen, { surface: 'app', deploymentId: chosen.deployment.id });
}

export async function openChat(app: App, previews: Previews, argument: unknown): Promise<OpenPreview> {
  const chosen = await chooseDeployment(app, argument);
  return show(app, previews, chosen, { surface: 'chat', deploymentId: chosen.deployment.id });
}

/** Without any embedding: what the platform renders for the person's own key. */
export async function exportPicture(app: App, _previews: Previews, argument: unknown): Promise<void> {
  const { l10n } = vscode;
  const chosen = await chooseDeployment(app, argument);
  const subject = await pickDashboard(app, placeOf(app, chosen));
  const branch = branchName(folderFor(app, chosen)) ?? null;
  const title = subject.publicId ?? 'dashboard';
  const what = { client: chosen.deployment.client, subject, title };
  const saved = await withProgress(l10n.t('Exporting {0}', title), (signal, report) =>
    exportDashboard(what, { format: 'png', branch }, signal, report),
  );
  showStatus(l10n.t('Exported to {0}', saved));
}

export async function refreshAll(_app: App, previews: Previews): Promise<void> {
  for (const { preview } of previews.all) preview.refresh();
}

export async function openOutside(_app: App, previews: Previews): Promise<void> {
  const open = previews.all.find(({ panel }) => panel.active) ?? previews.all.find(({ panel }) => panel.visible);
  if (!open) {
    throw new UserError(vscode.l10n.t('No dashboard is open.'), {
      action: vscode.l10n.t('Preview a dashboard first.'),
    });
  }
  await open.outside.open();
}

function placeOf(app: App, chosen: SelectedDeployment): Place {
  const folder = folderFor(app, chosen);
  const scope = folder && vscode.Uri.file(folder.workspaceFolder);
  return {
    connectionId: chosen.connection.id,
    deploymentId: chosen.deployment.id,
    baseUrl: chosen.deployment.client.baseUrl,
    configured: readSetting('dataModel.dashboard.publicId', scope),
    listed: async () => {
      const tenant = readSetting('dataModel.dashboard.embedTenant', scope);
      const platform = await chosen.connection.open();
      if (!tenant || !platform.hasAdmin) return [];
      return tenantDashboards(platform.admin, chosen.deployment.id, tenant, AbortSignal.timeout(listingMs));
    },
  };
}

async function show(
  app: App,
  previews: Previews,
  chosen: SelectedDeployment,
  subject: EmbedSubject,
): Promise<OpenPreview> {
  const folder = folderFor(app, chosen);
  const session = await folder?.open();
  await session?.resume();
  const branch = session?.branchName ?? null;
  const scope = folder && vscode.Uri.file(folder.workspaceFolder);
  return previews.show({
    tab: crypto.randomUUID(),
    changes: 0,
    connectionId: chosen.connection.id,
    subject,
    ...(folder ? { folder: folder.workspaceFolder } : {}),
    mine: branch !== null,
    mode: readSetting('dataModel.dashboard.mode', scope) === 'private' ? 'private' : 'signed',
    options: { ...plainOptions, branch },
  });
}
