/** The texts of an explanation, in English. Numbers are written in the language of the reader. */

import { errorCatalog } from '../../base/errors.ts';

export const whyTexts = errorCatalog({
  // Warnings about the whole explanation. `{0}`: the branch that answers; `{1}`: files.
  'other-version': {
    message: 'The version on {0} is explained, which differs from your files. Lines in these are lines on {0}: {1}',
  },
  /** `{1}`: why. */
  'version-unknown': {
    message:
      'The model of {0} could not be read ({1}). Joins, filters and lines are those of your files, which may differ from it.',
  },

  // Steps. `{0}`: a cube, or a part of the query.
  'all-rows': { message: 'All rows of {0}' },
  joined: { message: 'Joined with {0}' },
  policies: { message: 'Access policies' },
  grouped: { message: 'Rows of the result' },

  // Parts of a query. `{0}`: a member.
  segment: { message: 'Segment {0}' },
  /** `{1}`: the operator; `{2}`: the values. */
  filter: { message: 'Filter {0} {1} {2}' },
  'filter-group': { message: 'Filter on {0}' },
  /** `{1}`: the view. */
  'default-filter': { message: 'Default filter {0} of {1}' },
  /** `{1}`: the range. */
  'date-range': { message: 'Date range of {0}: {1}' },

  // Causes. `{0}`: a part of the query; `{1}`: the rows without it.
  'part-empties': { message: '{0}: leaves 0 of {1} rows.' },
  'part-drops': { message: '{0}: leaves {1} of {2} rows. The query does not ask for it.' },
  'parts-together': { message: 'No row meets all of these together, although each one alone leaves some.' },
  /** `{0}`: the cube. */
  'no-rows': { message: '{0} has no rows.' },
  /** `{0}`: the joined cube; `{1}`: the rows that are left; `{2}`: before; `{3}`: the cube that is counted. */
  'join-drops': { message: 'The join with {0} leaves {1} of {2} rows of {3}.' },
  /** `{1}`: the rows. */
  'join-matches-nothing': {
    message: 'The join with {0} matches nothing: none of {1} rows has a row of {0}.',
  },
  /** `{0}`: a member; `{1}`: rows; `{2}`: its cube. */
  'joined-has-no-value': {
    message: '{0} has no value in any of {1} rows: the join with {2} matches nothing, or its column is empty.',
  },
  /** `{0}`: rows that the viewer sees; `{1}`: all. */
  'policies-drop': { message: 'Access policies leave {0} of {1} rows to who asks.' },
  'policies-hide-members': { message: 'Access policies hide members of the query from who asks: {0}' },
  refused: { message: 'The query is refused: {0}' },
  'measure-filter-empties': { message: '{0}: leaves 0 of {1} rows of the result.' },
  offset: { message: 'The offset of {0} leaves out all {1} rows of the result.' },
  'limit-zero': { message: 'The limit is 0.' },
  /** `{0}`: the measure; `{1}`: rows. */
  'own-filters': {
    message: '{0} is empty in every row of the result, although {1} rows are read. It has filters of its own.',
  },
  'no-value': { message: '{0} has no value in any row of the result, although {1} rows are read.' },
  /** `{0}`: the other zone; `{1}`: its rows; `{2}`: that of the query; `{3}`: its rows. */
  'time-zone': {
    message: 'The time zone decides: in {0}, the date range has {1} rows, and in {2}, as the query asks, {3}.',
  },
  /** `{0}`: the part; `{1}`: the base. */
  changed: { message: '{0} differs from {1}.' },
  'new-part': { message: '{0} is new: {1} does not have it.' },
  'gone-part': { message: '{0} is gone: {1} has it.' },

  // Details. `{0}`: the cube; `{1}`: groups; `{2}`: the filter as written.
  'policy-rows': { message: 'The policy of {0} for {1} has a row filter: {2}' },
  'policy-members': { message: 'The policy of {0} for {1} limits the members: {2}' },
  'policy-other': { message: 'The policy of {0} is for {1}.' },
  /** `{0}`: what the query has; `{1}`: what the data has. */
  'similar-value': { message: 'The data has {1} instead of {0}.' },
  'data-values': { message: 'The data has these values: {0}' },
  'data-range': { message: '{0} goes from {1} to {2} in these rows.' },

  // Notes.
  'zone-moves': { message: 'In the time zone {0}, the date range has {1} rows instead of {2}.' },
  /** `{0}`: its name; `{1}`: a time. */
  'pre-aggregation': {
    message:
      'The result was read from the pre-aggregation {0}, of {1}. Newer rows are not in it; the counts may be of another time.',
  },
  'pre-aggregation-of-unknown-time': {
    message:
      'The result was read from the pre-aggregation {0}. The platform does not say when it was refreshed: rows may be missing, and the counts may be of another time.',
  },
  'nothing-changed': {
    message:
      'No definition that the query uses differs from {0}. The data, variables, or the time of the build are different.',
  },
  'may-change': { message: 'Templates or programs differ from {0}, and may change what the query uses.' },
  'limit-note': { message: 'The limit shows {0} of {1} rows of the result.' },

  // Not computed.
  'no-dimension': { message: 'No rows were counted: the model has no dimension by which a query can count them.' },
  'no-key': {
    message: '{0} has no primary key that can be asked for, so rows are counted after joins, which may repeat them.',
  },
  'several-facts': { message: 'Rows are counted for {0} only; the query has measures of other cubes, too.' },
  'no-counts': { message: 'No rows were counted: {0}' },
  'default-filter-stays': {
    message:
      'The default filter {0} of {1} has no “unless”, so no query can leave it out, and its effect is not counted.',
  },
  'policies-stay': {
    message:
      'Access policies apply to all counts; their effect is not counted, because every question is asked by the same user.',
  },
  'ranges-compared': { message: 'The query compares date ranges; only the first one is explained.' },
  'pre-aggregations-unused': {
    message: 'Pre-aggregations are not used here, so their effect is not counted.',
  },
  budget: { message: 'Not everything was counted: {0}.' },
});
