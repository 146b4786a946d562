/** The SQL of a query as read-only documents: that of its branch, and that of the branch it is compared with. */

import * as vscode from 'vscode';
import type { QueryRun } from '../../query/run/runQuery.ts';
import { type DocumentAddress, documentUri } from '../shell/readOnlyDocuments.ts';

export type SqlSide = 'own' | 'other';

function sqlUri(query: vscode.Uri, title: string, side: SqlSide): vscode.Uri {
  return documentUri({ kind: 'query-sql', path: `/${title}.sql`, parameters: { query: query.toString(), side } });
}

export function sqlAddress({ parameters }: DocumentAddress): { query: string; side: SqlSide } {
  return { query: parameters.query ?? '', side: parameters.side === 'other' ? 'other' : 'own' };
}

/** The statement, then its parameters as comments. */
export function sqlText({ sql }: Pick<QueryRun, 'sql'>): string {
  const parameters = sql.parameters.map((value, i) => `-- $${i + 1} = ${JSON.stringify(value) ?? 'null'}`);
  return `${[sql.text.trimEnd(), ...(parameters.length > 0 ? ['', ...parameters] : [])].join('\n')}\n`;
}

export async function showSql(query: vscode.Uri, title: string, column: vscode.ViewColumn): Promise<void> {
  const document = await vscode.workspace.openTextDocument(sqlUri(query, title, 'own'));
  await vscode.window.showTextDocument(document, { viewColumn: column });
}

/** @param branches names of the other branch and of the query's branch */
export async function showSqlDiff(
  query: vscode.Uri,
  title: string,
  branches: readonly [string, string],
  column: vscode.ViewColumn,
): Promise<void> {
  const [other, own] = branches;
  const label = vscode.l10n.t('{0}: SQL on {1} ↔ {2}', title, other, own);
  const sides = [sqlUri(query, title, 'other'), sqlUri(query, title, 'own')] as const;
  await vscode.commands.executeCommand('vscode.diff', ...sides, label, { viewColumn: column });
}
