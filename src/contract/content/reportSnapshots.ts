/** The content of a report: its query and its presentation. Spec: “Reports and workbooks”. Further fields are kept as they are. */

import * as z from 'zod/mini';
import { record } from '../definition/record.ts';

const flag = z.nullish(z.boolean());
const text = z.nullish(z.string());

/** Lenient: a newer server may send scales and positions that are unknown here. */
const PivotItems = z.looseObject({
  displayScale: text,
  showColumnTotals: flag,
  measuresAxis: text,
  measuresPosition: text,
  /** Left out: this exploration leaves it to the settings of the user. */
  showAppliedFilters: flag,
});

const PivotItemsInput = z.looseObject({
  displayScale: z.optional(z.enum(['model', 'absolute', 'thousands', 'millions', 'billions'])),
  showColumnTotals: z.optional(z.boolean()),
  measuresAxis: z.optional(z.enum(['columns', 'rows'])),
  measuresPosition: z.optional(z.enum(['before', 'after'])),
  showAppliedFilters: z.optional(z.boolean()),
});

const PeriodComparison = z.looseObject({
  measure: z.string(),
  timeDimension: z.string(),
  offset: z.looseObject({ amount: z.number(), unit: z.string() }),
  outputs: z.nullish(z.array(z.unknown())),
});

const snapshotFields = {
  /** The kind of chart; `sankey` is one of them. */
  kind: text,
  /** A query of the data API. */
  query: z.nullish(record(z.string(), z.unknown())),
  fillMissingRows: z.nullish(z.looseObject({ member: text, excludedDimensions: z.nullish(z.array(z.string())) })),
  periodComparisons: z.nullish(z.array(PeriodComparison)),
  isSourceReport: flag,
  pythonCode: text,
};

export const ReportSnapshot = z.looseObject({ ...snapshotFields, pivotItems: z.nullish(PivotItems) });
export const ReportSnapshotInput = z.looseObject({ ...snapshotFields, pivotItems: z.nullish(PivotItemsInput) });

/** By the names of the specification, for the OpenAPI document. */
export const reportSnapshotSchemas = {
  PivotItems,
  PivotItemsInput,
  ReportSnapshot,
  ReportSnapshotInput,
};
