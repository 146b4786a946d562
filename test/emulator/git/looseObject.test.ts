import assert from 'node:assert/strict';
import { promises, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as git from 'isomorphic-git';
import { treeContent, writeLooseObject } from '../../../src/emulator/git/looseObject.ts';
import { Repository } from '../../../src/emulator/git/repository.ts';
import { temporaryFolder } from '../../vscode/process/temporaryFolder.ts';

const fs = { promises };

describe('loose git objects', () => {
  const folder = temporaryFolder('objects');
  const gitdir = path.join(folder.path, 'repository');

  after(() => folder.remove());

  it('have the id that git computes, and read back as the same bytes', async () => {
    await Repository.open(gitdir, 'main');
    for (const content of [Buffer.alloc(0), Buffer.from('cubes: é\n'), Buffer.alloc(300_000, 7)]) {
      const oid = writeLooseObject(gitdir, 'blob', content);
      assert.equal(oid, (await git.hashBlob({ object: content })).oid);
      assert.deepEqual(Buffer.from((await git.readBlob({ fs, gitdir, oid })).blob), content);
    }
  });

  it('sort tree entries like git', async () => {
    const blob = writeLooseObject(gitdir, 'blob', Buffer.from('x'));
    const inner = writeLooseObject(gitdir, 'tree', treeContent([{ mode: '100644', name: 'x', oid: blob }]));
    const entries = [
      { mode: '40000', name: 'model', oid: inner },
      { mode: '100644', name: 'model.yml', oid: blob },
      { mode: '100644', name: 'model-b', oid: blob },
      { mode: '100644', name: 'é', oid: blob },
      { mode: '100644', name: 'Z', oid: blob },
    ] as const;
    const theirs = await git.writeTree({
      fs,
      gitdir: path.join(gitdir),
      tree: entries.map(({ mode, name, oid }) => ({
        mode: mode === '40000' ? '040000' : mode,
        path: name,
        oid,
        type: mode === '40000' ? 'tree' : 'blob',
      })),
    });
    assert.equal(writeLooseObject(gitdir, 'tree', treeContent(entries)), theirs);
  });

  it('leave nothing behind when the repository was deleted', async () => {
    const gone = path.join(folder.path, 'gone');
    await Repository.open(gone, 'main');
    rmSync(gone, { recursive: true });
    assert.throws(() => writeLooseObject(gone, 'blob', Buffer.from('x')));
    assert.deepEqual(readdirSync(folder.path), ['repository']);
  });
});
