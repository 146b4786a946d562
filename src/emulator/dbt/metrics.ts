/** dbt metrics as measures of the cube whose measures they use. */

import type { CubeDraft, Measure, Warn } from '../../model/generate/cubeDraft.ts';
import { literal } from '../../model/generate/sqlText.ts';
import type { Metric } from './manifestSchema.ts';
import { type ConvertedSemanticModel, filterSql } from './semanticModels.ts';

type TypeParams = NonNullable<Metric['type_params']>;
type Input = NonNullable<TypeParams['measure']>;

interface Converted {
  cube: CubeDraft;
  measure: Measure;
}

/** Why a metric has no equivalent. */
class Unsupported extends Error {}

/** Adds the metrics. Those of metrics come after the metrics that they use. */
export function addMetrics(metrics: readonly Metric[], models: readonly ConvertedSemanticModel[], warn: Warn): void {
  const done = new Map<string, Converted>();
  let waiting = [...metrics];
  const leaveOut = (metric: Metric, reason: string) => warn(`Metric ${metric.name} is left out: ${reason}`);
  for (let progress = true; progress && waiting.length > 0; ) {
    const later: Metric[] = [];
    for (const metric of waiting) {
      if (inputsOf(metric).some(({ name }) => !done.has(name) && metrics.some((each) => each.name === name))) {
        later.push(metric);
        continue;
      }
      try {
        done.set(metric.name, convert(metric, models, done));
      } catch (failure) {
        if (!(failure instanceof Unsupported)) throw failure;
        leaveOut(metric, failure.message);
      }
    }
    progress = later.length < waiting.length;
    waiting = later;
  }
  for (const metric of waiting) leaveOut(metric, 'it uses a metric that is left out or that uses itself');
}

function inputsOf({ type_params: params }: Metric): Input[] {
  return [params?.numerator, params?.denominator, ...(params?.metrics ?? [])].filter((input) => input != null);
}

function convert(
  metric: Metric,
  models: readonly ConvertedSemanticModel[],
  done: ReadonlyMap<string, Converted>,
): Converted {
  const { type, type_params: params } = metric;
  if (type === 'simple' || type === 'cumulative') return ofMeasure(metric, params, models);
  if (type !== 'ratio' && type !== 'derived')
    throw new Unsupported(`metrics of type ${type ?? 'dbt 1.5'} have no equivalent`);
  const inputs = inputsOf(metric).map((input) => ({ input, used: done.get(input.name) }));
  const cube = inputs[0]?.used?.cube;
  for (const { input, used } of inputs) {
    if (!used) throw new Unsupported(`it uses ${input.name}, which is left out`);
    if (used.cube !== cube) throw new Unsupported('it uses measures of several cubes');
    if (hasFilter(input) || hasFilter(metric))
      throw new Unsupported('a filter of a metric of metrics has no equivalent');
    if (input.offset_window != null || input.offset_to_grain != null) throw new Unsupported('it compares periods');
  }
  if (!cube) throw new Unsupported('it uses no metric');
  const sql =
    type === 'ratio'
      ? ratio(done.get(params?.numerator?.name ?? ''), done.get(params?.denominator?.name ?? ''))
      : derived(params?.expr ?? '', new Map(inputs.map(({ input, used }) => [input.alias ?? input.name, used!])));
  return { cube, measure: cube.addMeasure([metric.name], { type: 'number', sql, ...describe(metric) }) };
}

function ofMeasure(
  metric: Metric,
  params: Metric['type_params'],
  models: readonly ConvertedSemanticModel[],
): Converted {
  const input = params?.measure;
  const model = models.find(({ measures }) => input && measures.has(input.name));
  if (!input || !model) throw new Unsupported(`its measure${input ? ` ${input.name}` : ''} is not converted`);
  const base = model.measures.get(input.name)!;
  const filters = [...templatesOf(metric.filter), ...templatesOf(input.filter)].map((template) => {
    const sql = filterSql(template, model);
    if (sql === undefined) throw new Unsupported('its filter uses another model');
    return sql;
  });
  if (filters.length > 0 && base.type === 'number')
    throw new Unsupported('a percentile with a filter has no equivalent');
  const window = metric.type === 'cumulative' ? windowOf(params) : null;
  const { cube } = model;
  if (filters.length === 0 && window === null && metric.name === input.name) {
    Object.assign(base, describe(metric, base));
    return { cube, measure: base };
  }
  const { type, sql } = base;
  const texts = describe(metric, base);
  return { cube, measure: cube.addMeasure([metric.name], { type, sql, filters, window, ...texts }) };
}

function describe({ label, description }: Metric, base?: Measure): Pick<Measure, 'title' | 'description'> {
  return { title: label ?? base?.title ?? null, description: description || (base?.description ?? null) };
}

const granularities = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

function windowOf(params: Metric['type_params']): Measure['window'] {
  const { window, grain_to_date: grain } = { ...params, ...params?.cumulative_type_params };
  if (grain) return { toDate: granularityOf(grain) };
  if (!window) return { trailing: 'unbounded' };
  const unit = granularityOf(window.granularity);
  if (!Number.isInteger(window.count)) throw new Unsupported(`a window of ${window.count} ${unit} has no equivalent`);
  return { trailing: `${window.count} ${unit}` };
}

function granularityOf(text: string): string {
  const name = text.toLowerCase().replace(/s$/, '');
  if (!granularities.includes(name)) throw new Unsupported(`the granularity ${text} has no equivalent`);
  return name;
}

function ratio(numerator: Converted | undefined, denominator: Converted | undefined): string {
  if (!numerator || !denominator) throw new Unsupported('its numerator or denominator is not converted');
  return `1.0 * {${numerator.measure.name}} / NULLIF({${denominator.measure.name}}, 0)`;
}

/** Replaces the names of metrics in an expression. */
function derived(expression: string, used: ReadonlyMap<string, Converted>): string {
  if (expression.trim() === '') throw new Unsupported('it has no expression');
  return expression
    .split(/('(?:[^']|'')*'|"[^"]*"|[A-Za-z_]\w*)/)
    .map((part) => {
      const metric = used.get(part);
      return metric ? `{${metric.measure.name}}` : literal(part);
    })
    .join('');
}

function templatesOf(filter: Metric['filter']): string[] {
  if (!filter) return [];
  const filters = 'where_sql_template' in filter ? [filter] : (filter.where_filters ?? []);
  return filters.map(({ where_sql_template }) => where_sql_template);
}

function hasFilter({ filter }: Pick<Metric, 'filter'>): boolean {
  return templatesOf(filter).length > 0;
}
