import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { NodeDisk } from '../../src/sync/disk/nodeDisk.ts';
import { thisMachine } from '../../src/sync/store.ts';
import { SyncEngine } from '../../src/sync/syncEngine.ts';
import type { SyncEngineOptions } from '../../src/sync/syncTypes.ts';
import type { SyncResult } from '../../src/sync/transfer/syncResult.ts';
import { FakeBranch, FakeFailure } from './fakeBranch.ts';
import { put, removeTemporaryFolders, temporaryFolder, textsIn } from './temporary.ts';

const model = { 'cube.js': 'module.exports = {};', 'model/a.yml': 'a: 1\n', 'model/b.yml': 'b: 1\n' };

class Scene {
  readonly folder = temporaryFolder();
  readonly storage = temporaryFolder();
  readonly branch: FakeBranch;
  readonly engines: SyncEngine[] = [];

  constructor(remote: Record<string, string | Uint8Array> = model) {
    this.branch = new FakeBranch(remote);
  }

  engine(options: Partial<SyncEngineOptions> = {}, projectFolder = this.folder): SyncEngine {
    const engine = new SyncEngine({
      target: {
        origin: 'https://platform.test',
        deploymentId: 1,
        branchName: this.branch.branchName,
        projectFolder,
        modelFolder: 'model',
      },
      client: { call: () => Promise.reject(new Error('no client here')) },
      storageFolder: this.storage,
      log: silentLog,
      port: this.branch,
      lockWaitMs: 200,
      ...options,
    });
    this.engines.push(engine);
    return engine;
  }

  /** An engine whose folder and branch are equal already. */
  async synced(options: Partial<SyncEngineOptions> = {}): Promise<SyncEngine> {
    for (const [path, bytes] of this.branch.files) put(this.folder, path, bytes);
    const engine = this.engine(options);
    await engine.refresh();
    this.branch.calls.length = 0;
    return engine;
  }

  put(path: string, content: string | Uint8Array): void {
    put(this.folder, path, content);
  }

  get local(): Record<string, string> {
    return textsIn(this.folder);
  }
}

/** A machine on whose disk somebody steps in right before a call for a file. */
function meddledWith() {
  let next: { call: keyof NodeDisk; path: string; work: () => void } | undefined;
  const disk = new Proxy(new NodeDisk(), {
    get:
      (target, name: keyof NodeDisk) =>
      (...args: unknown[]) => {
        if (name === next?.call && String(args[0]).endsWith(next.path)) {
          next.work();
          next = undefined;
        }
        return (target[name] as (...args: unknown[]) => unknown).apply(target, args);
      },
  });
  const beforeNext = (call: keyof NodeDisk, path: string, work: () => void) => {
    next = { call, path, work };
  };
  return { machine: { ...thisMachine(), disk }, beforeNext };
}

function done({ done: entries }: SyncResult): string[] {
  return entries.map(({ direction, change, path }) => `${direction} ${change} ${path}`);
}

async function confirmed(engine: SyncEngine, direction: 'push' | 'pull'): Promise<SyncResult> {
  const asked = await engine[direction]();
  assert.equal(asked.halt?.confirmable, true, JSON.stringify(asked.halt));
  return engine[direction]({ confirmed: true, plan: asked.plan });
}

describe('SyncEngine', () => {
  const scenes: Scene[] = [];
  const scene = (remote?: Record<string, string | Uint8Array>) => {
    const made = new Scene(remote);
    scenes.push(made);
    return made;
  };
  afterEach(() => {
    for (const { engines } of scenes.splice(0)) for (const engine of engines) engine.dispose();
    removeTemporaryFolders();
  });

  describe('a first sync', () => {
    it('shows its plan and asks, and touches nothing until then', async () => {
      const here = scene();
      here.put('model/mine.yml', 'mine\n');
      const sync = here.engine();
      const pulled = await sync.pull();
      assert.equal(pulled.halt?.kind, 'first-sync');
      assert.deepEqual(pulled.done, []);
      assert.deepEqual(Object.keys(here.local), ['model/mine.yml']);
      assert.equal(sync.state.value.phase, 'halted');
      await sync.pull({ confirmed: true, plan: pulled.plan });
      assert.deepEqual(here.local, { ...model, 'model/mine.yml': 'mine\n' });
      assert.equal(here.branch.files.has('model/mine.yml'), false);
    });

    it('makes a union; what differs is a conflict, nothing is deleted', async () => {
      const here = scene();
      here.put('model/a.yml', 'a: mine\n');
      here.put('model/mine.yml', 'mine\n');
      const sync = here.engine();
      await confirmed(sync, 'pull');
      const pushed = await sync.push();
      assert.deepEqual(done(pushed), ['push add model/mine.yml']);
      assert.deepEqual(
        pushed.conflicts.map(({ path }) => path),
        ['model/a.yml'],
      );
      assert.equal(here.local['model/a.yml'], 'a: mine\n');
      assert.equal(here.branch.texts()['model/a.yml'], 'a: 1\n');
    });

    it('is not asked for where both sides are equal', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      assert.equal((await sync.push()).halt, undefined);
      assert.equal(here.branch.texts()['model/a.yml'], 'a: 2\n');
    });

    it('asks again where the plan is not the one that was shown', async () => {
      const here = scene();
      const sync = here.engine();
      const asked = await sync.pull();
      here.branch.write('model/c.yml', 'c: 1\n');
      const result = await sync.pull({ confirmed: true, plan: asked.plan });
      assert.equal(result.halt?.kind, 'plan-changed');
      assert.deepEqual(here.local, {});
      assert.deepEqual(await sync.pull({ confirmed: true }).then(({ halt }) => halt?.kind), 'first-sync');
    });
  });

  describe('push', () => {
    it('sends a small change in one write after one guarded look, and reads it back', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      const result = await sync.push();
      assert.deepEqual(done(result), ['push edit model/a.yml']);
      assert.equal(result.verified, true);
      assert.deepEqual(here.branch.calls, ['hashes', 'probe', 'hashes', 'put', 'hashes']);
      assert.ok(sync.state.value.lastVerified);
      assert.equal(sync.state.value.local, 0);
    });

    it('sends many files in one upload that names everything, and leaves other files alone', async () => {
      const more = { 'model/c.yml': 'c: 1\n', 'README.md': 'not ours', 'model/.hidden': 'not ours' };
      const here = scene({ ...model, ...more });
      const sync = await here.synced();
      for (let index = 0; index < 30; index += 1) here.put(`model/new${index}.yml`, `new: ${index}\n`);
      rmSync(join(here.folder, 'model/b.yml'));
      const result = await sync.push();
      assert.equal(result.halt, undefined);
      assert.equal(here.branch.calls.filter((call) => call === 'finish').length, 1);
      assert.equal(here.branch.calls.filter((call) => call === 'file').length, 30);
      const texts = here.branch.texts();
      assert.equal(Object.keys(texts).length, 6 - 1 + 30);
      assert.equal(texts['README.md'], 'not ours');
      assert.equal(texts['model/.hidden'], 'not ours');
      assert.equal(texts['model/b.yml'], undefined);
    });

    it('sends what is no text byte for byte, as an upload', async () => {
      const here = scene();
      const sync = await here.synced();
      const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x80]);
      here.put('model/data.bin', bytes);
      await sync.push();
      assert.deepEqual(Buffer.from(here.branch.files.get('model/data.bin')!), bytes);
      assert.ok(here.branch.calls.includes('finish'));
    });

    it('sends a byte order mark, carriage returns and an empty file unchanged', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/bom.yml', '\ufeffa: 1\r\nb: 2\r');
      here.put('model/empty.yml', '');
      await sync.push();
      assert.equal(here.branch.texts()['model/bom.yml'], '\ufeffa: 1\r\nb: 2\r');
      assert.equal(here.branch.texts()['model/empty.yml'], '');
    });

    it('sends a rename as a rename', async () => {
      const here = scene();
      const sync = await here.synced();
      mkdirSync(join(here.folder, 'model/cubes'));
      renameSync(join(here.folder, 'model/a.yml'), join(here.folder, 'model/cubes/a.yml'));
      assert.deepEqual(done(await sync.push()), ['push rename model/cubes/a.yml']);
      assert.ok(here.branch.calls.includes('rename'));
      assert.equal(here.branch.texts()['model/cubes/a.yml'], 'a: 1\n');
    });

    it('does not overwrite what somebody wrote after the plan', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: mine\n');
      here.branch.before = (call) => {
        if (call === 'probe') here.branch.write('model/a.yml', 'a: theirs\n');
      };
      const result = await sync.push();
      assert.deepEqual(done(result), []);
      assert.deepEqual(
        result.conflicts.map(({ path }) => path),
        ['model/a.yml'],
      );
      assert.equal(here.branch.texts()['model/a.yml'], 'a: theirs\n');
      assert.equal(here.local['model/a.yml'], 'a: mine\n');
    });

    it('does not take a colleague’s file for one that it was to send and did not', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/c.yml', 'c: 1\n');
      here.branch.session = 'dev-someone-2';
      assert.equal((await sync.push()).halt?.kind, 'session-moved');
      here.branch.session = here.branch.branchName;
      // The same bytes come from elsewhere, and went from here: nobody deleted a file that both sides had.
      rmSync(join(here.folder, 'model/c.yml'));
      here.branch.write('model/c.yml', 'c: 1\n');
      assert.deepEqual(done(await sync.pull()), ['pull add model/c.yml']);
      assert.deepEqual(here.branch.texts(), { ...model, 'model/c.yml': 'c: 1\n' });
    });

    it('leaves a file for the next round that is not there any more when it is to be put on the disk', async () => {
      const here = scene();
      const { machine, beforeNext } = meddledWith();
      const sync = await here.synced({ machine });
      here.put('model/a.yml', 'a: 2\n');
      here.put('model/b.yml', 'b: 2\n');
      const [from, to] = [join(here.folder, 'model/a.yml'), join(here.folder, 'model/z.yml')];
      beforeNext('syncFile', from, () => renameSync(from, to));
      const pushed = await sync.push();
      assert.deepEqual(done(pushed), ['push edit model/b.yml']);
      assert.deepEqual(
        pushed.deferred.map(({ path }) => path),
        ['model/a.yml'],
      );
      assert.deepEqual(here.branch.texts(), { ...model, 'model/b.yml': 'b: 2\n' });
      await confirmed(sync, 'push');
      assert.deepEqual(here.branch.texts(), {
        'cube.js': model['cube.js'],
        'model/b.yml': 'b: 2\n',
        'model/z.yml': 'a: 2\n',
      });
    });

    it('stops a conflict, not the rest', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: mine\n');
      here.put('model/b.yml', 'b: mine\n');
      here.branch.write('model/a.yml', 'a: theirs\n');
      const result = await sync.push();
      assert.deepEqual(done(result), ['push edit model/b.yml']);
      assert.equal(result.conflicts.length, 1);
      assert.equal(here.branch.texts()['model/a.yml'], 'a: theirs\n');
    });

    it('sends only what was chosen', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      here.put('model/b.yml', 'b: 2\n');
      assert.deepEqual(done(await sync.push({ paths: ['model/b.yml'] })), ['push edit model/b.yml']);
      assert.equal(sync.state.value.local, 1);
    });

    for (const [session, name] of [
      ['dev-someone-2', 'on another branch'],
      [undefined, 'closed'],
    ] as const) {
      it(`writes nothing while dev mode is ${name}`, async () => {
        const here = scene();
        const sync = await here.synced();
        here.put('model/a.yml', 'a: 2\n');
        here.branch.session = session;
        const result = await sync.push();
        assert.equal(result.halt?.kind, 'session-moved');
        assert.equal(here.branch.texts()['model/a.yml'], 'a: 1\n');
        here.branch.session = here.branch.branchName;
        assert.deepEqual(done(await sync.push()), ['push edit model/a.yml']);
      });
    }

    it('says so, loudly, when the branch does not show what was sent', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\r\n');
      here.branch.after = (call) => {
        if (call === 'put') here.branch.write('model/a.yml', 'a: 2\n');
      };
      const result = await sync.push();
      assert.equal(result.halt?.kind, 'verify-mismatch');
      assert.deepEqual(result.halt?.paths, ['model/a.yml']);
      assert.equal(result.verified, false);
      assert.deepEqual(
        (await sync.refresh()).conflicts.map(({ path }) => path),
        ['model/a.yml'],
      );
    });

    it('settles a lost answer by reading, and does not send again what arrived', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      here.branch.after = (call) => {
        if (call === 'put') throw new FakeFailure('reset', 'unknown');
      };
      const result = await sync.push();
      assert.deepEqual(done(result), ['push edit model/a.yml']);
      assert.equal(here.branch.calls.filter((call) => call === 'put').length, 1);
    });

    it('tries again, through the guard, what did not arrive', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      let failures = 1;
      here.branch.before = (call) => {
        if (call === 'put' && failures-- > 0) throw new FakeFailure('reset', 'unknown');
      };
      assert.deepEqual(done(await sync.push()), ['push edit model/a.yml']);
      const second = here.branch.calls.lastIndexOf('put');
      assert.ok(here.branch.calls.lastIndexOf('probe', second) > here.branch.calls.indexOf('put'));
    });

    it('does not take a request that arrives late for somebody’s change', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      here.branch.before = (call) => {
        if (call === 'put') throw new FakeFailure('timeout', 'unknown');
      };
      await assert.rejects(sync.push());
      here.branch.before = () => {};
      here.put('model/a.yml', 'a: 3\n');
      await sync.push();
      here.branch.write('model/a.yml', 'a: 2\n');
      const plan = await sync.refresh();
      assert.deepEqual(
        plan.pushes.map(({ path }) => path),
        ['model/a.yml'],
      );
      assert.equal(plan.pulls.length, 0);
    });

    it('goes on where an earlier process was cut off between the write and the base', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      let listings = 0;
      here.branch.before = (call) => {
        if (call === 'hashes' && ++listings === 3) throw new FakeFailure('reset', 'unknown');
      };
      assert.equal((await sync.push()).verified, false);
      sync.dispose();
      here.branch.before = () => {};
      here.put('model/a.yml', 'a: 3\n');
      const plan = await here.engine().refresh();
      assert.equal(plan.conflicts.length, 0);
      assert.deepEqual(
        plan.pushes.map(({ path }) => path),
        ['model/a.yml'],
      );
    });
  });

  describe('halts', () => {
    it('asks before more than 20 files or a quarter of them are deleted', async () => {
      const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`model/f${index}.yml`, `${index}`]));
      const here = scene(files);
      const sync = await here.synced();
      for (let index = 0; index < 20; index += 1) rmSync(join(here.folder, `model/f${index}.yml`));
      assert.equal((await sync.push()).halt, undefined);
      for (let index = 20; index < 41; index += 1) rmSync(join(here.folder, `model/f${index}.yml`));
      const result = await sync.push();
      assert.equal(result.halt?.kind, 'mass-delete');
      assert.equal(here.branch.files.size, 80);
      await sync.push({ confirmed: true, plan: result.plan });
      assert.equal(here.branch.files.size, 59);
    });

    it('does not count a rename as a deletion', async () => {
      const here = scene();
      const sync = await here.synced();
      renameSync(join(here.folder, 'model/a.yml'), join(here.folder, 'model/z.yml'));
      assert.equal((await sync.push()).halt, undefined);
    });

    it('asks before it empties the branch, and before the branch empties the folder', async () => {
      const here = scene();
      const sync = await here.synced();
      rmSync(join(here.folder, 'model'), { recursive: true });
      rmSync(join(here.folder, 'cube.js'));
      assert.equal((await sync.push()).halt?.kind, 'emptied-folder');
      assert.equal(here.branch.files.size, 3);
      for (const [path, text] of Object.entries(model)) here.put(path, text);
      here.branch.files.clear();
      const pulled = await sync.pull();
      assert.equal(pulled.halt?.kind, 'emptied-branch');
      assert.deepEqual(here.local, model);
    });

    it('stops where the folder is gone, and cannot be talked into going on', async () => {
      const here = scene();
      const sync = await here.synced();
      rmSync(here.folder, { recursive: true });
      const result = await sync.push();
      assert.equal(result.halt?.kind, 'missing-folder');
      assert.equal((await sync.push({ confirmed: true, plan: result.plan })).halt?.kind, 'missing-folder');
      assert.equal(here.branch.files.size, 3);
    });

    it('refuses the home folder and the root of a disk', async () => {
      const here = scene();
      for (const folder of [homedir(), '/']) {
        const result = await here.engine({}, folder).push();
        assert.equal(result.halt?.kind, 'refused-folder');
      }
      assert.deepEqual(here.branch.calls, []);
    });

    it('asks when the ignore file changed, and forgets nothing of what both filters take', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('.datamodelignore', 'model/b.yml\n');
      here.put('model/a.yml', 'a: 2\n');
      const result = await sync.push();
      assert.equal(result.halt?.kind, 'filter-changed');
      assert.deepEqual(done(await sync.push({ confirmed: true, plan: result.plan })), ['push edit model/a.yml']);
      assert.equal(here.branch.texts()['model/b.yml'], 'b: 1\n');
      assert.equal((await sync.push()).halt, undefined);
    });

    it('asks while a merge or rebase is open', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      for (const sign of ['.git/MERGE_HEAD', '.git/rebase-merge/head-name']) {
        here.put(sign, 'x');
        assert.equal((await sync.push()).halt?.kind, 'git-busy');
        rmSync(join(here.folder, '.git'), { recursive: true });
      }
      assert.equal((await here.engine({ openMerge: () => true }).push()).halt?.kind, 'git-busy');
      assert.deepEqual(done(await sync.push()), ['push edit model/a.yml']);
    });

    it('does not believe a listing that lacks files', async () => {
      const here = scene();
      const sync = await here.synced();
      const listPaths = here.branch.listPaths.bind(here.branch);
      const whole = new Set(here.branch.files.keys());
      here.branch.files.delete('model/a.yml');
      here.branch.listPaths = () => listPaths().then(() => whole);
      const result = await sync.pull();
      assert.equal(result.halt?.kind, 'partial-listing');
      assert.equal(result.halt?.confirmable, false);
      assert.deepEqual(here.local, model);
    });

    it('takes a damaged or lost base for none: no delete, and it asks', async () => {
      for (const spoil of ['damage', 'remove'] as const) {
        const here = scene();
        const sync = await here.synced();
        here.put('model/a.yml', 'a: 2\n');
        await sync.push();
        sync.dispose();
        for (const path of Object.keys(textsIn(here.storage)).filter((each) => /bases\/.*json$/.test(each))) {
          if (spoil === 'remove' && path.endsWith('base.json')) rmSync(join(here.storage, path));
          else if (spoil === 'damage') put(here.storage, path, `${readFileSync(join(here.storage, path), 'utf8')} `);
        }
        rmSync(join(here.folder, 'model/b.yml'));
        const again = here.engine();
        const result = await again.push();
        assert.equal(result.halt, undefined, 'nothing is to be pushed');
        assert.deepEqual(
          result.plan.pulls.map(({ change, path }) => `${change} ${path}`),
          ['add model/b.yml'],
        );
        assert.equal(result.plan.halts.pull[0]?.kind, 'first-sync', spoil);
        assert.ok(here.branch.files.has('model/b.yml'));
      }
    });
  });

  describe('pull', () => {
    it('brings changes, keeps the old bytes in the trash, and gives them back', async () => {
      const here = scene();
      const sync = await here.synced();
      here.branch.write('model/a.yml', 'a: theirs\n');
      here.branch.files.delete('model/b.yml');
      const asked = await sync.pull();
      assert.equal(asked.halt?.kind, 'mass-delete');
      await sync.pull({ confirmed: true, plan: asked.plan });
      assert.deepEqual(here.local, { 'cube.js': model['cube.js'], 'model/a.yml': 'a: theirs\n' });
      const trash = await sync.trash();
      assert.deepEqual(trash.map(({ path }) => path).sort(), ['model/a.yml', 'model/b.yml']);
      for (const entry of trash) await sync.restore(entry);
      assert.deepEqual(here.local, model);
      assert.equal((await sync.trash())[0]?.reason, 'A file from the trash replaced it.');
    });

    it('leaves a file alone that has unsaved changes', async () => {
      const here = scene();
      const sync = await here.synced({ isDirty: (path) => path === 'model/a.yml' });
      here.branch.write('model/a.yml', 'a: theirs\n');
      here.branch.write('model/b.yml', 'b: theirs\n');
      const result = await sync.pull();
      assert.deepEqual(done(result), ['pull edit model/b.yml']);
      assert.deepEqual(
        result.conflicts.map(({ path, reason }) => `${path} ${reason}`),
        ['model/a.yml unsaved'],
      );
      assert.equal(here.local['model/a.yml'], 'a: 1\n');
    });

    it('leaves a file alone that changed after the plan', async () => {
      const here = scene();
      const sync = await here.synced();
      here.branch.write('model/a.yml', 'a: theirs\n');
      here.branch.before = (call) => {
        if (call === 'contents') here.put('model/a.yml', 'a: just now\n');
      };
      const result = await sync.pull();
      assert.deepEqual(done(result), []);
      assert.deepEqual(
        result.deferred.map(({ path }) => path),
        ['model/a.yml'],
      );
      assert.equal(here.local['model/a.yml'], 'a: just now\n');
      assert.equal((await sync.refresh()).conflicts.length, 1);
    });

    it('does not take what a person wrote for what it was to bring and did not', async () => {
      const here = scene();
      const sync = await here.synced();
      here.branch.write('model/a.yml', 'a: theirs\n');
      here.branch.before = (call) => {
        if (call === 'contents') here.put('model/a.yml', 'a: just now\n');
      };
      assert.equal((await sync.pull()).deferred.length, 1);
      here.branch.before = () => {};
      // The very bytes, made here; the branch moves on from them: both sides changed.
      here.put('model/a.yml', 'a: theirs\n');
      here.branch.write('model/a.yml', 'a: later\n');
      const { done: brought, conflicts } = await sync.pull();
      assert.deepEqual([brought, conflicts.map(({ path }) => path)], [[], ['model/a.yml']]);
    });

    for (const [how, step] of [
      ['deleted', (path: string) => rmSync(path)],
      ['moved away', (path: string) => renameSync(path, `${path}.txt`)],
    ] as const) {
      it(`goes on where a file is ${how} at the moment it would be replaced`, async () => {
        const here = scene();
        const { machine, beforeNext } = meddledWith();
        const sync = await here.synced({ machine });
        here.branch.write('model/a.yml', 'a: theirs\n');
        here.branch.write('model/b.yml', 'b: theirs\n');
        const path = join(here.folder, 'model/a.yml');
        beforeNext('rename', path, () => step(path));
        const result = await sync.pull({ paths: ['model/a.yml'] });
        assert.deepEqual([done(result), result.deferred.length], [[], 1]);
        assert.deepEqual(done(await sync.pull()), ['pull add model/a.yml', 'pull edit model/b.yml']);
        assert.deepEqual(
          Object.keys(here.local).filter((path) => path.includes('.sync-')),
          [],
        );
      });
    }

    it('refuses what does not have its own hash, and says so', async () => {
      const here = scene();
      const sync = await here.synced();
      here.branch.write('model/data.bin', Buffer.from([0xff, 0x00]));
      const result = await sync.pull();
      assert.deepEqual(done(result), []);
      assert.match(result.refused[0]?.reason ?? '', /text only/);
      assert.equal(existsSync(join(here.folder, 'model/data.bin')), false);
    });

    it('never writes through a symbolic link, nor outside the folder', async () => {
      const outside = temporaryFolder();
      put(outside, 'a.yml', 'outside');
      const here = scene({
        ...model,
        'model/linked/a.yml': 'a',
        'model/../../evil.yml': 'x',
        'model/\u202ecod.yml': 'x',
      });
      mkdirSync(join(here.folder, 'model'), { recursive: true });
      symlinkSync(outside, join(here.folder, 'model/linked'));
      const sync = here.engine();
      const result = await confirmed(sync, 'pull');
      assert.deepEqual(textsIn(outside), { 'a.yml': 'outside' });
      assert.ok(!existsSync(join(here.folder, '..', 'evil.yml')));
      assert.deepEqual(
        result.refused.map(({ path }) => path).sort(),
        ['model/../../evil.yml', 'model/linked', 'model/linked/a.yml', 'model/\u202ecod.yml'].sort(),
      );
      assert.deepEqual(result.deferred, []);
    });

    it('writes nothing at all where the contents cannot be fetched', async () => {
      const here = scene();
      const sync = await here.synced();
      here.branch.write('model/a.yml', 'a: theirs\n');
      here.branch.before = (call) => {
        if (call === 'contents') throw new FakeFailure('timeout', 'unknown');
      };
      await assert.rejects(sync.pull());
      assert.equal(sync.state.value.phase, 'offline');
      assert.deepEqual(here.local, model);
    });
  });

  describe('a conflict', () => {
    const conflict = async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: mine\n');
      here.branch.write('model/a.yml', 'a: theirs\n');
      await sync.refresh();
      return { here, sync };
    };

    it('knows what both sides started from', async () => {
      const { sync } = await conflict();
      assert.equal(Buffer.from((await sync.baseContent('model/a.yml')) ?? []).toString(), 'a: 1\n');
      assert.equal(Buffer.from((await sync.remoteContent('model/a.yml')) ?? []).toString(), 'a: theirs\n');
    });

    it('ends with the local version, the other in the trash', async () => {
      const { here, sync } = await conflict();
      await sync.resolve('model/a.yml', 'local');
      assert.equal(here.branch.texts()['model/a.yml'], 'a: mine\n');
      const [entry] = await sync.trash();
      assert.equal(entry?.side, 'remote');
      await sync.restore(entry!);
      assert.equal(here.local['model/a.yml'], 'a: theirs\n');
    });

    it('ends with the branch’s version, the other in the trash', async () => {
      const { here, sync } = await conflict();
      await sync.resolve('model/a.yml', 'remote');
      assert.equal(here.local['model/a.yml'], 'a: theirs\n');
      assert.equal((await sync.trash())[0]?.side, 'local');
      assert.equal(sync.state.value.conflicts.length, 0);
    });

    it('ends with both: the branch’s in place, the local one beside it, unsynced', async () => {
      const { here, sync } = await conflict();
      await sync.resolve('model/a.yml', 'both');
      const kept = Object.keys(here.local).find((path) => path.startsWith('model/a.yml.kept-'));
      assert.equal(here.local[kept!], 'a: mine\n');
      assert.equal(here.local['model/a.yml'], 'a: theirs\n');
      const plan = await sync.refresh();
      assert.deepEqual([plan.pushes.length, plan.pulls.length, plan.conflicts.length], [0, 0, 0]);
    });

    it('is not decided for a version that nobody has seen', async () => {
      const { here, sync } = await conflict();
      here.branch.write('model/a.yml', 'a: theirs, newer\n');
      const result = await sync.resolve('model/a.yml', 'local');
      assert.equal(result.halt?.kind, 'plan-changed');
      assert.equal(here.branch.texts()['model/a.yml'], 'a: theirs, newer\n');
    });

    it('is decided for what was shown then, whatever a look under way is about to show', async () => {
      const { here, sync } = await conflict();
      here.put('model/a.yml', 'a: mine, newer\n');
      const looking = sync.refresh();
      const [result] = await Promise.all([sync.resolve('model/a.yml', 'remote'), looking]);
      assert.equal(result.halt?.kind, 'plan-changed');
      assert.equal(here.local['model/a.yml'], 'a: mine, newer\n');
    });
  });

  describe('pushSaved', () => {
    it('takes one guarded look, one write and one listing', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      const result = await sync.pushSaved(['model/a.yml']);
      assert.deepEqual(done(result), ['push edit model/a.yml']);
      assert.deepEqual(here.branch.calls, ['probe', 'hashes', 'put', 'hashes']);
    });

    it('asks nobody where the bytes are what both sides have', async () => {
      const here = scene();
      const sync = await here.synced();
      utimesSync(join(here.folder, 'model/a.yml'), new Date(), new Date());
      await sync.pushSaved(['model/a.yml']);
      assert.deepEqual(here.branch.calls, []);
    });

    it('joins saves that come while one is under way', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('model/a.yml', 'a: 2\n');
      const first = sync.pushSaved(['model/a.yml']);
      here.put('model/b.yml', 'b: 2\n');
      here.put('cube.js', '2');
      await Promise.all([first, sync.pushSaved(['model/b.yml']), sync.pushSaved(['cube.js'])]);
      assert.equal(here.branch.calls.filter((call) => call === 'put').length, 2);
      assert.deepEqual(here.branch.texts(), here.local);
    });

    it('leaves a conflict for a person', async () => {
      const here = scene();
      const sync = await here.synced();
      here.branch.write('model/a.yml', 'a: theirs\n');
      here.put('model/a.yml', 'a: mine\n');
      const result = await sync.pushSaved(['model/a.yml']);
      assert.equal(result.conflicts.length, 1);
      assert.equal(here.branch.texts()['model/a.yml'], 'a: theirs\n');
    });

    it('keeps what could not be sent, and sends it when the platform is back', async () => {
      const here = scene();
      const waits: (() => void)[] = [];
      const clock = {
        now: () => Date.now(),
        delay: (_: number, signal?: AbortSignal) =>
          new Promise<void>((resolve, reject) => {
            waits.push(resolve);
            signal?.addEventListener('abort', () => reject(new Error('aborted')));
          }),
        every: () => () => {},
      };
      const sync = await here.synced({ clock });
      here.put('model/a.yml', 'a: 2\n');
      here.branch.before = () => {
        throw new FakeFailure('refused', 'not-sent');
      };
      await assert.rejects(sync.pushSaved(['model/a.yml']));
      assert.equal(sync.state.value.phase, 'offline');
      here.branch.before = () => {};
      const sent = new Promise<readonly string[]>((resolve) => sync.onDidPush(({ paths }) => resolve(paths)));
      waits[0]!();
      assert.deepEqual(await sent, ['model/a.yml']);
    });

    it('says why a file that is not synced is not sent', async () => {
      const here = scene();
      const sync = await here.synced();
      here.put('README.md', 'x');
      const result = await sync.pushSaved(['README.md']);
      assert.match(result.refused[0]?.reason ?? '', /Only/);
      assert.deepEqual(here.branch.calls, []);
    });
  });

  describe('two windows', () => {
    it('take turns: the second waits, then says who is at it', async () => {
      const here = scene();
      const first = await here.synced();
      const second = here.engine({ lockWaitMs: 50 });
      await second.refresh();
      here.put('model/a.yml', 'a: 2\n');
      let other: Promise<SyncResult> | undefined;
      const putting = new Promise<void>((resolve) => {
        here.branch.put = async () => {
          other = second.push();
          resolve();
          await other;
          here.branch.write('model/a.yml', 'a: 2\n');
        };
      });
      const pushed = first.push();
      await putting;
      assert.equal((await other!).halt?.kind, 'locked');
      assert.deepEqual(done(await pushed), ['push edit model/a.yml']);
    });

    it('know what the other one did', async () => {
      const here = scene();
      const first = await here.synced();
      const second = here.engine();
      await second.refresh();
      here.put('model/a.yml', 'a: 2\n');
      await first.push();
      here.branch.write('model/a.yml', 'a: 3\n');
      assert.deepEqual(done(await second.pull()), ['pull edit model/a.yml']);
      const plan = await first.refresh();
      assert.deepEqual([plan.pushes.length, plan.pulls.length, plan.conflicts.length], [0, 0, 0]);
    });
  });

  it('writes down what it did', async () => {
    const here = scene();
    const sync = await here.synced();
    here.put('model/a.yml', 'a: 2\n');
    await sync.push();
    here.branch.write('model/b.yml', 'b: 2\n');
    await sync.pull();
    const history = await sync.history();
    assert.deepEqual(
      history.map(({ action, done: entries }) => `${action} ${entries.map(({ path }) => path)}`),
      ['pull model/b.yml', 'push model/a.yml'],
    );
  });

  it('asks the platform once when nothing changed', async () => {
    const here = scene();
    const sync = await here.synced();
    const plan = await sync.refresh();
    assert.deepEqual(here.branch.calls, ['hashes']);
    assert.equal(plan.entries.length, 0);
  });

  it('ends quietly in the middle of its work', async () => {
    const here = scene();
    const sync = await here.synced();
    here.put('model/a.yml', 'a: 2\n');
    here.branch.before = (call) => {
      if (call === 'probe') sync.dispose();
    };
    await sync.push().catch(() => {});
    assert.ok(['a: 1\n', 'a: 2\n'].includes(here.branch.texts()['model/a.yml']!));
  });
});
