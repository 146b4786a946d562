import { strict as assert } from 'node:assert';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../../src/base/hash.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { filesIn, put, temporaryFolder } from '../temporary.ts';
import { bytesOf, names, syncedNames } from './nameCases.ts';
import { useTransferFixture } from './transferFixture.ts';

describe('names pushed to the branch and pulled into another folder', () => {
  const fixture = useTransferFixture();
  let folder1 = '';
  let folder2 = '';
  let engine1: SyncEngine;
  let engine2: SyncEngine;
  const local = names.filter((each) => !each.remoteOnly);
  /** The branch and the other folder after each step. */
  const states = new Map<string, { branch: Map<string, string>; folder: Map<string, Buffer> }>();
  const routes = new Map<string, string[]>();

  const record = async (step: string) => {
    await fixture.transferAll(engine2, 'pull');
    states.set(step, { branch: await fixture.listBranch(), folder: filesIn(folder2) });
  };
  const moved = (path: string) => path.replace(/\/([^/]*)$/, '/moved/$1');

  before(async () => {
    await fixture.createBranch('names-up');
    [folder1, folder2] = [temporaryFolder(), temporaryFolder()];
    [engine1, engine2] = [fixture.createEngine(folder1), fixture.createEngine(folder2)];
    await fixture.transferAll(engine1, 'push');
    await fixture.transferAll(engine2, 'pull');
    for (const each of local) put(folder1, each.path, bytesOf(each, 1));
    // Eight files go in one write.
    routes.set('put', []);
    for (let at = 0; at < syncedNames.length; at += 8) {
      const some = syncedNames.slice(at, at + 8).map(({ path }) => path);
      await fixture.transferAll(engine1, 'push', some);
      routes.get('put')!.push(...fixture.sent);
    }
    await record('put');
    for (const each of local) put(folder1, each.path, bytesOf(each, 2));
    await fixture.transferAll(engine1, 'push');
    routes.set('upload', [...fixture.sent]);
    await record('upload');
    for (const { path } of syncedNames.filter(({ path }) => path.includes('/') && path.length < 200)) {
      mkdirSync(join(folder1, moved(path), '..'), { recursive: true });
      renameSync(join(folder1, path), join(folder1, moved(path)));
    }
    await fixture.transferAll(engine1, 'push');
    routes.set('rename', [...fixture.sent]);
    await record('rename');
    for (const { path } of syncedNames) {
      rmSync(join(folder1, path), { force: true });
      rmSync(join(folder1, moved(path)), { force: true });
    }
    await fixture.transferAll(engine1, 'push');
    routes.set('remove', [...fixture.sent]);
    await record('remove');
  });

  it('uses every route', () => {
    assert.ok(routes.get('put')!.includes('putFiles') && !routes.get('put')!.includes('finishUpload'));
    assert.ok(routes.get('upload')!.includes('finishUpload') && !routes.get('upload')!.includes('putFiles'));
    assert.ok(routes.get('rename')!.includes('renameFiles'));
    assert.ok(routes.get('remove')!.includes('deleteFiles'));
  });

  for (const each of syncedNames) {
    it(`${each.what}: is the same on both sides`, () => {
      for (const [step, version] of [
        ['put', 1],
        ['upload', 2],
      ] as const) {
        const { branch, folder } = states.get(step)!;
        assert.equal(branch.get(each.path), hashOf(bytesOf(each, version)), `${step}, on the branch`);
        assert.deepEqual(folder.get(each.path), bytesOf(each, version), `${step}, in the other folder`);
      }
      if (each.path.includes('/') && each.path.length < 200) {
        const { branch, folder } = states.get('rename')!;
        assert.equal(branch.has(each.path) || folder.has(each.path), false, 'the old name of a rename');
        assert.equal(branch.get(moved(each.path)), hashOf(bytesOf(each, 2)), 'the new name on the branch');
        assert.deepEqual(folder.get(moved(each.path)), bytesOf(each, 2), 'the new name in the other folder');
      }
    });
  }

  for (const each of local.filter((one) => one.refused)) {
    it(`${each.what}: is refused with its reason, and not sent`, () => {
      assert.match(fixture.refusalOf(engine1, each.path), each.refused!);
      for (const { branch, folder } of states.values()) {
        assert.equal(branch.has(each.path), false);
        assert.equal(folder.has(each.path), false);
      }
      assert.deepEqual(readFileSync(join(folder1, each.path)), bytesOf(each, 2), 'the local file is unchanged');
    });
  }

  it('transfers nothing else and leaves nothing behind', () => {
    const expected = syncedNames.map(({ path }) => path).sort();
    for (const step of ['put', 'upload']) {
      const { branch, folder } = states.get(step)!;
      assert.deepEqual([...branch.keys()].sort(), expected);
      assert.deepEqual([...folder.keys()].sort(), expected);
    }
    const { branch, folder } = states.get('remove')!;
    assert.deepEqual([...branch.keys(), ...folder.keys()], []);
  });
});
