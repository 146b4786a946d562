import { strict as assert } from 'node:assert';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { FolderLock, lockFolderOf, userLockFolder } from '../../src/base/folderLock.ts';
import { thisMachine } from '../../src/base/machine.ts';
import { NodeDisk } from '../../src/base/nodeDisk.ts';
import { removeTemporaryFolders, temporaryFolder } from '../sync/temporary.ts';

const newId = () => 'id';

describe('the folder of a user’s locks', () => {
  afterEach(removeTemporaryFolders);

  it('does not depend on the variables of one program', async () => {
    const names = ['DATA_MODEL_STATE', 'XDG_STATE_HOME', 'LOCALAPPDATA', 'TMPDIR'];
    const before = names.map((name) => process.env[name]);
    const usual = await userLockFolder(new NodeDisk(), newId);
    try {
      for (const name of names) process.env[name] = temporaryFolder();
      assert.equal(await userLockFolder(new NodeDisk(), newId), usual);
    } finally {
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
      }
    }
  });

  it('is the next one when a folder is missing or read-only', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const disk = new NodeDisk();
    const create = disk.create.bind(disk);
    disk.create = (path, ...rest) => {
      if (path.includes('read-only')) return Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' }));
      return create(path, ...rest);
    };
    const writable = join(folder, 'writable');
    const folders = [join(folder, 'file', 'locks'), join(folder, 'read-only'), writable];
    assert.equal(await userLockFolder(disk, newId, folders), writable);
    assert.deepEqual(readdirSync(writable), []);
    assert.equal(await userLockFolder(disk, newId, folders.slice(0, 2)), undefined);
  });

  it('has one lock for a folder that a system finds in any case', () => {
    assert.equal(lockFolderOf('/projects/Project', '/locks'), lockFolderOf('/projects/project', '/locks'));
    assert.notEqual(lockFolderOf('/projects/project', '/locks'), lockFolderOf('/projects/other', '/locks'));
  });
});

describe('a lock on the disk', () => {
  afterEach(removeTemporaryFolders);
  const lockIn = (folder: string) => new FolderLock({ ...thisMachine(), folder, clock: systemClock });

  it('leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const lock = lockIn(join(folder, 'own'));
    const held = await lock.acquire(0);
    assert.ok(held);
    await held.release();
    assert.deepEqual(readdirSync(folder), []);
    assert.ok(await lock.acquire(0));
  });

  for (const [what, block] of [
    ['a folder', (path: string) => new NodeDisk().makeFolder(path)],
    ['a dangling link', async (path: string) => symlinkSync('/nowhere/at/all', path)],
  ] as const) {
    it(`ends with a message that names the path when ${what} is in its place`, async () => {
      const folder = temporaryFolder();
      const path = join(folder, 'lock');
      await block(path);
      await assert.rejects(lockIn(folder).acquire(0), { code: 'lock-blocked', message: new RegExp(path) });
    });
  }
});
