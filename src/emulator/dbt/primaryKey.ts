/** The primary key of a model: stated by a constraint or a semantic model, else concluded from its tests. */

import type { ManifestNode, SemanticModel } from './manifestSchema.ts';
import type { ModelTests } from './testsOf.ts';

/** Columns, or one SQL expression of a semantic model. Empty without a key. */
export function primaryKeyOf(model: ManifestNode, tests: ModelTests, semantic: readonly SemanticModel[]): string[] {
  const ofModel = model.constraints?.find(({ type }) => type === 'primary_key')?.columns;
  if (ofModel?.length) return ofModel;
  const columns = Object.values(model.columns ?? {});
  const ofColumn = columns.find(({ constraints }) => constraints?.some(({ type }) => type === 'primary_key'));
  if (ofColumn) return [ofColumn.name];
  for (const { entities } of semantic) {
    const primary = entities?.find(({ type }) => type === 'primary');
    if (primary) return [primary.expr ?? primary.name];
  }
  if (model.primary_key?.length) return model.primary_key;
  const unique = [...tests.unique];
  const best = unique.filter((column) => tests.notNull.has(column));
  const candidates = best.length > 0 ? best : unique;
  const usual = ['id', `${model.name}_id`, `${model.name.replace(/s$/, '')}_id`];
  const chosen = candidates.find((column) => usual.includes(column.toLowerCase())) ?? candidates[0];
  if (chosen !== undefined) return [chosen];
  return tests.combinations[0] ? [...tests.combinations[0]] : [];
}
