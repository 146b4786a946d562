import assert from 'node:assert/strict';
import { DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataApiClient } from './dataApiClient.ts';

describe('the data API of a branch', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  let admin: DeploymentClient;
  let production: DataApiClient;
  const orders = 'model/cubes/orders.yml';
  const total = { measures: ['sales.total_amount'] };

  beforeEach(async () => {
    under = await emulatorUnderTest();
    client = new DeploymentClient(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    admin = client.as(under.emulator.adminApiKey);
    await client.status('main', true);
    production = await DataApiClient.of(client);
  });
  afterEach(() => under.close());

  const totalOf = async (data: DataApiClient) => (await data.rows(total))[0]!['sales.total_amount'];

  /** Opens a dev branch with a model whose total is multiplied. */
  const multiplied = async (who: DeploymentClient, factor: number) => {
    const branch = await who.openDevMode();
    const text = (await who.files(branch))[orders]!;
    await who.done(
      who.put({ [orders]: text.replace('sql: "{CUBE}.amount"', `sql: "${factor} * {CUBE}.amount"`) }, branch),
    );
    await who.status(branch, true);
    return { branch, data: await DataApiClient.of(who, branch) };
  };

  it('uses the branch’s model, and production uses its own', async () => {
    const { data } = await multiplied(client, 2);
    assert.equal(await totalOf(production), '695397');
    assert.equal(await totalOf(data), String(2 * 695397));
    assert.match(data.url, /\/dev-mode\/dev-[^/]+\//);
  });

  it('separates two branches and production that are queried at the same time', async () => {
    const [mine, others] = await Promise.all([multiplied(client, 3), multiplied(admin, 5)]);
    const asked = [production, mine.data, others.data];
    const rounds = await Promise.all([1, 2, 3].flatMap(() => asked.map(totalOf)));
    const expected = [1, 3, 5].map((factor) => String(factor * 695397));
    assert.deepEqual(rounds, [...expected, ...expected, ...expected]);
  });

  it('returns new results after each build', async () => {
    const { branch, data } = await multiplied(client, 2);
    assert.equal(await totalOf(data), String(2 * 695397));
    const text = (await client.files(branch))[orders]!;
    await client.done(client.put({ [orders]: text.replace('"2 * {CUBE}', '"7 * {CUBE}') }, branch));
    await client.status(branch, true);
    assert.equal(await totalOf(data), String(7 * 695397));
  });

  it('reports compile errors of a branch to the developer; production still answers', async () => {
    const { branch, data } = await multiplied(client, 2);
    await client.done(client.put({ [orders]: 'cubes:\n  - name: orders\n' }, branch));
    assert.equal((await client.status(branch, true)).status, 'failed');
    assert.match(await data.refusal(total), /Compile errors:[\s\S]*orders cube/);
    assert.equal((await data.send('GET', '/meta')).status, 400);
    assert.equal(await totalOf(production), '695397');
  });

  it('answers only for a branch that is run', async () => {
    const { branch, data } = await multiplied(client, 2);
    await client.done(client.build('DELETE', '/dev-mode'));
    const closed = await data.once(total);
    assert.deepEqual([closed.status, closed.body.error], [404, `Branch '${branch}' is not active`]);
    const unknown = await new DataApiClient(data.url.replace(branch, 'nowhere'), data.token).once(total);
    assert.deepEqual([unknown.status, unknown.body.error], [404, "Branch 'nowhere' not found"]);
    await client.done(client.createBranch('team/next'));
    await client.done(client.build('PUT', '/branches/staging-environment', { branchName: 'team/next', enabled: true }));
    assert.equal(await totalOf(await DataApiClient.of(client, 'team/next')), '695397');
  });

  it('answers “Continue wait” during the first build', async () => {
    const slow = await emulatorUnderTest({ buildMs: 800, dataPace: { waitMs: 20 } });
    try {
      const slowClient = new DeploymentClient(slow.emulator.url, slow.emulator.apiKey, slow.emulator.deploymentId);
      const data = await DataApiClient.of(slowClient);
      const first = await data.once(total);
      assert.deepEqual([first.status, first.body], [200, { error: 'Continue wait' }]);
      assert.equal(await totalOf(data), '695397');
    } finally {
      await slow.close();
    }
  });

  it('keeps a queried dev environment from being suspended, and resumes a suspended one', async () => {
    let now = Date.now();
    const sleepy = await emulatorUnderTest({ clock: () => now, idleMs: 60_000 });
    try {
      const who = new DeploymentClient(sleepy.emulator.url, sleepy.emulator.apiKey, sleepy.emulator.deploymentId);
      const branch = await who.openDevMode();
      await who.status(branch, true);
      const data = await DataApiClient.of(who, branch);
      now += 50_000;
      assert.equal(await totalOf(data), '695397');
      now += 50_000;
      assert.equal((await who.status(branch)).status, 'built');
      now += 120_000;
      assert.equal((await who.control('GET', '')).status, 200);
      assert.equal((await who.status(branch)).status, 'stopped');
      assert.equal(await totalOf(data), '695397');
      assert.equal((await who.status(branch, true)).status, 'built');
    } finally {
      await sleepy.close();
    }
  });
});
