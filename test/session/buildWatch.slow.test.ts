import assert from 'node:assert/strict';
import { delay } from '../../src/base/async.ts';
import { isCancellation } from '../../src/base/errors.ts';
import type { BuildStatus } from '../../src/contract/deployments/runtime.ts';
import { operations } from '../../src/contract/operations.ts';
import type { RunningEmulator } from '../../src/emulator/emulator.ts';
import type { Client } from '../../src/platform/client.ts';
import { PlatformError } from '../../src/platform/platformError.ts';
import { BuildWatch } from '../../src/session/buildWatch.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
import { clientOf } from './workbench.ts';

const intervalMs = 10;

describe('BuildWatch', () => {
  let emulator: RunningEmulator;
  let client: Client;
  let watch: BuildWatch;
  let params: { deploymentId: number };
  let dev: string;

  before(async () => {
    emulator = await startTestEmulator({ buildMs: 400 });
    client = clientOf(emulator);
    params = { deploymentId: emulator.deploymentId };
    const opened = await client.call(operations.startDevMode, { params, body: { branchName: emulator.deployBranch } });
    dev = opened.branchName;
  });
  after(async () => {
    client.dispose();
    await emulator.close();
  });

  beforeEach(() => {
    watch = new BuildWatch(client, String(emulator.deploymentId), [intervalMs]);
  });
  afterEach(() => {
    emulator.faults.clear();
    watch.dispose();
  });

  let edits = 0;
  /** Changes the model of the dev branch, which starts a build. @returns the previous build. */
  async function change(content = `# ${++edits}\n`): Promise<BuildStatus> {
    const before = await client.call(operations.getBuildStatus, { params, query: { branchName: dev } });
    const files = [{ path: 'model/cubes/extra.yml', content }];
    await client.call(operations.putFiles, { params, body: { branchName: dev, files } });
    return before;
  }

  /** The states in the order in which they were shown. */
  function shown(branchName: string): string[] {
    const states: string[] = [];
    watch.onChange((builds) => {
      const status = builds.get(branchName)?.status;
      if (status && states.at(-1) !== status) states.push(status);
    });
    return states;
  }

  function counted(): () => number {
    emulator.faults.set([{ kind: 'latency', ms: 0, operation: 'getBuildStatus', times: 0 }]);
    return () => emulator.faults.state[0]?.injected ?? 0;
  }

  it('is settled when the running build has ended, and at once where none runs', async () => {
    const { signal } = new AbortController();
    await change();
    let waits = 0;
    assert.equal((await watch.settled(dev, signal, () => (waits += 1))).status, 'built');
    assert.equal((await watch.settled(dev, signal, () => (waits += 1))).status, 'built');
    assert.equal(waits, 1);
    const stop = new AbortController();
    await change();
    const settled = watch.settled(dev, stop.signal, () => stop.abort());
    await assert.rejects(settled, isCancellation);
    assert.equal((await watch.settled('nowhere', signal)).errorText, 'Bad branch');
  });

  it('follows a build to its end and then stops polling', async () => {
    const previous = await change();
    const states = shown(dev);
    const requests = counted();
    const end = watch.watch(dev, previous);
    assert.ok(watch.isWatching(dev));
    assert.equal((await end).status, 'built');
    // A poll may miss a state, but states never repeat or change order.
    const order = ['building', 'warmup', 'built'];
    assert.deepEqual(
      states,
      order.filter((state) => states.includes(state)),
    );
    assert.ok(states.length > 1 && states.at(-1) === 'built', states.join());
    assert.equal(watch.value.get(dev)?.status, 'built');
    assert.ok(!watch.isWatching(dev));
    await nothingMore(requests);
  });

  it('ends with the message of the compiler when a build fails', async () => {
    const previous = await change(
      'cubes:\n  - name: extra\n    sql_table: shop.extra\n    joins:\n      - name: nowhere\n        sql: "1 = 1"\n        relationship: one_to_one\n',
    );
    const status = await watch.watch(dev, previous);
    assert.equal(status.status, 'failed');
    assert.match(status.errorText ?? '', /nowhere/);
  });

  it('reads a build once without polling', async () => {
    const requests = counted();
    const status = await watch.read(emulator.deployBranch);
    assert.equal(watch.value.get(emulator.deployBranch), status);
    assert.equal(requests(), 1);
    await nothingMore(requests);
  });

  it('cancels the older wait after a newer change and follows the new build', async () => {
    const first = await watch.watch(dev, await change());
    // The older wait gets no response, so only the newer wait can end it.
    emulator.faults.set([{ kind: 'hang', operation: 'getBuildStatus' }]);
    const superseded = assert.rejects(watch.watch(dev), isCancellation);
    while (emulator.faults.state[0]?.injected === 0) await delay(5);
    await change();
    const end = watch.watch(dev, first);
    await superseded;
    assert.ok(watch.isWatching(dev));
    const status = await end;
    assert.equal(status.status, 'built');
    assert.notEqual(status.buildJobId, first.buildJobId);
    assert.ok(!watch.isWatching(dev));
  });

  it('follows two branches at the same time', async () => {
    const previous = await change();
    const [own, production] = await Promise.all([watch.watch(dev, previous), watch.watch(emulator.deployBranch)]);
    assert.deepEqual([own.status, production.status], ['built', 'built']);
    assert.deepEqual([...watch.value.keys()].sort(), [dev, emulator.deployBranch].sort());
  });

  it('continues after a short outage', async () => {
    const previous = await change();
    emulator.faults.set([{ kind: 'status', status: 503, operation: 'getBuildStatus', times: 4 }]);
    assert.equal((await watch.watch(dev, previous)).status, 'built');
  });

  for (const [kind, expected] of [
    ['html', 'not-json'],
    ['wrong-shape', 'unexpected-shape'],
  ] as const) {
    it(`reports ${expected} once and stops polling`, async () => {
      await change();
      emulator.faults.set([{ kind, operation: 'getBuildStatus', times: 0 }]);
      const failure = await new Promise<unknown>((resolve) => watch.follow(dev, resolve));
      assert.ok(failure instanceof PlatformError);
      assert.equal(failure.kind, expected);
      assert.equal(failure.operation, 'getBuildStatus');
      assert.ok(!watch.isWatching(dev));
      await nothingMore(counted());
    });
  }

  it('stops polling when it is disposed during a build', async () => {
    const previous = await change();
    const requests = counted();
    const ended = assert.rejects(watch.watch(dev, previous), isCancellation);
    while (requests() === 0) await delay(5);
    watch.dispose();
    await ended;
    await nothingMore(requests);
  });

  /** Waits for many intervals, during which a running poll would send requests. */
  async function nothingMore(requests: () => number): Promise<void> {
    const before = requests();
    await delay(intervalMs * 15);
    assert.equal(requests(), before);
  }
});
