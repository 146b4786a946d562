import { strict as assert } from 'node:assert';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { doneIn, model, useFixtures } from './engineFixture.ts';
import { put, textsIn } from './temporary.ts';

describe('halts', () => {
  const createFixture = useFixtures();

  it('asks before it deletes more than 20 files or a quarter of them', async () => {
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`model/f${index}.yml`, `${index}`]));
    const fixture = createFixture(files);
    const engine = await fixture.synced();
    for (let index = 0; index < 20; index += 1) rmSync(join(fixture.folder, `model/f${index}.yml`));
    assert.equal((await engine.push()).halt, undefined);
    for (let index = 20; index < 41; index += 1) rmSync(join(fixture.folder, `model/f${index}.yml`));
    const result = await engine.push();
    assert.equal(result.halt?.kind, 'mass-delete');
    assert.equal(fixture.branch.files.size, 80);
    await engine.push({ confirmed: true, plan: result.plan });
    assert.equal(fixture.branch.files.size, 59);
  });

  it('does not count a rename as a deletion', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    renameSync(join(fixture.folder, 'model/a.yml'), join(fixture.folder, 'model/z.yml'));
    assert.equal((await engine.push()).halt, undefined);
  });

  it('asks before it empties the branch, and before the branch empties the folder', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    rmSync(join(fixture.folder, 'model'), { recursive: true });
    rmSync(join(fixture.folder, 'cube.js'));
    assert.equal((await engine.push()).halt?.kind, 'emptied-folder');
    assert.equal(fixture.branch.files.size, 3);
    for (const [path, text] of Object.entries(model)) fixture.put(path, text);
    fixture.branch.files.clear();
    const pulled = await engine.pull();
    assert.equal(pulled.halt?.kind, 'emptied-branch');
    assert.deepEqual(fixture.local, model);
  });

  it('stops when the folder is missing, even with a confirmation', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    rmSync(fixture.folder, { recursive: true });
    const result = await engine.push();
    assert.equal(result.halt?.kind, 'missing-folder');
    assert.equal((await engine.push({ confirmed: true, plan: result.plan })).halt?.kind, 'missing-folder');
    assert.equal(fixture.branch.files.size, 3);
  });

  it('refuses the home folder and the root of a disk', async () => {
    const fixture = createFixture();
    for (const folder of [homedir(), '/']) {
      const result = await fixture.engine({}, folder).push();
      assert.equal(result.halt?.kind, 'refused-folder');
    }
    assert.deepEqual(fixture.branch.calls, []);
  });

  it('asks when the ignore file changed so that other files are sent, and keeps the base of files in both filters', async () => {
    const fixture = createFixture();
    fixture.put('.datamodelignore', 'model/c.yml\n');
    const engine = await fixture.synced();
    fixture.put('model/c.yml', 'c: 1\n');
    fixture.put('.datamodelignore', 'model/b.yml\n');
    fixture.put('model/a.yml', 'a: 2\n');
    const result = await engine.push();
    assert.equal(result.halt?.kind, 'filter-changed');
    const done = doneIn(await engine.push({ confirmed: true, plan: result.plan }));
    assert.deepEqual(done, ['push edit model/a.yml', 'push add model/c.yml']);
    assert.equal(fixture.branch.texts()['model/b.yml'], 'b: 1\n');
    assert.equal((await engine.push()).halt, undefined);
  });

  it('does not ask when the ignore file changed and the same files are sent', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('.datamodelignore', 'model/b.yml\n');
    fixture.put('model/a.yml', 'a: 2\n');
    assert.deepEqual(doneIn(await engine.push()), ['push edit model/a.yml']);
    assert.equal(fixture.branch.texts()['model/b.yml'], 'b: 1\n');
    // The base is kept: a change on the branch is not a conflict.
    fixture.branch.write('model/a.yml', 'a: 3\n');
    assert.deepEqual(doneIn(await engine.pull()), ['pull edit model/a.yml']);
  });

  it('asks while a merge or rebase is unfinished', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    for (const mark of ['.git/MERGE_HEAD', '.git/rebase-merge/head-name']) {
      fixture.put(mark, 'x');
      assert.equal((await engine.push()).halt?.kind, 'git-busy');
      rmSync(join(fixture.folder, '.git'), { recursive: true });
    }
    assert.deepEqual(doneIn(await engine.push()), ['push edit model/a.yml']);
  });

  it('does not trust a listing that lacks files', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    const listPaths = fixture.branch.listPaths.bind(fixture.branch);
    const whole = new Set(fixture.branch.files.keys());
    fixture.branch.files.delete('model/a.yml');
    fixture.branch.listPaths = () => listPaths().then(() => whole);
    const result = await engine.pull();
    assert.equal(result.halt?.kind, 'partial-listing');
    assert.equal(result.halt?.confirmable, false);
    assert.deepEqual(fixture.local, model);
  });

  it('treats a damaged or lost base as none: deletes nothing, and asks', async () => {
    for (const harm of ['damage', 'remove'] as const) {
      const fixture = createFixture();
      const engine = await fixture.synced();
      fixture.put('model/a.yml', 'a: 2\n');
      await engine.push();
      engine.dispose();
      for (const path of Object.keys(textsIn(fixture.storage)).filter((each) => /bases\/.*json$/.test(each))) {
        if (harm === 'remove' && path.endsWith('base.json')) rmSync(join(fixture.storage, path));
        else if (harm === 'damage') put(fixture.storage, path, `${readFileSync(join(fixture.storage, path), 'utf8')} `);
      }
      rmSync(join(fixture.folder, 'model/b.yml'));
      const restarted = fixture.engine();
      const result = await restarted.push();
      assert.equal(result.halt, undefined, 'nothing to push');
      assert.deepEqual(
        result.plan.pulls.map(({ change, path }) => `${change} ${path}`),
        ['add model/b.yml'],
      );
      assert.equal(result.plan.halts.pull[0]?.kind, 'first-sync', harm);
      assert.ok(fixture.branch.files.has('model/b.yml'));
    }
  });
});
