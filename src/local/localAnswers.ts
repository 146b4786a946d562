/** Answers queries of the data API on this machine: against tables that a test gives, or against a data source. */

import type { QueryPlan } from '../compiler/modelRequest.ts';
import type { DataMeta, DataRows } from '../contract/dataApi.ts';
import type { Database } from '../database/database.ts';
import type { Rows, ScratchRows, Statement, StatementProblem } from '../database/source/databaseRequests.ts';
import type { Catalog } from '../model/catalog/catalog.ts';
import { instantOf } from '../model/documents/given.ts';
import { tableKey, usedTables } from '../model/index/tableColumns.ts';
import { joinResults } from '../platform/comparedRanges.ts';
import { RefusedQuery } from '../query/run/queryErrors.ts';
import { withLargestLimit } from '../query/run/wholeRows.ts';
import { dialectsOf } from './dialectsOf.ts';
import { readDataFile } from './given/dataFile.ts';
import { fillTables } from './given/fillTables.ts';
import { type Lacking, lackingIn } from './given/lacking.ts';
import { InvalidQuery } from './invalidQuery.ts';
import { asRefusal, localErrors } from './localErrors.ts';
import { contextOf, type LocalModel } from './localModel.ts';
import type { LocalAnswer, LocalQuestion } from './localQuestion.ts';
import { readQueries } from './queryInput.ts';
import { rowsOf } from './results.ts';

export interface LocalAnswersOptions {
  model: LocalModel;
  projectFolder: string;
  /** Runs the databases of tests. */
  scratch: Database;
  /** Answer without `given`, by the name of the data source. Opened with the first such question; undefined: there is none. */
  sources?: () => Promise<ReadonlyMap<string, Database> | undefined>;
  /** Has the types of the columns that tests give. */
  catalog?: () => Promise<Catalog>;
}

export class LocalAnswers {
  readonly #options: LocalAnswersOptions;

  constructor(options: LocalAnswersOptions) {
    this.#options = options;
  }

  /** @throws UserError, CancelledError */
  async load(question: LocalQuestion, signal?: AbortSignal): Promise<LocalAnswer> {
    const { query, as, given, at, isMeta, opens } = question;
    if (isMeta) return { meta: (await this.#options.model.meta(contextOf(as), { signal })) as unknown as DataMeta };
    const sources = given ? undefined : await this.#options.sources?.();
    if (!given && !sources) return { needsSource: true };
    const dialects = sources && dialectsOf(sources);
    const instant = at === undefined ? undefined : instantOf(at);
    if (at !== undefined && instant === undefined) throw localErrors.error('no-instant', [at]);
    try {
      const now = instant === undefined ? Date.now() : Date.parse(instant);
      const { queries } = readQueries(withLargestLimit(query), now);
      const plans = await Promise.all(
        queries.map(async (one) => ({
          asked: one.query,
          plan: await this.#options.model.plan(one.query, contextOf(as), { signal, dialects, opens }),
        })),
      );
      const answered = await this.#rows(plans, question, { instant, sources, signal });
      if ('lacking' in answered) return answered;
      const totals = sources ? await sourceTotals(plans, { instant, sources, signal }) : [];
      const parts = plans.map(({ plan, asked }, at) => dataRows(plan, asked, answered.rows[at]!, totals[at]));
      return { rows: parts.length === 1 ? parts[0]! : joinResults(parts) };
    } catch (failure) {
      if (failure instanceof InvalidQuery || failure instanceof RefusedQuery) return { refused: failure.message };
      throw failure;
    }
  }

  async #rows(
    plans: readonly { plan: QueryPlan }[],
    { given, file }: LocalQuestion,
    run: Run,
  ): Promise<{ rows: Rows[] } | { lacking: Lacking }> {
    if (!given) return { rows: await sourceRows(plans, run) };
    const { scratch, model, projectFolder } = this.#options;
    const { instant, signal } = run;
    const catalog = await this.#options.catalog?.();
    const filled = await fillTables(given, {
      used: usedTables(model.index),
      catalog: (table) => catalog && columnsIn(catalog, table),
      readFile: (name) => readDataFile(projectFolder, file, name),
    });
    const statements = plans.map(({ plan }) => statementOf(plan));
    const results = await scratch.scratch({ at: instant, setup: filled.setup, statements }, signal);
    const problem = results.map(problemIn).find((one) => one !== undefined);
    if (problem) {
      const lacking = lackingIn(model.index, problem, filled.tables);
      if (lacking) return { lacking };
      throw new RefusedQuery(problem.message);
    }
    return { rows: results.flatMap((one) => ('rows' in one ? [one.rows] : [])) };
  }
}

interface Run {
  instant: string | undefined;
  /** For a question without tables. */
  sources: ReadonlyMap<string, Database> | undefined;
  signal: AbortSignal | undefined;
}

/** What reads the clock of any database. */
const clocks =
  /\b(?:now|today|current_(?:date|time|timestamp|local\w+)|local(?:time|timestamp)|sysdate|getdate|age)\b/i;

async function sourceRows(plans: readonly { plan: QueryPlan }[], { instant, sources, signal }: Run): Promise<Rows[]> {
  const rows: Rows[] = [];
  for (const { plan } of plans) {
    const clock = instant === undefined ? undefined : clocks.exec(plan.sql);
    if (clock) throw localErrors.error('at-on-source', [clock[0]]);
    try {
      // The planner refuses a data source that is not one of these.
      const source = sources!.get(plan.dataSource)!;
      rows.push(await source.query('tests', statementOf(plan), signal));
    } catch (failure) {
      throw asRefusal(failure);
    }
  }
  return rows;
}

/** Numbers of rows without a limit, of the plans that ask for it. */
async function sourceTotals(plans: readonly { plan: QueryPlan }[], run: Run): Promise<(number | undefined)[]> {
  const totals: (number | undefined)[] = [];
  for (const { plan } of plans) {
    const [rows] = plan.total ? await sourceRows([{ plan: { ...plan, ...plan.total } }], run) : [];
    totals.push(rows && Number(rows.values[0]?.[0] ?? 0));
  }
  return totals;
}

function statementOf({ sql, params }: QueryPlan): Statement {
  return { sql, params };
}

function problemIn(result: ScratchRows): StatementProblem | undefined {
  return 'problem' in result ? result.problem : undefined;
}

function columnsIn({ tables, searchPath }: Catalog, name: string) {
  const key = tableKey(name);
  const found = tables.find(
    (one) =>
      `${one.schema}.${one.name}`.toLowerCase() === key.split('.').slice(-2).join('.') ||
      (one.name.toLowerCase() === key && searchPath.includes(one.schema)),
  );
  return found?.columns;
}

function dataRows(
  plan: QueryPlan,
  { timeDimensions, limit }: { timeDimensions: unknown; limit: number },
  rows: Rows,
  total: number | undefined,
): DataRows {
  return {
    data: rowsOf(rows, plan.columns),
    annotation: plan.annotation as DataRows['annotation'],
    total: total ?? null,
    query: { timeDimensions, limit },
  };
}
