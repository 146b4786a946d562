/**
 * The rows of “States and transitions”, “Errors” and “Limits” by our names, each with texts by which the specification's own row
 * is found. Rows that say only that something is not shown are left out.
 */

export const specRows = {
  'States: the staging flag is enabled': ['| Branch staging flag |', 'with `enabled: true`'],
  'States: the staging flag is disabled': ['| Branch staging flag |', 'with `enabled: false`'],
  'States: a signed session is about to end': ['| Signed embed session |', '`svc:event:session-expiring`'],
  'States: a signed session ends': ['| Signed embed session |', 'Event `svc:event:session-expired`'],
  'States: a signed session is renewed': ['| Signed embed session |', 'with a valid id'],
  'States: a session id is rejected': ['| Signed embed session |', 'with a rejected id'],
  'States: a dbt sync is cancelled': ['| dbt sync run |', 'DELETE'],
  'State rule 1: dev mode is per credential': ['1. ', 'every operation that omits the branch'],
  'State rule 2: files are written on personal branches only': ['2. ', 'personal `dev-` branch'],
  'State rule 3: a branch is created with the dev-mode option': ['3. ', 'without forking'],
  'State rule 4: commit and merge-to-default': ['4. ', 'rebuilds production'],
  'State rule 5: generated files are held for one hour': ['5. ', 'held for one hour'],
  'State rule 6: an export is dropped after 5 minutes': ['6. ', '5 minutes after submission'],
  'State rule 7: a deleted branch leaves its children to its parent': ['7. ', 're-parents'],
  'Errors: a group with members is deleted': ['| 400 |', 'while the group has members'],
  'Errors: a version that is not listed': ['| 400 |', 'not on the versions list'],
  'Errors: a report name that is too long': ['| 400 |', 'longer than 255 characters'],
  'Errors: the caller lacks access': ['| 403 |', 'lacks the needed access'],
  'Errors: a group of another tenant': ['| 404 |', 'not in this tenant'],
  'Errors: generated files of another sync': ['| 404 |', 'committed to a branch'],
  'Errors: a preview without a result': ['| 409 |', 'ended without a result'],
  'Errors: a model that does not compile': ['| 200 with `valid` false |', 'compilation errors'],
  'Errors 1: the body has an error text': ['1. ', 'an `error` string'],
  'Errors 3: a write to a branch that is not personal': ['3. ', 'not a dev-mode branch'],
  'Errors 4: an empty branch or ref': ['4. ', 'reject an empty value'],
  'Errors 5: a query that is pending': ['5. ', '`Continue wait`'],
  'Errors 6: a session swap fails by an event': ['6. ', '`EmbedSessionExchangeError`'],
  'Limits: default page size': ['| Default page size |', '`limit` 20, `offset` 0'],
  'Limits: lifetime of a token for metadata': ['| Meta-sync token lifetime |', '86400'],
  'Limits: lifetime of a deployment token': ['| Deployment token lifetime |', '60 to 86400 seconds'],
  'Limits: lifetime of the usage-analytics token': ['| Usage-analytics token lifetime |', '1 hour'],
  'Limits: size of a dbt manifest': ['| dbt manifest upload size |', '50 MiB'],
  'Limits: page of the dbt history': ['| dbt history page size |', '100 runs'],
  'Limits: retention of generated files': ['| Generated files retention |', '1 hour after completion'],
  'Limits: retention of a dashboard export': ['| Dashboard export job and file retention |', '5 minutes'],
  'Limits: retention of a metric view preview': ['| Metric view preview retention |', '7 days'],
  'Limits: lifetime of a session id': ['| Embed session id lifetime |', '5 minutes, single use'],
  'Limits: time of a signed session': ['| Signed embed session usable time |', '23 hours'],
  'Limits: lead time of the expiry warning': ['| Expiry warning lead time |', '30 minutes'],
  'Limits: length of a report name or title': ['| Report name and title length |', '255 characters'],
} as const satisfies Record<string, readonly string[]>;

export type SpecRow = keyof typeof specRows;

/** The title of a test of a row. `specRows.test.ts` looks for it in the tests. */
export function covers(row: SpecRow, more?: string): string {
  return more === undefined ? row : `${row}: ${more}`;
}
