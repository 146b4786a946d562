/** Who asks decides what the model is: security contexts at compile time, in access policies, and in metadata tokens. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataApiClient } from './dataApiClient.ts';

const tables = `
CREATE TABLE deals (id INTEGER, region TEXT, amount INTEGER, margin INTEGER);
INSERT INTO deals VALUES (1, 'north', 10, 1), (2, 'north', 20, 2), (3, 'south', 40, 4);
`;

/** `profit` for the group finance only. */
const guarded = `cubes:
  - name: deals
    sql_table: deals
    measures:
      - name: count
        type: count
        drill_members: [id, region, cost]
      - name: profit
        sql: margin
        type: sum
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
        public: true
      - name: region
        sql: region
        type: string
      - name: cost
        sql: amount - margin
        type: number
    access_policy:
      - group: sales
        member_level:
          excludes: [profit, cost]
        row_level:
          filters:
            - member: region
              operator: equals
              values: ["{ security_context.region }"]
      - group: finance
  - name: audits
    sql_table: deals
    measures:
      - name: count
        type: count
    access_policy:
      - group: "*"
        conditions:
          - if: "{ security_context.isOpen }"
`;

const views = `views:
  - name: desk
    folders:
      - name: Numbers
        includes: [count, profit]
    cubes:
      - join_path: deals
        includes: [count, profit, region]
    access_policy:
      - group: sales
        member_level:
          excludes: [profit]
      - group: finance
`;

const compiled = {
  'model/cubes/office.js': `const { office: place } = COMPILE_CONTEXT.securityContext;
cube('office', {
  sql: \`SELECT * FROM deals WHERE region = '\${place === 'a' ? 'north' : 'south'}'\`,
  measures: {
    count: { type: 'count' },
    ...(place === 'a' ? { secret_margin: { sql: 'margin', type: 'sum' } } : {}),
  },
});
`,
  'model/cubes/labels.yml': `cubes:
  - name: labels
    sql_table: deals
    title: {{ 'Of ' ~ COMPILE_CONTEXT.security_context.office }}
    measures:
      - name: count
        type: count
`,
};

describe('the security context of the caller', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let data: DataApiClient;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'contexts-'));
    const file = path.join(folder, 'tables.sql');
    await writeFile(file, tables);
    under = await emulatorUnderTest({ source: file });
    client = await under.newDeployment({
      'model/cubes/deals.yml': guarded,
      'model/views/desk.yml': views,
      ...compiled,
    });
    assert.equal((await client.status('main', true)).errorText, null);
    data = await DataApiClient.of(client);
  });
  after(async () => {
    await under.close();
    await rm(folder, { recursive: true, force: true });
  });

  const admin = () => client.as(under.emulator.adminApiKey);
  /** The data API as a user of the sample's tenant. */
  const signedIn = async (externalId: string, input: object): Promise<DataApiClient> => {
    const body = { deploymentId: client.id, embedTenantName: under.emulator.embedTenant, externalId, ...input };
    const { sessionId } = await admin().done(admin().send('POST', '/api/v1/embed/generate-session', body));
    const { token } = await admin().done(admin().send('POST', '/api/v1/embed/session/token', { sessionId }));
    return new DataApiClient(data.url, token);
  };
  const metaToken = async (security_context: object): Promise<DataApiClient> => {
    const [environment] = (await client.done(client.control('GET', '/environments'))).items;
    const route = `/environments/${environment.id}/tokens-for-meta-sync`;
    const { data: issued } = await client.done(client.control('POST', route, { security_context }));
    return new DataApiClient(data.url, issued.token);
  };
  const metaOf = async (caller: DataApiClient) => {
    const { status, body } = await caller.ready(() => caller.send('GET', '/meta'));
    assert.equal(status, 200, JSON.stringify(body));
    return body.cubes as {
      name: string;
      title: string;
      measures: { name: string; drillMembers: string[] }[];
      folders: { members: string[] }[];
    }[];
  };
  const measuresOf = async (caller: DataApiClient, cube: string) =>
    (await metaOf(caller)).find(({ name }) => name === cube)?.measures.map(({ name }) => name);
  const sqlOf = (caller: DataApiClient, query: object) =>
    caller.ready(() => caller.send('GET', `/sql?query=${encodeURIComponent(JSON.stringify(query))}`));
  const profit = { measures: ['deals.profit'] };

  it('decides which measures two users of one tenant see, in meta, load and sql', async () => {
    const seller = await signedIn('ben', { groups: ['sales'], securityContext: { region: 'north' } });
    const officer = await signedIn('ada', { groups: ['finance'] });
    assert.deepEqual(await measuresOf(seller, 'deals'), ['deals.count']);
    assert.deepEqual(await measuresOf(officer, 'deals'), ['deals.count', 'deals.profit']);
    assert.deepEqual(await measuresOf(seller, 'desk'), ['desk.count']);
    assert.deepEqual(await measuresOf(officer, 'desk'), ['desk.count', 'desk.profit']);
    assert.deepEqual(await officer.rows(profit), [{ 'deals.profit': '7' }]);
    assert.equal((await sqlOf(officer, profit)).status, 200);
    for (const hidden of [profit, { measures: ['desk.profit'] }]) {
      assert.match(await seller.refusal(hidden), /hidden member/);
      assert.equal((await sqlOf(seller, hidden)).status, 400);
    }
  });

  it('filters the rows of each user, in load and sql', async () => {
    const north = await signedIn('ben', { groups: ['sales'], securityContext: { region: 'north' } });
    const south = await signedIn('cleo', { groups: ['sales'], securityContext: { region: 'south' } });
    const count = { measures: ['deals.count'] };
    assert.deepEqual(await north.rows(count), [{ 'deals.count': '2' }]);
    assert.deepEqual(await south.rows(count), [{ 'deals.count': '1' }]);
    assert.deepEqual(await south.rows({ measures: ['desk.count'] }), [{ 'desk.count': '1' }]);
    assert.deepEqual((await sqlOf(south, count)).body.sql.sql[1], ['south']);
  });

  it('leaves no name of a hidden member in the metadata', async () => {
    const seller = await signedIn('ben', { groups: ['sales'], securityContext: { region: 'north' } });
    const cubes = await metaOf(seller);
    assert.doesNotMatch(JSON.stringify(cubes), /\.profit|\.cost/);
    const [count] = cubes.find(({ name }) => name === 'deals')!.measures;
    assert.deepEqual(count!.drillMembers, ['deals.id', 'deals.region']);
    assert.deepEqual(cubes.find(({ name }) => name === 'desk')!.folders[0]!.members, ['desk.count']);
  });

  it('hides a cube of which the caller may read nothing', async () => {
    const stranger = await signedIn('ben', {});
    assert.equal(await measuresOf(stranger, 'deals'), undefined);
    assert.match(await stranger.refusal({ measures: ['deals.count'] }), /hidden member/);
  });

  it('is read by the conditions of a policy', async () => {
    const open = await signedIn('ada', { securityContext: { isOpen: true } });
    assert.deepEqual(await open.rows({ measures: ['audits.count'] }), [{ 'audits.count': '3' }]);
    for (const securityContext of [{ isOpen: false }, {}]) {
      const closed = await signedIn('ben', { securityContext });
      assert.equal(await measuresOf(closed, 'audits'), undefined);
      assert.match(await closed.refusal({ measures: ['audits.count'] }), /hidden member/);
    }
  });

  it('that a policy cannot evaluate is an error of the model with the name of its cube', async () => {
    const branch = await client.openDevMode();
    const failing = guarded.replace('security_context.isOpen', 'security_context.office.isOpen');
    assert.equal((await client.put({ 'model/cubes/deals.yml': failing }, branch)).status, 200);
    assert.equal((await client.status(branch, true)).errorText, null);
    const caller = await DataApiClient.of(client, branch);
    assert.match(await caller.refusal({ measures: ['audits.count'] }), /access policy of audits.*isOpen/);
    const { status, body } = await caller.send('GET', '/meta');
    assert.equal(status, 400);
    assert.match(body.error, /access policy of audits.*isOpen/);
  });

  it('is COMPILE_CONTEXT for JavaScript and templates', async () => {
    const a = await signedIn('ada', { securityContext: { office: 'a' } });
    const b = await signedIn('ben', { securityContext: { office: 'b' } });
    assert.deepEqual(await measuresOf(a, 'office'), ['office.count', 'office.secret_margin']);
    assert.deepEqual(await measuresOf(b, 'office'), ['office.count']);
    const titleFor = async (caller: DataApiClient) =>
      (await metaOf(caller)).find(({ name }) => name === 'labels')!.title;
    assert.deepEqual([await titleFor(a), await titleFor(b)], ['Of a', 'Of b']);
    assert.deepEqual(await a.rows({ measures: ['office.count', 'office.secret_margin'] }), [
      { 'office.count': '2', 'office.secret_margin': '3' },
    ]);
    assert.match(await b.refusal({ measures: ['office.secret_margin'] }), /not found/);
    assert.equal((await sqlOf(b, { measures: ['office.secret_margin'] })).status, 400);
    assert.deepEqual(await b.rows({ measures: ['office.count'] }), [{ 'office.count': '1' }]);
  });

  it('never answers for another one, with requests of many users in between', async () => {
    const count = { measures: ['office.count'] };
    const users = await Promise.all(
      ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'b'].map(async (office, index) => ({
        office,
        caller: await signedIn(`user-${index}`, { securityContext: { office }, groups: index % 2 ? ['finance'] : [] }),
        finance: index % 2 === 1,
      })),
    );
    const rounds = [...users, ...[...users].reverse()];
    await Promise.all(
      rounds.map(async ({ office, caller, finance }) => {
        const [rows, names, title, secret] = await Promise.all([
          caller.rows(count),
          measuresOf(caller, 'office'),
          metaOf(caller).then((cubes) => cubes.find(({ name }) => name === 'labels')!.title),
          caller.ready(() => caller.once(profit)),
        ]);
        assert.deepEqual(rows, [{ 'office.count': office === 'a' ? '2' : '1' }], office);
        assert.equal(names?.includes('office.secret_margin'), office === 'a', office);
        assert.equal(title, `Of ${office}`);
        assert.equal(secret.status, finance ? 200 : 400, JSON.stringify(secret.body));
      }),
    );
  });

  it('of a metadata token controls which parts of the model are visible', async () => {
    const finance = await metaToken({ groups: ['finance'], office: 'a' });
    const without = await metaToken({});
    assert.deepEqual(await measuresOf(finance, 'deals'), ['deals.count', 'deals.profit']);
    assert.equal(await measuresOf(without, 'deals'), undefined);
    assert.equal((await measuresOf(finance, 'office'))?.length, 2);
    assert.equal((await measuresOf(without, 'office'))?.length, 1);
  });

  it('has the user: tenant, external id, attributes and groups of the tenant; what the host gives wins', async () => {
    const branch = await client.openDevMode();
    const cube = `cube('me', {
  sql: \`SELECT '\${JSON.stringify(COMPILE_CONTEXT.securityContext)}' AS context\`,
  dimensions: { context: { sql: 'context', type: 'string' } },
});`;
    assert.equal((await client.put({ 'model/cubes/me.js': cube }, branch)).status, 200);
    assert.equal((await client.status(branch, true)).errorText, null);
    const contextOf = async (input: object) => {
      const { token } = await signedIn('ada', { branchName: branch, ...input });
      const { url } = await DataApiClient.of(client, branch);
      const [row] = await new DataApiClient(url, token).rows({ dimensions: ['me.context'] });
      return JSON.parse(String(row!['me.context']));
    };
    const userAttributes = [{ name: 'region', value: 'north' }];
    assert.deepEqual(await contextOf({ userAttributes, tenantGroups: ['analysts'], groups: ['sales'] }), {
      embedTenant: under.emulator.embedTenant,
      externalId: 'ada',
      userAttributes: { region: 'north' },
      tenantGroups: ['analysts'],
      groups: ['sales'],
      cubeCloud: { userAttributes: { region: 'north' }, groups: ['sales'] },
    });
    const given = await contextOf({ securityContext: { externalId: 'own', groups: ['finance'] }, groups: ['sales'] });
    assert.deepEqual([given.externalId, given.groups], ['own', ['sales', 'finance']]);
  });
});
