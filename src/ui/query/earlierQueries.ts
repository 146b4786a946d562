/** Shows, repeats and compares results of the history. */

import * as vscode from 'vscode';
import { compareTables } from '../../query/compare/compareTables.ts';
import { wholeTable } from '../../query/run/wholeRows.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { App } from '../shell/app.ts';
import { pickAction } from '../shell/historyPicks.ts';
import { showWarning } from '../shell/notifications.ts';
import { type EarlierQuery, earlierLabel, pickEarlier, type QueryFacts, type QueryHistory } from './queryHistory.ts';
import type { QueryPanel } from './queryPanel.ts';

interface EarlierQueriesOptions {
  app: App;
  history: QueryHistory;
  /** The panel of a document; does not run its query. */
  show(document: vscode.Uri, folder: BoundFolder): Promise<QueryPanel>;
}

/** Lets the user choose a result and what to do with it. @throws UserError, CancelledError */
export async function openHistory(options: EarlierQueriesOptions, folder: BoundFolder): Promise<QueryPanel> {
  const { app, history, show } = options;
  const { l10n } = vscode;
  const entries = await history.list(folder);
  const entry = await pickEarlier(entries, {
    title: l10n.t('Query History'),
    none: l10n.t('The history of this folder is empty.'),
  });
  const action = await pickAction(entry, {
    title: earlierLabel(entry.facts),
    showIcon: 'table',
    labels: {
      show: l10n.t('Show Result'),
      run: l10n.t('Run Again'),
      compare: l10n.t('Compare With Another Result…'),
    },
  });
  if (action === 'run') {
    const panel = await show(await documentOf(app, folder, entry.facts), folder);
    if (!entry.facts.isRedacted) void panel.runs.run();
    else {
      await panel.edit();
      void showWarning(l10n.t('The history keeps no secrets. Write them where the query has “…”, then run it.'));
    }
    return panel;
  }
  const other = action === 'compare' ? await pickOther(entries, entry) : undefined;
  const [before, after] = other && other.facts.startedAt > entry.facts.startedAt ? [entry, other] : [other, entry];
  const run = await history.run(folder, after!);
  const otherRun = before && (await history.run(folder, before));
  const compared = before &&
    otherRun && {
      branch: { name: earlierLabel(before.facts), isProduction: false },
      run: otherRun,
      newMembers: [],
      table: compareTables(wholeTable(otherRun.table), wholeTable(run.table)),
    };
  const panel = await show(await documentOf(app, folder, after!.facts), folder);
  const { branch, startedAt } = after!.facts;
  panel.runs.showEarlier({ branch, startedAt, run, compared, earlier: earlierLabel(after!.facts) });
  return panel;
}

/** Only a result with the same columns can be compared. */
function pickOther(entries: readonly EarlierQuery[], { id, facts }: EarlierQuery): Promise<EarlierQuery> {
  const keys = ({ columns }: QueryFacts) => [...columns].sort().join('\n');
  const others = entries.filter((one) => one.id !== id && one.size > 0 && keys(one.facts) === keys(facts));
  return pickEarlier(others, {
    title: vscode.l10n.t('Compare {0} With', earlierLabel(facts)),
    none: vscode.l10n.t('The history has no other result with the same columns.'),
  });
}

/** The document that still has this text, otherwise a scratch query. */
async function documentOf(app: App, folder: BoundFolder, { document, text }: QueryFacts): Promise<vscode.Uri> {
  const uri = vscode.Uri.parse(document);
  const same = async (one: vscode.Uri) => {
    const found = await vscode.workspace.openTextDocument(one).then(
      (opened) => opened.getText(),
      () => undefined,
    );
    return found === text;
  };
  if (app.folders.of(uri.fsPath) === folder && uri.scheme !== 'untitled' && (await same(uri))) return uri;
  return app.scratch.createWithText(folder.binding.projectFolder, uri.path.split('/').at(-1)!, text);
}
