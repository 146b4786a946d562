/** Reads and writes settings with the types of `ids.ts`. */

import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';
import { type SettingId, type SettingTypes, settingDefaults } from '../manifest/ids.ts';

/** The value for a resource. Returns the default if the value has the wrong type. */
export function readSetting<Id extends SettingId>(id: Id, scope?: vscode.Uri): SettingTypes[Id] {
  const value = vscode.workspace.getConfiguration(undefined, scope).get<unknown>(id);
  const fallback = settingDefaults[id];
  if (value === undefined || value === null) return fallback;
  const accepted = typeof value === typeof fallback || (id === 'dataModel.deployment.id' && typeof value === 'number');
  return accepted ? (value as SettingTypes[Id]) : fallback;
}

/** Writes settings of a workspace folder. `undefined` removes a setting. */
export async function writeFolderSettings(
  folder: vscode.WorkspaceFolder,
  values: Partial<{ [Id in SettingId]: SettingTypes[Id] | undefined }>,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(undefined, folder.uri);
  for (const [id, value] of Object.entries(values)) {
    await configuration.update(id, value, vscode.ConfigurationTarget.WorkspaceFolder);
  }
}

/**
 * Changes a setting that is an object where its workspace folder, its workspace or, without both, its user has it.
 * @param change gets the value there, without those of other places
 */
export async function writeSetting<Id extends 'dataModel.dashboard.profiles'>(
  id: Id,
  scope: vscode.Uri | undefined,
  change: (own: SettingTypes[Id]) => SettingTypes[Id],
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(undefined, scope);
  const { workspaceFolderValue, workspaceValue, globalValue } = configuration.inspect<SettingTypes[Id]>(id) ?? {};
  const [target, own] = scope
    ? [vscode.ConfigurationTarget.WorkspaceFolder, workspaceFolderValue]
    : vscode.workspace.workspaceFolders
      ? [vscode.ConfigurationTarget.Workspace, workspaceValue]
      : [vscode.ConfigurationTarget.Global, globalValue];
  await configuration.update(id, change(own ?? settingDefaults[id]), target);
}

export function onSettingChange(ids: readonly SettingId[], listener: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (ids.some((id) => event.affectsConfiguration(id))) listener();
  });
}

/** The proxy settings of the editor. Its patched `fetch` also uses system proxies and certificates. */
export function readNetwork(): { proxy?: string; noProxy?: readonly string[]; fallbackFetch: typeof globalThis.fetch } {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<unknown>('proxy');
  const noProxy = http.get<unknown>('noProxy');
  return {
    ...(typeof proxy === 'string' && proxy !== '' ? { proxy } : {}),
    ...(Array.isArray(noProxy) ? { noProxy: noProxy.filter((entry) => typeof entry === 'string') } : {}),
    fallbackFetch: globalThis.fetch,
  };
}
