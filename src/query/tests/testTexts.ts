/** The texts about tests of a model. */

import { errorCatalog } from '../../base/errors.ts';

export const testTexts = errorCatalog({
  /** `{0}`: a member; texts of values follow. */
  value: { message: '{0}: expected {1}, found {2}.' },
  'value-near': { message: '{0}: expected {1} ± {2}, found {3}.' },
  'not-scalar': { message: 'A single value needs one row and one column. Rows: {0}, columns: {1}.' },
  'no-column': { message: 'The result has no column {0}. Its columns: {1}.' },
  /** `{1}`: the first row that differs, 1-based. */
  'rows-differ': { message: 'Rows that differ: {0}, first row {1}. {2}' },
  'rows-missing': { message: 'Expected rows that are missing: {0}. First: {1}' },
  'row-count': { message: 'Number of rows: expected {0}, found {1}.' },
  'row-count-least': { message: 'Number of rows: expected at least {0}, found {1}.' },
  'row-count-most': { message: 'Number of rows: expected at most {0}, found {1}.' },
  'is-null': { message: '{0} is null in {1} of {2} rows, first in row {3}.' },
  'not-unique': { message: '{0} is not unique: {1} is in {2} rows.' },
  outside: { message: '{0} is not between {1} and {2} in {3} of {4} rows, first in row {5}: {6}.' },
  'column-count': { message: 'The other query has {0} columns, this one {1}.' },
  'not-same-query': { message: 'Rows only of this query: {0}; rows only of the other query: {1}.' },
  'not-same-branch': { message: 'Rows only here: {0}; rows only on {2}: {1}.' },
  /** `{0}`: a member. */
  'is-hidden': { message: '{0} is hidden, but should be visible.' },
  'is-visible': { message: '{0} is visible, but should be hidden.' },
  'not-a-member': { message: 'The model has no member {0}, so nothing hides it.' },
  'no-error': { message: 'Expected an error that contains “{0}”, but the query has a result.' },
  'other-error': { message: 'Expected an error that contains “{0}”. The error is: {1}' },
  'nothing-expected': { message: 'The test expects nothing: add an expectation below “expect”.' },
  'no-query-document': { message: 'There is no query document {0}. The path is relative to the test file.' },
  /** `{1}`: its first problem. */
  'invalid-query-document': { message: 'The query document {0} cannot be used: {1}' },
  /** `{1}`: what to add. */
  'lacks-table': { message: 'The query needs the table {0}, which “given” does not have. Add it there: {1}' },
  /** `{0}`: the column; `{1}`: the table; `{2}`: what to add. */
  'lacks-column': {
    message: 'The query needs the column {0}, which {1} does not have in “given”. Add it to the rows: {2}',
  },
  'needs-source': {
    message:
      'The test has no rows of its own. Add “given”, or name a data source with --source or in the .env file of the project.',
  },
  'branch-needs-platform': {
    message: '“same_as_branch” compares with a branch of the platform, so it does not run on this computer.',
  },
  /** A problem of the test itself. */
  'invalid-test': { message: 'The test cannot be run: {0}' },
  'invalid-file': { message: 'The test file cannot be read: {0}' },
});
