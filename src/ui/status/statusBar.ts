/** The status bar item and its quick pick. Hidden while no folder is bound. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { Observable } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { markdownWithCommands } from '../shell/markdown.ts';
import { withProgress } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';
import { linkedCommands, type StatusModel, statusAppearance } from './statusAppearance.ts';
import type { FolderStatus } from './statusSource.ts';

/** How long the quick pick waits for the comparison with the parent branch. */
const compareMs = 2_000;

export class StatusBar implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #item: vscode.StatusBarItem;

  constructor(status: Observable<FolderStatus | undefined>) {
    this.#item = this.#lifetime.add(
      vscode.window.createStatusBarItem('dataModel.status', vscode.StatusBarAlignment.Left, 10),
    );
    this.#item.name = vscode.l10n.t('Data Model');
    this.#item.command = 'dataModel.status.show' satisfies CommandId;
    this.#lifetime.add(status.onChange((value) => this.#show(value)));
    this.#show(status.value);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #show(status: FolderStatus | undefined): void {
    if (!status) {
      this.#item.hide();
      return;
    }
    const { text, tooltip, label, tone } = statusAppearance(status.model, vscode.l10n);
    this.#item.text = text;
    this.#item.tooltip = markdownWithCommands(tooltip, linkedCommands);
    this.#item.accessibilityInformation = { label, role: 'button' };
    this.#item.backgroundColor =
      tone === 'plain' ? undefined : new vscode.ThemeColor(`statusBarItem.${tone}Background`);
    this.#item.show();
  }
}

/** @param run runs a command of the extension with its error handling */
export function statusCommands(
  app: App,
  status: Observable<FolderStatus | undefined>,
  run: (id: CommandId, ...args: unknown[]) => unknown,
): Pick<CommandHandlers, 'dataModel.status.show'> {
  return {
    'dataModel.status.show': async () => {
      const { folder, model } = status.value ?? {};
      if (!folder || !model) return run('dataModel.folder.bind');
      const { statusActions } = await import('./statusActions.ts');
      const items = isCommittable(folder, model).then((committable) =>
        statusActions(model, committable, vscode.l10n).map(({ icon, label, detail, run: action }) => ({
          icon,
          label,
          ...(detail !== undefined && { detail }),
          action,
        })),
      );
      const title = [model.platform, model.deployment, model.branchName]
        .filter((part) => part !== undefined)
        .join(' · ');
      const picked = await pickItem(items, { title });
      if (!picked) throw new CancelledError();
      if (picked.action === 'reopen') return reopen(app, folder, model.branchName);
      if (isExtensionCommand(picked.action)) {
        // Sync commands take a source control to identify the folder.
        const sourceControl = { rootUri: vscode.Uri.file(folder.binding.projectFolder) };
        if (picked.action.startsWith('dataModel.sync.')) return run(picked.action, sourceControl);
        const { connectionId } = folder.binding;
        return picked.action === 'dataModel.connection.signInAgain'
          ? run(picked.action, { target: { connectionId } })
          : run(picked.action);
      }
      return vscode.commands.executeCommand(picked.action);
    },
  };
}

/** Undefined if the platform does not answer in time. */
async function isCommittable(folder: FolderStatus['folder'], model: StatusModel): Promise<boolean | undefined> {
  const { branchName, parent, outage } = model;
  const session = folder.session.value;
  if (!session || branchName === undefined || parent === undefined || outage) return undefined;
  try {
    const deployment = await session.deployment();
    return !(await deployment.haveSameFiles(branchName, parent, AbortSignal.timeout(compareMs)));
  } catch {
    return undefined;
  }
}

async function reopen(app: App, folder: FolderStatus['folder'], branchName: string | undefined): Promise<void> {
  if (branchName === undefined) return;
  const session = await folder.open();
  const title = vscode.l10n.t('Opening {0} in dev mode', branchName);
  const engine = await withProgress(title, (signal) => session.openDevMode(branchName, signal));
  const { syncAfterOpening } = await import('../sync/syncFlow.ts');
  await syncAfterOpening(app, folder, engine);
}

function isExtensionCommand(id: string): id is CommandId {
  return id.startsWith('dataModel.');
}
