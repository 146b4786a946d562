/** A model whose parts can be changed, and the SQL of queries of it. */

import { stringify } from 'yaml';
import type { Dialects, ModelQuery, ModelResponse, NotComputed } from '../../../../src/compiler/modelRequest.ts';
import { asFiles, sharedCompiler } from '../../compilerUnderTest.ts';

// biome-ignore lint/suspicious/noExplicitAny: a model as data; tests change any part of it
export type Part = any;

export interface ModelParts {
  cubes: Part[];
  views: Part[];
}

const named = (parts: Record<string, Part>) => Object.entries(parts).map(([name, part]) => ({ name, ...part }));

/** A new copy for each test. `orders` has every kind of member that the emulator calculates. */
export function newModel(): ModelParts {
  return {
    cubes: [
      {
        name: 'users',
        sql_table: 'users',
        dimensions: named({
          id: { sql: 'id', type: 'number', primary_key: true, public: true },
          region: { sql: 'region', type: 'string' },
        }),
        measures: named({ count: { type: 'count' } }),
      },
      {
        name: 'orders',
        sql_table: 'orders',
        joins: [{ name: 'users', relationship: 'many_to_one', sql: '{CUBE}.user_id = {users.id}' }],
        dimensions: named({
          id: { sql: 'id', type: 'number', primary_key: true, public: true },
          status: { sql: 'status', type: 'string' },
          amount: { sql: 'amount', type: 'number' },
          created_at: {
            sql: 'created_at',
            type: 'time',
            granularities: [
              { name: 'fortnight', interval: '2 weeks', origin: '2026-01-05' },
              { name: 'fiscal', interval: '1 year', offset: '1 month' },
            ],
          },
          place: { type: 'geo', latitude: { sql: 'lat' }, longitude: { sql: 'lon' } },
          size: {
            type: 'string',
            case: { when: [{ sql: '{amount} > 10', label: 'big' }], else: { label: 'small' } },
          },
          users_of: { sql: '{users.count}', type: 'number', sub_query: true },
        }),
        segments: named({ done: { sql: "{status} = 'done'" } }),
        measures: named({
          count: { type: 'count' },
          total: { sql: 'amount', type: 'sum', filters: [{ sql: "{status} = 'done'" }] },
          drilled: { sql: 'amount', type: 'sum', drill_filters: [{ sql: "{status} = 'new'" }] },
          running: { sql: 'amount', type: 'sum', rolling_window: { trailing: 'unbounded' } },
          to_date: { sql: 'amount', type: 'sum', rolling_window: { type: 'to_date', granularity: 'year' } },
          staged: { sql: '{total}', type: 'sum', multi_stage: true },
          parted: { sql: '{total}', type: 'sum', multi_stage: true, group_by: ['status'] },
          averaged: { sql: '{total}', type: 'avg', multi_stage: true, add_group_by: ['status'] },
          previous: {
            sql: '{total}',
            type: 'number',
            multi_stage: true,
            time_shift: [{ time_dimension: 'created_at', interval: '1 month', type: 'prior' }],
          },
          place_of: { type: 'rank', multi_stage: true, order_by: [{ sql: '{total}', dir: 'desc' }] },
        }),
      },
      { name: 'archived', extends: 'orders', sql_table: 'archive' },
    ],
    views: [
      {
        name: 'sales',
        cubes: [
          {
            join_path: 'orders',
            includes: ['status', 'total', 'created_at', { name: 'count', alias: 'orders_count' }],
          },
          { join_path: 'orders.users', includes: '*', excludes: ['id'], prefix: true },
        ],
      },
    ],
  };
}

/** A part of the model by its names: `orders`, `orders.measures.total`. */
export function partOf(model: ModelParts, path: string): Part {
  const [owner, kind, name] = path.split('.');
  const found = [...model.cubes, ...model.views].find((one) => one.name === owner);
  return kind === undefined ? found : found[kind].find((one: Part) => one.name === name);
}

export const month = { dimension: 'orders.created_at', granularity: 'month' } as const;
const range = ['2026-01-01T00:00:00.000', '2026-03-31T23:59:59.999'] as const;
export const months = { ...month, dateRange: range };

function textOf(model: ModelParts): string {
  return stringify(model, {
    aliasDuplicateObjects: false,
    defaultStringType: 'QUOTE_SINGLE',
    defaultKeyType: 'PLAIN',
  });
}

/** The members that *Validate* lists as not computed here, with the reasons. */
export async function notComputedIn(model: ModelParts): Promise<readonly NotComputed[]> {
  const text = textOf(model);
  const response = await sharedCompiler().queryModel({
    model: text,
    files: async () => asFiles({ 'cubes/model.yml': text }),
    request: { kind: 'notComputed', securityContext: {} },
  });
  if (response.kind !== 'notComputed') throw new Error(JSON.stringify(response));
  return response.members;
}

/** The answer to a query: its plan, or why it is refused. @throws Error if the model does not compile */
export async function answerOf(
  model: ModelParts,
  query: Partial<ModelQuery>,
  securityContext: object = {},
  dialects?: Dialects,
): Promise<Exclude<ModelResponse, { kind: 'broken' }>> {
  const text = textOf(model);
  const defaults = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [] };
  const options = { limit: 10, offset: 0, timezone: 'UTC', ungrouped: false, total: false };
  const response = await sharedCompiler().queryModel({
    model: text,
    files: async () => asFiles({ 'cubes/model.yml': text }),
    request: {
      kind: 'query',
      query: { ...defaults, ...options, ...query },
      securityContext: { ...securityContext },
      ...(dialects && { dialects }),
    },
  });
  if (response.kind === 'broken') throw new Error(response.errors.map(({ message }) => message).join('\n'));
  return response;
}
