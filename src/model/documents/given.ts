/** The tables that a test has: `given` of a test document. */

import type { ValueNode } from '../source/tree.ts';
import type { TestValue } from './placeholders.ts';
import { plainMap, readValue } from './readShape.ts';

/** `digits`: a number that a double would round, as it is written. */
export type GivenCell = TestValue | { digits: string };

type GivenRow = Readonly<Record<string, GivenCell>>;

/** A text is the path of a CSV file, relative to the test file. */
export type GivenTable = readonly GivenRow[] | string | { sql: string };

/** By table, named as in `sql_table`. */
export type Given = Readonly<Record<string, GivenTable>>;

/** Parts of another shape are left out: they are problems of the document. */
export function readGiven(text: string, node: ValueNode | undefined): Given | undefined {
  if (node?.kind !== 'map') return undefined;
  return plainMap(
    node.entries.flatMap(({ key, value }): [string, GivenTable][] => {
      if (value.kind === 'list') return [[key, value.items.map((item) => rowOf(text, item))]];
      const read = readValue(text, value);
      if (typeof read === 'string') return [[key, read]];
      const { sql } = (read ?? {}) as { sql?: unknown };
      return typeof sql === 'string' ? [[key, { sql }]] : [];
    }),
  );
}

function rowOf(text: string, node: ValueNode): GivenRow {
  if (node.kind !== 'map') return plainMap<GivenCell>([]);
  return plainMap(node.entries.map(({ key, value }) => [key, cellOf(text, value)]));
}

function cellOf(text: string, node: ValueNode): GivenCell {
  const value = readValue(text, node);
  // A number of a document that is read as a text would be rounded.
  if (node.kind === 'scalar' && typeof node.value === 'number' && typeof value === 'string') return { digits: value };
  return typeof value === 'object' ? null : (value as TestValue);
}

const instant = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?\s*(?:Z|[+-]\d\d:?\d\d))?$/i;

/** The ISO time of `at`: a date, or a time with its zone. Undefined for another text. */
export function instantOf(at: string): string | undefined {
  const text = at.trim();
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const moment = instant.test(text) ? Date.parse(isDate ? `${text}T00:00:00Z` : text.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}
