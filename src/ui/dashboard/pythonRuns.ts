/** Runs the Python of widgets from a preview and shows each result as a document. Results are kept in memory. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import { runWidgetPython } from '../../session/dashboard/widgetPython.ts';
import { untilBranchBuilt } from '../folders/untilBuilt.ts';
import { withProgress } from '../shell/notifications.ts';
import { askText } from '../shell/quickInput.ts';
import { type DocumentAddress, documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { Previews } from './previews.ts';
import { pythonText } from './pythonText.ts';

const maxKept = 20;

export class PythonRuns {
  readonly #documents: ReadOnlyDocuments;
  /** By the document's path. */
  readonly #texts = new Map<string, string>();
  /** The widget that was run last, by the public id of the dashboard. */
  readonly #latest = new Map<string, string>();

  constructor(documents: ReadOnlyDocuments) {
    this.#documents = documents;
  }

  /** @throws UserError, PlatformError, CancelledError */
  async run({ current }: Previews): Promise<void> {
    const { l10n } = vscode;
    const { preview } = current ?? {};
    const { subject, mode, options } = preview?.state.value ?? {};
    if (!preview || subject?.publicId === undefined || !mode || !options) {
      throw new UserError(l10n.t('No dashboard is open.'), { action: l10n.t('Preview a dashboard first.') });
    }
    const { publicId } = subject;
    const typed = await askText({
      title: l10n.t('Run Widget Python'),
      prompt: l10n.t('ID of the widget. Drill-down and download events in the event inspector name it.'),
      value: this.#latest.get(publicId) ?? '',
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? '' : undefined),
    });
    const widgetId = typed?.trim();
    if (!widgetId) throw new CancelledError();
    // A request with the own key names no branch.
    const branch = mode === 'signed' ? options.branch : null;
    const { access, deployment } = await preview.platform.open();
    const result = await withProgress(l10n.t('Running the Python of {0}', widgetId), async (signal, report) => {
      if (branch !== null) await untilBranchBuilt(deployment.builds, branch, signal, report);
      return runWidgetPython(access, { widgetId, mode, branch, filters: options.filters }, signal);
    });
    this.#latest.set(publicId, widgetId);
    const { tabTitle: title } = preview;
    await this.#show(widgetId, pythonText(result, { widgetId, title, branch, filters: options.filters }, l10n));
  }

  read({ path }: DocumentAddress): string {
    return this.#texts.get(path) ?? `${vscode.l10n.t('This result is no longer here. Run the Python again.')}\n`;
  }

  /** A later run of the same widget replaces the text. */
  async #show(widgetId: string, text: string): Promise<void> {
    const path = `/${widgetId.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.python.txt`;
    this.#texts.delete(path);
    this.#texts.set(path, text);
    for (const old of [...this.#texts.keys()].slice(0, -maxKept)) this.#texts.delete(old);
    const uri = documentUri({ kind: 'python-run', path, parameters: {} });
    this.#documents.refresh(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preview: false });
  }
}
