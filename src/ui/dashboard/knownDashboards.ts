/** The dashboards a person may mean: the one of the folder's settings, those looked at before; or any other, pasted. */

import * as vscode from 'vscode';
import { CancelledError, messageOf } from '../../base/errors.ts';
import { type EmbedSubject, isPublicId, readSubject } from '../../session/dashboard/embedAddress.ts';
import type { ListedDashboard } from '../../session/dashboard/tenantDashboards.ts';
import type { App } from '../shell/app.ts';
import { errorText } from '../shell/errorText.ts';

const recentKey = 'dataModel.dashboards';
const mostRecent = 10;

export interface Place {
  connectionId: string;
  deploymentId: string;
  baseUrl: string;
  /** Public id in the settings of the folder; empty where there is none. */
  configured: string;
  /** What the platform lists; fails, or is empty, where it lists nothing to this person. */
  listed(): Promise<readonly ListedDashboard[]>;
}

interface Recent {
  connectionId: string;
  deploymentId: string;
  publicId: string;
}

export function knownDashboards({ context }: App, { connectionId, deploymentId, configured }: Place): string[] {
  const recent = context.workspaceState
    .get<Recent[]>(recentKey, [])
    .filter((each) => each.connectionId === connectionId && each.deploymentId === deploymentId)
    .map(({ publicId }) => publicId);
  return [...new Set([configured.trim(), ...recent])].filter(isPublicId);
}

export async function rememberDashboard(
  { context }: App,
  { connectionId, deploymentId }: Place,
  publicId: string,
): Promise<void> {
  const entry: Recent = { connectionId, deploymentId, publicId };
  const others = context.workspaceState
    .get<Recent[]>(recentKey, [])
    .filter((each) => JSON.stringify(each) !== JSON.stringify(entry));
  await context.workspaceState.update(recentKey, [entry, ...others].slice(0, mostRecent));
}

/** @throws CancelledError */
export async function pickDashboard(app: App, place: Place): Promise<EmbedSubject> {
  const { l10n } = vscode;
  const listed = await place.listed().catch((failure: unknown) => {
    app.log.debug(`Dashboards of the embed tenant: ${messageOf(failure)}`);
    return [];
  });
  const names = new Map(listed.map(({ publicId, name }) => [publicId, name]));
  const known = [...new Set([...knownDashboards(app, place), ...names.keys()])];
  const other = { label: `$(edit) ${l10n.t('Another dashboard…')}`, publicId: undefined };
  if (known.length > 0) {
    const items = known.map((publicId) => ({
      label: `$(graph) ${names.get(publicId) ?? publicId}`,
      description: [
        ...(names.has(publicId) ? [publicId] : []),
        ...(publicId === place.configured ? [l10n.t('in the settings')] : []),
      ].join(' · '),
      publicId,
    }));
    const options = { title: l10n.t('Which dashboard?'), matchOnDescription: true };
    const picked = await vscode.window.showQuickPick([...items, other], options);
    if (!picked) throw new CancelledError();
    if (picked.publicId !== undefined) {
      return { surface: 'dashboard', publicId: picked.publicId, deploymentId: place.deploymentId };
    }
  }
  const read = (text: string) => readSubject(text, place.baseUrl, place.deploymentId);
  const text = await vscode.window.showInputBox({
    title: l10n.t('Which dashboard?'),
    prompt: l10n.t('Its public id, or the address of its embedded page.'),
    placeHolder: `${place.baseUrl}/embed/dashboard/…`,
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
