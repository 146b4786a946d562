import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NodeDisk } from '../../src/base/nodeDisk.ts';
import { temporaryFolder } from '../vscode/process/temporaryFolder.ts';

describe('NodeDisk', () => {
  const root = temporaryFolder('node-disk');

  after(() => root.remove());

  /** A folder that was listed long enough after its last change, so that its names are cached. */
  async function settled(name: string) {
    const folder = path.join(root.path, name);
    mkdirSync(path.join(folder, 'inside'), { recursive: true });
    for (const file of ['a', 'b', 'inside/c']) writeFileSync(path.join(folder, file), file);
    await pause(250);
    const disk = new NodeDisk();
    const names = async () =>
      Object.fromEntries(((await disk.list(folder)) ?? []).map(({ name: each, kind }) => [each, kind]));
    assert.deepEqual(await names(), { a: 'file', b: 'file', inside: 'folder' });
    assert.deepEqual(await names(), { a: 'file', b: 'file', inside: 'folder' });
    return { folder, names, disk };
  }

  it('distinguishes a missing file from one that it cannot open', async () => {
    const folder = path.join(root.path, 'durable');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'file'), 'text');
    // Like a file in use, or a read-only file on Windows: it is visible but cannot be opened.
    symlinkSync('loop', path.join(folder, 'loop'));
    const disk = new NodeDisk();
    const there = (name: string) => disk.syncFile(path.join(folder, name));
    assert.deepEqual(
      [await there('file'), await there('loop'), await there('none'), await there('file/none')],
      [true, true, false, false],
    );
  });

  it('lists every name that was added, removed or replaced since the last listing', async () => {
    const { folder, names } = await settled('names');
    writeFileSync(path.join(folder, 'new'), '');
    assert.deepEqual(await names(), { a: 'file', b: 'file', inside: 'folder', new: 'file' });
    rmSync(path.join(folder, 'a'));
    assert.deepEqual(await names(), { b: 'file', inside: 'folder', new: 'file' });
    renameSync(path.join(folder, 'b'), path.join(folder, 'B2'));
    rmSync(path.join(folder, 'new'));
    symlinkSync('B2', path.join(folder, 'new'));
    assert.deepEqual(await names(), { B2: 'file', inside: 'folder', new: 'link' });
    assert.deepEqual(Object.keys(await names()).sort(), readdirSync(folder).sort());
  });

  it('lists a new name even if the folder’s time was set back', async () => {
    const { folder, names } = await settled('dates');
    const { atime, mtime } = statSync(folder);
    writeFileSync(path.join(folder, 'new'), '');
    utimesSync(folder, atime, mtime);
    assert.equal((await names()).new, 'file');
  });

  it('lists the replacement of a folder that was replaced or removed', async () => {
    const { folder, names } = await settled('place');
    renameSync(folder, `${folder}-aside`);
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'other'), '');
    assert.deepEqual(await names(), { other: 'file' });
    rmSync(folder, { recursive: true });
    assert.deepEqual(await names(), {});
    renameSync(`${folder}-aside`, folder);
    assert.deepEqual(await names(), { a: 'file', b: 'file', inside: 'folder' });
  });

  it('reports a changed file in an unchanged folder', async () => {
    const { folder, disk } = await settled('contents');
    const size = async () => (await disk.list(folder))?.find(({ name }) => name === 'a')?.size;
    assert.equal(await size(), 1);
    writeFileSync(path.join(folder, 'a'), 'longer');
    assert.equal(await size(), 6);
  });
});
