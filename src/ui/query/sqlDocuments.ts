/** The SQL of a query as read-only documents: that of its branch, and that of the branch it is compared with. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { ShownSql } from '../../query/results/formatSql.ts';
import type { QueryRun } from '../../query/run/runQuery.ts';
import { documentScheme } from '../manifest/ids.ts';
import { type DocumentAddress, documentUri, parseDocumentUri } from '../shell/readOnlyDocuments.ts';

export type SqlSide = 'own' | 'other';

/** The editor calls the language of other `.sql` files “MS SQL”, whatever the database is. */
function sqlUri(query: vscode.Uri, title: string, side: SqlSide): vscode.Uri {
  return documentUri({ kind: 'query-sql', path: `/${title}.query.sql`, parameters: { query: query.toString(), side } });
}

export function sqlAddress({ parameters }: DocumentAddress): { query: string; side: SqlSide } {
  return { query: parameters.query ?? '', side: parameters.side === 'other' ? 'other' : 'own' };
}

/** The statement, then its parameters as comments. */
export function sqlText({ sql, shownSql }: Pick<QueryRun, 'sql' | 'shownSql'>): string {
  const { text, isFormatted } = shownSql;
  const note = isFormatted ? [] : [`-- ${vscode.l10n.t('This SQL could not be formatted.')}`, ''];
  const parameters = sql.parameters.map((value, i) => `-- $${i + 1} = ${JSON.stringify(value) ?? 'null'}`);
  return `${[...note, text.trimEnd(), ...(parameters.length > 0 ? ['', ...parameters] : [])].join('\n')}\n`;
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

/** Names the dialect of the SQL in the active editor, in the language status. */
export class SqlDialectStatus implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #item = this.#lifetime.add(
    vscode.languages.createLanguageStatusItem('dataModel.sqlDialect', {
      scheme: documentScheme,
      pattern: '**/*.query.sql',
    }),
  );
  readonly #shownSql: (address: DocumentAddress) => ShownSql | undefined;

  constructor(shownSql: (address: DocumentAddress) => ShownSql | undefined) {
    this.#shownSql = shownSql;
    this.#item.name = vscode.l10n.t('SQL Dialect');
    this.#lifetime.add(vscode.window.onDidChangeActiveTextEditor(() => this.update()));
    this.update();
  }

  update(): void {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const address = uri && parseDocumentUri(uri);
    const sql = address?.kind === 'query-sql' ? this.#shownSql(address) : undefined;
    this.#item.text = sql?.dialect ?? vscode.l10n.t('SQL');
    this.#item.detail = sql?.dialect
      ? vscode.l10n.t('Dialect of the SQL')
      : vscode.l10n.t('The platform does not report the dialect.');
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
