import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataApiClient } from './dataApiClient.ts';

const tables = `
CREATE TABLE visits (id INTEGER, label TEXT, paid INTEGER, price INTEGER, region TEXT, moment TEXT);
INSERT INTO visits VALUES
  (1, '50% off', 1, 9,   'north', '2026-03-28 23:30:00'),
  (2, '50 off',  0, 10,  'north', '2026-03-29 00:30:00'),
  (3, 'a_b',     1, 100, 'south', '2026-03-29 01:30:00'),
  (4, 'axb',     0, 20,  'south', '2026-04-15T12:00:00.000'),
  (5, NULL,      1, 5,   'west',  '2026-05-31 21:59:59'),
  (6, 'c\\d',    1, 7,   'west',  NULL);
CREATE TABLE notes (id INTEGER, visit_id INTEGER, stars INTEGER);
INSERT INTO notes VALUES (1, 1, 5), (2, 1, 3), (3, 3, 1);
`;

const model = {
  'model/cubes/visits.yml': `cubes:
  - name: visits
    sql_table: visits
    joins:
      - name: notes
        sql: "{CUBE}.id = {notes.visit_id}"
        relationship: one_to_many
    measures:
      - name: count
        type: count
      - name: takings
        sql: price
        type: sum
      - name: running
        sql: price
        type: sum
        rolling_window:
          trailing: unbounded
      - name: labels
        sql: label
        type: count_distinct_approx
      - name: best
        sql: "{stars}"
        type: max
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
        public: true
      - name: label
        sql: label
        type: string
      - name: paid
        sql: paid
        type: boolean
      - name: price
        sql: price
        type: number
      - name: region
        sql: region
        type: string
      - name: stars
        sql: "{notes.stars}"
        type: number
        sub_query: true
      - name: at
        sql: moment
        type: time
        granularities:
          - name: fortnight
            interval: 2 weeks
            origin: "2026-03-02"
          - name: half_year
            interval: 6 months
`,
  'model/cubes/notes.yml': `cubes:
  - name: notes
    sql_table: notes
    measures:
      - name: count
        type: count
      - name: stars
        sql: stars
        type: sum
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: visit_id
        sql: visit_id
        type: number
`,
  'model/cubes/guarded.yml': `cubes:
  - name: guarded
    sql_table: visits
    measures:
      - name: count
        type: count
    dimensions:
      - name: region
        sql: region
        type: string
    access_policy:
      - group: boss
      - group: seller
        row_level:
          filters:
            - member: region
              operator: equals
              values: ["{ security_context.region }"]
`,
  'model/cubes/tenants.js': `cube('own_visits', {
  sql: \`SELECT * FROM visits WHERE \${SECURITY_CONTEXT.region.filter('region')}\`,
  measures: { count: { type: 'count' } },
});
`,
};

describe('features of the model in the data API', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let data: DataApiClient;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tables-'));
    const file = path.join(folder, 'tables.sql');
    await writeFile(file, tables);
    under = await emulatorUnderTest({ source: file });
    client = await under.newDeployment(model);
    assert.equal((await client.status('main', true)).errorText, null);
    data = await DataApiClient.of(client);
  });
  after(async () => {
    await under.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ids = async (...filters: object[]) =>
    (await data.rows({ dimensions: ['visits.id'], filters, order: { 'visits.id': 'asc' } })).map((row) =>
      Number(row['visits.id']),
    );

  it('wildcards in a value are literal', async () => {
    assert.deepEqual(await ids({ member: 'visits.label', operator: 'contains', values: ['%'] }), [1]);
    assert.deepEqual(await ids({ member: 'visits.label', operator: 'contains', values: ['A_'] }), [3]);
    assert.deepEqual(await ids({ member: 'visits.label', operator: 'startsWith', values: ['50%'] }), [1]);
    assert.deepEqual(await ids({ member: 'visits.label', operator: 'endsWith', values: ['\\d'] }), [6]);
    assert.deepEqual(await ids({ member: 'visits.label', operator: 'notContains', values: ['_'] }), [1, 2, 4, 5, 6]);
  });

  it('numbers compare as numbers in any notation; booleans as booleans', async () => {
    assert.deepEqual(await ids({ member: 'visits.price', operator: 'gt', values: ['9'] }), [2, 3, 4]);
    assert.deepEqual(await ids({ member: 'visits.price', operator: 'equals', values: [100] }), [3]);
    assert.deepEqual(await ids({ member: 'visits.paid', operator: 'equals', values: ['true'] }), [1, 3, 5, 6]);
    assert.deepEqual(await ids({ member: 'visits.paid', operator: 'equals', values: [false] }), [2, 4]);
    const rows = await data.rows({ dimensions: ['visits.id', 'visits.paid'], order: { 'visits.id': 'asc' }, limit: 2 });
    assert.deepEqual(
      rows.map((row) => row['visits.paid']),
      [true, false],
    );
  });

  it('times compare as times in any notation, up to the end of a day', async () => {
    const inRange = (timezone: string, dateRange: unknown) =>
      data.rows({
        dimensions: ['visits.id'],
        timeDimensions: [{ dimension: 'visits.at', dateRange }],
        timezone,
        order: { 'visits.id': 'asc' },
      });
    const found = async (timezone: string, range: unknown) =>
      (await inRange(timezone, range)).map((row) => Number(row['visits.id']));
    assert.deepEqual(await found('UTC', '2026-04-15'), [4]);
    assert.deepEqual(await found('UTC', ['2026-03-29', '2026-05-31']), [2, 3, 4, 5]);
    // Berlin changes from UTC+1 to UTC+2 at 1:00 UTC on 29 March.
    assert.deepEqual(await found('Europe/Berlin', '2026-03-29'), [1, 2, 3]);
    assert.deepEqual(await found('Europe/Berlin', ['2026-05-31', '2026-05-31']), [5]);
    assert.deepEqual(await found('Europe/Moscow', '2026-06-01'), [5]);
  });

  it('hours on the night of a time change', async () => {
    const rows = await data.rows({
      measures: ['visits.count'],
      timeDimensions: [{ dimension: 'visits.at', granularity: 'hour', dateRange: '2026-03-29' }],
      timezone: 'Europe/Berlin',
    });
    assert.deepEqual(
      rows.map((row) => row['visits.at.hour']),
      ['2026-03-29T00:00:00.000', '2026-03-29T01:00:00.000', '2026-03-29T03:00:00.000'],
    );
  });

  it('custom granularities', async () => {
    const by = async (granularity: string) =>
      (
        await data.rows({
          measures: ['visits.count'],
          timeDimensions: [{ dimension: 'visits.at', granularity, dateRange: ['2026-01-01', '2026-12-31'] }],
        })
      ).map((row) => [row[`visits.at.${granularity}`], row['visits.count']]);
    assert.deepEqual(await by('fortnight'), [
      ['2026-03-16T00:00:00.000', '3'],
      ['2026-04-13T00:00:00.000', '1'],
      ['2026-05-25T00:00:00.000', '1'],
    ]);
    assert.deepEqual(await by('half_year'), [['2026-01-01T00:00:00.000', '5']]);
  });

  it('measures over a rolling window', async () => {
    const rows = await data.rows({
      measures: ['visits.running'],
      timeDimensions: [{ dimension: 'visits.at', granularity: 'month', dateRange: ['2026-03-01', '2026-05-31'] }],
    });
    assert.deepEqual(
      rows.map((row) => [row['visits.at.month'], row['visits.running']]),
      [
        ['2026-03-01T00:00:00.000', '119'],
        ['2026-04-01T00:00:00.000', '139'],
        ['2026-05-01T00:00:00.000', '144'],
      ],
    );
  });

  it('subqueries, approximate counts, rows multiplied by a join', async () => {
    assert.deepEqual(await data.rows({ measures: ['visits.best', 'visits.labels'] }), [
      { 'visits.best': '8', 'visits.labels': '5' },
    ]);
    assert.deepEqual(await data.rows({ measures: ['visits.takings', 'notes.count'] }), [
      { 'visits.takings': '151', 'notes.count': '3' },
    ]);
  });

  it('the security context, in SQL and in access policies', async () => {
    const tokenFor = async (securityContext: object) => {
      // Only a signed session passes a security context to the data API; a developer's token has none.
      const admin = client.as(under.emulator.adminApiKey);
      const { sessionId } = await admin.done(
        admin.send('POST', '/api/v1/embed/generate-session', {
          deploymentId: client.id,
          externalId: 'viewer',
          embedTenantName: under.emulator.embedTenant,
          securityContext,
        }),
      );
      const { token } = await admin.done(admin.send('POST', '/api/v1/embed/session/token', { sessionId }));
      return new DataApiClient(data.url, token);
    };
    const guarded = { measures: ['guarded.count'] };
    const boss = await tokenFor({ groups: ['boss'] });
    assert.deepEqual(await boss.rows(guarded), [{ 'guarded.count': '6' }]);
    const seller = await tokenFor({ groups: ['seller'], region: 'west' });
    assert.deepEqual(await seller.rows(guarded), [{ 'guarded.count': '2' }]);
    assert.deepEqual(await seller.rows({ measures: ['own_visits.count'] }), [{ 'own_visits.count': '2' }]);
    const quoted = await tokenFor({ groups: ['seller'], region: "west' OR '1'='1" });
    assert.deepEqual(await quoted.rows(guarded), [{ 'guarded.count': '0' }]);
    assert.deepEqual(await quoted.rows({ measures: ['own_visits.count'] }), [{ 'own_visits.count': '0' }]);
    assert.match(await data.refusal(guarded), /hidden member: 'guarded\.count'/);
  });
});
