import assert from 'node:assert/strict';
import { Desk, type EmulatorUnderTest, emulatorUnderTest } from '../emulatorUnderTest.ts';
import { DataDesk } from './dataDesk.ts';

describe('the data API of a branch', function () {
  this.timeout(120_000);
  let under: EmulatorUnderTest;
  let desk: Desk;
  let admin: Desk;
  let production: DataDesk;
  const orders = 'model/cubes/orders.yml';
  const total = { measures: ['sales.total_amount'] };

  beforeEach(async () => {
    under = await emulatorUnderTest();
    desk = new Desk(under.emulator.url, under.emulator.apiKey, under.emulator.deploymentId);
    admin = desk.as(under.emulator.adminApiKey);
    await desk.status('main', true);
    production = await DataDesk.of(desk);
  });
  afterEach(() => under.close());

  const totalOf = async (data: DataDesk) => (await data.rows(total))[0]!['sales.total_amount'];

  /** Opens a dev branch whose total is multiplied. */
  const multiplied = async (who: Desk, factor: number) => {
    const branch = await who.openDevMode();
    const text = (await who.files(branch))[orders]!;
    await who.done(
      who.put({ [orders]: text.replace('sql: "{CUBE}.amount"', `sql: "${factor} * {CUBE}.amount"`) }, branch),
    );
    await who.status(branch, true);
    return { branch, data: await DataDesk.of(who, branch) };
  };

  it('answers by the branch’s own model, and production by its own', async () => {
    const { data } = await multiplied(desk, 2);
    assert.equal(await totalOf(production), '695397');
    assert.equal(await totalOf(data), String(2 * 695397));
    assert.match(data.url, /\/dev-mode\/dev-[^/]+\//);
  });

  it('keeps two branches and production apart when they are asked at once', async () => {
    const [mine, others] = await Promise.all([multiplied(desk, 3), multiplied(admin, 5)]);
    const asked = [production, mine.data, others.data];
    const rounds = await Promise.all([1, 2, 3].flatMap(() => asked.map(totalOf)));
    const expected = [1, 3, 5].map((factor) => String(factor * 695397));
    assert.deepEqual(rounds, [...expected, ...expected, ...expected]);
  });

  it('answers anew after each build: what was answered before is not what counts', async () => {
    const { branch, data } = await multiplied(desk, 2);
    assert.equal(await totalOf(data), String(2 * 695397));
    const text = (await desk.files(branch))[orders]!;
    await desk.done(desk.put({ [orders]: text.replace('"2 * {CUBE}', '"7 * {CUBE}') }, branch));
    await desk.status(branch, true);
    assert.equal(await totalOf(data), String(7 * 695397));
  });

  it('tells a developer what is wrong with a branch that does not compile; production goes on', async () => {
    const { branch, data } = await multiplied(desk, 2);
    await desk.done(desk.put({ [orders]: 'cubes:\n  - name: orders\n' }, branch));
    assert.equal((await desk.status(branch, true)).status, 'failed');
    assert.match(await data.refusal(total), /Compile errors:[\s\S]*orders cube/);
    assert.equal((await data.send('GET', '/meta')).status, 400);
    assert.equal(await totalOf(production), '695397');
  });

  it('answers for a branch that is run, and for no other', async () => {
    const { branch, data } = await multiplied(desk, 2);
    await desk.done(desk.build('DELETE', '/dev-mode'));
    const closed = await data.once(total);
    assert.deepEqual([closed.status, closed.body.error], [404, `Branch '${branch}' is not active`]);
    const unknown = await new DataDesk(data.url.replace(branch, 'nowhere'), data.token).once(total);
    assert.deepEqual([unknown.status, unknown.body.error], [404, "Branch 'nowhere' not found"]);
    await desk.done(desk.createBranch('team/next'));
    await desk.done(desk.build('PUT', '/branches/staging-environment', { branchName: 'team/next', enabled: true }));
    assert.equal(await totalOf(await DataDesk.of(desk, 'team/next')), '695397');
  });

  it('is being waited for while its first build is under way', async () => {
    const slow = await emulatorUnderTest({ buildMs: 800, dataPace: { waitMs: 20 } });
    try {
      const slowDesk = new Desk(slow.emulator.url, slow.emulator.apiKey, slow.emulator.deploymentId);
      const data = await DataDesk.of(slowDesk);
      const first = await data.once(total);
      assert.deepEqual([first.status, first.body], [200, { error: 'Continue wait' }]);
      assert.equal(await totalOf(data), '695397');
    } finally {
      await slow.close();
    }
  });

  it('keeps a dev environment awake that is queried, and wakes one that slept', async () => {
    let now = Date.now();
    const sleepy = await emulatorUnderTest({ clock: () => now, idleMs: 60_000 });
    try {
      const who = new Desk(sleepy.emulator.url, sleepy.emulator.apiKey, sleepy.emulator.deploymentId);
      const branch = await who.openDevMode();
      await who.status(branch, true);
      const data = await DataDesk.of(who, branch);
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
