/** Follows the builds that a commit or merge starts. */

import * as vscode from 'vscode';
import { isCancellation, messageOf, UserError } from '../../base/errors.ts';
import type { BuildStatus } from '../../contract/deployments/runtime.ts';
import { buildAppearance } from '../deployments/buildAppearance.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { showFailure, showInformation, withProgress } from '../shell/notifications.ts';
import type { SelectedBranch } from './branchChoice.ts';

/** Production before the change, to tell its build from the build that the change starts. */
export interface ProductionState {
  /** Undefined if it could not be read. */
  build: BuildStatus | undefined;
  lastCommit: string | undefined;
}

/** @returns undefined if `target` is not the production branch */
export async function readProductionState(
  selected: SelectedBranch,
  target: string,
): Promise<ProductionState | undefined> {
  const { deployment, production } = selected;
  if (target !== production) return undefined;
  const build = await deployment.builds.read(production).catch(() => undefined);
  return { build, lastCommit: lastProductionCommit(selected) };
}

/** Polls the build of a branch in the background. */
export function followBuild(app: App, { deployment }: SelectedBranch, branchName: string): void {
  deployment.builds.follow(branchName, (failure) =>
    app.log.debug(`Reading the build of ${branchName} failed: ${messageOf(failure)}`),
  );
}

/**
 * Shows the progress of the production build, also to `onProgress`. Cancelling stops only the progress.
 * @returns how it ended, to be shown; undefined if nothing is built, or the user cancelled. @throws UserError if the build failed
 */
export async function waitForProductionBuild(
  app: App,
  selected: SelectedBranch,
  previous: ProductionState | undefined,
  onProgress: (text: string) => void = () => {},
): Promise<string | undefined> {
  // Without a new commit, nothing is built.
  if (previous?.lastCommit !== undefined && previous.lastCommit === lastProductionCommit(selected)) return undefined;
  const { l10n } = vscode;
  const { name } = selected;
  const title = l10n.t('Production build of “{0}”', name);
  const status = await withProgress(title, (signal, report) => {
    onProgress(title);
    return watchBuild(selected, previous?.build, signal, (label) => {
      report(label);
      onProgress(l10n.t('Production build of “{0}”: {1}', name, label));
    });
  });
  if (!status) return undefined;
  const { label, tone, detail } = buildAppearance(status, l10n);
  app.log.info(`${title}: ${label}${detail ? ` (${detail})` : ''}`);
  if (tone === 'bad') {
    throw new UserError(l10n.t('The production build of “{0}” failed.', name), {
      ...(detail ? { where: detail } : {}),
      action: l10n.t('Production still serves the previous build. Open the logs of the deployment for the cause.'),
    });
  }
  return l10n.t('Production build of “{0}”: {1}', name, label);
}

/** Says that a build of production has ended, and offers to see it. Does not wait for an answer. @param end how the build ended */
export function showProductionBuilt(app: App, { connection, deployment }: SelectedDeployment, end: string): void {
  const text = connection.origin === 'emulator' ? end : vscode.l10n.t('{0}. All users get the change now.', end);
  const open = vscode.l10n.t('Open in Browser');
  showInformation(text, open).then(async (choice) => {
    if (choice === open) await openInWeb(deployment).catch((failure: unknown) => showFailure(failure, app));
  });
}

export async function openInWeb({ client, id }: SelectedDeployment['deployment']): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(`${client.baseUrl}/deployments/${id}`));
}

/** @returns undefined if the user cancelled, or if a newer change started another build */
async function watchBuild(
  { deployment, production }: SelectedBranch,
  previous: BuildStatus | undefined,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<BuildStatus | undefined> {
  const subscription = deployment.builds.onChange(() => {
    const status = deployment.builds.value.get(production);
    if (status) report(buildAppearance(status, vscode.l10n).label);
  });
  const ended = deployment.builds.watch(production, previous);
  const cancelled = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    return await Promise.race([ended, cancelled]);
  } catch (failure) {
    if (isCancellation(failure)) return undefined;
    throw failure;
  } finally {
    ended.catch(() => {});
    subscription.dispose();
  }
}

function lastProductionCommit({ deployment, production }: SelectedBranch): string | undefined {
  return deployment.branches.value.items.find(({ name }) => name === production)?.lastHash ?? undefined;
}
