/** Lets the user select a dashboard: the one in the settings, recent ones, those that the platform lists, or a pasted address. */

import * as vscode from 'vscode';
import { CancelledError, messageOf } from '../../base/errors.ts';
import { type EmbedSubject, isPublicId, readSubject } from '../../session/dashboard/embedAddress.ts';
import type { ListedDashboard } from '../../session/dashboard/tenantDashboards.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';
import { askText, pickItem } from '../shell/quickInput.ts';

const recentKey = 'dataModel.dashboards';
const maxRecent = 10;

export interface DashboardSource {
  connectionId: string;
  deploymentId: string;
  baseUrl: string;
  /** Public id from the folder's settings; may be empty. */
  configured: string;
  /** The dashboards that the platform lists. Rejects or is empty for users without access. */
  listed(): Promise<readonly ListedDashboard[]>;
}

interface Recent {
  connectionId: string;
  deploymentId: string;
  publicId: string;
}

export function knownDashboards(
  { context }: App,
  { connectionId, deploymentId, configured }: Pick<DashboardSource, 'connectionId' | 'deploymentId' | 'configured'>,
): string[] {
  const recent = context.workspaceState
    .get<Recent[]>(recentKey, [])
    .filter((each) => each.connectionId === connectionId && each.deploymentId === deploymentId)
    .map(({ publicId }) => publicId);
  return [...new Set([configured.trim(), ...recent])].filter(isPublicId);
}

export async function rememberDashboard(
  { context }: App,
  { connectionId, deploymentId }: Pick<DashboardSource, 'connectionId' | 'deploymentId'>,
  publicId: string,
): Promise<void> {
  const entry: Recent = { connectionId, deploymentId, publicId };
  const others = context.workspaceState
    .get<Recent[]>(recentKey, [])
    .filter((each) => JSON.stringify(each) !== JSON.stringify(entry));
  await context.workspaceState.update(recentKey, [entry, ...others].slice(0, maxRecent));
}

/**
 * The only dashboard of the settings and the recent ones, otherwise the only one that the platform lists. If there are several,
 * or none, or `asksAlways`, the user selects one. @throws CancelledError
 */
export async function pickDashboard(app: App, source: DashboardSource, asksAlways = false): Promise<EmbedSubject> {
  const { l10n } = vscode;
  const subjectOf = (publicId: string): EmbedSubject => ({
    surface: 'dashboard',
    publicId,
    deploymentId: source.deploymentId,
  });
  const [only, ...more] = knownDashboards(app, source);
  if (!asksAlways && only !== undefined && more.length === 0) return subjectOf(only);
  const listed = await source.listed().catch((failure: unknown) => {
    app.log.debug(`Dashboards of the embed tenant: ${messageOf(failure)}`);
    return [];
  });
  const names = new Map(listed.map(({ publicId, name }) => [publicId, name]));
  const known = [...new Set([...knownDashboards(app, source), ...names.keys()])];
  if (!asksAlways && known.length === 1) return subjectOf(known[0]!);
  const other = { icon: 'edit', label: l10n.t('Enter Another Dashboard…'), publicId: undefined };
  if (known.length > 0) {
    const items = known.map((publicId) => ({
      icon: 'graph',
      label: names.get(publicId) ?? publicId,
      description: [
        ...(names.has(publicId) ? [publicId] : []),
        ...(publicId === source.configured ? [l10n.t('in the settings')] : []),
      ].join(' · '),
      publicId,
    }));
    const options = { placeHolder: l10n.t('Select a dashboard'), matchOnDescription: true };
    const picked = await pickItem([...items, other], options);
    if (!picked) throw new CancelledError();
    if (picked.publicId !== undefined) return subjectOf(picked.publicId);
  }
  const read = (text: string) => readSubject(text, source.baseUrl, source.deploymentId);
  const text = await askText({
    title: l10n.t('Open Dashboard'),
    prompt: l10n.t('Enter the public ID of the dashboard or the address of its embedded page.'),
    placeHolder: `${source.baseUrl}/embed/dashboard/…`,
    ignoreFocusOut: true,
    validateInput: (value) => {
      try {
        read(value);
        return undefined;
      } catch (failure) {
        return value.trim() === '' ? '' : errorText(failure, l10n);
      }
    },
  });
  if (text === undefined) throw new CancelledError();
  return read(text);
}
