/** The previews that are open, and how one is opened or comes back with its window. Loaded with the first of them. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import { KeptPreviews } from '../../session/dashboard/keptPreviews.ts';
import type { PreviewState } from '../../session/dashboard/previewState.ts';
import type { App } from '../shell/app.ts';
import { panelType } from '../shell/ids.ts';
import { withProgress } from '../shell/notifications.ts';
import { OutsideWindow } from './outside/outsideWindow.ts';
import { DashboardPreview } from './preview/dashboardPreview.ts';
import { PreviewPanel } from './previewPanel.ts';

export interface OpenPreview {
  preview: DashboardPreview;
  panel: vscode.WebviewPanel;
  outside: OutsideWindow;
}

export class Previews implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #open = new Set<OpenPreview>();
  readonly #kept: KeptPreviews;

  constructor(app: App) {
    this.#app = app;
    this.#kept = new KeptPreviews(app.context.workspaceState);
  }

  get all(): readonly OpenPreview[] {
    return [...this.#open];
  }

  /** Shows one beside what is being edited; the tab that shows the same already comes to the front. */
  show(state: PreviewState): OpenPreview {
    const known = this.all.find(({ preview }) => sameSubject(preview.state.value, state));
    if (known) {
      known.panel.reveal();
      return known;
    }
    const panel = vscode.window.createWebviewPanel(
      panelType,
      '',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      // Loading it anew would cost a session, and what a person filtered and unfolded inside.
      { retainContextWhenHidden: true },
    );
    return this.#adopt(panel, state);
  }

  /** A tab of the window's last life. */
  restore(panel: vscode.WebviewPanel, stored: unknown): void {
    const state = this.#kept.latest(stored);
    if (state) this.#adopt(panel, state);
    else panel.dispose();
  }

  dispose(): void {
    for (const { panel } of this.all) panel.dispose();
    this.#lifetime.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, state: PreviewState): OpenPreview {
    const lifetime = this.#lifetime.add(new Lifetime());
    const preview: DashboardPreview = lifetime.add(
      new DashboardPreview(this.#app, state, {
        editorColumn: () => editorColumn(panel),
        openOutside: () => outside.open(),
        askAdminKey: (connection) => askAdminKey(this.#app, connection),
      }),
    );
    lifetime.add(
      preview.state.onChange((now) => {
        this.#kept.keep(now).catch((failure: unknown) => this.#app.log.debug(`A choice was not kept: ${failure}`));
      }),
    );
    const outside = lifetime.add(new OutsideWindow(this.#app, preview));
    lifetime.add(new PreviewPanel(this.#app, panel, preview));
    const open = { preview, panel, outside };
    this.#open.add(open);
    panel.onDidDispose(() => {
      this.#open.delete(open);
      this.#lifetime.release(lifetime);
    });
    return open;
  }
}

function sameSubject(a: PreviewState, b: PreviewState): boolean {
  return (
    a.connectionId === b.connectionId &&
    a.subject.surface === b.subject.surface &&
    a.subject.deploymentId === b.subject.deploymentId &&
    a.subject.publicId === b.subject.publicId &&
    a.options.branch === b.options.branch
  );
}

/** A column that does not hide the dashboard: another one of the window, else a new one. */
function editorColumn(panel: vscode.WebviewPanel): vscode.ViewColumn {
  const other = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn !== panel.viewColumn);
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}

async function askAdminKey({ connections }: App, { id, record }: Connection): Promise<void> {
  const { l10n } = vscode;
  const key = await vscode.window.showInputBox({
    title: l10n.t('An admin’s key for {0}', record.label),
    prompt: l10n.t('It is used to make embed sessions and to allow embedding; everything else keeps using your own.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (!key) throw new CancelledError();
  await withProgress(l10n.t('Checking the key'), (signal) => connections.addAdminKey(id, key, signal));
}
