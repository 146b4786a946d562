/** Test documents as data: their keys, what they mean and what they accept. */

import { queryShape, viewer } from './queryShape.ts';
import type { MapShape, Shape } from './shape.ts';

/** Entries of `each`: runs of one test. */
export const maxRuns = 1000;

const columns: Shape = { kind: 'list', items: { kind: 'member', role: 'column' }, least: 1 };
const shownMembers: Shape = { kind: 'list', items: { kind: 'member', role: 'shown' }, least: 1 };
const querySource: Shape = { kind: 'oneOf', shapes: [queryShape, { kind: 'text', meaning: 'queryPath' }] };
/** Rows of one table in a test. More of them are a CSV file. */
const maxGivenRows = 10_000;

const givenShape: Shape = {
  kind: 'record',
  keys: 'table',
  values: {
    kind: 'oneOf',
    shapes: [
      { kind: 'list', items: { kind: 'record', keys: 'tableColumn', values: { kind: 'value' } }, most: maxGivenRows },
      {
        kind: 'map',
        name: 'givenSql',
        fields: {
          sql: {
            shape: { kind: 'text' },
            doc: 'A statement in the dialect of DuckDB: a `SELECT` whose rows are the table, or one that creates it.',
            required: true,
          },
        },
      },
      { kind: 'text', meaning: 'dataFile' },
    ],
  },
};

const bound: Shape = { kind: 'value' };

const expectShape: MapShape = {
  kind: 'map',
  name: 'expect',
  fields: {
    rows: {
      shape: { kind: 'list', items: { kind: 'record', role: 'column', values: { kind: 'value' } } },
      doc: 'The rows of the result, in order, each with the values of the members to compare.',
    },
    unordered: { shape: { kind: 'boolean' }, doc: 'With `rows`: their order does not matter.' },
    scalar: { shape: { kind: 'value' }, doc: 'The only value of the result.' },
    tolerance: {
      shape: { kind: 'number', least: 0 },
      doc: 'With `scalar`, `rows`, `same_as` or `same_as_branch`: how far a number may differ.',
    },
    row_count: {
      shape: {
        kind: 'oneOf',
        shapes: [
          { kind: 'integer', least: 0 },
          {
            kind: 'map',
            name: 'rowCount',
            fields: {
              min: { shape: { kind: 'integer', least: 0 }, doc: 'The smallest number of rows.' },
              max: { shape: { kind: 'integer', least: 0 }, doc: 'The largest number of rows.' },
            },
          },
        ],
      },
      doc: 'How many rows the result has: a number, or `min` and `max`.',
    },
    not_null: { shape: columns, doc: 'These members are null in no row.' },
    unique: { shape: columns, doc: 'Each of these members has another value in each row; null does not count.' },
    between: {
      shape: { kind: 'record', role: 'column', values: { kind: 'tuple', items: [bound, bound] } },
      doc: 'The lowest and the highest value that each of these members may have; null is in no range.',
    },
    same_as: {
      shape: querySource,
      doc: 'Another query that returns the same rows, in any order; columns are compared by their place.',
    },
    same_as_branch: {
      shape: { kind: 'text', meaning: 'branch' },
      doc: 'A branch on which the same query returns the same rows.',
    },
    hidden: {
      shape: shownMembers,
      doc: 'Members that the user (`as`) does not see, because of access policies or because they are not public.',
    },
    visible: { shape: shownMembers, doc: 'Members that the user (`as`) sees.' },
    error: { shape: { kind: 'text' }, doc: 'The query fails with a message that contains this text.' },
  },
};

export const testShape: MapShape = {
  kind: 'map',
  name: 'test',
  fields: {
    name: { shape: { kind: 'text' }, doc: 'What the test shows, in one line.', required: true },
    each: {
      shape: { kind: 'list', items: { kind: 'record', values: { kind: 'value' } }, least: 1, most: maxRuns },
      doc: 'Runs the test once for each of these blocks. `{name}` in a text is replaced by its value.',
    },
    given: {
      shape: givenShape,
      doc: 'The tables that this test has, named as in `sql_table`: each a list of rows, the path of a CSV file relative to this file, or `sql`. The test runs on this computer, in a database of its own.',
    },
    at: {
      shape: { kind: 'text', meaning: 'instant', examples: ['2026-03-01T00:00:00Z'] },
      doc: 'What “now” is in this test, with its time zone: for `now()` and `CURRENT_DATE` in SQL, and for date ranges such as `last 7 days`.',
    },
    as: {
      shape: viewer,
      doc: 'Who asks, for `hidden` and `visible`, and for the query if it has no `as` of its own.',
    },
    query: {
      shape: querySource,
      doc: 'The query to run, or the path of a query document relative to this file.',
      required: true,
      isSpared: true,
    },
    expect: { shape: expectShape, doc: 'What the result must be.', required: true },
  },
};

/** A test that expects nothing but what is seen needs no query. */
export const testWithoutQuery: MapShape = {
  ...testShape,
  fields: { ...testShape.fields, query: { ...testShape.fields.query!, required: false } },
};

export const testDocumentShape: MapShape = {
  kind: 'map',
  name: 'tests',
  fields: {
    tests: { shape: { kind: 'list', items: testShape }, doc: 'The tests of this file.', required: true },
  },
};
