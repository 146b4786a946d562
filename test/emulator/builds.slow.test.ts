import assert from 'node:assert/strict';
import { cubeText, type DeploymentClient, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const broken = 'cubes:\n  - name: orders\n';

describe('builds of the emulator', () => {
  let under: EmulatorUnderTest;
  let client: DeploymentClient;
  before(async () => {
    under = await emulatorUnderTest({ buildMs: 600, waitMs: 20_000 });
  });
  after(() => under.close());
  beforeEach(async () => {
    client = await under.newDeployment();
    await client.status('main', true);
  });
  const land = async (files: Record<string, string>) => {
    const dev = await client.openDevMode();
    await client.done(client.put(files, dev));
    await client.done(client.commit(dev));
    await client.done(client.build('DELETE', '/dev-mode'));
  };
  /** Distinct states of a branch until its build has ended. */
  const states = async (branch = 'main') => {
    const seen: string[] = [];
    for (;;) {
      const { status } = await client.status(branch);
      if (seen.at(-1) !== status) seen.push(status);
      if (status === 'built' || status === 'failed') return seen;
    }
  };
  const logs = async (query = '') => (await client.done(client.control('GET', `/logs${query}`))).items;
  const pods = async () => (await client.done(client.control('GET', '/pods'))).items;

  it('pass through building and warmup to built', async () => {
    await land({ 'model/cubes/more.yml': cubeText('more') });
    const seen = await states();
    const order = ['building', 'warmup', 'built'];
    assert.ok(seen.length > 1, 'visibly');
    assert.deepEqual(
      seen,
      order.filter((state) => seen.includes(state)),
    );
  });

  it('fail with the compiler’s message, while the previous version keeps serving', async () => {
    const before = await pods();
    assert.ok(before.every(({ ready }: { ready: boolean }) => ready));
    await land({ 'model/cubes/orders.yml': broken });
    assert.equal((await states()).at(-1), 'failed');
    const { errorText } = await client.status();
    assert.match(errorText, /orders cube:/);
    const after = await pods();
    for (const pod of before) assert.ok(after.some(({ name, ready }: typeof pod) => name === pod.name && ready));
    const fresh = after.filter(
      ({ name }: { name: string }) => !before.some((pod: { name: string }) => pod.name === name),
    );
    assert.ok(fresh.length > 0);
    for (const { ready, restartCount } of fresh) assert.deepEqual([ready, restartCount > 0], [false, true]);
    const messages = (await logs('?source=production')).map(({ message }: { message: string }) => message);
    assert.ok(messages.some((message: string) => /orders cube:/.test(message)));
  });

  it('list pods that are not ready until they serve, and only those afterwards', async () => {
    const before = (await pods()).map(({ name }: { name: string }) => name);
    await land({ 'model/cubes/more.yml': cubeText('more') });
    const during = await pods();
    assert.ok(during.some(({ ready, name }: { ready: boolean; name: string }) => !ready && !before.includes(name)));
    await client.status('main', true);
    const after = await pods();
    assert.ok(after.every(({ ready, name }: { ready: boolean; name: string }) => ready && !before.includes(name)));
  });

  it('are cancelled by a newer change and never finish', async () => {
    const dev = await client.openDevMode();
    await client.done(client.put({ 'model/cubes/one.yml': cubeText('one') }, dev));
    const first = await client.status(dev);
    await client.done(client.put({ 'model/cubes/two.yml': cubeText('two') }, dev));
    const second = await client.status(dev, true);
    assert.notEqual(second.buildJobId, first.buildJobId);
    assert.equal(second.status, 'built');
    const messages = (await logs()).map(({ message }: { message: string }) => message);
    assert.ok(messages.includes(`Build ${first.buildJobId} was cancelled`), messages.join('\n'));
  });

  it('run once for a whole upload, and not for a write that changes nothing', async () => {
    const dev = await client.openDevMode();
    const before = await client.status(dev, true);
    const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`model/cubes/${name}.yml`, cubeText(name)]));
    await client.done(client.upload(dev, files));
    const after = await client.status(dev, true);
    assert.equal(after.buildJobId, before.buildJobId + 1);
    await client.done(client.put({ 'model/cubes/a.yml': cubeText('a') }, dev));
    assert.equal((await client.status(dev)).buildJobId, after.buildJobId);
  });

  it('end the waiting requests when they end and when the branch is deleted', async () => {
    await land({ 'model/cubes/more.yml': cubeText('more') });
    assert.equal((await client.status('main', true)).status, 'built');
    const dev = await client.openDevMode();
    await client.done(client.put({ 'model/cubes/gone.yml': cubeText('gone') }, dev));
    const waiting = client.status(dev, true);
    await client.done(client.build('DELETE', `/branches?branchName=${dev}`));
    assert.ok(await waiting);
    assert.match((await client.status(dev)).errorText, /^Bad branch/);
  });

  it('run only for active branches; staging keeps a branch active', async () => {
    await client.done(client.createBranch('feature'));
    assert.match((await client.status('feature')).errorText, /^Branch is not active/);
    await client.done(client.build('PUT', '/branches/staging-environment', { enabled: true, branchName: 'feature' }));
    assert.equal((await client.status('feature', true)).status, 'built');
    await client.done(client.build('PUT', '/branches/staging-environment', { enabled: false, branchName: 'feature' }));
    const asleep = await client.status('feature');
    assert.equal(asleep.status, 'building');
    assert.match(asleep.errorText, /^Branch is not active/);
  });

  it('use new environment variables from the next build on', async () => {
    await client.done(client.control('PUT', '/env-vars', { env_variables: [{ name: 'MODE', value: 'x' }] }));
    const quiet = await client.status();
    assert.equal(quiet.status, 'built');
    await land({ 'model/cubes/more.yml': cubeText('more') });
    const next = await client.status('main', true);
    assert.equal(next.buildJobId > quiet.buildJobId, true);
    const messages = (await logs()).map(({ message }: { message: string }) => message);
    assert.ok(messages.includes('0 environment variables') && messages.includes('1 environment variables'));
  });

  it('write a log that can be followed: the last cursor returns exactly the new lines', async () => {
    const all = await client.done(client.control('GET', '/logs'));
    const rest = await client.done(client.control('GET', `/logs?after=${all.pageInfo.endCursor}`));
    assert.deepEqual(rest.items, []);
    await land({ 'model/cubes/more.yml': cubeText('more') });
    await client.status('main', true);
    const fresh = await client.done(client.control('GET', `/logs?after=${rest.pageInfo.endCursor}`));
    const whole = await client.done(client.control('GET', '/logs'));
    assert.ok(fresh.items.length > 0);
    assert.deepEqual(whole.items.slice(0, all.items.length), all.items);
    assert.deepEqual(whole.items.slice(all.items.length, all.items.length + fresh.items.length), fresh.items);
  });
});
