/** Items to start a list with, in addition to those that the rules require. */

import type { Draft } from '../keys/keyDocs.ts';

export interface Snippet {
  label: string;
  detail: string;
  draft: { readonly [key: string]: Draft };
}

const name = '<name>';
const sql = '<column>';
/** Those that compare with values. */
const operator = '<equals|notEquals|contains|notContains|startsWith|endsWith|gt|gte|lt|lte|inDateRange>';

const measure = (label: string, detail: string, draft: { readonly [key: string]: Draft }): Snippet => ({
  label: `measure ${label}`,
  detail,
  draft: { name, ...draft },
});
const dimension = (label: string, detail: string, draft: { readonly [key: string]: Draft }): Snippet => ({
  label: `dimension ${label}`,
  detail,
  draft: { name, ...draft },
});

/** By the key of the list; `view.cubes` goes before `cubes`. */
const snippets: Readonly<Record<string, readonly Snippet[]>> = {
  cubes: [
    {
      label: 'cube',
      detail: 'Cube of a table',
      draft: {
        name,
        sqlTable: '<schema.table>',
        dimensions: [{ name: '<id>', sql: '<id>', type: 'number', primaryKey: 'true' }],
        measures: [{ name: '<count>', type: 'count' }],
      },
    },
    { label: 'cube of a query', detail: 'Cube of an SQL query', draft: { name, sql: 'SELECT * FROM <table>' } },
    { label: 'cube that extends', detail: 'Cube that inherits from another one', draft: { name, extends: '<cube>' } },
  ],
  views: [
    { label: 'view', detail: 'View of a cube', draft: { name, cubes: [{ joinPath: '<cube>', includes: '<*>' }] } },
  ],
  viewGroups: [{ label: 'view group', detail: 'Group of views', draft: { name, title: '<title>', views: ['<view>'] } }],
  'view.cubes': [
    { label: 'members of a cube', detail: 'Members to show', draft: { joinPath: '<cube>', includes: ['<member>'] } },
    {
      label: 'all members of a joined cube',
      detail: 'All members, with the name of the cube before them',
      draft: { joinPath: '<cube.joined>', prefix: 'true', includes: '<*>' },
    },
  ],
  measures: [
    measure('count', 'Number of rows', { type: 'count' }),
    measure('sum', 'Sum of a column', { sql, type: 'sum' }),
    measure('avg', 'Average of a column', { sql, type: 'avg' }),
    measure('min', 'Smallest value of a column', { sql, type: 'min' }),
    measure('max', 'Largest value of a column', { sql, type: 'max' }),
    measure('count_distinct', 'Number of different values', { sql, type: 'countDistinct' }),
    measure('count_distinct_approx', 'Approximate number of different values', { sql, type: 'countDistinctApprox' }),
    measure('number', 'Number from an SQL expression with aggregates', { sql: 'SUM(<column>)', type: 'number' }),
    measure('string', 'Text from an SQL expression with aggregates', { sql: 'MAX(<column>)', type: 'string' }),
    measure('time', 'Time from an SQL expression with aggregates', { sql: 'MAX(<column>)', type: 'time' }),
    measure('boolean', 'Truth value from an SQL expression with aggregates', {
      sql: 'BOOL_AND(<column>)',
      type: 'boolean',
    }),
    measure('calculated', 'Calculated from other measures', {
      sql: '1.0 * {<measure>} / NULLIF({<other_measure>}, 0)',
      type: 'number',
    }),
    measure('filtered', 'Aggregate of the rows that meet a condition', {
      type: 'count',
      filters: [{ sql: `{CUBE}.<column> = '<>'` }],
    }),
    measure('rolling window', 'Aggregate over a moving window of time', {
      sql,
      type: 'sum',
      rollingWindow: { trailing: '<7 day>' },
    }),
    measure('cumulative', 'Running total since the beginning', {
      sql,
      type: 'sum',
      rollingWindow: { trailing: 'unbounded' },
    }),
    measure('to date', 'Running total since the start of a period', {
      sql,
      type: 'sum',
      rollingWindow: { type: 'to_date', granularity: '<year|quarter|month|week>' },
    }),
    measure('time shift', 'Value of an earlier time', {
      multiStage: 'true',
      sql: '{<measure>}',
      type: 'number',
      timeShift: [{ timeDimension: '<time_dimension>', interval: '<1 year>', type: 'prior' }],
    }),
    measure('rank', 'Rank by a measure', {
      multiStage: 'true',
      type: 'rank',
      orderBy: [{ sql: '{<measure>}', dir: '<asc|desc>' }],
    }),
  ],
  dimensions: [
    dimension('string', 'Text', { sql, type: 'string' }),
    dimension('number', 'Number', { sql, type: 'number' }),
    dimension('time', 'Date or time', { sql, type: 'time' }),
    dimension('boolean', 'Truth value', { sql, type: 'boolean' }),
    dimension('primary key', 'What identifies a row', { sql: '<id>', type: 'number', primaryKey: 'true' }),
    dimension('geo', 'Position', { type: 'geo', latitude: { sql: '<latitude>' }, longitude: { sql: '<longitude>' } }),
    dimension('case', 'Values by condition', {
      type: 'string',
      case: { when: [{ sql: `{CUBE}.<column> = '<>'`, label: '<label>' }], else: { label: '<other>' } },
    }),
    dimension('switch', 'Value that the user chooses', { type: 'switch', values: ['<value>'] }),
    dimension('subquery', 'Measure of another cube for each row', {
      sql: '{<cube.measure>}',
      type: 'number',
      subQuery: 'true',
    }),
    dimension('with granularity', 'Time with a granularity such as a fiscal year', {
      sql,
      type: 'time',
      granularities: [{ name: '<fiscal_year>', interval: '<1 year>', offset: '<3 months>' }],
    }),
  ],
  joins: [
    {
      label: 'join',
      detail: 'Join to another cube',
      draft: {
        name: '<other_cube>',
        sql: '{CUBE}.<column> = {<other_cube>.id}',
        relationship: '<manyToOne|oneToMany|oneToOne>',
      },
    },
  ],
  segments: [{ label: 'segment', detail: 'Named condition', draft: { name, sql: `{CUBE}.<column> = '<>'` } }],
  preAggregations: [
    {
      label: 'pre-aggregation rollup',
      detail: 'Aggregated rows by time',
      draft: {
        name,
        measures: ['<measure>'],
        dimensions: ['<dimension>'],
        timeDimension: '<time_dimension>',
        granularity: '<day|hour|week|month|quarter|year>',
      },
    },
    {
      label: 'pre-aggregation partitioned',
      detail: 'Aggregated rows in partitions that are renewed',
      draft: {
        name,
        measures: ['<measure>'],
        timeDimension: '<time_dimension>',
        granularity: '<day|hour|week|month>',
        partitionGranularity: '<month|day|week|quarter|year>',
        refreshKey: { every: '<1 hour>', incremental: 'true', updateWindow: '<7 day>' },
      },
    },
    {
      label: 'pre-aggregation original_sql',
      detail: 'Result of the query of the cube',
      draft: { name, type: 'originalSql' },
    },
    {
      label: 'pre-aggregation rollup_join',
      detail: 'Rollups of several data sources',
      draft: {
        name,
        type: 'rollupJoin',
        measures: ['<measure>'],
        dimensions: ['<dimension>'],
        rollups: ['<cube.rollup>', '<other_cube.rollup>'],
      },
    },
    {
      label: 'pre-aggregation rollup_lambda',
      detail: 'Rollups with recent rows of the source',
      draft: { name, type: 'rollupLambda', rollups: ['<cube.rollup>'], unionWithSourceData: 'true' },
    },
  ],
  hierarchies: [
    {
      label: 'hierarchy',
      detail: 'From general to detailed',
      draft: { name, title: '<title>', levels: ['<general>', '<detailed>'] },
    },
  ],
  granularities: [
    { label: 'granularity', detail: 'Interval', draft: { name, interval: '<1 week>' } },
    {
      label: 'granularity with offset',
      detail: 'Interval that starts later',
      draft: { name, interval: '<1 year>', offset: '<3 months>' },
    },
    {
      label: 'granularity with origin',
      detail: 'Interval from a time',
      draft: { name, interval: '<2 weeks>', origin: '<2024-01-01>' },
    },
  ],
  accessPolicy: [
    {
      label: 'access policy for rows',
      detail: 'Rows that a group can see',
      draft: {
        group: '<group>',
        rowLevel: { filters: [{ member: '<dimension>', operator, values: ['<value>'] }] },
      },
    },
    {
      label: 'access policy for members',
      detail: 'Members that a group can see',
      draft: { group: '<group>', memberLevel: { includes: '<*>', excludes: ['<hidden_member>'] } },
    },
    {
      label: 'access policy for everyone',
      detail: 'All members, all rows',
      draft: { group: '*', memberLevel: { includes: '*' }, rowLevel: { allowAll: 'true' } },
    },
  ],
};

/** `keys` lead from the kind of the definition to the list. */
export function snippetsFor(keys: readonly string[]): readonly Snippet[] | undefined {
  return snippets[keys.slice(-2).join('.')] ?? (isGroup(keys) ? snippets[keys.at(-1)!] : undefined);
}

/** The measures of a pre-aggregation are names, and the cubes of a view are parts of it. */
function isGroup(keys: readonly string[]): boolean {
  return keys.length <= 2 || keys.at(-1) === 'granularities';
}
