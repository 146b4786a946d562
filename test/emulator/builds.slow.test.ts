import assert from 'node:assert/strict';
import { cubeText, type Desk, type EmulatorUnderTest, emulatorUnderTest } from './emulatorUnderTest.ts';

const broken = 'cubes:\n  - name: orders\n';

describe('builds of the emulator', function () {
  this.timeout(60_000);
  let under: EmulatorUnderTest;
  let desk: Desk;
  before(async () => {
    under = await emulatorUnderTest({ buildMs: 600, waitMs: 20_000 });
  });
  after(() => under.close());
  beforeEach(async () => {
    desk = await under.desk();
    await desk.status('main', true);
  });
  const land = async (files: Record<string, string>) => {
    const dev = await desk.openDevMode();
    await desk.done(desk.put(files, dev));
    await desk.done(desk.commit(dev));
    await desk.done(desk.build('DELETE', '/dev-mode'));
  };
  /** Distinct states of a branch until its build has ended. */
  const states = async (branch = 'main') => {
    const seen: string[] = [];
    for (;;) {
      const { status } = await desk.status(branch);
      if (seen.at(-1) !== status) seen.push(status);
      if (status === 'built' || status === 'failed') return seen;
    }
  };
  const logs = async (query = '') => (await desk.done(desk.control('GET', `/logs${query}`))).items;
  const pods = async () => (await desk.done(desk.control('GET', '/pods'))).items;

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

  it('fail with the compiler’s words, while the version before keeps serving', async () => {
    const before = await pods();
    assert.ok(before.every(({ ready }: { ready: boolean }) => ready));
    await land({ 'model/cubes/orders.yml': broken });
    assert.equal((await states()).at(-1), 'failed');
    const { errorText } = await desk.status();
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

  it('show their pods as not ready until they serve, and only theirs afterwards', async () => {
    const before = (await pods()).map(({ name }: { name: string }) => name);
    await land({ 'model/cubes/more.yml': cubeText('more') });
    const during = await pods();
    assert.ok(during.some(({ ready, name }: { ready: boolean; name: string }) => !ready && !before.includes(name)));
    await desk.status('main', true);
    const after = await pods();
    assert.ok(after.every(({ ready, name }: { ready: boolean; name: string }) => ready && !before.includes(name)));
  });

  it('give way to a newer change: the one under way is cancelled and never finishes', async () => {
    const dev = await desk.openDevMode();
    await desk.done(desk.put({ 'model/cubes/one.yml': cubeText('one') }, dev));
    const first = await desk.status(dev);
    await desk.done(desk.put({ 'model/cubes/two.yml': cubeText('two') }, dev));
    const second = await desk.status(dev, true);
    assert.notEqual(second.buildJobId, first.buildJobId);
    assert.equal(second.status, 'built');
    const messages = (await logs()).map(({ message }: { message: string }) => message);
    assert.ok(messages.includes(`Build ${first.buildJobId} was cancelled`), messages.join('\n'));
  });

  it('are one for a whole upload, and none for a write that changes nothing', async () => {
    const dev = await desk.openDevMode();
    const before = await desk.status(dev, true);
    const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`model/cubes/${name}.yml`, cubeText(name)]));
    await desk.done(desk.upload(dev, files));
    const after = await desk.status(dev, true);
    assert.equal(after.buildJobId, before.buildJobId + 1);
    await desk.done(desk.put({ 'model/cubes/a.yml': cubeText('a') }, dev));
    assert.equal((await desk.status(dev)).buildJobId, after.buildJobId);
  });

  it('hold who waits until the end, and let go when the branch is deleted', async () => {
    await land({ 'model/cubes/more.yml': cubeText('more') });
    assert.equal((await desk.status('main', true)).status, 'built');
    const dev = await desk.openDevMode();
    await desk.done(desk.put({ 'model/cubes/gone.yml': cubeText('gone') }, dev));
    const waiting = desk.status(dev, true);
    await desk.done(desk.build('DELETE', `/branches?branchName=${dev}`));
    assert.ok(await waiting);
    assert.match((await desk.status(dev)).errorText, /^Bad branch/);
  });

  it('tell a branch nobody looks at from one that is built: staging keeps it on', async () => {
    await desk.done(desk.createBranch('feature'));
    assert.match((await desk.status('feature')).errorText, /^Branch is not active/);
    await desk.done(desk.build('PUT', '/branches/staging-environment', { enabled: true, branchName: 'feature' }));
    assert.equal((await desk.status('feature', true)).status, 'built');
    await desk.done(desk.build('PUT', '/branches/staging-environment', { enabled: false, branchName: 'feature' }));
    const asleep = await desk.status('feature');
    assert.equal(asleep.status, 'building');
    assert.match(asleep.errorText, /^Branch is not active/);
  });

  it('take new environment variables with the next build, not before', async () => {
    await desk.done(desk.control('PUT', '/env-vars', { env_variables: [{ name: 'MODE', value: 'x' }] }));
    const quiet = await desk.status();
    assert.equal(quiet.status, 'built');
    await land({ 'model/cubes/more.yml': cubeText('more') });
    const next = await desk.status('main', true);
    assert.equal(next.buildJobId > quiet.buildJobId, true);
    const messages = (await logs()).map(({ message }: { message: string }) => message);
    assert.ok(messages.includes('0 environment variables') && messages.includes('1 environment variables'));
  });

  it('write a log that can be followed: after the last cursor come exactly the new lines', async () => {
    const all = await desk.done(desk.control('GET', '/logs'));
    const rest = await desk.done(desk.control('GET', `/logs?after=${all.pageInfo.endCursor}`));
    assert.deepEqual(rest.items, []);
    await land({ 'model/cubes/more.yml': cubeText('more') });
    await desk.status('main', true);
    const fresh = await desk.done(desk.control('GET', `/logs?after=${rest.pageInfo.endCursor}`));
    const whole = await desk.done(desk.control('GET', '/logs'));
    assert.ok(fresh.items.length > 0);
    assert.deepEqual(whole.items.slice(0, all.items.length), all.items);
    assert.deepEqual(whole.items.slice(all.items.length, all.items.length + fresh.items.length), fresh.items);
  });
});
