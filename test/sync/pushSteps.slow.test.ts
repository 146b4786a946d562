import { strict as assert } from 'node:assert';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { thisMachine } from '../../src/base/machine.ts';
import { NodeDisk } from '../../src/base/nodeDisk.ts';
import { confirm, doneIn, useFixtures } from './engineFixture.ts';
import { FakeFailure } from './fakeBranch.ts';

const changing = ['put', 'finish', 'rename', 'remove'];

describe('a push of contents, renames and deletions', () => {
  const createFixture = useFixtures();
  const remote = Object.fromEntries([...'abcdefgh'].map((name) => [`model/${name}.yml`, `${name}: 1\n`]));

  type Fixture = ReturnType<typeof createFixture>;

  /** An edit, an addition, a rename and a deletion. */
  async function changed() {
    const fixture = createFixture(remote);
    const pushes: string[][] = [];
    const engine = await fixture.synced();
    engine.onDidPush(({ paths }) => pushes.push([...paths].sort()));
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.put('model/new.yml', 'new: 1\n');
    move(fixture, 'model/b.yml', 'model/moved.yml');
    rmSync(join(fixture.folder, 'model/c.yml'));
    const { 'model/b.yml': _, 'model/c.yml': __, ...rest } = remote;
    const target: Record<string, string> = {
      ...rest,
      'model/a.yml': 'a: 2\n',
      'model/new.yml': 'new: 1\n',
      'model/moved.yml': 'b: 1\n',
    };
    return { fixture, engine, target, pushes };
  }

  function move({ folder }: Fixture, from: string, to: string): void {
    mkdirSync(join(folder, to, '..'), { recursive: true });
    renameSync(join(folder, from), join(folder, to));
  }

  const writesOf = ({ branch }: Fixture) => branch.calls.filter((call) => changing.includes(call));

  it('is sent in this order, each step by name and after a listing of the one before', async () => {
    const { fixture, engine, target, pushes } = await changed();
    const result = await engine.push();
    assert.equal(result.halt, undefined);
    assert.equal(result.verified, true);
    assert.deepEqual(doneIn(result).sort(), [
      'push add model/new.yml',
      'push delete model/c.yml',
      'push edit model/a.yml',
      'push rename model/moved.yml',
    ]);
    assert.deepEqual(fixture.branch.texts(), target);
    const step = (write: string, ...second: string[]) => ['probe', 'hashes', ...second, write, 'hashes'];
    assert.deepEqual(fixture.branch.calls, [
      'hashes',
      ...step('put', 'paths'),
      ...step('rename', 'paths'),
      ...step('remove'),
    ]);
    assert.deepEqual(pushes, [['model/a.yml', 'model/c.yml', 'model/moved.yml', 'model/new.yml']]);
  });

  it('takes one request for each kind, however many files there are', async () => {
    const fixture = createFixture(
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`model/${n}.yml`, `${n}`])),
    );
    const engine = await fixture.synced();
    for (let n = 0; n < 100; n += 1) fixture.put(`model/${n}.yml`, `changed ${n}`);
    for (let n = 100; n < 110; n += 1) rmSync(join(fixture.folder, `model/${n}.yml`));
    for (let n = 110; n < 120; n += 1) move(fixture, `model/${n}.yml`, `model/moved/${n}.yml`);
    const result = await engine.push();
    assert.equal(result.done.length, 120);
    assert.deepEqual(writesOf(fixture), ['finish', 'rename', 'remove']);
    assert.equal(fixture.branch.calls.length, 1 + 2 + 100 + 4 + 5 + 4);
  });

  for (const write of changing) {
    it(`keeps a file that a colleague adds right before “${write}”`, async () => {
      const { fixture, engine, target } = await changed();
      if (write === 'finish') {
        for (let n = 0; n < 9; n += 1) fixture.put(`model/many${n}.yml`, `${n}\n`);
      }
      fixture.branch.before = (call) => {
        if (call === write) fixture.branch.write('model/theirs.yml', 'theirs: 1\n');
      };
      const result = await engine.push();
      assert.equal(result.halt, undefined);
      assert.ok(writesOf(fixture).includes(write));
      assert.equal(fixture.branch.texts()['model/theirs.yml'], 'theirs: 1\n');
      const kept = Object.entries(fixture.branch.texts()).filter(([path]) => path in target);
      assert.deepEqual(Object.fromEntries(kept), target);
    });

    it(`a process that ends before “${write}” leaves a branch that the next one completes`, async () => {
      const { fixture, engine, target } = await changed();
      if (write === 'finish') {
        for (let n = 0; n < 9; n += 1) fixture.put(`model/many${n}.yml`, `${n}\n`);
        for (let n = 0; n < 9; n += 1) Object.assign(target, { [`model/many${n}.yml`]: `${n}\n` });
      }
      fixture.branch.before = (call) => {
        if (call === write) throw new FakeFailure('reset', 'not-sent');
      };
      await assert.rejects(engine.push());
      engine.dispose();
      fixture.branch.before = () => {};
      const next = fixture.engine();
      const { conflicts, pulls } = await next.refresh();
      assert.deepEqual([...conflicts, ...pulls], []);
      await next.push();
      assert.deepEqual(fixture.branch.texts(), target);
    });
  }

  it('does not delete or rename before a listing shows the contents', async () => {
    const { fixture, engine } = await changed();
    fixture.branch.after = (call) => {
      if (call === 'put') for (const path of ['model/a.yml', 'model/new.yml']) fixture.branch.files.delete(path);
    };
    const result = await engine.push();
    assert.equal(result.halt?.kind, 'verify-mismatch');
    assert.deepEqual(writesOf(fixture), ['put']);
    assert.ok(fixture.branch.files.has('model/b.yml') && fixture.branch.files.has('model/c.yml'));
  });

  it('keeps a file that a colleague changes before it is deleted or renamed, and does the rest', async () => {
    const { fixture, engine, target } = await changed();
    fixture.branch.after = (call) => {
      if (call !== 'put') return;
      fixture.branch.write('model/b.yml', 'b: theirs\n');
      fixture.branch.write('model/c.yml', 'c: theirs\n');
    };
    await engine.push();
    await engine.pull();
    await engine.push();
    const expected = { ...target, 'model/b.yml': 'b: theirs\n', 'model/c.yml': 'c: theirs\n' };
    assert.deepEqual(fixture.branch.texts(), expected);
    assert.deepEqual(fixture.local, expected);
  });

  it('keeps a colleague’s file in the place of a renamed one', async () => {
    const { fixture, engine } = await changed();
    fixture.branch.after = (call) => {
      if (call === 'put') fixture.branch.write('model/moved.yml', 'moved: theirs\n');
    };
    const result = await engine.push();
    assert.deepEqual(
      result.conflicts.map(({ path }) => path),
      ['model/moved.yml'],
    );
    assert.equal(fixture.branch.texts()['model/moved.yml'], 'moved: theirs\n');
    assert.equal(fixture.local['model/moved.yml'], 'b: 1\n');
  });

  it('does not delete a file that exists here again', async () => {
    const { fixture, engine, target } = await changed();
    fixture.branch.after = (call) => {
      if (call === 'put') fixture.put('model/c.yml', 'c: again\n');
    };
    const result = await engine.push();
    assert.deepEqual(
      result.deferred.map(({ path }) => path),
      ['model/c.yml'],
    );
    await engine.push();
    assert.deepEqual(fixture.branch.texts(), { ...target, 'model/c.yml': 'c: again\n' });
  });

  it('continues with a new plan when an unrelated file changes right before “finish”', async () => {
    const { fixture, engine, target } = await changed();
    fixture.put('model/new.yml', Buffer.from([0, 1]));
    let isFirst = true;
    fixture.branch.before = (call) => {
      if (call !== 'finish' || !isFirst) return;
      isFirst = false;
      fixture.branch.write('model/h.yml', 'h: theirs\n');
    };
    const result = await engine.push();
    assert.equal(result.halt, undefined);
    assert.deepEqual(writesOf(fixture), ['finish', 'finish', 'rename', 'remove']);
    assert.equal(fixture.branch.texts()['model/h.yml'], 'h: theirs\n');
    assert.equal(fixture.branch.texts()['model/a.yml'], target['model/a.yml']);
    assert.deepEqual(doneIn(await engine.pull()), ['pull edit model/h.yml']);
  });

  it('continues with a new plan when the platform applied a part of a call and refused the rest', async () => {
    const { fixture, engine, target } = await changed();
    rmSync(join(fixture.folder, 'model/d.yml'));
    let isFirst = true;
    fixture.branch.before = (call) => {
      if (call !== 'remove' || !isFirst) return;
      isFirst = false;
      fixture.branch.files.delete('model/c.yml');
      throw new FakeFailure('rejected', 'refused-by-server');
    };
    const result = await engine.push();
    assert.equal(result.halt, undefined);
    const { 'model/d.yml': _, ...rest } = target;
    assert.deepEqual(fixture.branch.texts(), rest);
  });

  it('sends another case of a name from a disk that ignores case', async () => {
    const fixture = createFixture(remote);
    const disk = new Proxy(new NodeDisk(), {
      get: (target, name: keyof NodeDisk) => {
        if (name !== 'stat') return (target[name] as (...args: unknown[]) => unknown).bind(target);
        return async (path: string) =>
          (await target.stat(path)) ?? target.stat(path.replace(/folder|[ac]\.yml$/g, upper));
      },
    });
    const upper = (name: string) => name.toUpperCase().replace('.YML', '.yml');
    fixture.branch.write('model/folder/x.yml', 'x: 1\n');
    const engine = await fixture.synced({ machine: { ...thisMachine(), disk } });
    move(fixture, 'model/a.yml', 'model/A.yml');
    move(fixture, 'model/folder', 'model/FOLDER');
    move(fixture, 'model/c.yml', 'model/C.yml');
    fixture.put('model/C.yml', 'c: 2\n');
    const result = await engine.push();
    assert.deepEqual(result.deferred, []);
    assert.deepEqual(fixture.branch.texts(), fixture.local);
  });

  it('keeps the finished steps in the history when a later one fails', async () => {
    const { fixture, engine } = await changed();
    fixture.branch.before = (call) => {
      if (call === 'remove') throw new FakeFailure('reset', 'not-sent');
    };
    await assert.rejects(engine.push());
    const [entry] = await engine.history();
    assert.deepEqual(entry?.done.map(({ path }) => path).sort(), ['model/a.yml', 'model/moved.yml', 'model/new.yml']);
  });

  const cases: Record<string, (fixture: Fixture) => void> = {
    'a swap': (fixture) => {
      move(fixture, 'model/a.yml', 'model/x.yml');
      move(fixture, 'model/b.yml', 'model/a.yml');
      move(fixture, 'model/x.yml', 'model/b.yml');
    },
    'a chain': (fixture) => {
      move(fixture, 'model/c.yml', 'model/x.yml');
      move(fixture, 'model/b.yml', 'model/c.yml');
      move(fixture, 'model/a.yml', 'model/b.yml');
    },
    'another case of a name': (fixture) => move(fixture, 'model/a.yml', 'model/A.yml'),
    'another case of a name, and a change': (fixture) => {
      move(fixture, 'model/a.yml', 'model/A.yml');
      fixture.put('model/A.yml', 'a: 2\n');
    },
    'a file that becomes a folder': (fixture) => {
      rmSync(join(fixture.folder, 'model/a.yml'));
      fixture.put('model/a.yml/x.yml', 'x: 1\n');
    },
    'a file that moves into a folder of its name': (fixture) => {
      move(fixture, 'model/a.yml', 'model/x');
      move(fixture, 'model/x', 'model/a.yml/x.yml');
    },
    'a file that moves to make room for a folder': (fixture) => {
      move(fixture, 'model/a.yml', 'model/x.yml');
      fixture.put('model/a.yml/x.yml', 'x: 1\n');
      fixture.put('model/b.yml', 'b: 2\n');
    },
    'a folder that becomes a file': (fixture) => {
      rmSync(join(fixture.folder, 'model/folder.yml'), { recursive: true });
      fixture.put('model/folder.yml', 'y: 1\n');
    },
  };
  for (const [what, change] of Object.entries(cases)) {
    it(`makes ${what} equal on the branch`, async () => {
      const fixture = createFixture({ ...remote, 'model/folder.yml/z.yml': 'z: 1\n' });
      const engine = await fixture.synced();
      change(fixture);
      const result = await engine.push();
      if (result.halt?.confirmable) await confirm(engine, 'push');
      assert.deepEqual(fixture.branch.texts(), fixture.local);
      assert.equal(engine.state.value.local, 0);
    });
  }

  it('never sends a file into a folder that is a colleague’s file, or the reverse', async () => {
    const fixture = createFixture(remote);
    const engine = await fixture.synced();
    fixture.put('model/x/y.yml', 'mine\n');
    fixture.put('model/z', 'mine\n');
    fixture.branch.before = (call) => {
      if (call !== 'probe') return;
      fixture.branch.write('model/x', 'theirs\n');
      fixture.branch.write('model/z/y.yml', 'theirs\n');
    };
    await engine.push();
    assert.deepEqual(writesOf(fixture), []);
    assert.equal(fixture.branch.texts()['model/x'], 'theirs\n');
    assert.equal(fixture.branch.texts()['model/z/y.yml'], 'theirs\n');
  });
});
