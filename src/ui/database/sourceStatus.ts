/** Names the data source of a model file in the language status, and how much is known of it. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { DatabaseState } from '../../session/database/projectDatabase.ts';
import { errorText } from '../shell/errorText.ts';
import { plainLabel } from '../shell/outsideText.ts';
import { dayText } from '../shell/timeText.ts';

export class SourceStatus implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #item = this.#lifetime.add(vscode.languages.createLanguageStatusItem('dataModel.dataSource', []));
  #modelFolders: readonly vscode.RelativePattern[] = [];
  readonly #stateOf: (uri: vscode.Uri) => DatabaseState | undefined;

  /** @param stateOf undefined for a file that is not part of a model */
  constructor(stateOf: (uri: vscode.Uri) => DatabaseState | undefined) {
    this.#stateOf = stateOf;
    this.#item.name = vscode.l10n.t('Data Source');
    this.#lifetime.add(vscode.window.onDidChangeActiveTextEditor(() => this.update()));
    this.update();
  }

  /** Shows it for the files of a model. */
  add(modelFolder: string): void {
    this.#modelFolders = [...this.#modelFolders, new vscode.RelativePattern(vscode.Uri.file(modelFolder), '**')];
    this.#item.selector = this.#modelFolders.map((pattern) => ({ scheme: 'file', pattern }));
  }

  update(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const state = uri && this.#stateOf(uri);
    const { description, failure, isReading = false } = state ?? {};
    this.#item.busy = isReading;
    this.#item.severity =
      failure === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
    this.#item.text = description === undefined ? vscode.l10n.t('No data source') : plainLabel(shortened(description));
    this.#item.detail = state ? plainLabel(detailOf(state)) : '';
    const tooltip = description === undefined ? '' : plainLabel(description);
    const hasTables = state !== undefined && state.catalogs.size > 0;
    this.#item.command =
      description === undefined || hasTables || failure !== undefined
        ? {
            command: 'dataModel.database.choose',
            title: vscode.l10n.t('Choose Data Source…'),
            tooltip,
            arguments: [uri],
          }
        : { command: 'dataModel.database.refresh', title: vscode.l10n.t('Read Tables'), tooltip, arguments: [uri] };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** The row cannot be wider than the popup, which does not break lines. The end of a path says more than its start. */
const longest = 40;

function shortened(description: string): string {
  return description.length <= longest ? description : `…${description.slice(1 - longest)}`;
}

function detailOf({ description, catalogs, failure }: DatabaseState): string {
  const { l10n } = vscode;
  if (failure !== undefined) return errorText(failure, l10n);
  if (!vscode.workspace.isTrusted) return l10n.t('The folder is not trusted.');
  if (description === undefined) return l10n.t('Tables and columns are not checked.');
  const all = [...catalogs.values()];
  if (all.length === 0) return l10n.t('Its tables have not been read.');
  const tables = all.reduce((sum, { catalog }) => sum + catalog.tables.length, 0);
  const kept = all.filter(({ isKept }) => isKept).map(({ catalog }) => Date.parse(catalog.readAt));
  const text =
    kept.length === 0
      ? l10n.t('{0} tables', tables)
      : l10n.t('{0} tables, as of {1}', tables, dayText(Math.min(...kept)));
  return all.some(({ catalog }) => catalog.isCut) ? l10n.t('{0}; it has more, which are not read', text) : text;
}
