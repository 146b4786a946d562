/** Computes the status of the active folder from the sessions that are open. */

import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { messageOf } from '../../base/errors.ts';
import { type Event, type Observable, Value } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import type { DeploymentSession } from '../../session/deploymentSession.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { nothingSaved, type SavedChanges, stepOf } from '../../session/savedChanges.ts';
import type { SyncState } from '../../sync/syncTypes.ts';
import { deploymentName } from '../connections/deploymentName.ts';
import { buildAppearance } from '../deployments/buildAppearance.ts';
import { activeFolder } from '../folders/folderChoice.ts';
import { followedBranchOf, forEachFollowedBranch, forEachSession } from '../folders/followedBranch.ts';
import type { App } from '../shell/app.ts';
import { setContextKey } from '../shell/contextKeys.ts';
import { haltText } from '../shell/errorText.ts';
import { forCurrent, forEachItem } from '../shell/observe.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { haltMessage } from '../sync/haltMessages.ts';
import { outageMessage } from './outageMessages.ts';
import type { StatusModel, SyncSummary } from './statusAppearance.ts';

/** A status model and the folder it is about. */
export interface FolderStatus {
  folder: BoundFolder;
  model: StatusModel;
}

export class StatusSource implements Observable<FolderStatus | undefined>, Disposable {
  readonly #app: App;
  readonly #status = new Value<FolderStatus | undefined>(undefined, sameStatus);
  readonly #lifetime = new Lifetime();
  readonly #update: Debounce;
  /** The open deployments of followed branches, by the path of the workspace folder. */
  readonly #deployments = new Map<string, DeploymentSession>();

  constructor(app: App) {
    this.#app = app;
    this.#update = this.#lifetime.add(new Debounce(() => this.#compute(), 30));
    const update = () => this.#update.poke();
    this.#lifetime.add(app.folders.list.onChange(update));
    this.#lifetime.add(app.connections.list.onChange(update));
    // Any view may load the list with the name of the deployment.
    this.#lifetime.add(
      forEachItem(app.connections.list, ({ session }, whileListed) => {
        whileListed.add(
          forCurrent(session, ({ deployments }, whileOpen) => {
            whileOpen.add(deployments.onChange(update));
            update();
          }),
        );
      }),
    );
    this.#lifetime.add(vscode.window.onDidChangeActiveTextEditor(update));
    this.#lifetime.add(onSettingChange(['dataModel.sync.pushOnSave'], update));
    this.#lifetime.add(
      forEachSession(app.folders, (session, _folder, lifetime) => {
        for (const source of [session.sync, session.changes, session.model.problems]) {
          lifetime.add((source as Observable<unknown>).onChange(update));
        }
        lifetime.onDispose(update);
        update();
      }),
    );
    this.#lifetime.add(
      forEachFollowedBranch(app.folders, ({ folder, session, branchName }, lifetime) => {
        session.deployment().then(
          (deployment) => this.#watchDeployment(folder, deployment, lifetime),
          // The error is shown where the deployment was opened.
          () => {},
        );
        // Send no request for a branch that is only remembered. The first plan shows that requests are sent anyway.
        let loaded = false;
        const loadDetails = ({ sync }: SavedChanges) => {
          if (loaded || !sync.plan) return;
          loaded = true;
          void this.#loadDetails(folder, session, branchName, lifetime.signal);
        };
        lifetime.add(session.changes.onChange(loadDetails));
        loadDetails(session.changes.value);
      }),
    );
    this.#compute();
  }

  get value(): FolderStatus | undefined {
    return this.#status.value;
  }

  get onChange(): Event<FolderStatus | undefined> {
    return this.#status.onChange;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#status.dispose();
  }

  #watchDeployment(folder: BoundFolder, deployment: DeploymentSession, lifetime: Lifetime): void {
    if (lifetime.disposed) return;
    const update = () => this.#update.poke();
    this.#deployments.set(folder.workspaceFolder, deployment);
    lifetime.onDispose(() => this.#deployments.delete(folder.workspaceFolder));
    lifetime.add(deployment.devMode.onChange(update));
    update();
  }

  /** Loads the build of the branch and the name of the deployment. */
  async #loadDetails(
    folder: BoundFolder,
    session: FolderSession,
    branchName: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { connectionId } = folder.binding;
    try {
      const { builds } = await session.deployment();
      if (!builds.value.has(branchName)) await builds.readAndFollow(branchName, signal);
      const platform = await this.#app.connections.get(connectionId)?.open();
      await platform?.deployments.load();
    } catch (failure) {
      this.#app.log.debug(`Details of ${branchName} could not be loaded: ${messageOf(failure)}`);
    }
  }

  #compute(): void {
    const folders = this.#app.folders.list.value;
    setContextKey(
      'dataModel.devMode',
      folders.some((folder) => followedBranchOf(folder)),
    );
    setContextKey(
      'dataModel.branchGone',
      folders.some(({ session }) => session.value?.changes.value.gone !== undefined),
    );
    const folder = activeFolder(this.#app);
    this.#status.set(folder && { folder, model: this.#modelOf(folder, folders.length > 1) });
  }

  #modelOf(folder: BoundFolder, several: boolean): StatusModel {
    const { connectionId } = folder.binding;
    const session = folder.session.value;
    const connection = this.#app.connections.get(connectionId);
    const followed = followedBranchOf(folder);
    const deployment = this.#deployments.get(folder.workspaceFolder);
    const branchName = followed?.branchName ?? session?.rememberedBranch;
    const changes = session?.changes.value ?? nothingSaved;
    const { buildStatus, sync } = changes;
    const failed =
      changes.failed ?? (sync.failure === undefined ? undefined : { step: 'comparison', failure: sync.failure });
    const devMode = deployment?.devMode.value;
    return {
      folder: several ? folder.name : undefined,
      ...platformOf(connectionId, connection),
      deployment: deploymentName(this.#app, folder.binding),
      opened: session !== undefined,
      branchName,
      parent: devMode?.branchName === branchName ? devMode?.parentBranch : undefined,
      step: stepOf(changes),
      sync: followed && summarizeSync(sync),
      build: buildStatus && buildAppearance(buildStatus, vscode.l10n),
      problems: countProblems(session?.model.problems.value),
      outage: failed && outageMessage(failed.step, failed.failure, vscode.l10n),
      pushOnSave: readSetting('dataModel.sync.pushOnSave', vscode.Uri.file(folder.workspaceFolder)),
    };
  }
}

function platformOf(id: string, connection: Connection | undefined): Pick<StatusModel, 'platform' | 'connect'> {
  if (connection) return { platform: connection.record.label };
  return URL.canParse(id)
    ? { platform: new URL(id).host, connect: 'dataModel.connection.add' }
    : { platform: vscode.l10n.t('Local emulator'), connect: 'dataModel.emulator.start' };
}

function summarizeSync(state: SyncState): SyncSummary {
  const { phase, local, remote, conflicts, plan, failure, halt, lastVerified } = state;
  return {
    phase,
    compared: plan !== undefined && failure === undefined,
    local,
    remote,
    conflicts: conflicts.length,
    halt: halt && {
      kind: halt.kind,
      short: haltMessage(halt, vscode.l10n).short,
      ...haltText(halt, vscode.l10n),
    },
    verified: lastVerified?.toLocaleTimeString(vscode.env.language),
  };
}

function countProblems(
  problems: ReadonlyMap<string, readonly { severity: string }[]> | undefined,
): StatusModel['problems'] {
  const counts = { errors: 0, warnings: 0 };
  for (const list of problems?.values() ?? []) {
    for (const { severity } of list) {
      if (severity === 'error') counts.errors += 1;
      else if (severity === 'warning') counts.warnings += 1;
    }
  }
  return counts;
}

function sameStatus(a: FolderStatus | undefined, b: FolderStatus | undefined): boolean {
  return a?.folder === b?.folder && JSON.stringify(a?.model) === JSON.stringify(b?.model);
}
