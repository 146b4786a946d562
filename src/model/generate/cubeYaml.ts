/** The YAML of a cube, with its keys in the order of the formatter. */

import { stringify } from 'yaml';
import type { CubeDraft, Dimension, Measure } from './cubeDraft.ts';
import { literal } from './sqlText.ts';

export function cubeYaml(cube: CubeDraft): string {
  const definition = {
    name: cube.name,
    ...text('data_source', cube.dataSource),
    sql_table: literal(cube.relation),
    ...texts(cube),
    ...list('joins', cube.joins),
    dimensions: cube.dimensions.map(dimensionFields),
    measures: cube.measures.map(measureFields),
  };
  // Version 1.1 quotes what the compiler’s parser would read as a date or a number.
  return stringify({ cubes: [definition] }, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}

/** The keys and values of a dimension as a model file has them. */
export function dimensionFields({ name, sql, type, primaryKey, ...rest }: Dimension): object {
  return { name, ...texts(rest), sql, type, ...(primaryKey ? { primary_key: true } : {}) };
}

export function measureFields({ name, sql, type, filters, window, ...rest }: Measure): object {
  return {
    name,
    ...texts(rest),
    ...(sql === null ? {} : { sql }),
    type,
    ...list(
      'filters',
      filters.map((filter) => ({ sql: filter })),
    ),
    ...(window && {
      rolling_window: 'trailing' in window ? window : { type: 'to_date', granularity: window.toDate },
    }),
  };
}

function texts({ title, description }: { title: string | null; description: string | null }): object {
  return { ...text('title', title), ...text('description', description) };
}

/** The compiler rejects empty texts. */
function text(key: string, value: string | null): object {
  return value === null || value.trim() === '' ? {} : { [key]: literal(value.trim()) };
}

function list(key: string, items: readonly object[]): object {
  return items.length === 0 ? {} : { [key]: items };
}
