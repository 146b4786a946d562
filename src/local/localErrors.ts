/** The failures of queries that are answered on this machine, in English. */

import { errorCatalog, UserError } from '../base/errors.ts';
import { RefusedQuery } from '../query/run/queryErrors.ts';

export const localErrors = errorCatalog({
  /** `{0}`: what the compiler says. */
  'model-broken': { message: 'The model does not compile: {0}' },
  'no-plan': { message: 'The model gave no answer.' },
  /** `{0}`: a user or a tenant. */
  'unknown-groups': {
    message: 'Only the platform knows the groups of “{0}”.',
    action: 'Name them in “groups” below “as” (none: []), or ask the platform.',
  },
  /** `{0}`: what is in its place. */
  'no-instant': {
    message: '“at” is not a time: {0}.',
    action: 'Write a date, or a time with its zone, such as 2026-03-01T00:00:00Z.',
  },
  /** `{0}`: the name in the SQL. */
  'at-on-source': {
    message: '“at” cannot decide the time that {0} reads in this data source.',
    action: 'Give the test its own tables below “given”.',
  },
});

/** Whether the failure is that a model does not compile. */
export function isBrokenModel(failure: unknown): failure is UserError {
  return failure instanceof UserError && failure.code === 'model-broken';
}

/** What a database refuses is a refusal of the query; a statement that took too long is not. */
export function asRefusal(failure: unknown): unknown {
  const isRefusal = failure instanceof UserError && failure.code !== 'query-timeout';
  return isRefusal ? new RefusedQuery(failure.describe()) : failure;
}
