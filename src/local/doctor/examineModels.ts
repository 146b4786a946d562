/** Examines the model of a project, or those of its tenants, one after the other. */

import { tenantsOf } from '../../model/checks/tenants.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { type DoctorOptions, examineModel } from './doctor.ts';
import type { DoctorReport } from './report.ts';

export interface ExaminedModel {
  index: ModelIndex;
  report: DoctorReport;
}

/** @throws UserError if a model does not compile; CancelledError */
export async function examineModels(
  saved: ModelIndex,
  options: Omit<DoctorOptions, 'index'>,
): Promise<readonly ExaminedModel[]> {
  const found: ExaminedModel[] = [];
  for (const index of tenantsOf(saved)?.models.values() ?? [saved]) {
    found.push({ index, report: await examineModel({ index, ...options }) });
  }
  return found;
}

/** Models of tenants share files, whose joins and keys have the same answer. */
export function mergedReport(examined: readonly ExaminedModel[]): DoctorReport {
  const reports = examined.map(({ report }) => report);
  return {
    joins: distinct(reports.flatMap(({ joins }) => joins)),
    keys: distinct(reports.flatMap(({ keys }) => keys)),
    problems: distinct(reports.flatMap(({ problems }) => problems)),
  };
}

export function distinct<T extends object>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
