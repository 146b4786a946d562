/** The open previews: opens them, and restores them with their window. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import type { PreviewState } from '../../session/dashboard/previewState.ts';
import { RecentPreviewStates } from '../../session/dashboard/recentPreviewStates.ts';
import { panelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { askUntilAccepted, goneBack } from '../shell/checkedInput.ts';
import { editorColumn } from '../shell/webviewPage.ts';
import { OutsideWindow } from './outside/outsideWindow.ts';
import { DashboardPreview } from './preview/dashboardPreview.ts';
import { previewAs } from './previewAs.ts';
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
  readonly #recent: RecentPreviewStates;

  constructor(app: App) {
    this.#app = app;
    this.#recent = new RecentPreviewStates(app.context.workspaceState);
  }

  get all(): readonly OpenPreview[] {
    return [...this.#open];
  }

  /** The active one, otherwise one that is visible. */
  get current(): OpenPreview | undefined {
    return this.all.find(({ panel }) => panel.active) ?? this.all.find(({ panel }) => panel.visible);
  }

  /** Opens a preview next to the active editor, or reveals the tab that shows the same. */
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
      // A reload would need a new session and lose the user's filters and expanded rows.
      { retainContextWhenHidden: true },
    );
    return this.#adopt(panel, state);
  }

  /** Restores a tab after a reload of the window. */
  restore(panel: vscode.WebviewPanel, stored: unknown): void {
    const state = this.#recent.latest(stored);
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
        pickProfile: () => previewAs(this.#app, preview),
        enterAdminKey: (connection) => enterAdminKey(this.#app, connection),
      }),
    );
    lifetime.add(
      preview.state.onChange((now) => {
        this.#recent
          .save(now)
          .catch((failure: unknown) => this.#app.log.debug(`The preview state was not stored: ${failure}`));
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

async function enterAdminKey({ connections }: App, { id, record }: Connection): Promise<void> {
  const { l10n } = vscode;
  const added = await askUntilAccepted({
    title: l10n.t('Admin Key for {0}', record.label),
    prompt: l10n.t('The key creates embed sessions and allows embedding. Everything else uses your own key.'),
    password: true,
    accept: (key, signal) => connections.addAdminKey(id, key, signal),
  });
  if (added === goneBack) throw new CancelledError();
}
