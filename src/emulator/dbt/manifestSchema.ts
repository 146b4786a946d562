/** The parts of a dbt manifest (versions 9 to 12) that a sync reads. Other keys are dropped. */

import * as z from 'zod';
import { record } from '../../contract/definition/record.ts';

const text = z.string().nullish();
/** dbt writes numbers where a project has them: `expr: 1`, `version: 2`. */
const looseText = z.union([z.string(), z.number().transform(String)]).nullish();
const byId = <T extends z.ZodType>(item: T) => record(z.string(), item);
const dependsOn = z.object({ nodes: z.array(z.string()).nullish() }).nullish();

const Constraint = z.object({
  type: z.string(),
  /** The columns of a constraint of the whole model. */
  columns: z.array(z.string()).nullish(),
  /** The target of a foreign key: `ref('customers')` or the target’s relation. */
  to: text,
  to_columns: z.array(z.string()).nullish(),
});

const Column = z.object({
  name: z.string(),
  description: text,
  data_type: text,
  quote: z.boolean().nullish(),
  constraints: z.array(Constraint).nullish(),
});

const Node = z.object({
  resource_type: z.string(),
  name: z.string(),
  package_name: text,
  description: text,
  relation_name: text,
  version: looseText,
  config: z.object({ materialized: text, where: text }).nullish(),
  columns: z.nullish(byId(Column)),
  constraints: z.array(Constraint).nullish(),
  /** The columns that dbt takes for the key of a model. Since version 12. */
  primary_key: z.array(z.string()).nullish(),
  /** The definition of a generic test. */
  test_metadata: z.object({ name: z.string(), kwargs: z.nullish(record(z.string(), z.unknown())) }).nullish(),
  column_name: text,
  attached_node: text,
  depends_on: dependsOn,
});
export type ManifestNode = z.output<typeof Node>;

const Entity = z.object({ name: z.string(), type: z.string(), expr: looseText, description: text, label: text });

const SemanticDimension = z.object({
  name: z.string(),
  type: z.string(),
  expr: looseText,
  description: text,
  label: text,
});

const SemanticMeasure = z.object({
  name: z.string(),
  agg: z.string(),
  expr: looseText,
  description: text,
  label: text,
  agg_params: z.object({ percentile: z.number().nullish(), use_discrete_percentile: z.boolean().nullish() }).nullish(),
});
export type SemanticMeasure = z.output<typeof SemanticMeasure>;

const SemanticModel = z.object({
  name: z.string(),
  description: text,
  label: text,
  primary_entity: text,
  entities: z.array(Entity).nullish(),
  dimensions: z.array(SemanticDimension).nullish(),
  measures: z.array(SemanticMeasure).nullish(),
  depends_on: dependsOn,
});
export type SemanticModel = z.output<typeof SemanticModel>;

const WhereFilter = z.object({ where_sql_template: z.string() });
/** Version 10 has one filter instead of a list. */
const Filter = z.union([WhereFilter, z.object({ where_filters: z.array(WhereFilter).nullish() })]).nullish();
const MetricInput = z.object({
  name: z.string(),
  alias: text,
  filter: Filter,
  offset_window: z.unknown().optional(),
  offset_to_grain: z.unknown().optional(),
});
const Window = z.object({ count: z.number(), granularity: z.string() }).nullish();

const Metric = z.object({
  name: z.string(),
  description: text,
  label: text,
  /** Undefined in version 9, whose metrics have another form. */
  type: text,
  filter: Filter,
  type_params: z
    .object({
      measure: MetricInput.nullish(),
      numerator: MetricInput.nullish(),
      denominator: MetricInput.nullish(),
      expr: looseText,
      metrics: z.array(MetricInput).nullish(),
      window: Window,
      grain_to_date: text,
      cumulative_type_params: z.object({ window: Window, grain_to_date: text }).nullish(),
    })
    .nullish(),
});
export type Metric = z.output<typeof Metric>;

export const Manifest = z.object({
  metadata: z.object({
    dbt_schema_version: z.string(),
    dbt_version: text,
    generated_at: text,
    adapter_type: text,
  }),
  nodes: byId(Node),
  sources: z.nullish(byId(z.object({}))),
  macros: z.nullish(byId(z.object({}))),
  semantic_models: z.nullish(byId(SemanticModel)),
  metrics: z.nullish(byId(Metric)),
});
export type Manifest = z.output<typeof Manifest>;
