/** Dimensions and measures of semantic models, in the cube of their dbt model. */

import type { CubeDraft, Dimension, Measure, Warn } from '../../model/generate/cubeDraft.ts';
import { isColumnName, literal, type Quoting } from '../../model/generate/sqlText.ts';
import type { SemanticMeasure, SemanticModel } from './manifestSchema.ts';

/** The cube and members that a semantic model became. Metrics refer to these names. */
export interface ConvertedSemanticModel {
  cube: CubeDraft;
  primaryEntity: string | null;
  dimensions: ReadonlyMap<string, Dimension>;
  measures: ReadonlyMap<string, Measure>;
}

export function convertSemanticModel(
  cube: CubeDraft,
  model: SemanticModel,
  quoting: Quoting,
  warn: Warn,
): ConvertedSemanticModel {
  cube.title ??= model.label ?? null;
  const dimensions = new Map<string, Dimension>();
  for (const entity of model.entities ?? []) {
    const expression = entity.expr ?? entity.name;
    if (isColumnName(expression) && !cube.dimensionOf(expression)) {
      cube.addDimension(
        expression,
        { sql: quoting.expression(expression), description: entity.description ?? null },
        expression,
      );
    }
  }
  for (const { name, type, expr, label, description } of model.dimensions ?? []) {
    const expression = expr ?? name;
    const column = cube.dimensionOf(name);
    const source = isColumnName(expression) ? cube.dimensionOf(expression) : undefined;
    const dimension = column ?? cube.addDimension(name, { sql: quoting.expression(expression) }, name);
    if (column && expr != null) column.sql = quoting.expression(expression);
    dimension.type = type === 'time' ? 'time' : (source ?? dimension).type;
    dimension.title = label ?? dimension.title;
    dimension.description = description ?? dimension.description ?? source?.description ?? null;
    dimensions.set(name, dimension);
  }
  const measures = new Map<string, Measure>();
  for (const measure of model.measures ?? []) {
    const converted = aggregate(measure, quoting);
    if (!converted) {
      warn(`Measure ${measure.name} of ${cube.name} is left out: the aggregation ${measure.agg} has no equivalent`);
      continue;
    }
    const { name, label, description } = measure;
    measures.set(
      name,
      cube.addMeasure([name], { ...converted, title: label ?? null, description: description ?? null }),
    );
  }
  const primary = model.entities?.find(({ type }) => type === 'primary')?.name ?? model.primary_entity ?? null;
  return { cube, primaryEntity: primary, dimensions, measures };
}

const aggregations: Readonly<Record<string, string>> = {
  sum: 'sum',
  average: 'avg',
  min: 'min',
  max: 'max',
  count_distinct: 'count_distinct',
};

function aggregate(measure: SemanticMeasure, quoting: Quoting): Pick<Measure, 'type' | 'sql'> | undefined {
  const { name, agg, expr, agg_params: params } = measure;
  const expression = expr ?? name;
  const sql = quoting.expression(expression);
  if (agg === 'count') return { type: 'count', sql: /^[\d*]+$/.test(expression.trim()) ? null : sql };
  if (agg === 'sum_boolean') return { type: 'sum', sql: `CASE WHEN ${sql} THEN 1 ELSE 0 END` };
  if (agg === 'median' || agg === 'percentile') {
    const kind = params?.use_discrete_percentile ? 'PERCENTILE_DISC' : 'PERCENTILE_CONT';
    const share = agg === 'median' ? 0.5 : params?.percentile;
    return share == null ? undefined : { type: 'number', sql: `${kind}(${share}) WITHIN GROUP (ORDER BY ${sql})` };
  }
  const type = Object.hasOwn(aggregations, agg) ? aggregations[agg] : undefined;
  return type === undefined ? undefined : { type, sql };
}

/** The SQL of a filter template: `{{ Dimension('order__status') }} = 'paid'`. Undefined if it needs another model. */
export function filterSql(template: string, { primaryEntity, dimensions }: ConvertedSemanticModel): string | undefined {
  const parts = template.split(/\{\{\s*(?:Time)?Dimension\(\s*['"]([^'"]+)['"][^)]*\)(?:\.\w+\([^)]*\))?\s*\}\}/);
  let sql = '';
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      if (/\{\{|\{%/.test(part)) return undefined;
      sql += literal(part);
      continue;
    }
    const [entity, name] = part.includes('__') ? splitAt(part, part.lastIndexOf('__')) : [null, part];
    const dimension = entity === null || entity === primaryEntity ? dimensions.get(name) : undefined;
    if (!dimension) return undefined;
    sql += `(${dimension.sql})`;
  }
  return sql.trim();
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 2)];
}
