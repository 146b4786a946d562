/**
 * The Source Control view of each folder that follows a dev branch: conflicts, local and remote changes, the commit message, and
 * the comparison with the branch or its parent in the gutter.
 */

import * as vscode from 'vscode';
import { isCancellation, messageOf } from '../../base/errors.ts';
import type { Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { relativeTo } from '../../session/folders.ts';
import { type FollowedBranch, forEachFollowedBranch } from '../folders/followedBranch.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { ColorId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { branchUri, localUri } from './branchDocuments.ts';
import { type ChangedFile, type ChangeGroup, groupChangedFiles } from './changedFiles.ts';

const sourceControlId = 'dataModel';

const icons: Record<ChangedFile['change'], string> = {
  conflict: 'warning',
  add: 'diff-added',
  edit: 'diff-modified',
  delete: 'diff-removed',
  rename: 'diff-renamed',
};
const contextValues: Record<ChangeGroup, string> = {
  conflicts: 'dataModel.conflict',
  local: 'dataModel.local',
  remote: 'dataModel.remote',
};

/** A group that compares the branch with its parent. */
interface ParentGroup {
  /** The parent's version of a file, null if the parent has none; undefined while the parent is not known. */
  originalOf(file: string): vscode.Uri | null | undefined;
  readonly onDidChangeParent: Event<void>;
}

/** Adds the group for as long as the lifetime lasts. */
export type AddParentGroup = (
  control: vscode.SourceControl,
  followed: FollowedBranch,
  lifetime: Lifetime,
) => Promise<ParentGroup>;

export class SourceControls implements Disposable {
  readonly #lifetime = new Lifetime();

  constructor({ folders, log }: Pick<App, 'folders' | 'log'>, addParentGroup: AddParentGroup) {
    this.#lifetime.add(
      forEachFollowedBranch(folders, (followed, lifetime) => {
        const view = lifetime.add(new BranchSourceControl(followed));
        view.compareWithParent(addParentGroup).catch((failure: unknown) => {
          if (!isCancellation(failure)) log.debug(`${followed.branchName} is not compared: ${messageOf(failure)}`);
        });
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

class BranchSourceControl implements Disposable {
  readonly #followed: FollowedBranch;
  readonly #control: vscode.SourceControl;
  readonly #groups: Record<ChangeGroup, vscode.SourceControlResourceGroup>;
  readonly #lifetime = new Lifetime();
  #parent: ParentGroup | undefined;

  constructor(followed: FollowedBranch) {
    this.#followed = followed;
    const { folder, engine, session, branchName } = followed;
    const { l10n } = vscode;
    const root = vscode.Uri.file(folder.binding.projectFolder);
    const control = vscode.scm.createSourceControl(sourceControlId, l10n.t('Data Model ({0})', branchName), root);
    this.#control = this.#lifetime.add(control);
    control.acceptInputCommand = {
      command: 'dataModel.branch.commit' satisfies CommandId,
      title: l10n.t('Commit'),
      arguments: [control],
    };
    control.inputBox.placeholder = l10n.t('Commit message');
    this.#compareLines();
    this.#lifetime.add(onSettingChange(['dataModel.quickDiff.compareWith'], () => this.#compareLines()));
    // The view shows the groups in this order.
    this.#groups = {
      conflicts: this.#group('conflicts', l10n.t('Conflicts')),
      local: this.#group('local', l10n.t('Local')),
      remote: this.#group('remote', l10n.t('Remote')),
    };
    this.#lifetime.add(engine.state.onChange(() => this.#render()));
    this.#render();
    // The parent branch is known only after the deployment has loaded.
    session.deployment().then(
      ({ devMode }) => {
        const show = () => {
          const { parentBranch, branchName: openBranchName } = devMode.value;
          if (parentBranch === undefined || openBranchName !== branchName) return;
          control.inputBox.placeholder = l10n.t('Message (commit to {0})', parentBranch);
        };
        this.#lifetime.add(devMode.onChange(show));
        if (!this.#lifetime.disposed) show();
      },
      () => {},
    );
  }

  async compareWithParent(addGroup: AddParentGroup): Promise<void> {
    this.#parent = await addGroup(this.#control, this.#followed, this.#lifetime);
    this.#lifetime.add(this.#parent.onDidChangeParent(() => this.#compareLines()));
    if (!this.#lifetime.disposed) this.#compareLines();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** The editor asks for the original of an open file again only if the provider is another one. */
  #compareLines(): void {
    this.#control.quickDiffProvider = undefined;
    this.#control.quickDiffProvider = { provideOriginalResource: (uri) => this.#originalResource(uri) };
  }

  #group(id: ChangeGroup, label: string): vscode.SourceControlResourceGroup {
    const group = this.#control.createResourceGroup(id, label);
    group.hideWhenEmpty = true;
    return group;
  }

  #render(): void {
    const { engine, branchName } = this.#followed;
    const state = engine.state.value;
    const files = groupChangedFiles(state, branchName, vscode.l10n);
    let count = 0;
    for (const id of Object.keys(this.#groups) as ChangeGroup[]) {
      this.#groups[id].resourceStates = files[id].map((file) => this.#resource(file));
      count += files[id].length;
    }
    this.#control.count = count;
    this.#control.statusBarCommands = [this.#statusCommand(state.phase)];
  }

  #statusCommand(phase: string): vscode.Command {
    const busy = phase === 'scanning' || phase === 'pushing' || phase === 'pulling';
    const { l10n } = vscode;
    return {
      command: 'dataModel.sync.refresh' satisfies CommandId,
      title: busy ? '$(sync~spin)' : '$(sync)',
      tooltip: l10n.t('Compare “{0}” with {1}', this.#followed.folder.name, this.#followed.branchName),
      arguments: [this.#control],
    };
  }

  #resource(file: ChangedFile): vscode.SourceControlResourceState {
    const resourceUri = localUri(this.#followed, file.path);
    const command: CommandId =
      file.group === 'conflicts' ? 'dataModel.sync.openMergeEditor' : 'dataModel.sync.openDiff';
    return {
      resourceUri,
      contextValue: contextValues[file.group],
      command: { command, title: vscode.l10n.t('Open'), arguments: [resourceUri] },
      decorations: {
        iconPath: new vscode.ThemeIcon(icons[file.change], colorOf(file)),
        strikeThrough: file.deleted,
        tooltip: file.tooltip,
      },
    };
  }

  #originalResource(uri: vscode.Uri): vscode.Uri | undefined {
    const { folder, engine } = this.#followed;
    if (uri.scheme !== 'file') return undefined;
    const path = relativeTo(folder, uri.fsPath);
    if (path !== undefined && readSetting('dataModel.quickDiff.compareWith', uri) === 'parent') {
      const original = this.#parent?.originalOf(path);
      if (original !== undefined) return original ?? undefined;
    }
    // Before the first listing, all files that are synced are assumed to be on the branch.
    const { plan } = engine.state.value;
    if (path === undefined || (plan && !plan.remote.has(path))) return undefined;
    return plan || engine.why(path).synced ? branchUri({ ...this.#followed, path }) : undefined;
  }
}

function colorOf({ group }: ChangedFile): vscode.ThemeColor {
  const color = (id: ColorId) => new vscode.ThemeColor(id);
  if (group === 'conflicts') return color('dataModel.conflictResourceForeground');
  return color(group === 'local' ? 'dataModel.changedResourceForeground' : 'dataModel.incomingResourceForeground');
}
