/** Explains why the result of a query is empty or different, and shows it in a panel. */

import path from 'node:path';
import * as vscode from 'vscode';
import { QueryRunner } from '../../query/run/runQuery.ts';
import type { Base } from '../../query/why/changedDefinitions.ts';
import { explainResult } from '../../query/why/explainResult.ts';
import type { Explanation, Place } from '../../query/why/explanation.ts';
import { platformProber } from '../../query/why/platformProber.ts';
import { answeringModel } from '../../session/query/answeringModel.ts';
import { targetOn } from '../../session/query/querySession.ts';
import { readBranchModel, remoteBranch } from '../../session/tests/parentModel.ts';
import { whyPanelType } from '../manifest/ids.ts';
import { reviewUri } from '../review/reviewDocuments.ts';
import type { App } from '../shell/app.ts';
import { withProgress } from '../shell/notifications.ts';
import { timeText } from '../shell/timeText.ts';
import { showContent } from '../shell/webviewPage.ts';
import { unsavedDocuments } from '../sync/pendingFiles.ts';
import { branchLabel } from './queryContent.ts';
import { titleOfQuery } from './queryDocuments.ts';
import type { QueryRuns } from './queryRuns.ts';
import { showPlaceCommand, whyHtml } from './whyPage.ts';

/** One panel, which shows the last explanation. */
let shown: vscode.WebviewPanel | undefined;

/** @param column where the result stays visible. @throws UserError, PlatformError, CancelledError */
export async function explainQuery(app: App, runs: QueryRuns, column: vscode.ViewColumn): Promise<Explanation> {
  const { l10n, env } = vscode;
  const { document, folder } = runs;
  const title = titleOfQuery(document);
  const name = document.scheme === 'file' ? relativeTo(folder.binding.projectFolder, document) : title;
  const { branch, explanation, different } = await withProgress(
    l10n.t('Counting the rows of {0}', title),
    async (signal, report) => {
      const session = await folder.open();
      await session.loadModel();
      const { query, target, branch, read } = await runs.subject(signal);
      const { state } = runs;
      const { compared, run } = state.value;
      const stale = await runs.built(branch, signal);
      const earlier = stale?.text ? [{ text: stale.text, args: stale.args, message: stale.message }] : [];
      const { project } = session.model;
      for (const { path: file, document: edited } of unsavedDocuments(folder))
        if (project.open.text(file)) project.edit(file, edited.getText());
      const answering = remoteBranch(await session.deployment(), branch.name);
      const { index, different, warnings } = await answeringModel(answering, project.open, signal);
      const base: Base | undefined = compared && {
        name: compared.branch.name,
        index: await readBranchModel(session, compared.branch.name, signal),
      };
      const on = targetOn(branch, target);
      const asked = new QueryRunner(on);
      const author = on.as && new QueryRunner({ ...on, as: undefined });
      try {
        const explanation = await explainResult(query, platformProber(asked, author), {
          index,
          warnings: [...earlier, ...warnings],
          document: { name, root: read.root, text: read.text },
          showsValues: true,
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          base,
          answeredFrom:
            run?.answeredBy === 'preAggregation'
              ? {
                  preAggregations: (run.sql.preAggregations ?? []).map(({ table }) => table),
                  refreshedAt: run.lastRefreshTime,
                }
              : undefined,
          language: env.language,
          signal,
          onProgress: (done, all) => report(l10n.t('{0} of about {1} queries', done, all)),
        });
        return { branch, explanation, different };
      } finally {
        asked.dispose();
        author?.dispose();
      }
    },
  );
  shown ??= newPanel(column);
  shown.title = l10n.t('Why: {0}', title);
  const uriOf = ({ file }: Place) => {
    if (file === name) return document.toString();
    const { connectionId, deploymentId, projectFolder } = folder.binding;
    const uri = different.has(file)
      ? reviewUri({ connectionId, deploymentId: String(deploymentId), branchName: branch.name, file, folder })
      : vscode.Uri.file(path.join(projectFolder, file));
    return uri.toString();
  };
  const html = whyHtml(explanation, {
    title: l10n.t('{0} on {1}', title, branchLabel(branch)),
    time: timeText(Date.now()),
    language: env.language,
    l10n,
    uriOf,
  });
  showContent(shown, app.context.extensionUri, 'profile', html, [showPlaceCommand]);
  shown.reveal(shown.viewColumn, true);
  return explanation;
}

/** Opens a place of the page, in the column of the text. */
export async function showPlace(uri: string, line: number): Promise<void> {
  const at = new vscode.Position(Math.max(0, line - 1), 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), {
    selection: new vscode.Range(at, at),
    ...(shown && { viewColumn: shown.viewColumn ?? vscode.ViewColumn.Active }),
  });
}

function relativeTo(folder: string, { fsPath }: vscode.Uri): string {
  return path.relative(folder, fsPath).split(path.sep).join('/');
}

function newPanel(viewColumn: vscode.ViewColumn): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    whyPanelType,
    '',
    { viewColumn, preserveFocus: true },
    { enableFindWidget: true },
  );
  panel.onDidDispose(() => {
    shown = undefined;
  });
  return panel;
}
