/** Injects faults into the requests of the engine: nothing is lost, no step is half done, and no repair is needed. */

import { strict as assert } from 'node:assert';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../src/base/log.ts';
import { operations } from '../../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../../src/emulator/emulator.ts';
import type { FaultRule } from '../../../src/emulator/server/faults.ts';
import { Client } from '../../../src/platform/client.ts';
import type { PlatformCaller } from '../../../src/sync/remote/remoteBranch.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { shareOf, testSeed } from '../../run/testSeed.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from '../temporary.ts';

type Texts = Record<string, string>;

const old: Texts = { 'cube.js': 'module.exports = {};\n', 'model/a.yml': 'a: 1\n', 'model/b.yml': 'b: 1\n' };
const edited: Texts = { ...old, 'model/a.yml': 'a: 2\n', 'model/c.yml': 'c: 1\n' };
/** Bytes need an upload; then a file is renamed, and another one deleted. */
const contents: Texts = { ...old, 'model/a.yml': 'a: 3\n', 'model/d.yml': 'd: 1\0\n' };
const { 'model/b.yml': moved, ...others } = contents;
const renamed: Texts = { ...others, 'model/moved.yml': moved! };
const { 'cube.js': _, ...mixed } = renamed;

const faults: readonly { name: string; rule: Pick<FaultRule, 'kind'> & Record<string, unknown> }[] = [
  { name: 'a reset before', rule: { kind: 'reset-before' } },
  { name: 'a reset after', rule: { kind: 'reset-after' } },
  { name: 'status 500', rule: { kind: 'status', status: 500 } },
  { name: 'status 503', rule: { kind: 'status', status: 503 } },
  { name: 'no answer', rule: { kind: 'hang' } },
  { name: 'half an answer', rule: { kind: 'truncate' } },
  { name: 'a page instead of an answer', rule: { kind: 'html' } },
];
const requestTwice = { name: 'the request twice', rule: undefined };

/** Each fault at each request, or a third of these cases. */
function casesOf<F extends object>(requests: readonly string[], each: readonly F[]) {
  const all = requests.flatMap((operation, index) => each.map((fault) => ({ ...fault, operation, index })));
  return shareOf(all, testSeed());
}

describe('every fault at every request', () => {
  let emulator: RunningEmulator;
  let client: Client;
  /** Gives up soon on an answer that never comes. Used for the runs with faults only: a busy machine is slow, too. */
  let impatient: Client;
  let params: { deploymentId: number };
  let branchName: string;
  let isFaulty = false;
  let sent: string[] = [];
  /** Index of the request that reaches the platform twice. */
  let twice = -1;

  after(async () => {
    client.dispose();
    impatient.dispose();
    await emulator.close();
  });
  afterEach(removeTemporaryFolders);

  before(async () => {
    emulator = await startEmulator({ sample: false, buildMs: 0 });
    // One attempt: retries of the client would hide failures from the engine.
    const options = { baseUrl: emulator.url, credential: { token: emulator.apiKey }, retry: { attempts: 1 } };
    client = new Client(options);
    impatient = new Client({ ...options, transport: { headersMs: 150, stallMs: 150 } });
    params = { deploymentId: emulator.deploymentId };
    branchName = (await client.call(operations.startDevMode, { params, body: { branchName: 'main' } })).branchName;
  });

  const caller: PlatformCaller = {
    call: async (operation, input, options) => {
      const index = sent.push(operation.id) - 1;
      const call = () => ((isFaulty ? impatient : client) as PlatformCaller).call(operation, input, options);
      const answer = await call();
      if (index === twice) await call().catch(() => {});
      return answer;
    },
  };

  const remote = async (): Promise<Texts> => {
    const texts: Texts = {};
    const walk = (nodes: readonly { path: string; content?: unknown; children?: unknown }[]): void => {
      for (const { path, content, children } of nodes) {
        if (Array.isArray(children)) walk(children);
        else texts[path.replace(/^\//, '')] = content as string;
      }
    };
    const answer = await client.call(operations.listFiles, { params, query: { branchName, withContent: true } });
    walk((answer as { items: [] }).items);
    return texts;
  };

  /** Sets the files of the branch to exactly `texts`. */
  const setRemote = async (texts: Texts): Promise<void> => {
    const gone = Object.keys(await remote()).filter((path) => !(path in texts));
    const files = Object.entries(texts).map(([path, content]) => ({ path, content }));
    await client.call(operations.putFiles, { params, body: { branchName, files } });
    if (gone.length > 0) {
      await client.call(operations.deleteFiles, {
        params,
        body: { branchName, files: gone.map((path) => ({ path })) },
      });
    }
  };

  /** A folder in sync with the branch, and a function that creates engines; each engine acts as a process. */
  const inStep = async () => {
    emulator.faults.clear();
    twice = -1;
    await setRemote(old);
    const folder = temporaryFolder();
    const storage = temporaryFolder();
    for (const [path, text] of Object.entries(old)) put(folder, path, text);
    const open = () =>
      new SyncEngine({
        target: {
          origin: emulator.url,
          deploymentId: emulator.deploymentId,
          branchName,
          projectFolder: folder,
          modelFolder: 'model',
        },
        client: caller,
        storageFolder: storage,
        log: silentLog,
      });
    const engine = open();
    await engine.refresh();
    engine.dispose();
    return { folder, storage, open };
  };

  const setLocal = (folder: string, texts: Texts): void => {
    for (const path of Object.keys(textsIn(folder))) if (!(path in texts)) rmSync(join(folder, path));
    for (const [path, text] of Object.entries(texts)) put(folder, path, text);
  };

  const run = async (engine: SyncEngine, direction: 'push' | 'pull') => {
    sent = [];
    try {
      let result = await engine[direction]();
      if (result.halt?.confirmable) result = await engine[direction]({ confirmed: true, plan: result.plan });
      return result;
    } catch (failure) {
      assert.ok((failure as { writeState?: unknown }).writeState !== undefined, `${(failure as Error).stack}`);
      return undefined;
    } finally {
      engine.dispose();
    }
  };

  /** The requests of a run without faults. */
  const requestsOf = async (direction: 'push' | 'pull', target: Texts): Promise<string[]> => {
    const { folder, open } = await inStep();
    if (direction === 'push') setLocal(folder, target);
    else await setRemote(target);
    const result = await run(open(), direction);
    assert.equal(result?.halt, undefined);
    assert.deepEqual(await remote(), target);
    assert.deepEqual(textsIn(folder), target);
    return [...sent];
  };

  const oneOf = (actual: Texts, allowed: readonly Texts[]) =>
    assert.ok(
      allowed.some((texts) => JSON.stringify(sorted(texts)) === JSON.stringify(sorted(actual))),
      `a mix: ${JSON.stringify(actual)}`,
    );

  for (const [what, ...steps] of [
    ['a few texts', edited],
    ['an upload, a rename and a deletion', contents, renamed, mixed],
  ] as const) {
    const target = steps.at(-1)!;
    it(`push of ${what}: ends before or after a step with the folder unchanged; the next push completes it`, async () => {
      const requests = await requestsOf('push', target);
      assert.ok(requests.length >= 4, requests.join(' '));
      for (const { index, operation, name, rule } of casesOf(requests, [...faults, requestTwice])) {
        const { folder, open } = await inStep();
        setLocal(folder, target);
        if (rule) emulator.faults.set([{ ...rule, skip: index } as FaultRule]);
        else twice = index;
        isFaulty = true;
        const first = await run(open(), 'push');
        isFaulty = false;
        emulator.faults.clear();
        twice = -1;
        const where = `${name} at ${operation} (${index})`;
        try {
          oneOf(await remote(), [old, ...steps]);
          assert.deepEqual(textsIn(folder), target, 'the folder changed');
          const again = await run(open(), 'push');
          assert.equal(again?.halt, undefined);
          assert.deepEqual(await remote(), target);
          assert.deepEqual(again?.conflicts, []);
          if (first?.verified && !first.halt && first.done.length > 0) assert.equal(again?.done.length, 0);
        } catch (failure) {
          throw new Error(`${where}: ${(failure as Error).message}`, { cause: failure });
        }
      }
    });
  }

  it('pull: keeps every file old or new and old bytes in the trash; the next pull completes it', async () => {
    const requests = await requestsOf('pull', mixed);
    for (const { index, operation, name, rule } of casesOf(requests, faults)) {
      const { folder, open } = await inStep();
      await setRemote(mixed);
      emulator.faults.set([{ ...rule, skip: index } as FaultRule]);
      isFaulty = true;
      await run(open(), 'pull');
      isFaulty = false;
      emulator.faults.clear();
      const where = `${name} at ${operation} (${index})`;
      try {
        for (const [path, text] of Object.entries(textsIn(folder))) {
          assert.ok(text === old[path] || text === mixed[path], `${path} is torn`);
        }
        assert.deepEqual(await remote(), mixed);
        const engine = open();
        await run(engine, 'pull');
        assert.deepEqual(textsIn(folder), mixed);
        const last = open();
        const kept = (await last.trash()).map(({ path }) => path).sort();
        last.dispose();
        assert.deepEqual([...new Set(kept)], ['cube.js', 'model/a.yml', 'model/b.yml']);
      } catch (failure) {
        throw new Error(`${where}: ${(failure as Error).message}`, { cause: failure });
      }
    }
  });
});

function sorted(texts: Texts): [string, string][] {
  return Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
}
