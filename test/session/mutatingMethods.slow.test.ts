/**
 * Calls every mutating method in every danger, with changes drawn from a seed: nothing protected changes, no text is lost, and
 * each stopped call has a reason.
 */

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import type { CatalogMessage } from '../../src/base/errors.ts';
import { messageOf } from '../../src/base/errors.ts';
import type { HeldLock } from '../../src/base/folderLock.ts';
import { silentLog } from '../../src/base/log.ts';
import { thisMachine } from '../../src/base/machine.ts';
import { operations } from '../../src/contract/operations.ts';
import type { RunningEmulator } from '../../src/emulator/emulator.ts';
import { Client } from '../../src/platform/client.ts';
import { DeploymentSession } from '../../src/session/deploymentSession.ts';
import { FolderSession } from '../../src/session/folderSession.ts';
import { PlatformSession } from '../../src/session/platformSession.ts';
import { openStore } from '../../src/sync/local/folderStore.ts';
import { SyncEngine } from '../../src/sync/syncEngine.ts';
import { startTestEmulator } from '../emulator/emulatorUnderTest.ts';
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

describe('every mutating method in every danger', () => {
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
    emulator = await startTestEmulator({ sample: false, buildMs: 0, users: [{ username: 'other' }] });
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
    const files = [{ path: paths[0]!, content: '# of another user\n' }];
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
    // Another user's branch is read with that user's key.
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

  /** In sync once, with a file in the trash; then both sides change: a conflict, a local and a remote change, and random ones. */
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
        client: DeploymentSession.engineClient(async () => deployment),
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
      host: fakeFolderHost({ isDirty: () => dirty.all, validateOnSave: () => false }, memory),
      storageFolder: storage,
      deployment: async () => deployment,
      log: silentLog,
    });
    const first = engineOf(mine);
    await first.refresh();
    // Puts a file into the trash.
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
    const fixture: Fixture = {
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
    return { fixture, folder, storage, dirty, target };
  };

  type Prepared = Awaited<ReturnType<typeof prepare>>;

  const endanger = async (random: Random, danger: Danger, { fixture, folder, storage, dirty, target }: Prepared) => {
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
        const files = { [fixture.changed]: text(random, 'moved'), [fixture.conflict]: text(random, 'moved') };
        const skip = random.below(3);
        emulator.faults.set([{ kind: 'another-writer', operation: 'getFileHashes', skip, branch: mine, files }]);
        return files;
      }
      default:
        return undefined;
    }
  };

  const isLock = (value: unknown): value is HeldLock => typeof (value as HeldLock | undefined)?.release === 'function';

  /** The reason that is shown; undefined when the call succeeded. */
  const reasonOf = (result: unknown): string | undefined => {
    if (result instanceof Error) return messageOf(result);
    const { halt, conflicts, deferred } = (result ?? {}) as {
      halt?: { message: string; action: string };
      conflicts?: readonly { reason: string }[];
      deferred?: readonly { reason: CatalogMessage }[];
    };
    if (halt) return `${halt.message} ${halt.action}`;
    return conflicts?.find(({ reason }) => reason === 'unsaved')
      ? 'unsaved edits are kept'
      : deferred?.[0]?.reason.message;
  };

  const drive = async (method: MutatingMethod, danger: Danger, random: Random) => {
    const prepared = await prepare(random, danger);
    const { fixture, folder, storage } = prepared;
    const endangered = await endanger(random, danger, prepared);
    const before = { branches: await everyBranch(), files: filesIn(folder) };
    // A save waits for the lock, which is released in the meantime.
    const waitsForLock = method.name === 'FolderSession.saved' && danger === 'locked';
    if (waitsForLock && isLock(endangered)) setTimeout(() => void endangered.release(), 100);
    sent = [];
    const result = await method.call(fixture).catch((failure: unknown) => failure ?? new Error('nothing said'));
    const asked = sent.filter((id) => changes.has(id));
    if (isLock(endangered) && !waitsForLock) await endangered.release();
    const injected = emulator.faults.state.some(({ injected }) => injected > 0);
    emulator.faults.clear();
    const after = { branches: await everyBranch(), files: filesIn(folder) };
    // The other writer's change is expected.
    const moved = danger === 'remote moved' && injected ? (endangered as Record<string, string>) : {};
    fixture.engine.dispose();
    fixture.session.dispose();

    const stopped = method.stopped.includes(danger) && !waitsForLock;
    const may = new Set(stopped ? [] : method.mayChange(fixture));
    for (const name of new Set([...before.branches.keys(), ...after.branches.keys()])) {
      if (may.has(name)) continue;
      // Dev mode may fork a new branch without changing another one.
      if (!before.branches.has(name) && !stopped) continue;
      const expected = new Map(before.branches.get(name));
      if (name === mine) for (const [path, content] of Object.entries(moved)) expected.set(path, content);
      assert.deepEqual(after.branches.get(name), expected, `${name} changed`);
    }
    if (stopped || !method.writesFiles) assert.deepEqual(after.files, before.files, 'the user’s files changed');
    if (stopped) {
      const reason = reasonOf(result);
      assert.ok(reason !== undefined && reason.length > 15, `stopped without a reason: ${JSON.stringify(result)}`);
    }
    if (method.unsent.includes(danger) && !waitsForLock)
      assert.deepEqual(asked, [], 'a request that could change something was sent');

    if (method.name === 'DeploymentSession.deleteBranch') return;
    const texts = new Set([...Object.values(moved), ...before.files.values()].map(String));
    // Versions that the other writer replaced do not count.
    for (const [path, content] of before.branches.get(mine) ?? []) if (!(path in moved)) texts.add(content);
    const kept = [
      ...[...after.branches.values()].flatMap((branch) => [...branch.values()]),
      ...[...after.files.values(), ...filesIn(storage).values()].map(String),
    ].join('\n');
    for (const content of texts) assert.ok(kept.includes(content), `lost: ${content}`);
  };

  for (const [index, method] of mutatingMethods.entries()) {
    const variant = method.variant === undefined ? '' : ` ${method.variant}`;
    it(`${method.name}${variant}`, async () => {
      // Dangers of folders do not matter for changes of branches; one random danger is enough.
      const local = new Random(seed + index).pick(ofFolders);
      const all = method.name.startsWith('DeploymentSession.')
        ? [...dangers.filter((each) => !ofFolders.includes(each)), local]
        : dangers;
      for (const [at, danger] of all.entries()) {
        try {
          await drive(method, danger, new Random(seed + 100 * index + at));
        } catch (failure) {
          throw new Error(`${danger}: ${(failure as Error).message}`, { cause: failure });
        } finally {
          removeTemporaryFolders();
        }
      }
    });
  }

  it('changes what is requested when there is no danger', async () => {
    const random = new Random(seed);
    const { fixture, folder } = await prepare(random, 'remote moved');
    const result = await fixture.engine.push();
    assert.ok(result.done.some(({ path }) => path === fixture.changed));
    await fixture.engine.resolve(fixture.conflict, 'remote');
    assert.equal((await fixture.engine.pull()).halt, undefined);
    assert.deepEqual(
      Object.fromEntries(await textsOf(mine)),
      Object.fromEntries(Array.from(filesIn(folder), ([path, bytes]) => [path, String(bytes)])),
    );
    await fixture.deployment.commit(mine, 'A change');
    assert.deepEqual(await textsOf('feature'), await textsOf(mine));
    fixture.engine.dispose();
    fixture.session.dispose();
    rmSync(folder, { recursive: true });
  });
});
