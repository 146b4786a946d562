import { strict as assert } from 'node:assert';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { confirm, doneIn, interceptedDisk, model, useFixtures } from './engineFixture.ts';
import { FakeFailure } from './fakeBranch.ts';

describe('push', () => {
  const createFixture = useFixtures();

  it('sends a small change in one guarded write and lists the branch after it', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    const result = await engine.push();
    assert.deepEqual(doneIn(result), ['push edit model/a.yml']);
    assert.equal(result.verified, true);
    assert.deepEqual(fixture.branch.calls, ['hashes', 'probe', 'hashes', 'put', 'hashes']);
    assert.ok(engine.state.value.lastVerified);
    assert.equal(engine.state.value.local, 0);
  });

  it('sends many files in one upload, and keeps other files', async () => {
    const more = { 'model/c.yml': 'c: 1\n', 'README.md': 'not ours', 'model/.hidden': 'not ours' };
    const fixture = createFixture({ ...model, ...more });
    const engine = await fixture.synced();
    for (let index = 0; index < 30; index += 1) fixture.put(`model/new${index}.yml`, `new: ${index}\n`);
    rmSync(join(fixture.folder, 'model/b.yml'));
    const result = await engine.push();
    assert.equal(result.halt, undefined);
    assert.equal(fixture.branch.calls.filter((call) => call === 'finish').length, 1);
    assert.equal(fixture.branch.calls.filter((call) => call === 'file').length, 30);
    const texts = fixture.branch.texts();
    assert.equal(Object.keys(texts).length, 6 - 1 + 30);
    assert.equal(texts['README.md'], 'not ours');
    assert.equal(texts['model/.hidden'], 'not ours');
    assert.equal(texts['model/b.yml'], undefined);
  });

  it('sends many files although another file of the branch changes before each upload ends', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    const added = Array.from({ length: 20 }, (_, index) => `model/new${index}.yml`);
    for (const path of added) fixture.put(path, `${path}\n`);
    let edits = 0;
    fixture.branch.before = (call) => {
      if (call !== 'finish') return;
      edits += 1;
      fixture.branch.write('model/b.yml', `b: ${edits}\n`);
    };
    const result = await engine.push();
    assert.equal(result.halt, undefined);
    assert.equal(result.verified, true);
    assert.deepEqual(result.done.map(({ path }) => path).sort(), [...added].sort());
    assert.equal(fixture.branch.texts()['model/b.yml'], `b: ${edits}\n`);
    for (const path of added) assert.equal(fixture.branch.texts()[path], `${path}\n`);
  });

  it('uploads binary files byte for byte', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x80]);
    fixture.put('model/data.bin', bytes);
    await engine.push();
    assert.deepEqual(Buffer.from(fixture.branch.files.get('model/data.bin')!), bytes);
    assert.ok(fixture.branch.calls.includes('finish'));
  });

  it('sends a byte order mark, carriage returns and an empty file unchanged', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/bom.yml', '\ufeffa: 1\r\nb: 2\r');
    fixture.put('model/empty.yml', '');
    await engine.push();
    assert.equal(fixture.branch.texts()['model/bom.yml'], '\ufeffa: 1\r\nb: 2\r');
    assert.equal(fixture.branch.texts()['model/empty.yml'], '');
  });

  it('sends a rename as a rename', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    mkdirSync(join(fixture.folder, 'model/cubes'));
    renameSync(join(fixture.folder, 'model/a.yml'), join(fixture.folder, 'model/cubes/a.yml'));
    assert.deepEqual(doneIn(await engine.push()), ['push rename model/cubes/a.yml']);
    assert.ok(fixture.branch.calls.includes('rename'));
    assert.equal(fixture.branch.texts()['model/cubes/a.yml'], 'a: 1\n');
  });

  it('does not overwrite a change made on the branch after the plan', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: mine\n');
    fixture.branch.before = (call) => {
      if (call === 'probe') fixture.branch.write('model/a.yml', 'a: theirs\n');
    };
    const result = await engine.push();
    assert.deepEqual(doneIn(result), []);
    assert.deepEqual(
      result.conflicts.map(({ path }) => path),
      ['model/a.yml'],
    );
    assert.equal(fixture.branch.texts()['model/a.yml'], 'a: theirs\n');
    assert.equal(fixture.local['model/a.yml'], 'a: mine\n');
  });

  it('does not treat a colleague’s file as its own unsent push', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/c.yml', 'c: 1\n');
    fixture.branch.session = 'dev-someone-2';
    assert.equal((await engine.push()).halt?.kind, 'session-moved');
    fixture.branch.session = fixture.branch.branchName;
    // Another client adds the same bytes, and this folder removed them: no shared file was deleted.
    rmSync(join(fixture.folder, 'model/c.yml'));
    fixture.branch.write('model/c.yml', 'c: 1\n');
    assert.deepEqual(doneIn(await engine.pull()), ['pull add model/c.yml']);
    assert.deepEqual(fixture.branch.texts(), { ...model, 'model/c.yml': 'c: 1\n' });
  });

  it('defers a file that disappears before it is made durable', async () => {
    const fixture = createFixture();
    const { machine, beforeNextCall } = interceptedDisk();
    const engine = await fixture.synced({ machine });
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.put('model/b.yml', 'b: 2\n');
    const [from, to] = [join(fixture.folder, 'model/a.yml'), join(fixture.folder, 'model/z.yml')];
    beforeNextCall('syncFile', from, () => renameSync(from, to));
    const pushed = await engine.push();
    assert.deepEqual(doneIn(pushed), ['push edit model/b.yml']);
    assert.deepEqual(
      pushed.deferred.map(({ path }) => path),
      ['model/a.yml'],
    );
    assert.deepEqual(fixture.branch.texts(), { ...model, 'model/b.yml': 'b: 2\n' });
    await confirm(engine, 'push');
    assert.deepEqual(fixture.branch.texts(), {
      'cube.js': model['cube.js'],
      'model/b.yml': 'b: 2\n',
      'model/z.yml': 'a: 2\n',
    });
  });

  it('pushes other files next to a conflict', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: mine\n');
    fixture.put('model/b.yml', 'b: mine\n');
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    const result = await engine.push();
    assert.deepEqual(doneIn(result), ['push edit model/b.yml']);
    assert.equal(result.conflicts.length, 1);
    assert.equal(fixture.branch.texts()['model/a.yml'], 'a: theirs\n');
  });

  it('pushes only the selected files', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.put('model/b.yml', 'b: 2\n');
    assert.deepEqual(doneIn(await engine.push({ paths: ['model/b.yml'] })), ['push edit model/b.yml']);
    assert.equal(engine.state.value.local, 1);
  });

  for (const [session, name] of [
    ['dev-someone-2', 'on another branch'],
    [undefined, 'closed'],
  ] as const) {
    it(`writes nothing while dev mode is ${name}`, async () => {
      const fixture = createFixture();
      const engine = await fixture.synced();
      fixture.put('model/a.yml', 'a: 2\n');
      fixture.branch.session = session;
      const result = await engine.push();
      assert.equal(result.halt?.kind, 'session-moved');
      assert.equal(fixture.branch.texts()['model/a.yml'], 'a: 1\n');
      fixture.branch.session = fixture.branch.branchName;
      assert.deepEqual(doneIn(await engine.push()), ['push edit model/a.yml']);
    });
  }

  it('halts when the branch does not show what was sent', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\r\n');
    fixture.branch.after = (call) => {
      if (call === 'put') fixture.branch.write('model/a.yml', 'a: 2\n');
    };
    const result = await engine.push();
    assert.equal(result.halt?.kind, 'verify-mismatch');
    assert.deepEqual(result.halt?.paths, ['model/a.yml']);
    assert.equal(result.verified, false);
    assert.deepEqual(
      (await engine.refresh()).conflicts.map(({ path }) => path),
      ['model/a.yml'],
    );
  });

  it('resolves a lost answer by a listing and does not send again what arrived', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.branch.after = (call) => {
      if (call === 'put') throw new FakeFailure('reset', 'unknown');
    };
    const result = await engine.push();
    assert.deepEqual(doneIn(result), ['push edit model/a.yml']);
    assert.equal(fixture.branch.calls.filter((call) => call === 'put').length, 1);
  });

  it('sends again, through the guard, what did not arrive', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    let failures = 1;
    fixture.branch.before = (call) => {
      if (call === 'put' && failures-- > 0) throw new FakeFailure('reset', 'unknown');
    };
    assert.deepEqual(doneIn(await engine.push()), ['push edit model/a.yml']);
    const second = fixture.branch.calls.lastIndexOf('put');
    assert.ok(fixture.branch.calls.lastIndexOf('probe', second) > fixture.branch.calls.indexOf('put'));
  });

  it('does not treat its own late request as a change of the branch', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.branch.before = (call) => {
      if (call === 'put') throw new FakeFailure('timeout', 'unknown');
    };
    await assert.rejects(engine.push());
    fixture.branch.before = () => {};
    fixture.put('model/a.yml', 'a: 3\n');
    await engine.push();
    fixture.branch.write('model/a.yml', 'a: 2\n');
    const plan = await engine.refresh();
    assert.deepEqual(
      plan.pushes.map(({ path }) => path),
      ['model/a.yml'],
    );
    assert.equal(plan.pulls.length, 0);
  });

  it('continues after a process that ended between the write and the base', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    let listings = 0;
    fixture.branch.before = (call) => {
      if (call === 'hashes' && ++listings === 3) throw new FakeFailure('reset', 'unknown');
    };
    assert.equal((await engine.push()).verified, false);
    engine.dispose();
    fixture.branch.before = () => {};
    fixture.put('model/a.yml', 'a: 3\n');
    const plan = await fixture.engine().refresh();
    assert.equal(plan.conflicts.length, 0);
    assert.deepEqual(
      plan.pushes.map(({ path }) => path),
      ['model/a.yml'],
    );
  });
});
