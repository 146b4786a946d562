/** Random dbt manifests: whatever one contains, its cubes compile. */

import assert from 'node:assert/strict';
import { someOf, testSeed } from '../../run/testSeed.ts';
import { compilerOfCubes, convert } from './convertedCubes.ts';
import { hostileNames, hostileTexts } from './hostileNames.ts';
import { manifestOf, model, relationship, test } from './manifests.ts';

const seed = testSeed();

/** A generator of numbers below `limit`. */
function randomNumbers(start: number): (limit: number) => number {
  let state = start >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const names = [...hostileNames, 'id', 'customer_id', 'amount', 'revenue', 'orders', 'customers', 'order_id'];
const types = [
  'sum',
  'count',
  'count_distinct',
  'average',
  'min',
  'max',
  'median',
  'percentile',
  'sum_boolean',
  'other',
];
const metricTypes = ['simple', 'ratio', 'derived', 'cumulative', 'conversion'];
const dataTypes = [null, 'int', 'numeric(10,2)', 'timestamp', 'bool', 'text', 'weird type'];

function randomManifest(below: (limit: number) => number): Record<string, unknown> {
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const some = <T>(from: readonly T[], most: number): T[] => Array.from({ length: below(most + 1) }, () => pick(from));
  const maybe = <T>(value: T): T | null => (below(3) === 0 ? null : value);
  const modelNames = [...new Set(some(names, 8))];
  const nodes: Record<string, unknown> = {};
  for (const name of modelNames) {
    const columns = Object.fromEntries(
      some(names, 8).map((column) => [
        column,
        { description: maybe(pick(hostileTexts)), data_type: pick(dataTypes), quote: below(5) === 0 },
      ]),
    );
    Object.assign(
      nodes,
      model(name, { columns, description: maybe(pick(hostileTexts)), version: below(6) === 0 ? 2 : null }),
    );
    for (const column of some(names, 4)) Object.assign(nodes, test(pick(['unique', 'not_null']), name, column));
    for (const column of some(names, 4))
      Object.assign(nodes, relationship(name, column, pick(modelNames), pick(names)));
  }
  const expression = () => pick([null, ...names, 'a + b', "case when x = '{y}' then 1 end", 1]);
  const measures: string[] = [];
  const semanticModels = some(modelNames, 5).map((name, index) => [
    `semantic_model.jaffle_shop.${index}`,
    {
      name: `${name} ${index}`,
      label: maybe(pick(hostileTexts)),
      depends_on: { nodes: [`model.jaffle_shop.${name}`] },
      entities: some(names, 3).map((entity) => ({
        name: entity,
        type: pick(['primary', 'foreign', 'unique', 'natural']),
        expr: expression(),
      })),
      dimensions: some(names, 4).map((dimension) => ({
        name: dimension,
        type: pick(['time', 'categorical']),
        expr: expression(),
        label: maybe(pick(hostileTexts)),
      })),
      measures: some(names, 4).map((measure) => {
        measures.push(measure);
        return { name: measure, agg: pick(types), expr: expression(), agg_params: { percentile: 0.9 } };
      }),
    },
  ]);
  const metricNames = some(names, 8);
  const input = (name: string | undefined) => ({ name: name ?? 'none', alias: maybe(pick(names)) });
  const filter = () => ({
    where_filters: [
      { where_sql_template: `{{ Dimension('${pick(names)}__${pick(names)}') }} = ${pick(hostileTexts)}` },
    ],
  });
  const metrics = metricNames.map((name, index) => [
    `metric.jaffle_shop.${index}`,
    {
      name,
      type: pick(metricTypes),
      label: maybe(pick(hostileTexts)),
      filter: below(4) === 0 ? filter() : null,
      type_params: {
        measure: maybe(input(pick(measures))),
        numerator: maybe(input(pick(metricNames))),
        denominator: maybe(input(pick(metricNames))),
        expr: pick(['a - b', ...names]),
        metrics: some(metricNames, 3).map(input),
        window: maybe({ count: 3, granularity: pick(['day', 'MONTH', 'fortnight']) }),
        grain_to_date: below(3) === 0 ? pick(['month', 'year', 'century']) : null,
      },
    },
  ]);
  return manifestOf({
    nodes,
    metadata: { adapter_type: pick(['postgres', 'bigquery', 'snowflake', null]) },
    semantic_models: Object.fromEntries(semanticModels),
    metrics: Object.fromEntries(metrics),
  });
}

describe(`cubes of random dbt manifests (TEST_SEED=${seed})`, () => {
  const compile = compilerOfCubes();

  it('compile, and queries of each measure become SQL', async () => {
    const below = randomNumbers(seed);
    for (let round = 0; round < someOf(40); round += 1) {
      const manifest = randomManifest(below);
      const { files, cubes } = convert(manifest);
      if (files.length === 0) continue;
      const compiled = await compile(files);
      assert.equal(compiled.cubes, files.length, JSON.stringify(manifest));
      for (const { name, measures, dimensions } of cubes.values()) {
        const visible = dimensions.filter((dimension) => !dimension.primary_key);
        const members = [...measures.map((each) => `${name}.${each.name}`)];
        const shown = visible.map((each) => `${name}.${each.name}`);
        for (const measure of members) {
          const plan = await compiled.plan({ measures: [measure], dimensions: shown.slice(0, 2) });
          assert.equal(plan.kind, 'query', `${measure}: ${JSON.stringify(plan)}`);
        }
      }
    }
  });
});
