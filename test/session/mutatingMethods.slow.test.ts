/**
 * Every door to a change, driven in every danger against the platform, with changes drawn by a seed: what must not change does
 * not, no text is lost, and whoever is stopped is told why.
 */

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { silentLog } from '../../src/base/log.ts';
import { operations } from '../../src/contract/operations.ts';
import { type RunningEmulator, startEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { FolderSession } from '../../src/session/folderSession.ts';
import { PlatformSession } from '../../src/session/platformSession.ts';
import { systemClock } from '../../src/sync/disk/clock.ts';
import type { HeldLock } from '../../src/sync/disk/lock.ts';
import { openStore } from '../../src/sync/local/folderStore.ts';
import { thisMachine } from '../../src/sync/local/machine.ts';
import { SyncEngine } from '../../src/sync/syncEngine.ts';
import { testSeed } from '../run/testSeed.ts';
import { Random } from '../sync/simulator/random.ts';
import { filesIn, put, removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';
import { fakeFolderHost } from './fakeFolderHost.ts';
import { type Danger, type Fixture, type MutatingMethod, mutatingMethods } from './mutatingMethods.ts';

type Texts = ReadonlyMap<string, string>;

const dangers: readonly Danger[] = [
  're-pointed',
  'left',
  'production',
  'foreign',
  'remote moved',
  'unsaved',
  'locked',
  'git merge',
];
const ofFolders: readonly Danger[] = ['unsaved', 'locked', 'git merge'];
const changes = new Set<string>(Object.values(operations).flatMap(({ id, method }) => (method === 'GET' ? [] : [id])));
const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `model/cubes/${name}.yml`);

describe('every door to a change, in every danger', function () {
  this.timeout(60_000);
  const seed = testSeed();
  let emulator: RunningEmulator;
  let client: Client;
  let other: Client;
  let params: { deploymentId: number };
  let mine = '';
  let foreign = '';
  let sent: string[] = [];
  const text = (random: Random, what: string) => `# ${what} ${random.below(1e9)} ${random.below(1e9)}\n`;

  before(async () => {
    emulator = await startEmulator({ sample: false, buildMs: 0, users: [{ username: 'other' }] });
    client = new Client({ baseUrl: emulator.url, credential: { token: emulator.apiKey }, retry: { baseMs: 1 } });
    other = new Client({ baseUrl: emulator.url, credential: { token: emulator.keys.other! } });
    params = { deploymentId: emulator.deploymentId };
    const main = (await client.call(operations.startDevMode, { params, body: { branchName: 'main' } })).branchName;
    const first = [{ path: paths[0]!, content: '# of production\n' }];
    await client.call(operations.putFiles, { params, body: { branchName: main, files: first } });
    await client.call(operations.commit, { params, body: { branchName: main, message: 'First' } });
    for (const name of ['feature', 'elsewhere']) {
      await client.call(operations.createBranch, { params, body: { name, from: 'main' } });
    }
    foreign = (await other.call(operations.startDevMode, { params, body: { branchName: 'feature' } })).branchName;
    const files = [{ path: paths[0]!, content: '# of somebody else\n' }];
    await other.call(operations.putFiles, { params, body: { branchName: foreign, files } });
  });
  after(async () => {
    client.dispose();
    other.dispose();
    await emulator.close();
  });
  afterEach(() => {
    emulator.faults.clear();
    removeTemporaryFolders();
  });

  const textsOf = async (branchName: string): Promise<Texts> => {
    const found = new Map<string, string>();
    const walk = (nodes: readonly { path: string; content?: unknown; children?: unknown }[]): void => {
      for (const { path, content, children } of nodes) {
        if (Array.isArray(children)) walk(children);
        else found.set(path.slice(1), content as string);
      }
    };
    // Somebody else's branch is read with their own key.
    const reader = branchName === foreign ? other : client;
    const answer = await reader.call(operations.listFiles, { params, query: { branchName, withContent: true } });
    walk((answer as { items: [] }).items);
    return found;
  };

  const everyBranch = async (): Promise<Map<string, Texts>> => {
    const { items } = await client.call(operations.listBranches, { params, query: { first: 100 } });
    const names = new Set([...(items ?? []).map(({ name }) => name), foreign]);
    return new Map(await Promise.all(Array.from(names, async (name) => [name, await textsOf(name)] as const)));
  };

  const setFiles = async (branchName: string, texts: Texts) => {
    const gone = [...(await textsOf(branchName)).keys()].filter((path) => !texts.has(path));
    const files = Array.from(texts, ([path, content]) => ({ path, content }));
    await client.call(operations.putFiles, { params, body: { branchName, files } });
    if (gone.length > 0) {
      await client.call(operations.deleteFiles, {
        params,
        body: { branchName, files: gone.map((path) => ({ path })) },
      });
    }
  };

  /** In step once, a file in the trash, then changes on both sides: a conflict, one here, one there, more by chance. */
  const prepare = async (random: Random, danger: Danger) => {
    mine = (await client.call(operations.startDevMode, { params, body: { branchName: 'feature' } })).branchName;
    const texts = new Map(paths.map((path) => [path, text(random, `base ${path}`)]));
    await setFiles(mine, texts);
    const folder = temporaryFolder();
    const storage = temporaryFolder();
    for (const [path, content] of texts) put(folder, path, content);
    const dirty = { all: false };
    const target = {
      origin: emulator.url,
      deploymentId: emulator.deploymentId,
      branchName: mine,
      projectFolder: folder,
      modelFolder: 'model',
    };
    const spy = new Proxy(client, {
      get(object, key) {
        if (key !== 'call') return Reflect.get(object, key, object) as unknown;
        return (operation: { id: string }, ...rest: unknown[]) => {
          sent.push(operation.id);
          return (object.call as (...args: unknown[]) => unknown).call(object, operation, ...rest);
        };
      },
    });
    const platform = new PlatformSession(spy, emulator.url, silentLog);
    const deployment = platform.deployment(emulator.deploymentId);
    const engineOf = (branchName: string) =>
      new SyncEngine({
        target: { ...target, branchName },
        client: deployment.caller,
        storageFolder: storage,
        log: silentLog,
        isDirty: () => dirty.all,
        lockWaitMs: 50,
      });
    const memory: { branch: string | undefined } = { branch: mine };
    const session = new FolderSession({
      binding: {
        connectionId: emulator.url,
        deploymentId: `${emulator.deploymentId}`,
        projectFolder: folder,
        modelFolder: 'model',
      },
      host: fakeFolderHost(
        { readText: async () => undefined, isDirty: () => dirty.all, validateOnSave: () => false },
        memory,
      ),
      storageFolder: storage,
      deployment: async () => deployment,
      log: silentLog,
    });
    const first = engineOf(mine);
    await first.refresh();
    // Something for the trash.
    texts.set(paths[5]!, text(random, 'remote, newer'));
    await setFiles(mine, texts);
    await first.pull();
    assert.equal((await first.trash()).length, 1);
    first.dispose();

    const [conflict, changed, theirs] = paths as [string, string, string];
    const local = new Map([
      [conflict, text(random, 'here')],
      [changed, text(random, 'here')],
    ]);
    const remote = new Map([
      [conflict, text(random, 'there')],
      [theirs, text(random, 'there')],
    ]);
    for (const path of paths.slice(3, 5))
      if (random.chance(0.5)) (random.chance(0.5) ? local : remote).set(path, text(random, 'more'));
    for (const [path, content] of local) put(folder, path, content);
    for (const [path, content] of remote) texts.set(path, content);
    await setFiles(mine, texts);
    const branch = danger === 'production' ? 'main' : danger === 'foreign' ? foreign : mine;
    const engine = engineOf(branch);
    if (branch === mine) await engine.refresh();
    else if (branch === 'main') {
      memory.branch = 'main';
      await engine.refresh();
    } else memory.branch = foreign;
    const scene: Fixture = {
      engine,
      session,
      deployment,
      branch,
      parent: 'feature',
      production: 'main',
      changed,
      conflict,
      fresh: `new-${random.below(1e9)}`,
    };
    return { scene, folder, storage, dirty, target };
  };

  type Prepared = Awaited<ReturnType<typeof prepare>>;

  const endanger = async (random: Random, danger: Danger, { scene, folder, storage, dirty, target }: Prepared) => {
    switch (danger) {
      case 're-pointed':
        await client.call(operations.startDevMode, { params, body: { branchName: 'elsewhere' } });
        return undefined;
      case 'left':
        await client.call(operations.stopDevMode, { params });
        return undefined;
      case 'unsaved':
        dirty.all = true;
        return undefined;
      case 'git merge':
        mkdirSync(join(folder, '.git'));
        writeFileSync(join(folder, '.git/MERGE_HEAD'), `${'0'.repeat(40)}\n`);
        return undefined;
      case 'locked': {
        const store = await openStore(target, storage, systemClock, thisMachine());
        return store.lock.acquire(0);
      }
      case 'remote moved': {
        const files = { [scene.changed]: text(random, 'moved'), [scene.conflict]: text(random, 'moved') };
        const skip = random.below(3);
        emulator.faults.set([{ kind: 'another-writer', operation: 'getFileHashes', skip, branch: mine, files }]);
        return files;
      }
      default:
        return undefined;
    }
  };

  const isLock = (value: unknown): value is HeldLock => typeof (value as HeldLock | undefined)?.release === 'function';

  /** The reason a person is given; undefined where it went through. */
  const reasonOf = (outcome: unknown): string | undefined => {
    if (outcome instanceof Error) return messageOf(outcome);
    const { halt, conflicts, deferred } = (outcome ?? {}) as {
      halt?: { message: string; action: string };
      conflicts?: readonly { reason: string }[];
      deferred?: readonly { reason: string }[];
    };
    if (halt) return `${halt.message} ${halt.action}`;
    return conflicts?.find(({ reason }) => reason === 'unsaved') ? 'unsaved edits are kept' : deferred?.[0]?.reason;
  };

  const drive = async (door: MutatingMethod, danger: Danger, random: Random) => {
    const prepared = await prepare(random, danger);
    const { scene, folder, storage } = prepared;
    const put_ = await endanger(random, danger, prepared);
    const before = { branches: await everyBranch(), files: filesIn(folder) };
    // A save waits for the lock as long as it takes; it is given free while it waits.
    const patient = door.name === 'FolderSession.saved' && danger === 'locked';
    if (patient && isLock(put_)) setTimeout(() => void put_.release(), 100);
    sent = [];
    const outcome = await door.open(scene).catch((failure: unknown) => failure ?? new Error('nothing said'));
    const asked = sent.filter((id) => changes.has(id));
    if (isLock(put_) && !patient) await put_.release();
    const struck = emulator.faults.state.some(({ injected }) => injected > 0);
    emulator.faults.clear();
    const after_ = { branches: await everyBranch(), files: filesIn(folder) };
    // Somebody else's own change is none of ours.
    const moved = danger === 'remote moved' && struck ? (put_ as Record<string, string>) : {};
    scene.engine.dispose();
    scene.session.dispose();

    const stopped = door.stopped.includes(danger) && !patient;
    const may = new Set(stopped ? [] : door.mayChange(scene));
    for (const name of new Set([...before.branches.keys(), ...after_.branches.keys()])) {
      if (may.has(name)) continue;
      // Dev mode may fork a branch of its own; it takes nothing from another.
      if (!before.branches.has(name) && !stopped) continue;
      const expected = new Map(before.branches.get(name));
      if (name === mine) for (const [path, content] of Object.entries(moved)) expected.set(path, content);
      assert.deepEqual(after_.branches.get(name), expected, `${name} changed`);
    }
    if (stopped || !door.writesFiles) assert.deepEqual(after_.files, before.files, 'the person’s files changed');
    if (stopped) {
      const reason = reasonOf(outcome);
      assert.ok(reason !== undefined && reason.length > 15, `stopped without a reason: ${JSON.stringify(outcome)}`);
    }
    if (door.unsent.includes(danger) && !patient)
      assert.deepEqual(asked, [], 'a request that could change something was sent');

    if (door.name === 'DeploymentSession.deleteBranch') return;
    const texts = new Set([...Object.values(moved), ...before.files.values()].map(String));
    // What somebody else wrote over is theirs to answer for.
    for (const [path, content] of before.branches.get(mine) ?? []) if (!(path in moved)) texts.add(content);
    const kept = [
      ...[...after_.branches.values()].flatMap((branch) => [...branch.values()]),
      ...[...after_.files.values(), ...filesIn(storage).values()].map(String),
    ].join('\n');
    for (const content of texts) assert.ok(kept.includes(content), `lost: ${content}`);
  };

  for (const [index, door] of mutatingMethods.entries()) {
    const way = door.way === undefined ? '' : ` ${door.way}`;
    it(`${door.name}${way}`, async () => {
      // What only concerns a folder makes no difference to a change of branches: one of them by chance.
      const local = new Random(seed + index).pick(ofFolders);
      const all = door.name.startsWith('DeploymentSession.')
        ? [...dangers.filter((each) => !ofFolders.includes(each)), local]
        : dangers;
      for (const [at, danger] of all.entries()) {
        try {
          await drive(door, danger, new Random(seed + 100 * index + at));
        } catch (failure) {
          throw new Error(`${danger}: ${(failure as Error).message}`, { cause: failure });
        } finally {
          removeTemporaryFolders();
        }
      }
    });
  }

  it('without a danger the doors do open: what is asked for happens', async () => {
    const random = new Random(seed);
    const { scene, folder } = await prepare(random, 'remote moved');
    const result = await scene.engine.push();
    assert.ok(result.done.some(({ path }) => path === scene.changed));
    await scene.engine.resolve(scene.conflict, 'remote');
    assert.equal((await scene.engine.pull()).halt, undefined);
    assert.deepEqual(
      Object.fromEntries(await textsOf(mine)),
      Object.fromEntries(Array.from(filesIn(folder), ([path, bytes]) => [path, String(bytes)])),
    );
    await scene.deployment.commit(mine, 'A change');
    assert.deepEqual(await textsOf('feature'), await textsOf(mine));
    scene.engine.dispose();
    scene.session.dispose();
    rmSync(folder, { recursive: true });
  });
});
