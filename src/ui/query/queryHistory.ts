/** The last results of the queries of each folder: which are kept, and how the user chooses one. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { QueryRun } from '../../query/run/runQuery.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { History, type HistoryEntry } from '../../session/history/history.ts';
import { redactedText } from '../../session/history/withoutSecrets.ts';
import type { QueryBranch } from '../../session/query/querySession.ts';
import type { App } from '../shell/app.ts';
import { pickEntry } from '../shell/historyPicks.ts';
import { timeText } from '../shell/timeText.ts';
import { branchLabel } from './queryContent.ts';
import { titleOfQuery } from './queryDocuments.ts';
import type { QueryRuns } from './queryRuns.ts';

/** What a result is, without its rows. */
export interface QueryFacts {
  /** The address of the query document when it ran. */
  document: string;
  text: string;
  /** The text has a gap where a secret was. */
  isRedacted: boolean;
  branch: QueryBranch;
  /** The version of the build that answered; null if the platform does not report it. */
  version: string | null;
  /** Why the branch did not have the model of the files. */
  difference: string | null;
  startedAt: number;
  ms: number;
  rows: number;
  /** The keys of the columns. */
  columns: string[];
}

export type EarlierQuery = HistoryEntry<QueryFacts>;

/** Characters of a query document. */
const maxText = 100_000;

export class QueryHistory {
  readonly #app: App;
  readonly #histories = new Map<string, History<QueryFacts>>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Call when a run is done. */
  record({ folder, document, state, sentText, version, otherVersion }: QueryRuns): void {
    const { branch, run, startedAt } = state.value;
    if (!branch || !run || sentText === undefined || sentText.length > maxText) return;
    const text = redactedText(sentText);
    const facts: QueryFacts = {
      document: document.toString(),
      text,
      isRedacted: text !== sentText,
      branch,
      version: version ?? null,
      difference: (!branch.isProduction && otherVersion.value?.message) || null,
      startedAt,
      ms: run.ms,
      rows: run.table.rows.length,
      columns: run.table.columns.map(({ key }) => key),
    };
    void this.#of(folder).record(facts, run);
  }

  /** The newest first. */
  list(folder: BoundFolder): Promise<readonly EarlierQuery[]> {
    return this.#of(folder).list();
  }

  /** @throws UserError if its rows are not kept */
  async run(folder: BoundFolder, entry: EarlierQuery): Promise<QueryRun> {
    const run = await this.#of(folder).content(entry);
    if (isRun(run)) return run;
    throw new UserError(vscode.l10n.t('The rows of this result are not kept.'), {
      action: vscode.l10n.t('Run the query again.'),
    });
  }

  #of({ binding, workspaceFolder }: BoundFolder): History<QueryFacts> {
    const owner = JSON.stringify([workspaceFolder, binding.projectFolder, binding.connectionId, binding.deploymentId]);
    let history = this.#histories.get(owner);
    if (!history) {
      const { context, log } = this.#app;
      const storageFolder = context.globalStorageUri.fsPath;
      history = new History<QueryFacts>({ storageFolder, owner, name: 'queries', isFacts, log });
      this.#histories.set(owner, history);
    }
    return history;
  }
}

function isFacts(value: unknown): value is QueryFacts {
  const { document, text, branch, startedAt, columns } = (value ?? {}) as Partial<QueryFacts>;
  const texts = [document, text, branch?.name];
  return texts.every((one) => typeof one === 'string') && typeof startedAt === 'number' && Array.isArray(columns);
}

function isRun(value: unknown): value is QueryRun {
  const { table, sql, shownSql, request } = (value ?? {}) as Partial<QueryRun>;
  const isTable = Array.isArray(table?.columns) && Array.isArray(table.rows);
  return isTable && Array.isArray(sql?.parameters) && typeof shownSql?.text === 'string' && !!request;
}

/** `dev-ada, Nov 27, 2026, 12:03:04 PM, files 1a2b3c4d` */
export function earlierLabel({ branch, startedAt, version }: QueryFacts): string {
  return [branchLabel(branch), timeText(startedAt), version].filter(Boolean).join(', ');
}

/** @throws UserError without a result; CancelledError if the user selects none */
export function pickEarlier(
  entries: readonly EarlierQuery[],
  { title, none }: { title: string; none: string },
): Promise<EarlierQuery> {
  const { l10n } = vscode;
  return pickEntry(entries, {
    title,
    placeHolder: l10n.t('Select a result'),
    none,
    action: l10n.t('Run a query first.'),
    item: ({ facts: { document, branch, rows, version, difference, startedAt }, size }) => {
      const facts = [
        timeText(startedAt),
        version ?? l10n.t('version not reported'),
        difference !== null && l10n.t('other than the files'),
        size === 0 && l10n.t('rows not kept'),
      ];
      return {
        label: titleOfQuery(vscode.Uri.parse(document)),
        description: [branchLabel(branch), l10n.t('Rows: {0}', rows)].join(' · '),
        detail: facts.filter(Boolean).join(' · '),
      };
    },
  });
}
