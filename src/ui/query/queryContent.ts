/** The content of the result panel for the runs of a query. */

import * as vscode from 'vscode';
import type { QueryContent } from '../../contract/messages/queryChannel.ts';
import type { QueryRun } from '../../query/run/runQuery.ts';
import { cutFailure } from '../../query/run/wholeRows.ts';
import type { QueryBranch, QueryState } from '../../session/query/querySession.ts';
import { errorParts } from '../shell/errorText.ts';
import type { OtherVersion } from '../sync/pendingFiles.ts';

export function branchLabel({ name, isProduction }: QueryBranch): string {
  return isProduction ? vscode.l10n.t('{0} (production)', name) : name;
}

/** @param otherVersion of the branch that the folder follows */
export function queryContent(
  state: QueryState,
  title: string,
  sequence: number,
  otherVersion: OtherVersion | undefined,
): Omit<QueryContent, 'document' | 'isScratch'> {
  const { phase, startedAt, waiting, building, branch, failure, run, compared, earlier } = state;
  return {
    sequence,
    title,
    branch: branch ? branchLabel(branch) : '',
    state: phase === 'idle' ? 'running' : phase,
    startedAt,
    waiting,
    building: building ?? null,
    failure: noticeOf(failure),
    earlier: earlier ?? null,
    otherVersion: (earlier === undefined && branch && !branch.isProduction && otherVersion) || null,
    result: run ? resultOf(run) : null,
    compared: compared
      ? {
          branch: branchLabel(compared.branch),
          columns: compared.table.columns.map((column) =>
            compared.newMembers.includes(column.member)
              ? { ...column, title: vscode.l10n.t('{0} (new)', column.title) }
              : column,
          ),
          rows: compared.table.rows,
          added: compared.table.added,
          removed: compared.table.removed,
          changed: compared.table.changed,
          newMembers: [...compared.newMembers],
          sql: compared.run?.shownSql.text ?? null,
        }
      : null,
  };
}

function noticeOf(failure: unknown): QueryContent['failure'] {
  if (failure === undefined) return null;
  const { message, action } = errorParts(failure, vscode.l10n);
  return { message, ...(action === undefined ? {} : { action }) };
}

function resultOf({
  table,
  sql,
  shownSql,
  ms,
  total,
  lastRefreshTime,
  answeredBy,
  request,
}: QueryRun): QueryContent['result'] {
  return {
    columns: [...table.columns],
    rows: table.rows,
    cut: noticeOf(cutFailure(table)),
    sql: shownSql.text,
    dialect: shownSql.dialect ?? null,
    isFormatted: shownSql.isFormatted,
    parameters: [...sql.parameters],
    ms,
    total,
    lastRefreshTime,
    answeredBy: answeredBy ?? null,
    request: { ...request },
  };
}
