/** The rows that filters of policies let through, by a second implementation. */

import type { CallerAccess } from '../../../src/review/compiled/access.ts';
import type { RowFilter } from '../../../src/review/compiled/rowFilters.ts';
import { type Row, rows } from './policyModels.ts';

type Leaf = Extract<RowFilter, { member: string }>;

/** `owners`: the cubes and views that a query names. A filter has the name of an attribute in place of its value. */
export function expectedRows(
  { rows: filters }: CallerAccess,
  owners: Iterable<string>,
  members: Readonly<Record<string, string>>,
  attributes: Readonly<Record<string, unknown>>,
): readonly Row[] {
  const columnOf = (member: string) => (members[member] ?? member).split('.')[1]!;
  const passes = (row: Row, filter: RowFilter): boolean => {
    if ('and' in filter) return filter.and.every((one) => passes(row, one));
    if ('or' in filter) return filter.or.some((one) => passes(row, one));
    const values = (filter.values ?? []).map((value) => valueFor(value, attributes));
    return holds({ ...filter, values }, row[columnOf(filter.member)] ?? null);
  };
  return rows.filter((row) =>
    [...owners].every((name) => {
      const own = filters[name];
      return own === undefined || (own !== 'none' && own.every((filter) => passes(row, filter)));
    }),
  );
}

function valueFor(value: string | null, attributes: Readonly<Record<string, unknown>>): string | null {
  const [, root, name] = /^\{(security_?[cC]ontext|userAttributes)\.(\w+)\}$/.exec(value ?? '') ?? [];
  if (name === undefined) return value;
  const { userAttributes = {} } = attributes as { userAttributes?: Record<string, unknown> };
  return String((root === 'userAttributes' ? userAttributes : attributes)[name]);
}

function holds({ operator, values = [] }: Leaf, value: string | number | null): boolean {
  const text = value === null ? null : String(value);
  switch (operator) {
    case 'equals':
      return values.includes(text);
    case 'notEquals':
      return !values.includes(text);
    case 'set':
      return text !== null;
    case 'notSet':
      return text === null;
    case 'contains':
      return text !== null && values.some((part) => text.toLowerCase().includes(part!.toLowerCase()));
    case 'gte':
      return text !== null && text >= values[0]!;
    case 'beforeDate':
      return text !== null && text < values[0]!;
    default:
      throw new Error(`${operator} is not expected`);
  }
}
