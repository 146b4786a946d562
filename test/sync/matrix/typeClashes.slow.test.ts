import { strict as assert } from 'node:assert';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, put, temporaryFolder, textsIn } from '../temporary.ts';
import { useTransferFixture } from './transferFixture.ts';

const inFolder = { 'model/a/x.yml': 'x\n', 'model/a/sub/y.yml': 'y\n' };
const asFile = { 'model/a': 'file\n' };

describe('a path that is a file on one side and a folder on the other', () => {
  const fixture = useTransferFixture();
  before(() => fixture.createBranch('clashes'));

  const remoteTexts = async () => Object.fromEntries([...(await fixture.contents())].sort());
  /** Replaces everything on the branch. */
  const setRemote = async (files: Record<string, string>) => {
    const { branchName } = fixture;
    const old = [...(await fixture.listBranch()).keys()].map((path) => ({ path }));
    if (old.length > 0) await fixture.callAsOtherClient('DELETE', 'files', { branchName, files: old });
    const added = Object.entries(files).map(([path, content]) => ({ path, content }));
    const { status } = await fixture.callAsOtherClient('PUT', 'files', { branchName, files: added });
    assert.equal(status, 200);
  };
  const setLocal = (folder: string, files: Record<string, string>) => {
    rmSync(join(folder, 'model'), { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) put(folder, path, text);
  };
  /** An engine whose two sides had `common` in common, if it is given. */
  const clash = async (here: object, there: object, common?: Record<string, string>) => {
    const folder = temporaryFolder();
    const engine = fixture.createEngine(folder);
    const same = { 'model/same.yml': 'same\n' };
    if (common) {
      await setRemote({ ...same, ...common });
      setLocal(folder, { ...same, ...common });
      await engine.refresh();
    }
    await setRemote({ ...same, 'model/theirs.yml': 'theirs\n', ...there });
    setLocal(folder, { ...same, 'model/mine.yml': 'mine\n', ...here });
    return { folder, engine };
  };
  const rest = { 'model/mine.yml': 'mine\n', 'model/same.yml': 'same\n', 'model/theirs.yml': 'theirs\n' };

  for (const [what, here, there, common] of [
    ['a new file here', asFile, inFolder, undefined],
    ['a new folder here', inFolder, asFile, undefined],
    ['a changed file here', asFile, inFolder, { 'model/a': 'before\n' }],
    ['a changed folder here', inFolder, asFile, { 'model/a/x.yml': 'before\n', 'model/a/sub/y.yml': 'y\n' }],
  ] as const) {
    describe(what, () => {
      it('is one conflict, and everything else is transferred', async () => {
        const { folder, engine } = await clash(here, there, common);
        for (const direction of ['push', 'pull'] as const) {
          const result = await fixture.transferAll(engine, direction);
          assert.deepEqual(
            result.conflicts.map(({ path, reason }) => [path, reason]),
            [['model/a', 'file-and-folder']],
          );
          assert.deepEqual(result.refused, []);
        }
        assert.deepEqual(textsIn(folder), { ...rest, ...here });
        assert.deepEqual(await remoteTexts(), { ...rest, ...there });
      });

      for (const choice of ['local', 'remote', 'both'] as const) {
        it(`ends with ${choice}, and the other version is kept`, async () => {
          const { folder, engine } = await clash(here, there, common);
          for (const direction of ['push', 'pull'] as const) await fixture.transferAll(engine, direction);
          const { halt, deferred } = await engine.resolve('model/a', choice);
          assert.deepEqual([halt, deferred], [undefined, []]);
          const plan = await engine.refresh();
          assert.deepEqual([plan.pushes, plan.pulls, plan.conflicts], [[], [], []]);
          const [taken, given] = choice === 'local' ? [here, there] : [there, here];
          assert.deepEqual(await remoteTexts(), { ...rest, ...taken });
          const local = textsIn(folder);
          for (const [path, text] of Object.entries(taken)) assert.equal(local[path], text);
          const kept = Object.entries(local).filter(([path]) => path.includes('.kept-'));
          const texts = Object.values(given).sort();
          if (choice === 'both') assert.deepEqual(kept.map(([, text]) => text).sort(), texts);
          const inTrash = new Set((await engine.trash()).map(({ path }) => path));
          for (const path of Object.keys(given)) assert.ok(inTrash.has(path), path);
        });
      }
    });
  }

  it('halts when the folder on the branch has more files than the shown conflict', async () => {
    const { engine } = await clash(asFile, inFolder);
    for (const direction of ['push', 'pull'] as const) await fixture.transferAll(engine, direction);
    const files = [{ path: 'model/a/new.yml', content: 'new\n' }];
    await fixture.callAsOtherClient('PUT', 'files', { branchName: fixture.branchName, files });
    const { halt } = await engine.resolve('model/a', 'local');
    assert.equal(halt?.kind, 'plan-changed');
    assert.equal((await remoteTexts())['model/a/new.yml'], 'new\n');
  });

  for (const [what, changed, common] of [
    ['a file becomes a folder', inFolder, asFile],
    ['a folder becomes a file', asFile, inFolder],
    ['a file moves into a folder of its name', { 'model/a/x.yml': 'same bytes\n' }, { 'model/a': 'same bytes\n' }],
    ['a file moves out of its folder', { 'model/a': 'same bytes\n' }, { 'model/a/x.yml': 'same bytes\n' }],
  ] as const) {
    it(`pulls in one step: ${what}`, async () => {
      const { folder, engine } = await clash(common, changed, common as Record<string, string>);
      const result = await fixture.transferAll(engine, 'pull');
      assert.deepEqual(result.conflicts, []);
      assert.deepEqual(textsIn(folder), { ...rest, ...changed });
    });

    it(`pushes in one step: ${what}`, async () => {
      const { engine } = await clash(changed, common, common as Record<string, string>);
      const result = await fixture.transferAll(engine, 'push');
      assert.deepEqual(result.conflicts, []);
      assert.deepEqual(await remoteTexts(), { ...rest, ...changed });
    });

    it(`pushes what was saved: ${what}`, async () => {
      const { engine } = await clash(changed, common, common as Record<string, string>);
      await engine.refresh();
      const paths = Object.keys(changed);
      const { halt } = await engine.save(paths);
      if (halt) await engine.push({ paths, confirmed: true, plan: await engine.refresh() });
      const { 'model/mine.yml': _, ...others } = rest;
      assert.deepEqual(await remoteTexts(), { ...others, ...changed });
    });
  }

  it('replaces an empty folder, and refuses a folder with files that are not synced', async () => {
    const { folder, engine } = await clash({}, { 'model/a': 'file\n', 'model/b': 'file\n' });
    mkdirSync(join(folder, 'model/a'));
    put(folder, 'model/b/.hidden', 'not synced\n');
    const { refused } = await fixture.transferAll(engine, 'pull');
    const reasonOf = (path: string) => refused.find((each) => each.path === path)?.reason.message ?? 'not refused';
    assert.equal(reasonOf('model/a'), 'not refused');
    assert.match(reasonOf('model/b'), /folder here has its name/);
    assert.equal(textsIn(folder)['model/a'], 'file\n');
    assert.equal(textsIn(folder)['model/b/.hidden'], 'not synced\n');
  });

  it('refuses a file whose name is a folder of files that are not synced on the branch', async () => {
    const { engine } = await clash({ 'model/a': 'file\n' }, { 'model/a/.hidden': 'not synced\n' });
    const { refused, done } = await fixture.transferAll(engine, 'push');
    assert.deepEqual(
      refused.map(({ path }) => path).filter((path) => !path.includes('hidden')),
      ['model/a'],
    );
    assert.deepEqual(
      done.map(({ path }) => path),
      ['model/mine.yml'],
    );
    assert.match(engine.why('model/a').reason.message, /not synced/);
  });
});

describe('one folder that is written in another case than the others', () => {
  const fixture = useTransferFixture();
  before(() => fixture.createBranch('cases'));

  it('is refused with a reason, and the first pull brings the others', async () => {
    const { branchName } = fixture;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `model/cubes/${name}.yml`);
    const files = ['model/Cubes/x.yml', ...names].map((path) => ({ path, content: 'cubes: []\n' }));
    await fixture.callAsOtherClient('PUT', 'files', { branchName, files });
    const folder = temporaryFolder();
    const engine = fixture.createEngine(folder);
    const { refused } = await fixture.transferAll(engine, 'pull');
    assert.deepEqual([...filesIn(folder).keys()].sort(), names);
    assert.deepEqual(
      refused.map(({ path }) => path),
      ['model/Cubes/x.yml'],
    );
    const { synced, reason } = engine.why('model/Cubes/x.yml');
    assert.equal(synced, false);
    assert.match(reason.message, /folder “model\/Cubes” collides with “model\/cubes”.*Rename one of them/);
  });
});
