/** Runs the Python of a widget over the rows of its query. Spec: group E, `python-run`. */

import { messageOf } from '../../base/errors.ts';
import type { SecurityContext } from '../../compiler/modelRequest.ts';
import type { PythonRun } from '../../compiler/pythonRun.ts';
import { dataApiUrl } from '../data/dataApiAddress.ts';
import { signDataToken } from '../deployment/tokens.ts';
import type { LiveDeployment } from '../platform/liveDeployment.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import { loadData } from './charts/dataApi.ts';
import { applyFilters, type DataQuery, type QueryFilter } from './charts/dataQuery.ts';
import { type QueryResult, toNumber } from './charts/queryResult.ts';

interface WidgetRun {
  title: string;
  query: DataQuery;
  code: string;
  filters: readonly QueryFilter[];
  branch: BranchRecord;
  /** The security context of the caller. */
  securityContext: SecurityContext;
}

const tokenLifetime = 5 * 60_000;

/** A failed query is a failed run, too. */
export async function runWidgetPython(
  deployment: LiveDeployment,
  { title, query, code, filters, branch, securityContext }: WidgetRun,
  signal: AbortSignal,
): Promise<PythonRun> {
  try {
    const token = await signDataToken(deployment, branch.name, securityContext, tokenLifetime);
    const request = { dataApiUrl: dataApiUrl(deployment, branch), token, signal };
    const loaded = await loadData(request, applyFilters(query, filters, undefined));
    const script = { name: `The Python of “${title}”`, code, rows: typedRows(loaded) };
    return await deployment.services.runPython(script, signal);
  } catch (failure) {
    if (signal.aborted) throw failure;
    return { failure: messageOf(failure) };
  }
}

/** The data API sends numbers as text. */
function typedRows({ data, annotation: { measures = {}, dimensions = {} } }: QueryResult): object[] {
  const isNumber = (member: string) => (measures[member] ?? dimensions[member])?.type === 'number';
  return data.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([member, value]) => [member, isNumber(member) ? toNumber(value) : value]),
    ),
  );
}
