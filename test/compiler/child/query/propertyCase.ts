/** One row of the lists of properties: a change of the model of `plannedModel.ts` and a query that may notice it. */

import type { ModelQuery } from '../../../../src/compiler/modelRequest.ts';
import { type ModelParts, months, type Part, partOf } from './plannedModel.ts';

export interface PropertyCase {
  paths: readonly string[];
  /** Prepares the model of both sides. */
  before?: (model: ModelParts) => void;
  change: (model: ModelParts) => void;
  query: Partial<ModelQuery>;
  context?: object;
}

export const total: Partial<ModelQuery> = { measures: ['orders.total'] };
export const byStatus: Partial<ModelQuery> = { measures: ['orders.parted'], dimensions: ['orders.status'] };
export const sales: Partial<ModelQuery> = { measures: ['sales.total'] };
export const filtered: Partial<ModelQuery> = {
  measures: ['orders.count'],
  filters: [{ member: 'orders.status', operator: 'equals', values: ['new'] }],
};
export const of = (measure: string, more: Partial<ModelQuery> = {}) => ({ measures: [`orders.${measure}`], ...more });
export const dimension = (name: string) => ({ measures: ['orders.count'], dimensions: [`orders.${name}`] });
export const shifted = of('previous', { timeDimensions: [months] });

/** Sets properties of a part. */
export const set = (path: string, properties: Part) => (model: ModelParts) =>
  Object.assign(partOf(model, path), structuredClone(properties));
export const policy = (policies: Part) => set('orders', { access_policy: policies });
export const rows = (filter: Part) => policy([{ group: '*', row_level: { filters: [filter] } }]);
export const done = { member: 'status', operator: 'equals', values: ['done'] };
export const recent = { member: 'created_at', operator: 'set' };

export const one = (
  path: string,
  change: PropertyCase['change'],
  query: Partial<ModelQuery> = total,
): PropertyCase => ({
  paths: [path],
  change,
  query,
});
